// The sign-in dialog. Its form is a form like any other (`features/forms/post-form.ts`); this opens it, follows its tabs, and leads on.
import { carryToast, send } from "../../shared/events";
import { t } from "../../shared/i18n";
import { reload } from "../../shared/navigate";
import { tabStorage } from "../../shared/storage";
import { formTexts } from "../forms/answer";
import { say, TYPED, unsay } from "../forms/status";
import { EMAIL_TOKEN, emailToken } from "./email-token";

export type Tab = "login" | "register";

/** The form as the page has it, by its dialog. */
const untouched = new WeakMap<HTMLDialogElement, HTMLFormElement>();

const find = () => document.querySelector<HTMLDialogElement>("dialog#sign-in");

const formIn = (dialog: HTMLDialogElement) => dialog.querySelector("form[method=post]") as HTMLFormElement;

const tabOf = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>("[data-tab]:checked");

/** Hears what happens in the dialog. */
export function hearSignIn(dialog: HTMLDialogElement): void {
  keep(dialog);
  dialog.addEventListener("input", ({ target }) => follow(formIn(dialog), (target as Element).matches("[data-tab]")));
  // Before it is sent.
  dialog.addEventListener("submit", ({ target }) => complete(target as HTMLFormElement));
  dialog.addEventListener("app:form-done", (event) => void done(dialog, event as CustomEvent<string>));
  document.addEventListener("submit", (event) => {
    if (!(event.target as Element).matches(".sign-in-form")) return;
    event.preventDefault();
    openSignIn(event.submitter?.getAttribute("name") === "register" ? "register" : "login");
  });
  if (dialog.open) show(dialog);
}

/** Opens the dialog with empty fields. What the page filled in stays. False: there is none. */
export function openSignIn(tab: Tab): boolean {
  const dialog = find();
  if (!dialog || dialog.open) return dialog !== null;
  const form = keep(dialog).cloneNode(true) as HTMLFormElement;
  formIn(dialog).replaceWith(form);
  // A copy has the values that were typed before the script came.
  form.reset();
  clear(form);
  const choice = form.querySelector<HTMLInputElement>(`[data-tab=${tab}]`);
  if (choice) choice.checked = true;
  follow(form, false);
  show(dialog);
  return true;
}

/** Says in the dialog why a sign-in elsewhere failed. An empty message takes the one before away. */
export function refuse(tab: Tab, message: string): void {
  openSignIn(tab);
  const dialog = find();
  if (!dialog) return;
  clear(formIn(dialog));
  if (message) say(formIn(dialog), message);
}

/** Fills in the invitation that somebody typed before. */
export function fillInvitation(code: string): void {
  const dialog = find();
  if (!dialog) return;
  for (const form of [keep(dialog), formIn(dialog)]) {
    const field = form.querySelector<HTMLInputElement>("[name=invitation_code]");
    if (field) field.defaultValue = code;
  }
}

/** The dialog closes. The page stays where it waits for the person (`data-again`), else the next one comes, and a toast unless that page says what was done. */
export function signedIn(tab: Tab, userId: string, next = ""): void {
  const dialog = find();
  if (!dialog) return;
  const again = dialog.hasAttribute("data-again");
  dialog.close();
  tabStorage.remove(EMAIL_TOKEN);
  if (again) {
    send("app:signed-in", { userId });
    // The page is the other person's. The editor says so itself, with what was written.
    const isOther = userId !== document.documentElement.dataset.userId;
    if (isOther && !document.querySelector("entry-form")) reload();
    return;
  }
  // The browser's Back would show this page with what was typed.
  addEventListener("pageshow", ({ persisted }) => persisted && reload());
  document.getElementById("sign-in-waiting")?.removeAttribute("hidden");
  if (!next.includes("#form-"))
    carryToast({ title: dialog.querySelector<HTMLElement>(`[data-tab=${tab}]`)?.dataset.done ?? "", kind: "ok" });
}

/** The session's cookie is there. Where the page stays, it asks whose it is. */
async function done(dialog: HTMLDialogElement, event: CustomEvent<string>): Promise<void> {
  const form = event.target as HTMLFormElement;
  const tab = (tabOf(form)?.dataset.tab ?? "login") as Tab;
  if (!dialog.hasAttribute("data-again")) return signedIn(tab, "", event.detail);
  event.preventDefault();
  try {
    const answer = await fetch("/api/auth/user", { credentials: "same-origin", cache: "no-store" });
    if (!answer.ok) throw new Error(`${answer.status}`);
    signedIn(tab, (await answer.json()).id);
  } catch {
    say(form, t(formTexts(), "form.answer.none"));
  }
}

/** Fills in the fields that only a script knows, and removes an earlier answer. */
function complete(form: HTMLFormElement): void {
  clear(form);
  const noAnswer = tabOf(form)?.dataset.noAnswer;
  if (noAnswer) form.dataset.noAnswer = noAnswer;
  const token = form.querySelector<HTMLInputElement>("[name=email_token]");
  if (token) token.value = emailToken() ?? "";
}

function keep(dialog: HTMLDialogElement): HTMLFormElement {
  const form = untouched.get(dialog) ?? (formIn(dialog).cloneNode(true) as HTMLFormElement);
  untouched.set(dialog, form);
  return form;
}

function show(dialog: HTMLDialogElement): void {
  const form = formIn(dialog);
  const other = tabOf(form)?.dataset.tab === "register" ? "login" : "register";
  // The server's HTML shows it without a script, which is not modal.
  dialog.removeAttribute("open");
  dialog.showModal();
  const fields = [...form.querySelectorAll<HTMLInputElement>(TYPED)].filter(
    (field) => !field.closest(`[data-only=${other}]`),
  );
  (form.querySelector<HTMLElement>("[aria-invalid=true]") ?? fields.find(({ value }) => value === ""))?.focus();
}

/** Updates everything that depends on the fields and on the chosen tab. */
function follow(form: HTMLFormElement, isOtherTab: boolean): void {
  if (isOtherTab) clear(form);
  const chosen = tabOf(form)?.dataset.password;
  const password = form.querySelector<HTMLInputElement>("[name=password]");
  if (chosen && password) password.setAttribute("autocomplete", chosen);
  const email = form.querySelector<HTMLInputElement>("[name=email]")?.value.trim();
  const forgot = form.querySelector<HTMLAnchorElement>(".sign-in-forgot a");
  if (forgot) forgot.search = email ? `?email=${encodeURIComponent(email)}` : "";
}

function clear(form: HTMLFormElement): void {
  unsay(form);
  for (const error of form.querySelectorAll(".field-error")) error.remove();
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
}
