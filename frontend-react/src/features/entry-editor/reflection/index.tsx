import { useEffect, useState } from "react";
import { forgetToken } from "../../../shared/auth";
import type { Question, ReflectionAnswer } from "../../../shared/domain";
import { on } from "../../../shared/events";
import { askSignIn } from "../../../shared/sign-in";
import { type PendingAnswer, sameAnswers } from "../answers";
import { useEditor } from "../context";
import type { EntryStore } from "../entryReducer";
import { ReflectionBlock } from "./ReflectionBlock";
import { Reflection } from "./reflection";

type Props = { questions?: Question[]; answers?: ReflectionAnswer[]; entryId?: string };

export default function ReflectionSection({ questions = [], answers = [], entryId }: Props) {
  const { texts, store } = useEditor();
  const [reflection] = useState(() => {
    const block: Reflection = new Reflection({
      questions,
      answers,
      answered: entryId ?? null,
      entryId: () => store.getState().target.entryId,
      ticket: () => store.getState().target.ticket,
      changed: () => store.dispatch({ type: "edit", fields: { reflectionAnswers: block.pending } }),
    });
    block.take(store.getState().content.reflectionAnswers);
    return block;
  });

  useEffect(() => {
    const ended = new AbortController();
    watchPage(reflection, store, ended.signal);
    const stops = [follow(reflection, store, entryId ?? null), reflection.subscribe(() => askFor(reflection))];
    return () => {
      ended.abort();
      for (const stop of stops) stop();
      reflection.stop();
    };
  }, [reflection, store, entryId]);

  return <ReflectionBlock reflection={reflection} texts={texts} />;
}

/** Takes answers that come from elsewhere, and loads those of another entry than the page came with. */
function follow(reflection: Reflection, store: EntryStore, given: string | null): () => void {
  let entryId = given;
  let known: PendingAnswer[] | undefined;
  const take = () => {
    const { content, target } = store.getState();
    if (content.reflectionAnswers !== known) {
      known = content.reflectionAnswers;
      reflection.take(known);
      const { pending } = reflection;
      if (!sameAnswers(pending, known)) {
        store.dispatch({ type: "correct", fields: { reflectionAnswers: pending } });
      }
    }
    if (target.entryId === entryId) return;
    entryId = target.entryId;
    // After the content of that entry, which comes next.
    queueMicrotask(() => reflection.moved());
  };
  take();
  return store.subscribe(take);
}

function watchPage(reflection: Reflection, store: EntryStore, signal: AbortSignal): void {
  const flush = () => void reflection.flush();
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && flush(), { signal });
  window.addEventListener("pagehide", flush, { signal });
  window.addEventListener("online", flush, { signal });
  const stop = on("app:signed-in", ({ userId }) => {
    if (userId !== store.getState().target.userId) return;
    forgetToken();
    flush();
  });
  signal.addEventListener("abort", stop);
}

/** Questions for which the dialog was opened already. */
const asked = new WeakSet<object>();

/** Opens the sign-in dialog on this page; the answers stay in their fields. */
function askFor(reflection: Reflection): void {
  const refused = reflection.shown().cards.find((card) => card.state === "unauthorized");
  if (!refused || asked.has(refused)) return;
  asked.add(refused);
  askSignIn();
}
