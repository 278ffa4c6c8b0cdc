import { beforeEach, describe, expect, test, vi } from "vitest";
import { forgetToken } from "../shared/auth";
import { readCookie, writeCookie } from "../shared/cookie";
import { reload } from "../shared/navigate";
import { replaceBrokenImages } from "./images";
import { keepLanguage } from "./language";
import { hideBar } from "./top-bar";
import { reportZone } from "./zone";

vi.mock("../shared/navigate");

const page = document.documentElement;

beforeEach(() => {
  vi.mocked(reload).mockClear();
  localStorage.clear();
  sessionStorage.clear();
  for (const name of ["language", "zone"]) forgetCookie(name);
  for (const name of Object.keys(page.dataset)) delete page.dataset[name];
  page.lang = "de";
});

function forgetCookie(name: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store.
  document.cookie = `${name}=; Max-Age=0; Path=/`;
}

describe("the language", () => {
  test("that is stored becomes the cookie, and the page is loaded again once", () => {
    localStorage.setItem("language", "fr");
    expect(keepLanguage()).toBe(true);
    expect(readCookie("language")).toBe("fr");
    expect(keepLanguage()).toBe(false);
    expect(reload).toHaveBeenCalledOnce();
  });

  test("of the page needs no second loading", () => {
    localStorage.setItem("language", "de");
    expect(keepLanguage()).toBe(false);
    expect(readCookie("language")).toBe("de");
    expect(reload).not.toHaveBeenCalled();
  });

  test("of the cookie was chosen last, and the stored one follows it", () => {
    writeCookie("language", "es");
    page.lang = "es";
    for (const stored of ["fr", "tlh"]) {
      localStorage.setItem("language", stored);
      expect(keepLanguage()).toBe(false);
      expect([readCookie("language"), localStorage.getItem("language")]).toEqual(["es", "es"]);
    }
    expect(reload).not.toHaveBeenCalled();
  });

  test("that does not exist is not taken from the storage", () => {
    localStorage.setItem("language", "tlh");
    expect([keepLanguage(), readCookie("language")]).toEqual([false, undefined]);
  });
});

describe("the time zone", () => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const fetched = vi.fn(async (_path: string, _init?: RequestInit) => new Response(null, { status: 204 }));
  const puts = () => fetched.mock.calls.filter(([path]) => path === "/api/users/zone");

  beforeEach(() => {
    forgetToken();
    fetched.mockClear();
    vi.stubGlobal("fetch", fetched);
  });

  test("of a guest goes into the cookie only", async () => {
    await reportZone();
    expect([readCookie("zone"), fetched.mock.calls.length]).toEqual([zone, 0]);
  });

  test("of a signed-in person is reported once if the page was made with another", async () => {
    Object.assign(page.dataset, { userId: "user-1", zone: "Pacific/Kiritimati" });
    await reportZone();
    await reportZone();
    expect(puts()).toHaveLength(1);
    expect(puts()[0]?.[1]).toMatchObject({ method: "PUT", body: JSON.stringify({ zone }) });
  });

  test("that the page knows is not reported", async () => {
    Object.assign(page.dataset, { userId: "user-1", zone });
    await reportZone();
    expect(fetched).not.toHaveBeenCalled();
  });
});

test("the top bar goes on the way down and comes back on the way up", async () => {
  hideBar();
  const scroll = async (y: number) => {
    Object.assign(window, { scrollY: y });
    window.dispatchEvent(new Event("scroll"));
    await new Promise((done) => requestAnimationFrame(done));
    return page.dataset.bar;
  };
  expect(await scroll(300)).toBe("hidden");
  expect(await scroll(296)).toBe("hidden");
  expect(await scroll(200)).toBe("shown");
});

test("a broken picture becomes the original, once", () => {
  document.body.innerHTML = '<img src="/thumbnail" srcset="/thumbnail 480w" data-fallback="/original" loading="lazy">';
  const image = document.querySelector("img") as HTMLImageElement;
  replaceBrokenImages();
  expect(image.getAttribute("src")).toBe("/thumbnail");
  image.dispatchEvent(new Event("error"));
  expect([image.getAttribute("src"), image.getAttribute("srcset")]).toEqual(["/original", null]);
  image.src = "/gone";
  image.dispatchEvent(new Event("error"));
  expect(image.getAttribute("src")).toBe("/gone");
});

test("the original beside the picture is used without another address", () => {
  document.body.innerHTML = '<img src="/media/7/thumbnail" data-fallback="">';
  replaceBrokenImages();
  const image = document.querySelector("img") as HTMLImageElement;
  image.dispatchEvent(new Event("error"));
  expect(new URL(image.src).pathname).toBe("/media/7/original");
  image.dispatchEvent(new Event("error"));
  expect(new URL(image.src).pathname).toBe("/media/7/original");
});

test("a person's broken picture gives way to the initials", () => {
  document.body.innerHTML = '<span class="avatar">AB<img src="/media/1/optimized" data-avatar></span>';
  replaceBrokenImages();
  document.querySelector("img")?.dispatchEvent(new Event("error"));
  expect(document.querySelector(".avatar")?.innerHTML).toBe("AB");
});
