import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reload } from "../navigate";
import { watchEditor } from "./editor-missing";

vi.mock("../navigate");

let editor: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(reload).mockClear();
  sessionStorage.clear();
  editor = document.createElement("entry-form");
  editor.innerHTML = `
    <section data-missing-notice hidden><button data-copied="kopiert">1</button><button>2</button></section>
    <textarea>Gestern</textarea><textarea></textarea><input type="text" name="topMoment">`;
  document.body.replaceChildren(editor);
});
afterEach(() => {
  editor.dispatchEvent(new Event("entry-ready"));
  vi.useRealTimers();
});

const section = () => editor.querySelector<HTMLElement>("[data-missing-notice]");
const buttons = () => [...editor.querySelectorAll("button")];
const write = (words: string) => Object.assign(editor.querySelectorAll("textarea")[1] as HTMLElement, { value: words });

test("an editor that does not come is told of, and what was written can be taken away", async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  const told = vi.fn();
  window.addEventListener("app:toast", told, { once: true });
  watchEditor();
  await vi.advanceTimersByTimeAsync(7999);
  expect(section()?.hidden).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(section()?.hidden).toBe(false);
  write("Heute");
  const [copy, again] = buttons();
  copy?.click();
  expect(writeText).toHaveBeenCalledExactlyOnceWith("Heute");
  await vi.waitFor(() => expect(told).toHaveBeenCalledOnce());
  expect(told.mock.calls[0]?.[0]).toMatchObject({ detail: { title: "kopiert", kind: "ok" } });
  again?.click();
  expect(reload).toHaveBeenCalledOnce();
});

test("an editor that comes late takes the notice away", async () => {
  watchEditor();
  await vi.advanceTimersByTimeAsync(8000);
  editor.dispatchEvent(new Event("entry-ready"));
  expect(section()?.hidden).toBe(true);
});

test("an editor that is there in time is not spoken of", async () => {
  watchEditor();
  editor.dispatchEvent(new Event("entry-ready"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(section()?.hidden).toBe(true);
});

test("until the editor is there, written words are not left without a question", () => {
  watchEditor();
  const leave = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(leave()).toBe(true);
  write("Heute");
  expect(leave()).toBe(false);
  write("");
  editor.dispatchEvent(new Event("pointerdown"));
  expect(leave(), "a tap, as on the way back").toBe(true);
  editor.dispatchEvent(new Event("island-change"));
  expect(leave(), "a recording, photos, a mood").toBe(false);
  editor.dispatchEvent(new Event("entry-ready"));
  expect(leave()).toBe(true);
});

const fail = () => editor.dispatchEvent(new Event("entry-missing"));

test("a page whose editor failed is loaded again once, and then says so", () => {
  watchEditor();
  fail();
  expect(reload).toHaveBeenCalledOnce();
  editor = document.body.appendChild(editor.cloneNode(true) as HTMLElement);
  document.body.replaceChildren(editor);
  watchEditor();
  fail();
  expect(reload).toHaveBeenCalledOnce();
  expect(section()?.hidden).toBe(false);
});

test("an editor that came once may be missing and loaded again another time", () => {
  for (let time = 0; time < 2; time++) {
    watchEditor();
    editor.dispatchEvent(new Event(time === 0 ? "entry-ready" : "entry-missing"));
  }
  expect(reload).toHaveBeenCalledOnce();
});

test("a page on which somebody has written is not loaded again behind their back", () => {
  write("Heute");
  editor.dataset.missing = "";
  watchEditor();
  expect(reload).not.toHaveBeenCalled();
  expect(section()?.hidden).toBe(false);
});

test.each(["pointerdown", "island-change", "change"])(
  "nor one on which somebody has begun in another way: %s",
  (deed) => {
    watchEditor();
    editor.dispatchEvent(new Event(deed));
    fail();
    expect(reload).not.toHaveBeenCalled();
    expect(section()?.hidden).toBe(false);
  },
);

test("once it is said, the page is not loaded again behind anybody's back, and its buttons do all things once", async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  watchEditor();
  await vi.advanceTimersByTimeAsync(8000);
  fail();
  expect(reload).not.toHaveBeenCalled();
  const moment = editor.querySelector("input") as HTMLInputElement;
  moment.value = "Der See";
  buttons()[0]?.click();
  expect(writeText).toHaveBeenCalledExactlyOnceWith("Der See");
});

test("the page comes whole before it is loaded again, and who began meanwhile is not interrupted", () => {
  const state = vi.spyOn(document, "readyState", "get").mockReturnValue("interactive");
  watchEditor();
  fail();
  expect(reload).not.toHaveBeenCalled();
  write("Heute");
  state.mockReturnValue("complete");
  window.dispatchEvent(new Event("load"));
  vi.advanceTimersByTime(1);
  expect(reload).not.toHaveBeenCalled();
  expect(section()?.hidden).toBe(false);
});
