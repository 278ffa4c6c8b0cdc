import { useEffect, useState } from "react";
import { forgetToken } from "../../../shared/auth";
import type { Question, ReflectionAnswer, Visibility } from "../../../shared/domain";
import { on } from "../../../shared/events";
import { askSignIn } from "../../../shared/sign-in";
import { type PendingAnswer, sameAnswers } from "../merge/answers";
import { useEditor } from "../state/context";
import type { EntryStore } from "../state/entryReducer";
import { isWider } from "../state/visibility";
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
      readers: () => readersIn(store),
      // The answers stay in their fields.
      unauthorized: () => askSignIn(),
      changed: () => store.dispatch({ type: "edit", fields: { reflectionAnswers: block.pending } }),
    });
    block.take(store.getState().content.reflectionAnswers);
    return block;
  });

  useEffect(() => {
    const ended = new AbortController();
    watchPage(reflection, store, ended.signal);
    const stop = follow(reflection, store, entryId ?? null);
    return () => {
      ended.abort();
      stop();
      reflection.stop();
    };
  }, [reflection, store, entryId]);

  return <ReflectionBlock reflection={reflection} texts={texts} />;
}

/** The form's choice. While the saved entry has more readers, an answer would be shown to them. */
function readersIn(store: EntryStore): Visibility | undefined {
  const { content, target } = store.getState();
  return isWider(target.saved.visibility, content.visibility) ? undefined : content.visibility;
}

/** Takes answers that come from elsewhere, and saves them when the form is about another entry or for other readers. */
function follow(reflection: Reflection, store: EntryStore, given: string | null): () => void {
  let entryId = given;
  let readers = readersIn(store);
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
    const isSame = target.entryId === entryId && readersIn(store) === readers;
    if (isSame) return;
    [entryId, readers] = [target.entryId, readersIn(store)];
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
  const signedIn = ({ userId }: { userId: string }) => {
    if (userId !== store.getState().target.userId) return;
    forgetToken();
    flush();
  };
  on("app:signed-in", signedIn, signal);
}
