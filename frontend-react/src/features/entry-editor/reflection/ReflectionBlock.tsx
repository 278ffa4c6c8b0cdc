import { Plus } from "lucide-react";
import { useRef, useSyncExternalStore } from "react";
import { send } from "../../../shared/events";
import { type Texts, t } from "../../../shared/i18n";
import { ask } from "../../../shared/ui/ask";
import { QuestionCard } from "./QuestionCard";
import type { Reflection } from "./reflection";

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
    if (outcome === "failed") return send("app:toast", failed());
    focus(outcome === "removed" ? Math.max(0, at - 1) : at);
  };
  const failed = () => ({
    title: t(texts, "editor.toast.failed_title"),
    description: t(texts, "editor.reflection.not_removed"),
    kind: "error" as const,
  });

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
