import { expect, test, vi } from "vitest";
import { eventually } from "../test/eventually";
import "./index";

test("a choice's question is asked from its moment on, on a page that was opened before as well", async () => {
  const fetched = vi.fn(async (path: string) => new Response(null, { status: path === "/api/x" ? 204 : 401 }));
  vi.stubGlobal("fetch", fetched);
  const calls = () => fetched.mock.calls.filter(([path]) => path === "/api/x").length;
  const press = () => document.querySelector<HTMLButtonElement>("form button")?.click();
  const dialog = () => document.querySelector<HTMLDialogElement>("dialog[open]");
  const radio = (value: string) => document.querySelector(`[value=${value}]`) as HTMLInputElement;
  const choose = () => {
    document.body.innerHTML = `<api-form data-action="/api/x"><form><input type="radio" name="who" value="all" checked>
      <input type="radio" name="who" value="me" data-confirm="Nur du?" data-confirm-from="2026-11-20T23:00:00Z">
      <button>Speichern</button></form></api-form>`;
    radio("me").checked = true;
  };
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T22:59:59Z") });
  try {
    choose();
    press();
    await eventually(() => expect(calls()).toBe(1));
    expect(dialog()).toBeNull();
    choose();
    vi.setSystemTime(Date.parse("2026-11-20T23:00:00Z"));
    press();
    expect(dialog()).toHaveTextContent("Nur du?");
    dialog()?.querySelector("button")?.click();
    await eventually(() => expect(radio("all").checked).toBe(true));
    expect(calls()).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});
