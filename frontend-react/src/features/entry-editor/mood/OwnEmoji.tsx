import { X } from "lucide-react";
import { useId } from "react";
import { EmojiPanel } from "../../../shared/emoji-picker/EmojiPanel";
import { PanelButton, usePanel, useTyped } from "../../../shared/emoji-picker/field";
import { type Texts, t } from "../../../shared/i18n";
import { graphemes, likelyEmojis } from "../emoji/emoji";

type Props = {
  texts: Texts;
  value: string | null;
  choose: (emoji: string | null) => void;
};

/** One emoji for the mood; the last one typed or picked takes the place. */
export function OwnEmoji({ texts, value, choose }: Props) {
  const field = useId();
  const panel = usePanel();
  const take = (typed: string) => {
    const last = graphemes(likelyEmojis(typed)).at(-1) ?? null;
    if (last !== value && (last || typed === "")) choose(last);
  };
  const { typing, ...handlers } = useTyped(take);

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
          {...handlers}
        />
        <PanelButton panel={panel} words={t(texts, panel.isOpen ? "editor.emoji.close" : "editor.mood.own_choose")} />
        <button
          type="button"
          className="icon-button"
          aria-label={t(texts, "editor.mood.own_remove")}
          hidden={!value}
          onClick={() => {
            choose(null);
            panel.opener.current?.focus();
          }}
        >
          <X aria-hidden size={20} strokeWidth={1.75} />
        </button>
      </div>
      {panel.isOpen && (
        <EmojiPanel
          texts={texts}
          id={panel.id}
          close={panel.close}
          pick={(emoji) => {
            take(emoji);
            panel.close();
          }}
        />
      )}
    </>
  );
}
