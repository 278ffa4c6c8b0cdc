import { beforeEach, expect, test, vi } from "vitest";
import { fetchDayTicket } from "../editor/day-ticket";
import { deleteForeignDrafts } from "../editor/drafts";
import { reload } from "../navigate";
import { fakeFetch, leftDraft, USER } from "../test/editor";
import { texts } from "../test/texts";
import { offerByTicket } from "./kept-ticket";
import { showKeptWords } from "./kept-words";
import { endTicket, endTickets } from "./shown-ticket";

vi.mock("../navigate");

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
  await showKeptWords(place);
  return place;
}

const cookie = () => decodeURIComponent(document.cookie);

test("with a ticket of its day, a draft goes on in the editor after the day is over", async () => {
  await keepTickets(YESTERDAY, "2026-11-21");
  await leftDraft({ entryId: "entry-1", version: 1, date: YESTERDAY, text: "Fast fertig" });
  await open({ date: YESTERDAY });
  expect(cookie()).toContain(`day_ticket=ticket of ${YESTERDAY}`);
  expect(reload).toHaveBeenCalledOnce();
});

test("a ticket is shown until the page is there, and goes with a sign-out from any page", async () => {
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

test("a ticket that the server does not take is not shown any longer", async () => {
  await keepTickets(YESTERDAY, "2026-11-21");
  await leftDraft({ entryId: "entry-1", version: 1, date: YESTERDAY, text: "Fast fertig" });
  await open({ date: YESTERDAY });
  expect(cookie()).toContain("day_ticket");
  expect(await open({})).toHaveTextContent("Fast fertig");
  expect(cookie()).not.toContain("day_ticket");
});

test("a browser that shows no ticket is not loaded again and again", async () => {
  await keepTickets(YESTERDAY, "2026-11-21");
  await leftDraft({ entryId: "entry-1", version: 1, date: YESTERDAY, text: "Fast fertig" });
  vi.spyOn(document, "cookie", "get").mockReturnValue("");
  expect(await open({ date: YESTERDAY })).toHaveTextContent("Fast fertig");
  expect(reload).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test("a ticket alone offers to go on, and leaves it to the person", async () => {
  await keepTickets(YESTERDAY, "2026-11-21");
  const place = await open({ date: YESTERDAY });
  expect(reload).not.toHaveBeenCalled();
  expect(place.hidden).toBe(false);
  place.querySelector("button")?.click();
  expect(reload).toHaveBeenCalledOnce();
});

test("where the ticket does not count any more, and where the entry is gone, the words are there to read and to copy", async () => {
  await keepTickets(YESTERDAY, "2026-11-21");
  const answers = [{ questionId: "q", answer: "Die Antwort", over: "" }];
  await leftDraft({ entryId: "entry-1", version: 1, date: YESTERDAY, text: "Fast fertig", reflectionAnswers: answers });
  await leftDraft({ entryId: "another", version: 1, date: YESTERDAY, text: "Anderes" });
  const written: string[] = [];
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText: async (text: string) => written.push(text) } });
  const place = await open({});
  expect(place.hidden).toBe(false);
  expect(place).toHaveTextContent("Fast fertig");
  expect(place).not.toHaveTextContent("Anderes");
  place.querySelector("button")?.click();
  expect(written).toEqual(["Fast fertig\n\nDie Antwort"]);
  expect(place.querySelector("a")).toHaveAttribute("href", "/create");
  expect(reload).not.toHaveBeenCalled();
});

test("nothing is shown where there is nothing, and somebody else's draft is nothing", async () => {
  await leftDraft({ userId: "user-2", entryId: "entry-1", version: 1, text: "Fremd" });
  expect((await open({ date: YESTERDAY })).hidden).toBe(true);
});

test("a way back that needs a ticket of its day is offered with it", async () => {
  await keepTickets(YESTERDAY, "2026-11-21");
  const place = document.createElement("div");
  place.hidden = true;
  place.innerHTML = '<form><input type="hidden" name="ticket"></form>';
  place.dataset.ticketOf = "2026-11-19";
  await offerByTicket(place);
  expect(place.hidden).toBe(true);
  place.dataset.ticketOf = YESTERDAY;
  await offerByTicket(place);
  expect(place.hidden).toBe(false);
  expect(place.querySelector("input")).toHaveValue(`ticket of ${YESTERDAY}`);
});
