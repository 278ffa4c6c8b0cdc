import { beforeEach, expect, test, vi } from "vitest";
import { reload } from "../../shared/navigate";
import { fakeFetch, leftDraft, USER } from "../../test/editor";
import { texts } from "../../test/texts";
import { fetchDayTicket } from "../entry-editor/draft/day-ticket";
import { deleteForeignDrafts } from "../entry-editor/draft/drafts";
import { endTicket } from "./shown-ticket";
import { showWithStoredTicket } from "./stored-ticket";
import { showUnsavedDrafts } from "./unsaved-drafts";

vi.mock("../../shared/navigate");

const YESTERDAY = "2026-11-20";

/** A ticket for `kind`: 'page', or nothing for the editor's own. */
function signed(...kind: string[]): string {
  const words = [USER, YESTERDAY, Date.now() - 3_600_000, ...kind].join(" ");
  return `${btoa(words).replaceAll("=", "")}.c2lnbmF0dXJl`;
}

const EDITORS = signed();
const PAGES = signed("page");

beforeEach(async () => {
  await deleteForeignDrafts("nobody");
  vi.mocked(reload).mockClear();
  history.replaceState(null, "", "/edit/entry-1");
  endTicket();
  document.documentElement.dataset.userId = USER;
});

/** A draft of yesterday's entry, which is closed. */
const left = (change: Parameters<typeof leftDraft>[0] = {}) =>
  leftDraft({ entryId: "entry-1", version: 1, date: YESTERDAY, ticket: EDITORS, text: "Fast fertig", ...change });

async function open(data: Record<string, string>): Promise<HTMLElement> {
  const place = document.createElement("section");
  Object.assign(place.dataset, { entryId: "entry-1", texts: JSON.stringify(texts), ...data });
  place.hidden = true;
  document.body.append(place);
  await showUnsavedDrafts(place);
  return place;
}

const cookie = () => decodeURIComponent(document.cookie);

test("with the editor's ticket of its day, a draft opens in the editor after the day is over", async () => {
  await left();
  await open({ date: YESTERDAY });
  expect(cookie()).toContain(`day_ticket=${EDITORS}`);
  expect(reload).toHaveBeenCalledOnce();
});

test("the ticket's cookie stays until the page has loaded, and a sign-out on any page removes it", async () => {
  await left();
  await open({ date: YESTERDAY });
  expect(cookie()).toContain("day_ticket");
  endTicket();
  expect(cookie()).not.toContain("day_ticket");
  await open({ date: YESTERDAY });
  history.replaceState(null, "", "/dashboard");
  endTicket();
  history.replaceState(null, "", "/edit/entry-1");
  expect(cookie()).not.toContain("day_ticket");
});

test("the cookie of a ticket that the server refuses is removed", async () => {
  await left();
  await open({ date: YESTERDAY });
  expect(cookie()).toContain("day_ticket");
  expect(await open({})).toHaveTextContent("Fast fertig");
  expect(cookie()).not.toContain("day_ticket");
});

test("a browser that takes no cookie is not reloaded again and again", async () => {
  await left();
  vi.spyOn(document, "cookie", "get").mockReturnValue("");
  expect(await open({ date: YESTERDAY })).toHaveTextContent("Fast fertig");
  expect(reload).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test("the ticket that any page kept opens no editor", async () => {
  const net = fakeFetch();
  const kept = {
    userId: USER,
    zone: "Europe/Berlin",
    dayEnd: 0,
    visibility: "private",
    date: YESTERDAY,
    ticket: PAGES,
  };
  net.calls["/api/day-ticket"] = () => net.answer(200, kept);
  await fetchDayTicket();
  expect((await open({ date: YESTERDAY })).hidden).toBe(true);
  await left({ entryId: null, version: null, ticket: PAGES, text: "Im Zug" });
  const place = await open({ date: YESTERDAY });
  expect(place).toHaveTextContent("Im Zug");
  expect(reload).not.toHaveBeenCalled();
});

test("it is tried for an entry with a draft of its own: the one that it created late is open", async () => {
  await left({ ticket: PAGES });
  await open({ date: YESTERDAY });
  expect(cookie()).toContain(`day_ticket=${PAGES}`);
  expect(reload).toHaveBeenCalledOnce();
});

test("when the ticket is not valid any more, or the entry is deleted, the draft can be read and copied", async () => {
  const answers = [{ questionId: "q", answer: "Die Antwort", previous: "" }];
  await left({ reflectionAnswers: answers });
  await leftDraft({ entryId: "another", version: 1, date: YESTERDAY, text: "Anderes" });
  const written: string[] = [];
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText: async (text: string) => written.push(text) } });
  const place = await open({});
  expect(place.hidden).toBe(false);
  expect(place).toHaveTextContent("Fast fertig");
  expect(place).toHaveTextContent("Sichtbarkeit: Privat");
  expect(place).not.toHaveTextContent("Anderes");
  place.querySelector("button")?.click();
  expect(written).toEqual(["Fast fertig\n\nDie Antwort"]);
  expect(place.querySelector("a")).toHaveAttribute("href", "/create");
  expect(reload).not.toHaveBeenCalled();
});

test("without a draft nothing is shown, and somebody else's draft does not count", async () => {
  await leftDraft({ userId: "user-2", entryId: "entry-1", version: 1, text: "Fremd" });
  expect((await open({ date: YESTERDAY })).hidden).toBe(true);
});

test("a form that needs the editor's ticket of its day appears when a draft on this device has one", async () => {
  const place = document.createElement("div");
  place.hidden = true;
  place.innerHTML = '<form><input type="hidden" name="ticket"></form>';
  place.dataset.ticketOf = YESTERDAY;
  await left({ ticket: PAGES });
  await showWithStoredTicket(place);
  expect(place.hidden).toBe(true);
  await left();
  await showWithStoredTicket(place);
  expect(place.hidden).toBe(false);
  expect(place.querySelector("input")).toHaveValue(EDITORS);
});
