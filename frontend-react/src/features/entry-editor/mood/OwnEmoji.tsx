import { SmilePlus } from "lucide-react";
import { EmojiPanel } from "../../../shared/emoji-picker/EmojiPanel";
import { usePanel } from "../../../shared/emoji-picker/usePanel";
import { type Texts, t } from "../../../shared/i18n";
import { graphemes, likelyEmojis } from "../emoji/emoji";

type Props = {
  texts: Texts;
  value: string | null;
  choose: (emoji: string | null) => void;
};

/** An emoji beside the twelve feelings: picked from all of them, and cleared like a feeling by choosing it again. */
export function OwnEmoji({ texts, value, choose }: Props) {
  const panel = usePanel();
  return (
    <>
      <button
        ref={panel.opener}
        type="button"
        className="feeling feeling-own"
        aria-pressed={value !== null}
        aria-expanded={value ? undefined : panel.isOpen}
        aria-controls={panel.isOpen ? panel.id : undefined}
        data-chosen={value ? "" : undefined}
        onClick={() => (value ? choose(null) : panel.toggle())}
      >
        {value ? <span className="emojis">{value}</span> : <SmilePlus aria-hidden strokeWidth={1.75} />}
        {t(texts, "editor.mood.own_label")}
      </button>
      {panel.isOpen && (
        <EmojiPanel
          texts={texts}
          id={panel.id}
          close={panel.close}
          pick={(emoji) => {
            choose(graphemes(likelyEmojis(emoji)).at(-1) ?? null);
            panel.close();
          }}
        />
      )}
    </>
  );
}
