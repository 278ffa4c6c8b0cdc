import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepEmailToken } from "./email-token";

const stored = () => sessionStorage.getItem("email-token");
const visit = (address: string) => {
  history.replaceState({ step: 1 }, "", address);
  keepEmailToken();
};

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, "", "/");
});

test("the token moves from the address into the tab's storage, with its code", () => {
  visit("/?invite=K7QW-3MPA-XY#proof=abc_-1");
  expect(location.href).toMatch(/\/\?invite=K7QW-3MPA-XY$/);
  expect(history.state).toEqual({ step: 1 });
  expect(stored()).toBe("K7QW-3MPA-XY#proof=abc_-1");
  expect(document.cookie).not.toContain("abc_-1");
  expect(Object.values(localStorage)).toEqual([]);
});

test("pages with the same code and pages without one keep the token", () => {
  visit("/?invite=K7QW-3MPA-XY#proof=abc");
  for (const address of ["/?invite=K7QW-3MPA-XY&register=1", "/?invite=K7QW-3MPA-XY#content", "/?login=1"]) {
    visit(address);
    expect(stored()).toBe("K7QW-3MPA-XY#proof=abc");
  }
  expect(location.search).toBe("?login=1");
});

test("a newer mail replaces the token, and another code removes it", () => {
  visit("/?invite=K7QW-3MPA-XY#proof=abc");
  visit("/?invite=K7QW-3MPA-XY#proof=newer");
  expect(stored()).toBe("K7QW-3MPA-XY#proof=newer");
  visit("/?invite=AAAA-AAAA-AA");
  expect(stored()).toBeNull();
});

test("other hashes stay in the address, and a token without a code is ignored", () => {
  visit("/?invite=K7QW-3MPA-XY#content");
  expect(location.hash).toBe("#content");
  visit("/#proof=abc");
  expect([location.hash, stored()]).toEqual(["#proof=abc", null]);
});

test("without storage the token stays in the address", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  visit("/?invite=K7QW-3MPA-XY#proof=abc");
  expect(location.hash).toBe("#proof=abc");
});
