import { type EmojiData, EmojiPicker, type EmojiPickerListComponents } from "frimousse";
import { useLayoutEffect, useRef, useState } from "react";
import { type Texts, t } from "../i18n";

type Props = { texts: Texts; data: EmojiData; pick: (emoji: string) => void };

/** Width of a touch target (`--target` in style/tokens.css). */
const CELL = 44;
const COLUMNS = 7;

/** Search and list; arrows walk, Enter picks. */
export function Picker({ texts, data, pick }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [columns, setColumns] = useState(COLUMNS);
  useLayoutEffect(() => {
    const width = place.current?.querySelector(".emoji-picker-list")?.clientWidth ?? 0;
    if (width > 0) setColumns(Math.max(1, Math.floor(width / CELL)));
  }, []);
  // The search's focus would open a keyboard over the emojis on touch.
  useLayoutEffect(() => {
    if (matchMedia("(hover: none)").matches) return;
    place.current?.querySelector<HTMLInputElement>("input")?.focus({ preventScroll: true });
  }, []);

  return (
    <EmojiPicker.Root
      ref={place}
      className="emoji-picker"
      locale={data.locale}
      columns={columns}
      resolveEmojiData={() => data}
      onEmojiSelect={({ emoji }) => pick(emoji)}
    >
      <div className="emoji-picker-head">
        {/* Searching changes nothing in the form around. */}
        <EmojiPicker.Search
          className="input"
          aria-label={t(texts, "editor.emoji.search")}
          placeholder={t(texts, "editor.emoji.search")}
          onInput={(event) => event.stopPropagation()}
        />
        <EmojiPicker.SkinToneSelector className="icon-button emojis" aria-label={t(texts, "editor.emoji.skin_tone")} />
      </div>
      <EmojiPicker.Viewport className="emoji-picker-list" tabIndex={-1}>
        <EmojiPicker.Loading className="emoji-panel-note">{t(texts, "editor.emoji.loading")}</EmojiPicker.Loading>
        <EmojiPicker.Empty className="emoji-panel-note">
          {({ search }) => t(texts, "editor.emoji.none", { search })}
        </EmojiPicker.Empty>
        <EmojiPicker.List aria-label={t(texts, "editor.emoji.found")} components={PARTS} />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  );
}

const PARTS: Partial<EmojiPickerListComponents> = {
  CategoryHeader: ({ category, ...rest }) => (
    <div {...rest} className="emoji-picker-category">
      {category.label}
    </div>
  ),
  // Frimousse counts from 0, ARIA from 1. Frimousse finds its rows by this number, so only the 0 is left out.
  Row: ({ children, "aria-rowindex": row, ...rest }) => (
    <div {...rest} {...(row ? { "aria-rowindex": row } : {})} className="emoji-picker-row">
      {children}
    </div>
  ),
  Emoji: ({ emoji, "aria-colindex": column, ...rest }) => (
    <button {...rest} {...{ "aria-colindex": Number(column) + 1 }} type="button" className="emoji-suggestion">
      {emoji.emoji}
    </button>
  ),
};
