import { expect, test } from "vitest";

import { fakeFetch, USER } from "../test/editor";
import { dayAt, fetchDayTicket, readDayTicket } from "./day-ticket";
import { deleteForeignDrafts } from "./drafts";

const TICKET = {
  userId: USER,
  date: "2026-11-20",
  ticket: "signed",
  zone: "Europe/Berlin",
  dayEnd: 0,
  visibility: "friends",
};

test("the newest ticket is kept, also when the server does not answer later, until somebody else signs in", async () => {
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
  expect(dayAt(Date.parse(now), { zone, dayEnd })).toBe(date);
});
