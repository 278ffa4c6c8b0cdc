import { expect, test } from "vitest";

import { DATE, fakeFetch, leftDraft, USER } from "../../../test/editor";
import { canSaveForDate } from "../recover/save-for-date";
import {
  dayAt,
  fetchDayTicket,
  isOfMissedDay,
  isOfPage,
  issuedAt,
  isTicketAccepted,
  isTicketValid,
  readDayTicket,
  ticketOf,
} from "./day-ticket";
import { deleteForeignDrafts, readDrafts } from "./drafts";

const TICKET = {
  userId: USER,
  date: "2026-11-20",
  ticket: "signed",
  ends: "2026-11-20T23:00:00Z",
  zone: "Europe/Berlin",
  dayEnd: 0,
  visibility: "friends",
};

test("the newest ticket is stored until another person signs in, also if the server does not answer later", async () => {
  const net = fakeFetch();
  net.calls["/api/day-ticket"] = () => net.answer(200, TICKET);
  expect(await fetchDayTicket()).toEqual(TICKET);
  net.calls["/api/day-ticket"] = () => net.answer(503, {});
  expect(await fetchDayTicket()).toBeUndefined();
  expect(await readDayTicket()).toEqual(TICKET);
  net.calls["/api/day-ticket"] = () => net.answer(200, { ...TICKET, date: "2026-11-21" });
  await fetchDayTicket();
  expect((await readDayTicket())?.date).toBe("2026-11-21");
  net.calls["/api/day-ticket"] = () => net.answer(200, { ...TICKET, userId: "a-user" });
  await fetchDayTicket();
  expect((await readDayTicket())?.userId).toBe("a-user");
  await deleteForeignDrafts("user-2");
  expect(await readDayTicket()).toBeUndefined();
});

test.each([
  ["2026-11-20T22:59:59Z", "Europe/Berlin", 0, "2026-11-20"],
  ["2026-11-20T23:00:00Z", "Europe/Berlin", 0, "2026-11-21"],
  ["2026-11-21T02:59:00Z", "Europe/Berlin", 240, "2026-11-20"],
  ["2026-11-21T03:00:00Z", "Europe/Berlin", 240, "2026-11-21"],
  ["2026-11-20T11:00:00Z", "Pacific/Kiritimati", 0, "2026-11-21"],
])("at %s in %s with the day's end at minute %i it is %s", (now, zone, dayEnd, date) => {
  expect(dayAt(Date.parse(now), { date: "2026-11-20", zone, dayEnd })).toBe(date);
});

test("a day lasts as long as the server said, over a change of the clocks and a journey to the west", () => {
  // The clocks go from two to three on this day. It is half past three, and the diary day ends at three.
  const spring = { date: "2026-03-29", ends: "2026-03-30T01:00:00Z", zone: "Europe/Berlin", dayEnd: 180 };
  expect(dayAt(Date.parse("2026-03-29T01:30:00Z"), spring)).toBe("2026-03-29");
  expect(dayAt(Date.parse(spring.ends), spring)).toBe("2026-03-30");
  // Written as Saturday in Auckland; in Los Angeles it is Friday for a long time yet.
  const west = { date: "2026-11-21", ends: "2026-11-22T08:00:00Z", zone: "America/Los_Angeles", dayEnd: 0 };
  expect(dayAt(Date.parse("2026-11-20T20:00:00Z"), west)).toBe("2026-11-21");
  expect(dayAt(Date.parse("2026-11-22T08:00:00Z"), west)).toBe("2026-11-22");
  expect(dayAt(Date.parse("2026-11-25T08:00:00Z"), west)).toBe("2026-11-25");
});

const HOUR = 3_600_000;

/** A ticket as the server signs it. */
function signed(issued: number | string, date = DATE): string {
  const text = btoa(`b0a1 ${date} ${issued}`).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${text}.c2lnbmF0dXJl`;
}

test("a ticket contains its time; anything else has none", () => {
  expect(issuedAt(signed(1_795_298_400_123))).toBe(1_795_298_400_123);
  const words = btoa("only two").replaceAll("=", "");
  for (const ticket of [
    "",
    "old ticket",
    "%.%",
    words,
    signed("soon"),
    signed("-1"),
    signed(1, "today"),
    signed("1 2"),
  ]) {
    expect([ticket, issuedAt(ticket)]).toEqual([ticket, undefined]);
  }
});

test("a page's ticket counts as one of its day, and is told from the editor's", async () => {
  const kept = signed(`${Date.now() - HOUR} page`);
  expect([isOfPage(kept), isTicketValid(kept, 0), isTicketAccepted(kept, 0)]).toEqual([true, true, true]);
  expect(isTicketValid(signed(`${Date.now() - 37 * HOUR} page`), Date.now())).toBe(false);
  expect([signed(1), signed("1 missed"), "old ticket", ""].map(isOfPage)).toEqual([false, false, false, false]);
  await leftDraft({ text: "Offline begonnen", ticket: kept });
  const [draft] = await readDrafts(USER);
  expect(draft && canSaveForDate(draft)).toBe(true);
  expect(await ticketOf(USER, DATE)).toBeUndefined();
});

test("a missed day's ticket never counts as one of its day", () => {
  const missed = signed(`${Date.now()} missed`);
  expect([isOfMissedDay(missed), issuedAt(missed), isTicketValid(missed, Date.now())]).toEqual([
    true,
    undefined,
    false,
  ]);
  for (const other of [signed(Date.now()), signed("1 2"), "old ticket", ""]) {
    expect([other, isOfMissedDay(other)]).toEqual([other, false]);
  }
});

test("a missed day's ticket is accepted for 36 hours all the same", () => {
  const begun = (hours: number) => signed(`${Date.now() - hours * HOUR} missed`);
  expect([35, 37].map((hours) => isTicketAccepted(begun(hours), Date.now()))).toEqual([true, false]);
  expect(isTicketAccepted(signed(Date.now() - 37 * HOUR), Date.now())).toBe(false);
});

test("its 36 hours count from that time, or from the writing if it cannot be read", () => {
  const now = Date.now();
  expect(isTicketValid(signed(now - 37 * HOUR), now)).toBe(false);
  expect(isTicketValid(signed(now - 35 * HOUR), now - 40 * HOUR)).toBe(true);
  expect([isTicketValid("old ticket", now), isTicketValid("old ticket", now - 37 * HOUR)]).toEqual([true, false]);
});

test("a draft that was changed since is not offered for its day once its ticket has expired", async () => {
  const old = signed(Date.now() - 37 * HOUR);
  await leftDraft({ text: "Von vorgestern", ticket: old });
  const [draft] = await readDrafts(USER);
  expect(draft && canSaveForDate(draft)).toBe(false);
  expect(await ticketOf(USER, DATE)).toBeUndefined();
  const good = signed(Date.now() - HOUR);
  await leftDraft({ text: "Von gestern", ticket: good });
  expect(await ticketOf(USER, DATE)).toBe(good);
});
