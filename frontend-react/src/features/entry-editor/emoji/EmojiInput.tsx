import { Delete, SmilePlus } from "lucide-react";
import { type ChangeEvent, type CompositionEvent, useId, useRef, useState } from "react";
import { EmojiPanel } from "../../../shared/emoji-picker/EmojiPanel";
import { usePanel } from "../../../shared/emoji-picker/usePanel";
import { type Key, type Texts, t } from "../../../shared/i18n";
import { DAY_EMOJIS } from "../../../shared/limits";
import { IconButton } from "../ui/IconButton";
import { graphemes, likelyEmojis } from "./emoji";

type Props = {
  emojis: string;
  texts: Texts;
  /** A few emojis to pick from; not beside the feelings, which have the same faces. */
  suggests: boolean;
  /** Says which emojis the last save left out. */
  leftOut: string | undefined;
  change: (emojis: string) => void;
};

const SUGGESTIONS = ["😀", "🥰", "😌", "🥳", "🙏", "😴", "😢", "😡", "☀️", "🌧️", "❤️", "☕"];

/** The day's emojis: nothing else gets in, seven at most. */
export function EmojiInput({ emojis, texts, suggests, leftOut, change }: Props) {
  const [found, setFound] = useState<{ problem: Key | undefined; emojis: string }>();
  // A problem of other emojis no longer counts.
  const problem = found?.emojis === emojis ? found.problem : undefined;
  const field = useRef<HTMLInputElement>(null);
  const [name, hint] = [useId(), useId()];
  const panel = usePanel();
  const all = graphemes(emojis);

  const take = (typed: string) => {
    const clean = likelyEmojis(typed);
    const kept = graphemes(clean).slice(0, DAY_EMOJIS).join("");
    const other = hasOther(typed) ? "editor.emoji.only" : undefined;
    setFound({ problem: kept === clean ? other : "editor.emoji.limit", emojis: kept });
    if (kept !== emojis) change(kept);
  };
  const { typing, ...handlers } = useTyped(take);

  return (
    <div className="emoji">
      <label className="mood-label" htmlFor={name}>
        {t(texts, "editor.emojis_label")}
      </label>
      <div className="emoji-row">
        <input
          id={name}
          ref={field}
          className="emoji-field"
          value={typing ?? emojis}
          placeholder={t(texts, "editor.emoji.placeholder")}
          aria-describedby={hint}
          aria-invalid={problem ? true : undefined}
          autoComplete="off"
          {...handlers}
        />
        <div className="emoji-tools">
          <IconButton
            icon={Delete}
            label={t(texts, "editor.emoji.remove_last")}
            hidden={all.length === 0}
            onClick={() => {
              // The button goes with the last one.
              if (all.length === 1) field.current?.focus();
              take(all.slice(0, -1).join(""));
            }}
          />
          <IconButton
            icon={SmilePlus}
            ref={panel.opener}
            label={t(texts, panel.isOpen ? "editor.emoji.close" : "editor.emoji.open")}
            aria-expanded={panel.isOpen}
            aria-controls={panel.isOpen ? panel.id : undefined}
            onClick={panel.toggle}
          />
        </div>
      </div>
      <p className="emoji-hint" id={hint} role="status" data-problem={problem || leftOut ? "" : undefined}>
        {problem ? t(texts, problem) : (leftOut ?? t(texts, "editor.emoji.hint"))}
      </p>
      {suggests && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its legend into sight.
        <div className="emoji-suggestions" role="group" aria-label={t(texts, "editor.emoji.suggestions")}>
          {SUGGESTIONS.map((emoji) => (
            <button key={emoji} type="button" className="emoji-suggestion" onClick={() => take(emojis + emoji)}>
              {emoji}
            </button>
          ))}
        </div>
      )}
      {panel.isOpen && (
        <EmojiPanel texts={texts} id={panel.id} pick={(emoji) => take(emojis + emoji)} close={panel.close} />
      )}
      {/* The style sheet shows the row of chosen emojis by this field. */}
      <input type="hidden" name="emojis" value={emojis} readOnly />
    </div>
  );
}

/** Whether something was typed that is no emoji; the parts that join emojis do not count. */
function hasOther(typed: string): boolean {
  return graphemes(typed).some((grapheme) => grapheme.trim() !== "" && likelyEmojis(grapheme) === "");
}

/** `typing`: text that an input method is composing, left alone until it is done; undefined: none. */
function useTyped(take: (typed: string) => void) {
  const [typing, setTyping] = useState<string>();
  return {
    typing,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { value } = event.target;
      if ((event.nativeEvent as InputEvent).isComposing) setTyping(value);
      else take(value);
    },
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => {
      setTyping(undefined);
      take(event.currentTarget.value);
    },
  };
}
