// Consent for an outside service: asked once for each kind of help and service, stored by the server.
import { call } from "../../shared/auth";
import { send } from "../../shared/events";
import { type Texts, t } from "../../shared/i18n";
import { button, element } from "../../shared/ui/elements";

export type Help = "transcription" | "summary" | "linkedin";

/** `null`: not asked yet. */
export type Consent = boolean | null;

const QUESTIONS = {
  transcription: "editor.consent.transcription",
  summary: "editor.consent.summary",
  linkedin: "editor.consent.linkedin",
} as const;

/** Answers given on this page. The props still hold the earlier ones. */
const said = new Map<Help, boolean>();
const asking = new Map<Help, Promise<Consent>>();

/** The person's answer about `help`: the one given on this page, else the one in the props. */
export function consentTo(help: Help, given: Consent): Consent {
  return said.get(help) ?? given;
}

/** The server says that it is another than this page thinks: it was taken back elsewhere, or the service is another by now. */
export function forgetConsent(help: Help): void {
  said.delete(help);
}

/**
 * Asks in a dialog and stores the answer before anything can be sent. `null`: closed without an answer, or not stored
 * (which is shown), so nothing may be sent.
 */
export function askConsent(help: Help, provider: string, texts: Texts): Promise<Consent> {
  const asked = asking.get(help) ?? ask(help, provider, texts).finally(() => asking.delete(help));
  asking.set(help, asked);
  return asked;
}

async function ask(help: Help, provider: string, texts: Texts): Promise<Consent> {
  const answer = await choose(help, provider, texts);
  if (answer === null) return null;
  if (await keep(help, answer, provider)) {
    said.set(help, answer);
    return answer;
  }
  send("app:toast", { title: t(texts, "editor.consent.failed"), kind: "error" });
  return null;
}

function choose(help: Help, provider: string, texts: Texts): Promise<Consent> {
  const dialog = element("dialog", { className: "dialog consent" });
  const heading = element("h2", { text: t(texts, "editor.consent.title", { provider }) });
  const text = element("p", { text: t(texts, QUESTIONS[help], { provider }) });
  heading.id = "consent-title";
  text.id = "consent-text";
  dialog.setAttribute("aria-labelledby", heading.id);
  dialog.setAttribute("aria-describedby", text.id);
  return new Promise((chosen) => {
    let answer: Consent = null;
    const say = (value: boolean) => () => {
      answer = value;
      dialog.close();
    };
    // Neither answer is highlighted, because the choice is the person's.
    const choices = element(
      "div",
      { className: "consent-choices" },
      button(t(texts, "editor.consent.allow"), "button", say(true)),
      button(t(texts, "editor.consent.refuse"), "button", say(false)),
    );
    const once = element("p", { className: "consent-once", text: t(texts, "editor.consent.once") });
    dialog.append(heading, text, once, choices);
    dialog.addEventListener(
      "close",
      () => {
        dialog.remove();
        chosen(answer);
      },
      { once: true },
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Names the service that the question named: the yes is to no other. */
async function keep(help: Help, answer: boolean, provider: string): Promise<boolean> {
  try {
    const kept = await call("/api/users/assistant-consent", {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ [help]: answer, provider }),
    });
    return kept.ok;
  } catch {
    return false;
  }
}
