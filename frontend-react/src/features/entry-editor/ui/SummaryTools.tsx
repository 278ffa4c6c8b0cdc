// The summary's row: asks the server, puts what it says into the field, and can take it out again.
import { useEffect, useRef, useState } from "react";
import { call } from "../../../shared/auth";
import { send } from "../../../shared/events";
import { parse, t } from "../../../shared/i18n";
import { askConsent, type Consent, consentTo, forgetConsent } from "../../assistant/consent";
import { markWords } from "../../assistant/mark";
import { refusal } from "../../assistant/refusal";
import { useEditor, useEntry, useField } from "../state/context";
import type { Places } from "../state/places";
import { ServerElement } from "./ServerElement";
import { useListener } from "./useListener";

/** Milliseconds that a summary may take; the service behind the server has a minute. */
const LIMIT = 90_000;

type Shown = { summary: string; emojis: string };
type Summary = Shown & { summarySource: string };

type Props = {
  row: NonNullable<Places["summary"]>;
  /** The server's field of the summary. */
  field: HTMLTextAreaElement | HTMLInputElement | null;
};

export function SummaryTools({ row, field }: Props) {
  const { texts, store } = useEditor();
  const [summary, summarySource] = [useField("summary"), useField("summarySource")];
  const hasWords = useEntry(({ content }) => (content.text + content.audioTranscript).trim() !== "");
  const [isBusy, setBusy] = useState(false);
  const [message, say] = useState({ words: "", pro: false });
  /** How many summaries the day has left; undefined where the page does not say it. */
  const [left, setLeft] = useState(() => (row.left ? Number(row.left.dataset.summaryLeft) : undefined));
  /** The texts of the fields before and after a suggestion. */
  const last = useRef<{ before: Summary; made: Shown }>(undefined);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  /** Nothing is left to undo once somebody typed in the summary. */
  const replacedIn = (summary: string) =>
    last.current?.made.summary.trim() === summary.trim() ? last.current : undefined;
  const put = ({ summary, summarySource, emojis }: Summary) =>
    store.dispatch({ type: "edit", fields: { summary, summarySource, emojis } });

  const run = async () => {
    if (running.current || !(await isAllowed(row.row, texts)) || running.current) return;
    const started = new AbortController();
    running.current = started;
    say({ words: "", pro: false });
    setBusy(true);
    try {
      const { text, audioTranscript, topMoment } = store.getState().content;
      const answer = await ask({ text, audioTranscript, topMoment }, started.signal);
      if (answer.ok) take((await answer.json()) as Summary);
      else await refused(answer);
    } catch {
      if (!started.signal.aborted) say({ words: t(texts, "editor.assistant.failed_offline"), pro: false });
    } finally {
      running.current = undefined;
      setBusy(false);
    }
  };

  const refused = async (answer: Response) => {
    const { code, message, provider, pro } = await refusal(answer, texts, "editor.assistant.failed");
    // It was taken back elsewhere, or the service is another by now: the next press asks anew.
    if (code === "consent_needed") {
      forgetConsent("summary");
      delete row.row.dataset.consent;
      if (provider) row.row.dataset.provider = provider;
    }
    if (code === "quota_used") setLeft(0);
    say({ words: message, pro });
  };

  /** After two suggestions in a row, the way back leads to the text before both. */
  const take = (made: Summary) => {
    setLeft((before) => before && before - 1);
    const { summary, summarySource, emojis } = store.getState().content;
    const filled = { ...made, emojis: emojis || made.emojis };
    last.current = { before: replacedIn(summary)?.before ?? { summary, summarySource, emojis }, made: filled };
    put(filled);
    const isLocal = made.summarySource === "local";
    const title = t(texts, isLocal ? "editor.assistant.summarised_local" : "editor.assistant.summarised");
    const { provider, consent } = row.row.dataset;
    const instead = isLocal && provider && consentTo("summary", parse<Consent>(consent, null));
    // The field does not show that the allowed service did not do it, nor what else was filled in.
    const description = [
      instead && t(texts, "editor.assistant.summarised_here", { provider }),
      !emojis && made.emojis && t(texts, "editor.assistant.summarised_emojis"),
    ];
    send("app:toast", { title, description: description.filter(Boolean).join(" "), kind: "ok" });
  };

  /** Emojis that were chosen since are nobody's to take back. */
  const undo = () => {
    const { summary, emojis } = store.getState().content;
    const replaced = replacedIn(summary);
    if (!replaced) return;
    const { before, made } = replaced;
    last.current = undefined;
    put({ ...before, emojis: emojis === made.emojis ? before.emojis : emojis });
    field?.focus();
  };

  useListener(row.button, "click", () => void run());
  useListener(row.undo, "click", undo);

  const replaced = replacedIn(summary);
  const canUndo =
    replaced && (replaced.before.summary.trim() !== "" || replaced.before.emojis !== replaced.made.emojis);
  const source = summary.trim() === "" ? "" : summarySource;
  const flag = (is: boolean | undefined) => (is ? "" : undefined);
  return (
    <>
      <ServerElement
        place={row.button}
        attributes={{
          disabled: flag(!isBusy && !hasWords),
          "data-busy": flag(isBusy),
          "aria-disabled": isBusy ? "true" : undefined,
        }}
      />
      {/* What is typed meanwhile would be lost. */}
      <ServerElement place={field} attributes={{ readonly: flag(isBusy) }} />
      <ServerElement place={row.label}>
        {t(texts, isBusy ? "editor.assistant.summarising" : "editor.assistant.summarise")}
      </ServerElement>
      <ServerElement place={row.undo} attributes={{ hidden: flag(!canUndo) }} />
      <ServerElement place={row.mark} attributes={{ hidden: flag(!source) }}>
        {row.mark && source ? markWords(row.mark, source) : ""}
      </ServerElement>
      <ServerElement place={row.message}>{message.words}</ServerElement>
      {left !== undefined && (
        <ServerElement place={row.left}>
          {left > 0 ? t(texts, "editor.assistant.left", { n: left }) : t(texts, "editor.assistant.left_none")}
        </ServerElement>
      )}
      <ServerElement place={row.pro} attributes={{ hidden: flag(!message.pro) }} />
    </>
  );
}

/** Whether the server may be asked: refused is fine as well, it then sums up by itself. */
async function isAllowed({ dataset }: HTMLElement, texts: Parameters<typeof askConsent>[2]): Promise<boolean> {
  const { provider, consent } = dataset;
  if (!provider || consentTo("summary", parse<Consent>(consent, null)) !== null) return true;
  return (await askConsent("summary", provider, texts)) !== null;
}

function ask(words: { text: string; audioTranscript: string; topMoment: string }, signal: AbortSignal) {
  const body = JSON.stringify({ ...words, imageUrls: [] });
  const headers = { "Content-Type": "application/json" };
  return call("/api/generate-summary", { method: "POST", headers, body, signal, limit: LIMIT });
}
