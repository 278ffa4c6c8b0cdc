import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepMailProof } from "./mail-proof";

const kept = () => sessionStorage.getItem("mail-proof");
const come = (address: string) => {
  history.replaceState({ step: 1 }, "", address);
  keepMailProof();
};

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, "", "/");
});

test("the proof leaves the address and is kept in the tab with its code", () => {
  come("/?invite=K7QW-3MPA-XY#proof=abc_-1");
  expect(location.href).toMatch(/\/\?invite=K7QW-3MPA-XY$/);
  expect(history.state).toEqual({ step: 1 });
  expect(kept()).toBe("K7QW-3MPA-XY#proof=abc_-1");
  expect(document.cookie).not.toContain("abc_-1");
  expect(Object.values(localStorage)).toEqual([]);
});

test("pages with the same code and pages without one keep it", () => {
  come("/?invite=K7QW-3MPA-XY#proof=abc");
  for (const address of ["/?invite=K7QW-3MPA-XY&register=1", "/?invite=K7QW-3MPA-XY#content", "/?login=1"]) {
    come(address);
    expect(kept()).toBe("K7QW-3MPA-XY#proof=abc");
  }
  expect(location.search).toBe("?login=1");
});

test("a newer mail takes its place, and another code ends it", () => {
  come("/?invite=K7QW-3MPA-XY#proof=abc");
  come("/?invite=K7QW-3MPA-XY#proof=newer");
  expect(kept()).toBe("K7QW-3MPA-XY#proof=newer");
  come("/?invite=AAAA-AAAA-AA");
  expect(kept()).toBeNull();
});

test("other parts of a page stay in the address, and a proof without a code is none", () => {
  come("/?invite=K7QW-3MPA-XY#content");
  expect(location.hash).toBe("#content");
  come("/#proof=abc");
  expect([location.hash, kept()]).toEqual(["#proof=abc", null]);
});

test("without a storage it stays where it is", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  come("/?invite=K7QW-3MPA-XY#proof=abc");
  expect(location.hash).toBe("#proof=abc");
});
