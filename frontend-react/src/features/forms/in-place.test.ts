import { beforeEach, expect, test, vi } from "vitest";
import { reload } from "../../shared/navigate";
import { de, texts } from "../../test/texts";
import { sendForms } from "./post-form";

vi.mock("../../shared/navigate");

const form = (checked: boolean, status: string) => `
  <form id="form-a" method="post" action="/settings" data-on-change>
    <input type="hidden" name="form" value="a" />
    <input type="hidden" name="id" value="7" />
    <input type="checkbox" name="allowed" value="true" ${checked ? "checked" : ""} />
    ${status}
  </form>`;

const box = () => document.querySelector<HTMLInputElement>("[name=allowed]") as HTMLInputElement;
const click = () => {
  box().focus();
  box().click();
};
const leads = (to: string) => new Response(null, { status: 204, headers: { location: to } });
const signedOut = { code: "unauthenticated", message: de.errors.unauthenticated };

sendForms();

beforeEach(() => {
  document.body.dataset.formTexts = JSON.stringify(texts);
  vi.mocked(reload).mockClear();
});

test("a change is sent, and the answered form takes the place of the old one", async () => {
  document.body.innerHTML = form(false, '<p class="form-status" role="status"></p>');
  const fetch = vi.fn(async (_: URL, sent?: RequestInit) =>
    sent ? leads("/settings#form-a") : new Response(form(true, '<p role="status">Gespeichert</p>')),
  );
  vi.stubGlobal("fetch", fetch);
  click();
  await vi.waitFor(() => expect(document.body.textContent).toContain("Gespeichert"));
  expect(`${fetch.mock.calls[0]?.[1]?.body}`).toBe("form=a&id=7&allowed=true");
  expect(document.activeElement).toBe(box());
  expect(box().checked).toBe(true);
});

test("the form returns to the saved state without an answer", async () => {
  document.body.innerHTML = form(false, '<p class="form-status" role="status"></p>');
  vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new TypeError()));
  click();
  await vi.waitFor(() => expect(document.querySelector("[role=alert]")?.textContent).toBe(de.form.answer.none));
  expect(box().checked).toBe(false);
});

test("an ended session asks to sign in, and unsaved choices are reset", async () => {
  document.body.innerHTML = form(false, '<p class="form-status" role="status"></p>');
  vi.stubGlobal("fetch", vi.fn().mockResolvedValue(Response.json(signedOut, { status: 401 })));
  const over = vi.fn();
  addEventListener("app:session-over", over, { once: true });
  click();
  await vi.waitFor(() => expect(over).toHaveBeenCalled());
  await vi.waitFor(() => expect(box().checked).toBe(false));
});

test("changes that follow one another are sent one after the other, and the last one stays", async () => {
  document.body.innerHTML = form(false, '<p class="form-status" role="status"></p>');
  const answers: ((answer: Response) => void)[] = [];
  const fetch = vi.fn((_: URL, __?: RequestInit) => new Promise<Response>((resolve) => answers.push(resolve)));
  vi.stubGlobal("fetch", fetch);
  click();
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
  click();
  answers[0]?.(new Response(form(true, '<p role="status">eins</p>')));
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
  expect(`${fetch.mock.calls[1]?.[1]?.body}`).toBe("form=a&id=7");
  answers[1]?.(new Response(form(false, '<p role="status">zwei</p>')));
  await vi.waitFor(() => expect(document.body.textContent).toContain("zwei"));
  expect(box().checked).toBe(false);
});

test("a press is sent in place with its button, and the same press again is none", async () => {
  const heart = (is: boolean) => `
    <form id="form-b" method="post" action="/entry/1" data-in-place>
      <button name="on" value="${!is}" aria-pressed="${is}">Favorit</button><p role="status"></p>
    </form>`;
  document.body.innerHTML = heart(false);
  const fetch = vi.fn(async (_: URL, __?: RequestInit) => new Response(heart(true)));
  vi.stubGlobal("fetch", fetch);
  const button = document.querySelector("button") as HTMLButtonElement;
  button.focus();
  button.click();
  button.click();
  await vi.waitFor(() => expect(document.querySelector("button")).toHaveAttribute("aria-pressed", "true"));
  await Promise.resolve();
  expect(fetch).toHaveBeenCalledOnce();
  expect(`${fetch.mock.calls[0]?.[1]?.body}`).toBe("on=true");
  expect(document.activeElement).toBe(document.querySelector("button"));
});

const time = (value: string, status: string) => `
  <span class="settings-set" id="set-writing" data-set="">Erinnerung ${value}<!></span>
  <form id="form-t" method="post" action="/settings" data-on-change>
    <input type="time" name="time" value="${value}" /><p class="form-status" role="status">${status}</p>
  </form>`;

test("a changed time saves itself, its field stays as it is typed in, and what is set stands beside the group's name", async () => {
  document.body.innerHTML = time("20:00", "");
  const fetch = vi.fn(async (_: URL, sent?: RequestInit) =>
    sent ? leads("/settings#form-t") : new Response(`<p>${time("21:30", "Gespeichert")}</p>`),
  );
  vi.stubGlobal("fetch", fetch);
  const field = document.querySelector("[name=time]") as HTMLInputElement;
  field.focus();
  for (const value of ["21:00", "21:20", "21:30"]) {
    field.value = value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
  await vi.waitFor(() => expect(document.querySelector("[role=status]")?.textContent).toBe("Gespeichert"));
  expect(`${fetch.mock.calls[0]?.[1]?.body}`, "as it was in the end").toBe("time=21%3A30");
  expect(fetch.mock.calls[0]?.[1]?.keepalive, "also if the page is left").toBe(true);
  expect(fetch.mock.calls.filter(([, sent]) => sent)).toHaveLength(1);
  expect(document.querySelector("#set-writing")?.textContent).toBe("Erinnerung 21:30");
  expect(document.querySelector("[name=time]"), "the same field").toBe(field);
  expect(field.defaultValue).toBe("21:30");
});

test("a change that cannot be saved leaves what was typed, and takes the switch beside it back", async () => {
  const on = '<input type="checkbox" name="on" value="true" checked /><input type="time"';
  document.body.innerHTML = time("20:00", "").replace('<input type="time"', on);
  vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new TypeError()));
  const [toggle, field] = ["on", "time"].map((name) => document.querySelector(`[name=${name}]`) as HTMLInputElement);
  if (!toggle || !field) throw new Error("no fields");
  field.value = "21:30";
  toggle.click();
  await vi.waitFor(() => expect(document.querySelector("[role=alert]")?.textContent).toContain(de.form.answer.none));
  expect(toggle.checked).toBe(true);
  expect(field.value).toBe("21:30");
});

test("a change that waits for its turn is sent when the page is left", async () => {
  document.body.innerHTML = time("20:00", "");
  const fetch = vi.fn((_: URL, __?: RequestInit) => new Promise<Response>(() => undefined));
  vi.stubGlobal("fetch", fetch);
  const field = document.querySelector("[name=time]") as HTMLInputElement;
  const change = (value: string) => {
    field.value = value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };
  change("20:30");
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
  change("21:30");
  dispatchEvent(new Event("pagehide"));
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(`${fetch.mock.calls[1]?.[1]?.body}`).toBe("time=21%3A30");
  expect(fetch.mock.calls[1]?.[1]?.keepalive).toBe(true);
});
