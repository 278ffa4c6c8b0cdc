import { SmilePlus, X } from "lucide-react";
import { useCallback, useId, useRef, useState } from "react";
import { type Texts, t } from "../../i18n";
import { EmojiPanel } from "../../picker/EmojiPanel";
import { Tip } from "../../ui/Tip";
import { graphemes, likelyEmojis } from "../emoji/emoji";

type Props = {
  texts: Texts;
  value: string | null;
  /** The id of the words that say why nothing can be chosen; none: it can. */
  locked: string | undefined;
  choose: (emoji: string | null) => void;
};

/** One emoji for the mood; the last one typed or picked takes the place. */
export function OwnEmoji({ texts, value, locked, choose }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [typing, setTyping] = useState<string>();
  const opener = useRef<HTMLButtonElement>(null);
  const field = useId();
  const panel = useId();
  const close = useCallback(() => {
    setOpen(false);
    opener.current?.focus();
  }, []);
  const take = (typed: string) => {
    const last = graphemes(likelyEmojis(typed)).at(-1) ?? null;
    if (last !== value && (last || typed === "")) choose(last);
  };
  const openWords = t(texts, isOpen ? "editor.emoji.close" : "editor.mood.own_choose");

  return (
    <>
      <div className="mood-own">
        <label className="mood-own-label" htmlFor={field}>
          {t(texts, "editor.mood.own_label")}
        </label>
        <input
          id={field}
          className="mood-own-field emoji-field"
          value={typing ?? value ?? ""}
          autoComplete="off"
          readOnly={locked !== undefined}
          aria-disabled={locked ? true : undefined}
          aria-describedby={locked}
          onChange={(event) => {
            if ((event.nativeEvent as InputEvent).isComposing) setTyping(event.target.value);
            else take(event.target.value);
          }}
          onCompositionEnd={(event) => {
            setTyping(undefined);
            take(event.currentTarget.value);
          }}
        />
        {!locked && (
          <>
            <Tip words={openWords}>
              <button
                ref={opener}
                type="button"
                className="icon-button"
                aria-label={openWords}
                aria-expanded={isOpen}
                aria-controls={isOpen ? panel : undefined}
                onClick={() => setOpen(!isOpen)}
              >
                <SmilePlus aria-hidden size={20} strokeWidth={1.75} />
              </button>
            </Tip>
            <Tip words={t(texts, "editor.mood.own_remove")}>
              <button
                type="button"
                className="icon-button"
                aria-label={t(texts, "editor.mood.own_remove")}
                hidden={!value}
                onClick={() => {
                  choose(null);
                  opener.current?.focus();
                }}
              >
                <X aria-hidden size={20} strokeWidth={1.75} />
              </button>
            </Tip>
          </>
        )}
      </div>
      {isOpen && (
        <EmojiPanel
          texts={texts}
          id={panel}
          close={close}
          pick={(emoji) => {
            take(emoji);
            close();
          }}
        />
      )}
    </>
  );
}
