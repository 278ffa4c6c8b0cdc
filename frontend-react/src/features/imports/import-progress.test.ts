import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { call } from "../../shared/auth";
import { POLL } from "./import-progress";

vi.mock("../../shared/auth", () => ({ call: vi.fn() }));
const asked = vi.mocked(call);
const reload = vi.fn();

const answers = (state: string, done: number) => Response.json({ state, done, report: { days: 20 } });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", { reload });
  document.body.innerHTML = `<import-progress data-import="7" data-state="taking" data-text="{done} von {n} {n|Tag|Tagen}">
    <p role="status">0 von 20 Tagen</p><progress value="0" max="20"></progress></import-progress>`;
});

afterEach(() => {
  document.body.innerHTML = "";
  vi.useRealTimers();
  vi.unstubAllGlobals();
  asked.mockReset();
  reload.mockReset();
});

test("the bar moves on, also after a question without an answer, and the page comes again when the step is done", async () => {
  asked.mockRejectedValueOnce(new Error("offline"));
  asked.mockResolvedValueOnce(answers("taking", 12));
  asked.mockResolvedValueOnce(answers("checking", 0));
  await vi.advanceTimersByTimeAsync(POLL);
  await vi.advanceTimersByTimeAsync(POLL);
  expect(asked).toHaveBeenCalledWith("/api/imports/7", { quietly: true });
  expect(document.querySelector("[role=status]")?.textContent).toBe("12 von 20 Tagen");
  expect(document.querySelector("progress")?.value).toBe(12);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(POLL);
  expect(reload).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(5 * POLL);
  expect(asked).toHaveBeenCalledTimes(3);
});

test("a page that is left asks no more", async () => {
  document.body.innerHTML = "";
  await vi.advanceTimersByTimeAsync(5 * POLL);
  expect(asked).not.toHaveBeenCalled();
});
