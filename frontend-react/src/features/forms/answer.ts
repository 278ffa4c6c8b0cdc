// Sends a form as a browser would, and says what became of it.
import { parse, type Texts, t } from "../../shared/i18n";

/** Milliseconds that an answer may take, longer than the server's own limits (`server/src/http/limits.rs`). */
const LIMIT = { words: 60_000, file: 180_000 };

/** Statuses of a proxy that does not reach the server. */
const AWAY = [502, 503, 504];

/** Set by the server where it refuses a form and answers with the page: the reason, percent-encoded. */
const REFUSED = "form-refused";

export type Answer =
  /** Success; the page at `to` says so. */
  | { kind: "leads"; to: string }
  /** The page again, with the form as it is now: it asks for something, or was refused because of `message`. */
  | { kind: "form"; form: HTMLElement; message: string | undefined }
  | { kind: "signed_out"; message: string }
  /** Refused, and the page no longer has the form. `isGone`: nor its object. The message is a whole sentence. */
  | { kind: "refused"; message: string; isGone: boolean }
  /** Not one of our pages. `isOurs`: the server refused the form. Otherwise it is unknown whether the form arrived. */
  | { kind: "failed"; message: string; isOurs: boolean };

export const formTexts = (): Texts => parse<Texts>(document.body.dataset.formTexts, {});

/** The fields as a browser would send them, with the pressed button. */
export function fieldsOf(form: HTMLFormElement, pressed?: HTMLElement | null): FormData {
  const fields = new FormData(form);
  if (pressed instanceof HTMLButtonElement && pressed.name) fields.append(pressed.name, pressed.value);
  return fields;
}

/** An action that is missing is the page's own address. */
export const addressOf = (form: HTMLFormElement): URL =>
  new URL(form.getAttribute("action") ?? location.href, location.href);

/** `keepalive`: it is sent also where the page is left meanwhile, which suits short forms only. */
export async function ask(form: HTMLFormElement, fields: FormData, keepalive = false): Promise<Answer> {
  const isMultipart = form.getAttribute("enctype") === "multipart/form-data";
  try {
    const answer = await fetch(addressOf(form), {
      method: "POST",
      body: isMultipart ? fields : new URLSearchParams(fields as unknown as Record<string, string>),
      // The server then names the address of the redirect instead of redirecting.
      headers: { Accept: "application/json" },
      // The server asks where a form comes from, also on pages that send no referrer to other sites.
      referrerPolicy: "same-origin",
      keepalive,
      signal: AbortSignal.timeout(isMultipart ? LIMIT.file : LIMIT.words),
    });
    return await read(answer, form, fields);
  } catch (error) {
    const isLate = (error as Error).name === "TimeoutError";
    // The form may know what else no answer means.
    const message = form.dataset.noAnswer ?? t(formTexts(), isLate ? "form.answer.late" : "form.answer.none");
    return { kind: "failed", message, isOurs: false };
  }
}

async function read(answer: Response, form: HTMLFormElement, fields: FormData): Promise<Answer> {
  const { status, headers } = answer;
  const to = headers.get("location");
  if (status === 204 && to) return { kind: "leads", to };
  const text = await answer.text();
  const refused = headers.get(REFUSED);
  const message = refused === null ? undefined : decodeURIComponent(refused);
  const next = formOf(text, form.getAttribute("id"));
  if (next) return { kind: "form", form: next, message };
  if (message !== undefined) return { kind: "refused", message, isGone: status === 404 };
  const own = refusalOf(text);
  if (own?.code === "unauthenticated") return { kind: "signed_out", message: own.message };
  if (own) return { kind: "failed", message: own.message, isOurs: true };
  return { kind: "failed", message: foreign(status, fields), isOurs: false };
}

/** The form alone: the content policy blocks the styles of the rest. */
export function formOf(page: string, id: string | null): HTMLElement | undefined {
  const isIt = (part: string) => part.startsWith("<form") && part.slice(0, part.indexOf(">")).includes(`id="${id}"`);
  const form = id ? page.split(/(?=<form[ >])/).find(isIt) : undefined;
  if (!form) return undefined;
  const template = document.createElement("template");
  template.innerHTML = form.slice(0, form.indexOf("</form>"));
  return template.content.firstElementChild as HTMLElement;
}

/** The spans with an attribute, which have nothing but words in them. Leptos ends words with `<!>`. */
export function partsOf(page: string, attribute: string): Element[] {
  const template = document.createElement("template");
  template.innerHTML = (page.match(/<span [^<>]*>[^<>]*(?:<!>)?<\/span>/g) ?? [])
    .filter((span) => span.slice(0, span.indexOf(">")).includes(` ${attribute}`))
    .join("");
  return [...template.content.children];
}

function refusalOf(text: string): { code: string; message: string } | undefined {
  try {
    const { code, message } = JSON.parse(text);
    return typeof code === "string" && typeof message === "string" ? { code, message } : undefined;
  } catch {
    return undefined;
  }
}

/** The text for an answer of a proxy, or of a network that wants a sign-in first. */
function foreign(status: number, fields: FormData): string {
  const texts = formTexts();
  const hasFile = [...fields.values()].some((value) => value instanceof File && value.size > 0);
  if (status === 413) return t(texts, hasFile ? "form.answer.large_photo" : "form.answer.large");
  return t(texts, AWAY.includes(status) ? "form.answer.away" : "form.answer.other", { status });
}
