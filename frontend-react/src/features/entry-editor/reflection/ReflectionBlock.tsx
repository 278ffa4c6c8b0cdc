import { Plus, RefreshCw, Trash2 } from "lucide-react";
import { useId, useRef, useSyncExternalStore } from "react";
import { send } from "../../../shared/events";
import { type Texts, t } from "../../../shared/i18n";
import { REFLECTION_ANSWER } from "../../../shared/limits";
import { ask } from "../../../shared/ui/ask";
import { trimmed } from "../merge/answers";
import { length } from "../state/counter";
import { IconButton } from "../ui/IconButton";
import { type Card, isDirty, type Reflection } from "./reflection";

type Props = { reflection: Reflection; texts: Texts };

/** Up to five questions, each with room for an answer (spec 4). */
export function ReflectionBlock({ reflection, texts }: Props) {
  const { cards, isWaiting, canAdd, canSwap, notLoaded } = useSyncExternalStore(reflection.subscribe, reflection.shown);
  const list = useRef<HTMLUListElement>(null);
  const focus = (at: number) =>
    setTimeout(() => list.current?.querySelectorAll<HTMLElement>(".reflection-field")[at]?.focus());
  const remove = async (questionId: string, at: number) => {
    const question = reflection.question(questionId);
    const sure = t(texts, "editor.reflection.remove_confirm", { question });
    if (!(await ask(sure, t(texts, "editor.reflection.remove"), t(texts, "app.cancel")))) return;
    const outcome = await reflection.remove(questionId);
    if (outcome === "failed") {
      const title = t(texts, "editor.toast.failed_title");
      return send("app:toast", { title, description: t(texts, "editor.reflection.not_removed"), kind: "error" });
    }
    focus(outcome === "removed" ? Math.max(0, at - 1) : at);
  };

  return (
    <div className="reflection">
      <ul className="reflection-cards" ref={list}>
        {cards.map((card, at) => (
          <QuestionCard
            key={card.questionId}
            card={card}
            question={reflection.question(card.questionId)}
            isWaiting={isWaiting}
            texts={texts}
            typed={(text) => reflection.type(card.questionId, text)}
            retry={() => void reflection.flush()}
            swap={canSwap ? () => reflection.swap(card.questionId) : undefined}
            remove={() => void remove(card.questionId, at)}
          />
        ))}
      </ul>
      {notLoaded && (
        <p className="reflection-not-loaded" role="status">
          {t(texts, "editor.reflection.not_loaded")}{" "}
          <button type="button" className="button button-quiet" onClick={() => void reflection.flush()}>
            {t(texts, "editor.reflection.retry")}
          </button>
        </p>
      )}
      {canAdd && (
        <button type="button" className="button reflection-add" onClick={() => reflection.add() && focus(cards.length)}>
          <Plus aria-hidden size={18} strokeWidth={1.75} />
          {t(texts, "editor.reflection.add")}
        </button>
      )}
    </div>
  );
}

type CardProps = {
  card: Card;
  question: string;
  /** The answer is saved with the entry, or after it. */
  isWaiting: boolean;
  texts: Texts;
  typed: (text: string) => void;
  retry: () => void;
  swap: (() => void) | undefined;
  remove: () => void;
};

function QuestionCard({ card, question, isWaiting, texts, typed, retry, swap, remove }: CardProps) {
  const field = useId();
  const line = useId();
  const { state, words } = lineOf(card, isWaiting, texts);
  const answered = card.saved !== "" || card.text !== "";

  return (
    <li className="reflection-card" data-answered={card.saved && !isDirty(card) ? "" : undefined}>
      <label className="reflection-question" htmlFor={field} aria-live="polite">
        {question}
      </label>
      <textarea
        id={field}
        className="input reflection-field"
        rows={2}
        dir="auto"
        value={card.text}
        placeholder={t(texts, "editor.reflection.placeholder")}
        aria-describedby={line}
        aria-invalid={state === "over" ? true : undefined}
        onChange={(event) => typed(event.target.value)}
      />
      <div className="reflection-foot">
        <p className="reflection-line" id={line} role="status" data-state={state}>
          {words}
        </p>
        {(state === "failed" || state === "unauthorized") && (
          <button type="button" className="button button-quiet" onClick={retry}>
            {t(texts, "editor.reflection.retry")}
          </button>
        )}
        {answered ? (
          <IconButton icon={Trash2} size={18} label={t(texts, "editor.reflection.remove")} onClick={remove} />
        ) : (
          swap && (
            <button type="button" className="button button-quiet" onClick={swap}>
              <RefreshCw aria-hidden size={18} strokeWidth={1.75} />
              {t(texts, "editor.reflection.swap")}
            </button>
          )
        )}
      </div>
    </li>
  );
}

/** Says where the answer is stored. */
function lineOf(card: Card, isWaiting: boolean, texts: Texts): { state: string; words: string } {
  const tooMany = length(trimmed(card.text)) - REFLECTION_ANSWER;
  if (tooMany > 0) return { state: "over", words: t(texts, "editor.text_over", { n: tooMany }) };
  if (card.state === "changed") return { state: "changed", words: t(texts, "editor.reflection.changed") };
  if (!isDirty(card)) {
    return card.saved ? { state: "saved", words: t(texts, "editor.reflection.saved") } : { state: "empty", words: "" };
  }
  if (trimmed(card.text) === "") return { state: "emptied", words: t(texts, "editor.reflection.emptied") };
  if (isWaiting) return { state: "waiting", words: t(texts, "editor.reflection.with_entry") };
  switch (card.state) {
    case "unauthorized":
      return { state: "unauthorized", words: t(texts, "app.unauthorized") };
    case "refused":
    case "failed":
      return { state: card.state, words: card.message ?? t(texts, "editor.reflection.failed") };
    default:
      return { state: "waiting", words: t(texts, "editor.reflection.saving") };
  }
}
