import { beforeEach, expect, test, vi } from "vitest";
import { reload } from "../../shared/navigate";
import { fakeFetch, leftDraft, USER } from "../../test/editor";
import { texts } from "../../test/texts";
import { fetchDayTicket } from "../entry-editor/day-ticket";
import { deleteForeignDrafts } from "../entry-editor/drafts";
import { endTicket, endTickets } from "./shown-ticket";
import { showWithStoredTicket } from "./stored-ticket";
import { showUnsavedDrafts } from "./unsaved-drafts";

vi.mock("../../shared/navigate");

const YESTERDAY = "2026-11-20";

const PAPER = { userId: USER, zone: "Europe/Berlin", dayEnd: 0, visibility: "private" };

beforeEach(async () => {
  await deleteForeignDrafts("nobody");
  vi.mocked(reload).mockClear();
  history.replaceState(null, "", "/edit/entry-1");
  endTickets();
  document.documentElement.dataset.userId = USER;
});

async function keepTickets(...dates: string[]): Promise<void> {
  const net = fakeFetch();
  for (const date of dates) {
    net.calls["/api/day-ticket"] = () => net.answer(200, { ...PAPER, date, ticket: `ticket of ${date}` });
    await fetchDayTicket();
  }
}

async function open(data: Record<string, string>): Promise<HTMLElement> {
  const place = document.createElement("section");
  Object.assign(place.dataset, { entryId: "entry-1", texts: JSON.stringify(texts), ...data });
  place.hidden = true;
  document.body.append(place);
  await showUnsavedDrafts(place);
  return place;
}

const cookie = () => decodeURIComponent(document.cookie);

test("with a ticket of its day, a draft opens in the editor after the day is over", async () => {
  await keepTickets(YESTERDAY, "2026-11-21");
  await leftDraft({ entryId: "entry-1", version: 1, date: YESTERDAY, text: "Fast fertig" });
  await open({ date: YESTERDAY });
  expect(cookie()).toContain(`day_ticket=ticket of ${YESTERDAY}`);
  expect(reload).toHaveBeenCalledOnce();
});

test("the ticket's cookie stays until the page has loaded, and a sign-out on any page removes it", async () => {
  await keepTickets(YESTERDAY, "2026-11-21");
  await leftDraft({ entryId: "entry-1", version: 1, date: YESTERDAY, text: "Fast fertig" });
  await open({ date: YESTERDAY });
  expect(cookie()).toContain("day_ticket");
  endTicket();
  expect(cookie()).not.toContain("day_ticket");
  await open({ date: YESTERDAY });
  history.replaceState(null, "", "/dashboard");
  endTickets();
  history.replaceState(null, "", "/edit/entry-1");
  expect(cookie()).not.toContain("day_ticket");
  expect(Object.keys(localStorage).join()).not.toContain("entry-1");
});

test("the cookie of a ticket that the server refuses is removed", async () => {
  await keepTickets(YESTERDAY, "2026-11-21");
  await leftDraft({ entryId: "entry-1", version: 1, date: YESTERDAY, text: "Fast fertig" });
  await open({ date: YESTERDAY });
  expect(cookie()).toContain("day_ticket");
  expect(await open({})).toHaveTextContent("Fast fertig");
  expect(cookie()).not.toContain("day_ticket");
});

test("a browser that takes no cookie is not reloaded again and again", async () => {
  await keepTickets(YESTERDAY, "2026-11-21");
  await leftDraft({ entryId: "entry-1", version: 1, date: YESTERDAY, text: "Fast fertig" });
  vi.spyOn(document, "cookie", "get").mockReturnValue("");
  expect(await open({ date: YESTERDAY })).toHaveTextContent("Fast fertig");
  expect(reload).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test("a ticket without a draft shows a button that opens the editor", async () => {
  await keepTickets(YESTERDAY, "2026-11-21");
  const place = await open({ date: YESTERDAY });
  expect(reload).not.toHaveBeenCalled();
  expect(place.hidden).toBe(false);
  place.querySelector("button")?.click();
  expect(reload).toHaveBeenCalledOnce();
});

test("when the ticket is not valid any more, or the entry is deleted, the draft can be read and copied", async () => {
  await keepTickets(YESTERDAY, "2026-11-21");
  const answers = [{ questionId: "q", answer: "Die Antwort", previous: "" }];
  await leftDraft({ entryId: "entry-1", version: 1, date: YESTERDAY, text: "Fast fertig", reflectionAnswers: answers });
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

test("a form that needs a ticket of its day appears when this device has one", async () => {
  await keepTickets(YESTERDAY, "2026-11-21");
  const place = document.createElement("div");
  place.hidden = true;
  place.innerHTML = '<form><input type="hidden" name="ticket"></form>';
  place.dataset.ticketOf = "2026-11-19";
  await showWithStoredTicket(place);
  expect(place.hidden).toBe(true);
  place.dataset.ticketOf = YESTERDAY;
  await showWithStoredTicket(place);
  expect(place.hidden).toBe(false);
  expect(place.querySelector("input")).toHaveValue(`ticket of ${YESTERDAY}`);
});
