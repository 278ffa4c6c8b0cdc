import { beforeEach, expect, test, vi } from "vitest";
import { forgetToken } from "../auth";
import { takeToast } from "../events";
import { go, reload } from "../navigate";
import { eventually } from "../test/eventually";
import { heardToasts } from "../test/toasts";
import "./index";

vi.mock("../navigate");

type Init = RequestInit & { headers: Headers };
let answers: (Response | Promise<Response>)[];
const fetched = vi.fn(async (path: string, _init?: Init) => {
  if (path === "/api/auth/token") return new Response(null, { status: 401 });
  const answer = answers.shift();
  if (!answer) throw new TypeError("offline");
  return answer;
});
const calls = () => fetched.mock.calls.filter(([path]) => path !== "/api/auth/token");
const body = (at = 0) => JSON.parse(String(calls()[at]?.[1]?.body));
const parts = (at: number) => calls()[at]?.[1]?.body as unknown as FormData;
const reply = (status: number, answer: unknown) => new Response(JSON.stringify(answer), { status });

beforeEach(() => {
  forgetToken();
  fetched.mockClear();
  vi.stubGlobal("fetch", fetched);
  vi.mocked(go).mockClear();
  vi.mocked(reload).mockClear();
  sessionStorage.clear();
  answers = [];
});

const MESSAGE = '<p data-form-message role="alert" hidden></p>';

function write(attributes: string, fields: string): HTMLFormElement {
  document.body.innerHTML = `<api-form data-action="/api/x" data-failed="Nicht gespeichert." data-offline="Keine Verbindung." ${attributes}>
    <form novalidate>${fields}<button data-busy="Wird gespeichert...">Speichern</button></form></api-form>`;
  return document.querySelector("form") as HTMLFormElement;
}

const press = () => document.querySelector<HTMLButtonElement>("form button:not([type])")?.click();
const message = () => document.querySelector<HTMLElement>("[data-form-message]");

test("fields become JSON: switches booleans, marked ones numbers, words trimmed, passwords as they are", async () => {
  write(
    'data-method="PUT"',
    `<input name="name" value=" Anna "><input name="day" data-number value="90"><input name="none" data-number>
     <input type="checkbox" name="on" checked><input type="checkbox" name="off">
     <input type="radio" name="who" value="private"><input type="radio" name="who" value="public" checked>
     <input type="password" name="secret" value=" a "><input name="gone" value="x" disabled><input value="unnamed">`,
  );
  answers = [new Response(null, { status: 204 })];
  press();
  await eventually(() => expect(calls()).toHaveLength(1));
  expect(calls()[0]?.[0]).toBe("/api/x");
  expect(calls()[0]?.[1]?.method).toBe("PUT");
  expect(body()).toEqual({ name: "Anna", day: 90, none: null, on: true, off: false, who: "public", secret: " a " });
});

test("a multipart form sends its files and no empty ones", async () => {
  const form = write(
    'data-method="PATCH" data-encoding="multipart"',
    '<input name="firstName" value=" Anna "><input type="file" name="picture"><input type="checkbox" name="remove">',
  );
  answers = [reply(200, {})];
  press();
  await eventually(() => expect(calls()).toHaveLength(1));
  expect([...parts(0).entries()]).toEqual([
    ["firstName", "Anna"],
    ["remove", "false"],
  ]);
  expect(calls()[0]?.[1]?.headers.has("Content-Type")).toBe(false);
  const file = new File(["x"], "a.png", { type: "image/png" });
  Object.defineProperty(form.elements.namedItem("picture"), "files", { value: [file] });
  answers = [reply(200, {})];
  press();
  await eventually(() => expect(calls()).toHaveLength(2));
  expect(parts(1).get("picture")).toEqual(file);
});

test("the pressed button says which one it was", async () => {
  write("", '<button type="submit" name="what" value="end">Beenden</button>');
  answers = [reply(200, {})];
  document.querySelector<HTMLButtonElement>("[name=what]")?.click();
  await eventually(() => expect(calls()).toHaveLength(1));
  expect(body()).toEqual({ what: "end" });
});

test("while it is on its way the button is busy and a second press does nothing", async () => {
  write("", '<input name="a" value="1">');
  let arrive = (_: Response) => {};
  answers = [
    new Promise((done) => {
      arrive = done;
    }),
  ];
  press();
  const button = document.querySelector("button");
  expect(button).toHaveAttribute("aria-disabled", "true");
  expect(button).toHaveTextContent("Wird gespeichert...");
  press();
  arrive(reply(200, {}));
  await eventually(() => expect(button).toHaveTextContent("Speichern"));
  expect(button).not.toHaveAttribute("aria-disabled");
  expect(calls()).toHaveLength(1);
});

test("success is said, heard by the page, and leaves no password behind", async () => {
  write('data-done="Gespeichert"', '<input name="a" value="1"><input type="password" name="p" value="geheim">');
  const toasts = heardToasts();
  const heard = vi.fn();
  document.addEventListener("api-form:done", (event) => heard((event as CustomEvent).detail), { once: true });
  answers = [reply(200, { a: "1" })];
  press();
  await eventually(() => expect(toasts).toEqual([{ title: "Gespeichert", kind: "ok" }]));
  expect(heard).toHaveBeenCalledExactlyOnceWith({ a: "1" });
  expect(document.querySelector<HTMLInputElement>("[type=password]")?.value).toBe("");
  expect([vi.mocked(go).mock.calls, vi.mocked(reload).mock.calls]).toEqual([[], []]);
});

test.each([
  [{ state: "accepted" }, "Ihr seid jetzt befreundet"],
  [{ state: "pending" }, "Gesendet"],
  [null, "Gesendet"],
])("of the answer %j the toast says what became of it", async (answer, said) => {
  write(`data-done="Gesendet" data-done-when='{"accepted":"Ihr seid jetzt befreundet"}'`, "");
  const toasts = heardToasts();
  answers = [reply(200, answer)];
  press();
  await eventually(() => expect(toasts).toEqual([{ title: said, kind: "ok" }]));
});

test.each([
  ["/", go],
  ["reload", reload],
])("on the way to %s the success travels along", async (then, left) => {
  write(`data-done="Profil aktualisiert" data-then="${then}"`, "");
  answers = [reply(200, {})];
  press();
  await eventually(() => expect(left).toHaveBeenCalledOnce());
  expect(takeToast()?.title).toBe("Profil aktualisiert");
});

test("what was typed travels in the address of the next page", async () => {
  write('data-then="/weiter?email={email}"', '<input name="email" value=" anna+1@example.org ">');
  answers = [reply(202, {})];
  press();
  await eventually(() => expect(go).toHaveBeenCalledExactlyOnceWith("/weiter?email=anna%2B1%40example.org"));
});

test("a page that takes the answer itself stays", async () => {
  write('data-then="/"', "");
  document.addEventListener("api-form:done", (event) => event.preventDefault(), { once: true });
  answers = [reply(200, {})];
  press();
  await eventually(() => expect(document.querySelector("button")).not.toHaveAttribute("aria-disabled"));
  expect(go).not.toHaveBeenCalled();
});

test("a refusal is said in the server's words, at the field it is about, and goes with the next try", async () => {
  write("", `<input name="a" value="1"><input name="username" value="x" data-codes="username_taken y">${MESSAGE}`);
  answers = [reply(409, { code: "username_taken", message: "Schon vergeben." }), reply(200, {})];
  press();
  await eventually(() => expect(message()).toHaveTextContent("Schon vergeben."));
  const field = document.querySelector("[name=username]");
  expect([document.activeElement, field?.getAttribute("aria-invalid"), message()?.hidden]).toEqual([
    field,
    "true",
    false,
  ]);
  press();
  await eventually(() => expect(message()?.hidden).toBe(true));
  expect(field).not.toHaveAttribute("aria-invalid");
});

test.each([
  ["Nicht gespeichert.", 500, "", "Nicht gespeichert."],
  ["Nicht gespeichert.", 500, "Da ging etwas schief.", "Da ging etwas schief."],
  ["Fehlgeschlagen: {message}", 422, "Zu lang.", "Fehlgeschlagen: Zu lang."],
  ["Fehlgeschlagen: {message}", 500, "", "Fehlgeschlagen."],
])("of '%s', %i and '%s' becomes '%s'", async (failed, status, said, expected) => {
  write(`data-failed="${failed}"`.replace("data-failed", "data-x"), MESSAGE);
  (document.querySelector("api-form") as HTMLElement).dataset.failed = failed;
  answers = [reply(status, { message: said })];
  press();
  await eventually(() => expect(message()).toHaveTextContent(expected));
});

test("without an answer it says that there is no connection; without a place for it, as a toast", async () => {
  write("", MESSAGE);
  press();
  await eventually(() => expect(message()).toHaveTextContent("Keine Verbindung."));
  write("", "");
  const toasts = heardToasts();
  press();
  await eventually(() => expect(toasts).toEqual([{ title: "Keine Verbindung.", kind: "error" }]));
});

test("what is required is asked for before anything is sent", async () => {
  write("", `<input name="firstName" value="  " data-required="Vorname erforderlich">${MESSAGE}`);
  press();
  expect(message()).toHaveTextContent("Vorname erforderlich");
  expect(document.activeElement).toBe(document.querySelector("[name=firstName]"));
  expect(calls()).toEqual([]);
});

test("a question that is answered with no sends nothing, one with yes sends once", async () => {
  write('data-confirm="Wirklich?" data-cancel="Lieber nicht"', "");
  const dialog = () => document.querySelector<HTMLDialogElement>("dialog[open]");
  const answer = (at: number) => dialog()?.querySelectorAll("button")[at]?.click();
  press();
  press();
  expect(document.querySelectorAll("dialog")).toHaveLength(1);
  expect(dialog()).toHaveTextContent("Wirklich?");
  answer(0);
  await eventually(() => expect(dialog()).toBeNull());
  expect(calls()).toEqual([]);
  answers = [reply(200, {})];
  await eventually(() => {
    press();
    expect(dialog()).not.toBeNull();
  });
  answer(1);
  await eventually(() => expect(calls()).toHaveLength(1));
});

test("a choice with a question of its own is asked about, another one is not, and a no takes it back", async () => {
  write(
    "",
    `<input type="radio" name="who" value="all" checked><input type="radio" name="who" value="me" data-confirm="Nur du?">`,
  );
  const radio = (value: string) => document.querySelector(`[value=${value}]`) as HTMLInputElement;
  const dialog = () => document.querySelector<HTMLDialogElement>("dialog[open]");
  answers = [reply(200, {}), reply(200, {})];
  press();
  await eventually(() => expect(calls()).toHaveLength(1));
  radio("me").checked = true;
  await eventually(() => {
    press();
    expect(dialog()).toHaveTextContent("Nur du?");
  });
  dialog()?.querySelector("button")?.click();
  await eventually(() => expect(radio("all").checked).toBe(true));
  press();
  await eventually(() => expect(calls()).toHaveLength(2));
  expect(dialog()).toBeNull();
});

test("a choice is saved as it is made; one that is refused goes back to what is saved", async () => {
  write('data-submit-on="change"', `<input type="checkbox" name="on">${MESSAGE}`);
  const box = document.querySelector<HTMLInputElement>("[name=on]");
  answers = [reply(200, {})];
  box?.click();
  await eventually(() => expect(calls()).toHaveLength(1));
  expect(body()).toEqual({ on: true });
  await eventually(() => expect(box?.defaultChecked).toBe(true));
  answers = [reply(500, { message: "Nein." })];
  box?.click();
  await eventually(() => expect(message()).toHaveTextContent("Nein."));
  expect(box?.checked).toBe(true);
});

test("a choice made while the last one is on its way is saved after it", async () => {
  write('data-submit-on="change"', '<input type="checkbox" name="on">');
  let arrive = (_: Response) => {};
  answers = [
    new Promise((done) => {
      arrive = done;
    }),
    reply(200, {}),
  ];
  const box = document.querySelector<HTMLInputElement>("[name=on]");
  box?.click();
  await eventually(() => expect(calls()).toHaveLength(1));
  box?.click();
  arrive(reply(200, {}));
  await eventually(() => expect(calls()).toHaveLength(2));
  expect([body(0), body(1)]).toEqual([{ on: true }, { on: false }]);
});

test("a call without fields that deletes has no body", async () => {
  write('data-method="DELETE"', "");
  answers = [new Response(null, { status: 204 })];
  press();
  await eventually(() => expect(calls()).toHaveLength(1));
  expect(calls()[0]?.[1]?.body).toBeUndefined();
});

test("fields that wait for this script can be used once it is there", () => {
  document.body.innerHTML = "<api-form><form><fieldset data-until-ready disabled></fieldset></form></api-form>";
  expect(document.querySelector("fieldset")?.disabled).toBe(false);
});

test("a password that is shown is still sent as it is, and goes after success", async () => {
  write(
    "",
    `<input type="password" data-password name="p" value=" a "><button type="button" data-show-password aria-label="Zeigen" data-other="Verbergen"></button>`,
  );
  const field = document.querySelector<HTMLInputElement>("[name=p]");
  const button = document.querySelector<HTMLElement>("[data-show-password]");
  button?.click();
  expect([field?.type, button?.getAttribute("aria-label")]).toEqual(["text", "Verbergen"]);
  answers = [new Response(null, { status: 204 })];
  press();
  await eventually(() => expect(calls()).toHaveLength(1));
  expect(body()).toEqual({ p: " a " });
  await eventually(() => expect(field?.value).toBe(""));
  button?.click();
  expect([field?.type, button?.getAttribute("aria-label")]).toEqual(["password", "Zeigen"]);
});

test("a whole toast with its action travels to the next page", async () => {
  const toast = { title: "Gelöscht", action: { label: "Zurück", event: "app:restore", detail: { entryId: "e1" } } };
  write(`data-method="DELETE" data-then="/dashboard" data-done-toast='${JSON.stringify(toast)}'`, "");
  answers = [new Response(null, { status: 204 })];
  press();
  await eventually(() => expect(go).toHaveBeenCalledWith("/dashboard"));
  expect(takeToast()).toEqual(toast);
});

test("a refusal that another page answers leads there, with its words; others stay", async () => {
  write('data-elsewhere="gone=/dashboard"', MESSAGE);
  answers = [reply(404, { code: "gone", message: "Gibt es nicht" })];
  press();
  await eventually(() => expect(go).toHaveBeenCalledWith("/dashboard"));
  expect(takeToast()).toEqual({ title: "Gibt es nicht", kind: "error" });
  answers = [reply(409, { code: "other", message: "Anders" })];
  press();
  await eventually(() => expect(message()?.textContent).toBe("Anders"));
  expect(go).toHaveBeenCalledTimes(1);
});

test("a page that says by itself why it came is not greeted with an error", async () => {
  write('data-elsewhere="taken=/bin/1 gone=/dashboard" data-quietly="taken"', MESSAGE);
  answers = [reply(409, { code: "taken", message: "Den Tag gibt es schon" })];
  press();
  await eventually(() => expect(go).toHaveBeenCalledWith("/bin/1"));
  expect(takeToast()).toBeUndefined();
  answers = [reply(404, { code: "gone", message: "Gibt es nicht" })];
  press();
  await eventually(() => expect(go).toHaveBeenCalledWith("/dashboard"));
  expect(takeToast()).toMatchObject({ title: "Gibt es nicht" });
});

test("a page that answers a refusal can be told what was typed", async () => {
  write('data-elsewhere="taken=/friends?tab=find&q={email}"', `<input name="email" value=" ben+a@x.de ">${MESSAGE}`);
  answers = [reply(409, { code: "taken", message: "Schon da" })];
  press();
  await eventually(() => expect(go).toHaveBeenCalledWith("/friends?tab=find&q=ben%2Ba%40x.de"));
});

test("a form with a file that gets no answer is ready again after two minutes, and says so", async () => {
  write('data-encoding="multipart"', `<input name="name" value="Anna">${MESSAGE}`);
  const stalled = (_: string, init?: RequestInit) =>
    new Promise<Response>((_answer, failed) => {
      init?.signal?.addEventListener("abort", () => failed(init.signal?.reason));
    });
  fetched.mockImplementationOnce(async () => new Response(null, { status: 401 })).mockImplementationOnce(stalled);
  vi.useFakeTimers();
  try {
    press();
    await vi.advanceTimersByTimeAsync(119_000);
    expect(document.querySelector("button")).toHaveAttribute("aria-disabled", "true");
    await vi.advanceTimersByTimeAsync(1000);
  } finally {
    vi.useRealTimers();
  }
  await eventually(() => expect(message()).toHaveTextContent("Keine Verbindung."));
  expect(document.querySelector("button")).not.toHaveAttribute("aria-disabled");
});

test("one form around a list: each button says where it goes and what is asked before", async () => {
  write(
    'data-method="DELETE" data-action="/api/people" data-cancel="Abbrechen" data-then="reload"',
    `<button id="ben" data-action="/api/people/ben" data-confirm="Ben entfernen?">Entfernen</button>`,
  );
  const dialog = () => document.querySelector("dialog");
  document.querySelector<HTMLButtonElement>("#ben")?.click();
  expect(dialog()).toHaveTextContent("Ben entfernen?");
  dialog()?.querySelector<HTMLButtonElement>(".button")?.click();
  await eventually(() => expect(dialog()).toBeNull());
  expect(calls()).toHaveLength(0);
  answers = [new Response(null, { status: 204 })];
  document.querySelector<HTMLButtonElement>("#ben")?.click();
  dialog()?.querySelector<HTMLButtonElement>(".button-danger")?.click();
  await eventually(() => expect(reload).toHaveBeenCalled());
  expect(calls().map(([path]) => path)).toEqual(["/api/people/ben"]);
});
