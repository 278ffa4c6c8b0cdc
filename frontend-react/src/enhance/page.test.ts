import { beforeEach, describe, expect, test, vi } from "vitest";
import { readDrafts } from "../features/entry-editor/drafts";
import { chunkInfo, deleteChunks, writeChunk } from "../features/entry-editor/sound";
import { plainToast } from "../features/toaster/plain-toast";
import { listenForToasts } from "../features/toaster/toasts";
import { removeForeignDrafts } from "../features/unsaved-drafts/drafts";
import { showUnsavedNotice } from "../features/unsaved-drafts/unsaved-notice";
import { forgetToken } from "../shared/auth";
import { carryToast, send } from "../shared/events";
import { reload } from "../shared/navigate";
import { leftDraft } from "../test/editor";
import { eventually } from "../test/eventually";
import { de } from "../test/texts";
import { readCookie, writeCookie } from "./cookie";
import { mendImages } from "./images";
import { keepLanguage } from "./language";
import { hideBar } from "./top-bar";
import { nameCards } from "./transition";
import { reportZone } from "./zone";

vi.mock("../shared/navigate");

const page = document.documentElement;

/** The first second of a recording. */
const HEAD = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 0x81, 1, 0xa3, 0x81, 7]);

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

  test("in the cookie wins, and a language that does not exist is nothing", () => {
    localStorage.setItem("language", "tlh");
    expect(keepLanguage()).toBe(false);
    writeCookie("language", "es");
    localStorage.setItem("language", "fr");
    expect(keepLanguage()).toBe(false);
    expect(readCookie("language")).toBe("es");
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

  test("of who is signed in is reported when the page was made with another, once", async () => {
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

test("only the clicked card's parts get a name for the way to the next page", () => {
  nameCards();
  const card = `<article data-card><a href="#x"><h2 data-transition="date">Freitag</h2></a></article>`;
  document.body.innerHTML = card + card;
  const names = () => [...document.querySelectorAll("h2")].map((e) => e.style.getPropertyValue("view-transition-name"));
  const [first, second] = document.querySelectorAll("a");
  first?.click();
  expect(names()).toEqual(["date", ""]);
  second?.click();
  expect(names()).toEqual(["", "date"]);
});

describe("drafts of another person", () => {
  const texts = async (userId: string) => (await readDrafts(userId)).map(({ text }) => text);

  test("go with the first page of who is signed in now", async () => {
    await leftDraft({ userId: "user-2", text: "Von jemand anderem" });
    await leftDraft({ userId: "user-1", text: "Meins" });
    await removeForeignDrafts();
    expect(await texts("user-2")).toEqual(["Von jemand anderem"]);
    page.dataset.userId = "user-1";
    await removeForeignDrafts();
    expect([await texts("user-2"), await texts("user-1")]).toEqual([[], ["Meins"]]);
    // In another tab, whose storage this one does not see.
    const own = { ...sessionStorage };
    sessionStorage.clear();
    localStorage.clear();
    page.dataset.userId = "user-2";
    await removeForeignDrafts();
    await leftDraft({ userId: "user-2", text: "Später" });
    for (const [key, value] of Object.entries(own)) sessionStorage.setItem(key, value);
    page.dataset.userId = "user-1";
    await removeForeignDrafts();
    expect(await texts("user-2")).toEqual([]);
  });

  test("of who is signed in are named on the dashboard, with the way to where they are", async () => {
    page.dataset.userId = "user-1";
    const words = de.dashboard.unsaved;
    document.body.innerHTML = `<aside data-unsaved="${words}" hidden><p></p><a href="/create"></a></aside>`;
    await leftDraft({ text: "Noch offen", userId: "user-1", date: "2026-11-19" });
    await showUnsavedNotice();
    expect(document.querySelector("aside")).toBeVisible();
    expect(document.querySelector("p")).toHaveTextContent(words.replace("{date}", "19. November 2026"));
    expect(document.querySelector("a")).toHaveAttribute("href", "/create");
  });

  test("of a missed day lead to its page", async () => {
    page.dataset.userId = "user-5";
    document.body.innerHTML = `<aside data-unsaved="x" hidden><p></p><a href="/create"></a></aside>`;
    const yesterday = new Date(Date.now() - 24 * 3_600_000).toLocaleDateString("sv-SE");
    const ticket = `${btoa(`b0a1 ${yesterday} ${Date.now()} missed`).replaceAll("=", "")}.c2ln`;
    await leftDraft({ text: "Noch offen", userId: "user-5", date: yesterday, ticket });
    await showUnsavedNotice();
    expect(document.querySelector("a")).toHaveAttribute("href", `/create?date=${yesterday}`);
  });

  test("of an entry are named on its own page, and on its card; those of others are not", async () => {
    page.dataset.userId = "user-4";
    await leftDraft({ text: "Von gestern", userId: "user-4", date: "2026-11-18" });
    const about = (entry: string, date: string) =>
      `<aside data-unsaved="{date}" data-entry="${entry}" data-date="${date}" data-alone hidden><p></p><a href="/create"></a></aside>`;
    document.body.innerHTML = about("entry-1", "2026-11-19");
    await showUnsavedNotice();
    expect(document.querySelector("aside")).not.toBeVisible();
    expect(page).not.toHaveAttribute("data-unsaved-entry");
    await leftDraft({ text: "Noch offen", userId: "user-4", date: "2026-11-19", entryId: "entry-1", ticket: "" });
    await showUnsavedNotice();
    expect(document.querySelector("a")).toHaveAttribute("href", "/edit/entry-1");
    expect(document.querySelector("aside")).toBeVisible();
    expect(page).toHaveAttribute("data-unsaved-entry");
    document.body.innerHTML = about("entry-2", "2026-11-19");
    await showUnsavedNotice();
    expect(document.querySelector("aside")).not.toBeVisible();
    expect(page).not.toHaveAttribute("data-unsaved-entry");
  });

  test("a recording that its page could not finish counts, also without a word", async () => {
    page.dataset.userId = "user-rec";
    document.body.innerHTML = `<aside data-unsaved="x" data-unsaved-recording="${de.dashboard.unsaved_recording}" hidden><p></p><a href="/edit/1"></a></aside>`;
    const part = chunkInfo("1700000000000-a", { userId: "user-rec", date: "2026-11-19", entryId: null });
    await writeChunk({ ...part, contentType: "audio/webm", at: 0, milliseconds: 1000, data: new Blob([HEAD]) });
    await showUnsavedNotice();
    const words = de.dashboard.unsaved_recording.replace("{date}", "19. November 2026");
    expect(document.querySelector("aside")).toBeVisible();
    expect(document.querySelector("p")).toHaveTextContent(words);
    expect(document.querySelector("a")).toHaveAttribute("href", "/create");
    await deleteChunks(part.recordingId);
  });

  test("of somebody else are not", async () => {
    page.dataset.userId = "user-3";
    document.body.innerHTML = `<aside data-unsaved="x" hidden><p></p><a href="/create"></a></aside>`;
    await leftDraft({ text: "Noch offen", userId: "user-1", date: "2026-11-19" });
    await showUnsavedNotice();
    expect(document.querySelector("aside")).not.toBeVisible();
  });
});

test("a message that the toaster cannot show is shown without it", () => {
  plainToast({ title: "Fehler", description: "Keine Verbindung", kind: "error" });
  expect(document.querySelector("[role=alert]")).toHaveTextContent("Fehler. Keine Verbindung");
});

describe("toasts", () => {
  const status = () => document.querySelector("[role=status]")?.textContent;

  test("load the toaster with the first one; one from the page before comes by itself", async () => {
    document.body.dataset.toastTexts = JSON.stringify({
      "toast.region": de.toast.region,
      "toast.close": de.toast.close,
    });
    carryToast({ title: "Eintrag erstellt" });
    listenForToasts();
    expect(document.querySelector(".toaster")).toBeNull();
    await eventually(() => expect(status()).toBe("Eintrag erstellt"));
    expect(sessionStorage).toHaveLength(0);
    send("app:toast", { title: "Link kopiert" });
    await eventually(() => expect(status()).toBe("Link kopiert"));
    expect(document.querySelectorAll(".toaster")).toHaveLength(1);
  });
});

test("a broken picture becomes the original, once", () => {
  document.body.innerHTML = '<img src="/thumbnail" srcset="/thumbnail 480w" data-fallback="/original" loading="lazy">';
  const image = document.querySelector("img") as HTMLImageElement;
  mendImages();
  expect(image.getAttribute("src")).toBe("/thumbnail");
  image.dispatchEvent(new Event("error"));
  expect([image.getAttribute("src"), image.getAttribute("srcset")]).toEqual(["/original", null]);
  image.src = "/gone";
  image.dispatchEvent(new Event("error"));
  expect(image.getAttribute("src")).toBe("/gone");
});

test("without another address the original lies beside it", () => {
  document.body.innerHTML = '<img src="/media/7/thumbnail" data-fallback="">';
  mendImages();
  const image = document.querySelector("img") as HTMLImageElement;
  image.dispatchEvent(new Event("error"));
  expect(new URL(image.src).pathname).toBe("/media/7/original");
  image.dispatchEvent(new Event("error"));
  expect(new URL(image.src).pathname).toBe("/media/7/original");
});

test("a person's broken picture gives way to the initials", () => {
  document.body.innerHTML = '<span class="avatar">AB<img src="/media/1/optimized" data-avatar></span>';
  mendImages();
  document.querySelector("img")?.dispatchEvent(new Event("error"));
  expect(document.querySelector(".avatar")?.innerHTML).toBe("AB");
});
