import { beforeEach, expect, test, vi } from "vitest";
import { on, takeToast } from "../../shared/events";
import { go, reload } from "../../shared/navigate";
import { de, texts } from "../../test/texts";
import { heardToasts } from "../../test/toasts";
import { sendForms } from "./post-form";

vi.mock("../../shared/navigate");

const t = de.form.answer;
const page = (form: string) => `<!DOCTYPE html><html><body><form action="/search"></form>${form}</body></html>`;

/** The form on its page, and in an answer with an error. */
const invitation = (message: string, error = "") => `
  <form id="form-invite" method="post" action="/friends?tab=invitations" data-busy="Wird gesendet..." data-failed="Nicht gesendet: {message}">
    <input type="hidden" name="form" value="invite" />
    <input id="email" name="email" value="" ${error && 'aria-invalid="true"'} />
    <textarea id="message" name="message">${message}</textarea>
    ${error && `<p role="alert">${error}</p>`}
    <p class="form-status" role="status"></p>
    <button name="step" value="confirm">Einladen</button>
  </form>`;

const one = <E extends HTMLElement>(selector: string) => document.querySelector(selector) as E;
const words = () => one<HTMLTextAreaElement>("textarea").value;
const said = () => one(".alert")?.textContent;
const leads = (to: string) => new Response(null, { status: 204, headers: { location: to } });
const refused = (message: string, body: string, status = 422) =>
  new Response(body, { status, headers: { "form-refused": encodeURIComponent(message) } });
const own = (status: number, code: string, message: string) => Response.json({ code, message }, { status });
const html = (status: number) => new Response("<html><h1>nginx</h1></html>", { status });

const asked = vi.fn(async (_: URL, __: RequestInit): Promise<Response> => html(502));

/** Types, presses, and waits until the button is free again. */
async function press(answer: () => Promise<Response> | Response): Promise<void> {
  asked.mockImplementation(async () => answer());
  one<HTMLTextAreaElement>("textarea").value = "Komm doch auch!";
  one("button").click();
  await vi.waitFor(() => expect(one("button")).not.toHaveAttribute("aria-disabled"));
  await Promise.resolve();
}

sendForms();

beforeEach(() => {
  vi.stubGlobal("fetch", asked);
  asked.mockClear();
  for (const leave of [go, reload]) vi.mocked(leave).mockClear();
  history.replaceState(null, "", "/friends?tab=invitations");
  document.body.dataset.formTexts = JSON.stringify(texts);
  document.body.innerHTML = invitation("");
});

const dropped = () => Promise.reject(new TypeError("Failed to fetch"));
const late = () => Promise.reject(new DOMException("", "TimeoutError"));

test.each<[string, () => Promise<Response> | Response, string]>([
  ["no answer", dropped, `Nicht gesendet: ${t.none} ${t.kept}`],
  ["an answer that does not come in time", late, `Nicht gesendet: ${t.late} ${t.kept}`],
  ["a proxy's 413", () => html(413), `Nicht gesendet: ${t.large} ${t.kept}`],
  ["a proxy's 502", () => html(502), `Nicht gesendet: ${t.away.replace("{status}", "502")} ${t.kept}`],
  ["a proxy's 504", () => html(504), `Nicht gesendet: ${t.away.replace("{status}", "504")} ${t.kept}`],
  [
    "a page of a network with a sign-in",
    () => html(200),
    `Nicht gesendet: ${t.other.replace("{status}", "200")} ${t.kept}`,
  ],
  ["our 503", () => own(503, "unavailable", "Gerade nicht."), "Nicht gesendet: Gerade nicht."],
  ["our page without the form", () => refused("Gibt es nicht mehr.", page(""), 404), "Gibt es nicht mehr."],
])("%s is said in the form, which keeps what was typed", async (_, answer, expected) => {
  await press(answer);
  expect(said()).toBe(expected);
  expect(words()).toBe("Komm doch auch!");
  expect(one("button")).toHaveTextContent("Einladen");
  expect(go).not.toHaveBeenCalled();
  asked.mockImplementation(async () => leads("/friends?tab=find"));
  one("button").click();
  expect(said(), "it is on its way again").toBeUndefined();
});

test("a button for something that is gone loads the page anew, which says so once", async () => {
  sessionStorage.clear();
  document.body.innerHTML =
    '<form method="post"><input type="hidden" name="id" value="1"><button>Annehmen</button></form>';
  asked.mockImplementation(async () => refused("Diese Anfrage gibt es nicht mehr.", page(""), 404));
  one("button").click();
  await vi.waitFor(() => expect(reload).toHaveBeenCalled());
  expect(takeToast()?.title).toBe("Diese Anfrage gibt es nicht mehr.");
});

test("a refused form takes the old one's place with its errors, and the focus is at what is wrong", async () => {
  await press(() => {
    one<HTMLTextAreaElement>("textarea").value += " Bald?";
    return refused("Ungültig", page(invitation("Komm doch auch!", "Ungültige Adresse")));
  });
  expect(words(), "also what was typed meanwhile").toBe("Komm doch auch! Bald?");
  expect(said(), "it says so itself").toBeUndefined();
  expect(document.body).toHaveTextContent("Ungültige Adresse");
  expect(document.activeElement).toBe(one("#email"));
});

test("a form whose page says elsewhere why it was refused says it, too", async () => {
  await press(() => refused("Fehler beim Kündigen: HTTP 503", page(invitation("Komm doch auch!")), 503));
  expect(said()).toBe("Fehler beim Kündigen: HTTP 503");
});

test("a form that is done leads on, and its own page comes anew without a place in the history", async () => {
  const press = (to: string) => {
    asked.mockImplementation(async () => leads(to));
    document.body.innerHTML = invitation("");
    one("button").click();
  };
  press("https://www.paypal.com/approve");
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith("https://www.paypal.com/approve"));
  const before = history.length;
  press("/friends?tab=invitations#form-invite");
  await vi.waitFor(() => expect(reload).toHaveBeenCalled());
  expect([location.hash, history.length]).toEqual(["#form-invite", before]);
  const [address, sent] = asked.mock.calls[0] ?? [];
  expect(`${address}`).toBe(`${location.origin}/friends?tab=invitations`);
  expect(`${sent?.body}`, "with the pressed button").toBe("form=invite&email=&message=&step=confirm");
});

test("a form on its way says so and is sent once, also when the browser shows its page again", async () => {
  asked.mockImplementation(async () => leads("/elsewhere"));
  const button = one("button");
  button.click();
  button.click();
  expect(button).toHaveTextContent("Wird gesendet...");
  await vi.waitFor(() => expect(go).toHaveBeenCalledOnce());
  expect(asked).toHaveBeenCalledOnce();
  expect(button).toHaveAttribute("aria-disabled");
  window.dispatchEvent(new Event("pageshow"));
  expect(button).not.toHaveAttribute("aria-disabled");
  expect(button).toHaveTextContent("Einladen");
});

test("somebody who is signed out meanwhile keeps the page: the dialog opens, or a link does not leave it", async () => {
  const over = vi.fn();
  const off = on("app:session-over", over);
  await press(() => own(401, "unauthenticated", "Bitte melde dich an."));
  expect(said()).toBe(`Bitte melde dich an. ${t.sign_in}`);
  expect(one<HTMLAnchorElement>(".alert a").href).toContain("/api/login?next=%2Ffriends%3Ftab%3Dinvitations");
  document.body.insertAdjacentHTML("beforeend", '<dialog id="sign-in" data-again></dialog>');
  await press(() => own(401, "unauthenticated", "Bitte melde dich an."));
  expect([over.mock.calls.length, words()]).toEqual([1, "Komm doch auch!"]);
  off();
});

test("a photo that is too large for a proxy is named, and stays chosen when a field is refused, as a new password stays typed", async () => {
  const profile = (wrong = "") => `
    <form id="form-profile" method="post" action="/profile/edit" enctype="multipart/form-data">
      <input id="photo" type="file" name="profileImage" /><input id="old" type="password" autocomplete="current-password" name="old" ${wrong} />
      <input id="new" type="password" autocomplete="new-password" name="new" ${wrong} /><button>Speichern</button>
    </form>`;
  document.body.innerHTML = profile();
  const photo = one<HTMLInputElement>("#photo");
  const files = [new File(["x"], "ich.jpg")] as unknown as FileList;
  Object.defineProperty(photo, "files", { value: files });
  vi.spyOn(HTMLInputElement.prototype, "files", "set").mockImplementation(function (this: HTMLInputElement, now) {
    Object.defineProperty(this, "files", { value: now });
  });
  one<HTMLInputElement>("#old").value = "falsch";
  one<HTMLInputElement>("#new").value = "abendrot 9";
  const sent: FormData = new FormData();
  sent.append("profileImage", new File(["x"], "ich.jpg"));
  vi.stubGlobal(
    "FormData",
    vi.fn(function parts() {
      return sent;
    }),
  );
  asked.mockImplementation(async () => html(413));
  one("button").click();
  await vi.waitFor(() => expect(said()).toBe(`${t.large_photo} ${t.kept}`));
  expect(asked.mock.calls[0]?.[1].body, "as parts").toBe(sent);
  asked.mockImplementation(async () => refused("Falsch", page(profile('aria-invalid="true"'))));
  one("button").click();
  await vi.waitFor(() => expect(document.activeElement).toBe(one("#old")));
  const value = (field: string) => one<HTMLInputElement>(field).value;
  expect([value("#old"), value("#new"), one<HTMLInputElement>("#photo").files]).toEqual(["", "abendrot 9", files]);
  vi.unstubAllGlobals();
});

test("the result of a hidden form is a toast, and other forms are left to the browser", async () => {
  const toasts = heardToasts();
  document.body.innerHTML = '<form id="f" method="post" hidden></form><button form="f">Herz</button>';
  asked.mockImplementation(dropped);
  one("button").click();
  await vi.waitFor(() => expect(toasts.map(({ title }) => title)).toEqual([t.none]));
  const native = vi.fn((event: Event) => event.preventDefault());
  addEventListener("submit", native, { capture: true });
  for (const form of ['<form action="/search">', '<form method="post" action="https://example.org">']) {
    document.body.innerHTML = `${form}<button>Los</button></form>`;
    one("button").click();
  }
  removeEventListener("submit", native, { capture: true });
  expect([native.mock.calls.length, asked.mock.calls.length]).toEqual([2, 1]);
});
