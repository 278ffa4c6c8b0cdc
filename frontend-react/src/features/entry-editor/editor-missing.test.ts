import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reload } from "../../shared/navigate";
import { watchEditor } from "./editor-missing";

vi.mock("../../shared/navigate");

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

test("an editor that does not load shows a notice, and the text can be copied", async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  const heard = vi.fn();
  window.addEventListener("app:toast", heard, { once: true });
  watchEditor();
  await vi.advanceTimersByTimeAsync(7999);
  expect(section()?.hidden).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(section()?.hidden).toBe(false);
  write("Heute");
  const [copy, again] = buttons();
  copy?.click();
  expect(writeText).toHaveBeenCalledExactlyOnceWith("Heute");
  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce());
  expect(heard.mock.calls[0]?.[0]).toMatchObject({ detail: { title: "kopiert", kind: "ok" } });
  again?.click();
  expect(reload).toHaveBeenCalledOnce();
});

test("an editor that loads late hides the notice", async () => {
  watchEditor();
  await vi.advanceTimersByTimeAsync(8000);
  editor.dispatchEvent(new Event("entry-ready"));
  expect(section()?.hidden).toBe(true);
});

test("an editor that loads in time shows no notice", async () => {
  watchEditor();
  editor.dispatchEvent(new Event("entry-ready"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(section()?.hidden).toBe(true);
});

test("until the editor has loaded, leaving the page with written text asks first", () => {
  watchEditor();
  const leave = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(leave()).toBe(true);
  write("Heute");
  expect(leave()).toBe(false);
  write("");
  editor.dispatchEvent(new Event("pointerdown"));
  expect(leave(), "a tap, as on the way back").toBe(true);
  editor.dispatchEvent(new Event("change"));
  expect(leave(), "a choice").toBe(false);
  editor.dispatchEvent(new Event("entry-ready"));
  expect(leave()).toBe(true);
});

const fail = () => editor.dispatchEvent(new Event("entry-missing"));

test("a page whose editor failed is reloaded once, and then shows the notice", () => {
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

test("an editor that loaded once may fail and be reloaded another time", () => {
  for (let time = 0; time < 2; time++) {
    watchEditor();
    editor.dispatchEvent(new Event(time === 0 ? "entry-ready" : "entry-missing"));
  }
  expect(reload).toHaveBeenCalledOnce();
});

test("a page on which somebody has written is not reloaded by itself", () => {
  write("Heute");
  editor.dataset.missing = "";
  watchEditor();
  expect(reload).not.toHaveBeenCalled();
  expect(section()?.hidden).toBe(false);
});

test.each(["pointerdown", "change"])(
  "a page on which somebody started in another way is not reloaded either: %s",
  (name) => {
    watchEditor();
    editor.dispatchEvent(new Event(name));
    fail();
    expect(reload).not.toHaveBeenCalled();
    expect(section()?.hidden).toBe(false);
  },
);

test("once the notice is shown, the page is not reloaded by itself, and each button acts once", async () => {
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

test("the reload waits until the page has finished loading, and somebody who started writing meanwhile is not interrupted", () => {
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
