// The picker's emojis as a module for each language, cut from emojibase-data at build time: hashed like every chunk, and from our own host.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { EmojiData, SkinTone } from "frimousse";
import type { Plugin } from "vite";

type Emoji = {
  emoji: string;
  label: string;
  tags?: string[];
  group?: number;
  order: number;
  version: number;
  skins?: { emoji: string; tone: number | number[] }[];
};
type Messages = { groups: { message: string; order: number }[]; skinTones: { key: string; message: string }[] };
type Tone = Exclude<SkinTone, "none">;

const PREFIX = "virtual:emoji-data/";
/** Emojis that phones and computers of the last years show; the field takes newer ones as well. */
const VERSION = 15;
/** Hair and skin alone are no emojis of a day. */
const COMPONENTS = 2;
const TONES: Tone[] = ["light", "medium-light", "medium", "medium-dark", "dark"];

const require = createRequire(import.meta.url);
const read = <T>(language: string, file: string): T =>
  JSON.parse(readFileSync(require.resolve(`emojibase-data/${language}/${file}.json`), "utf8"));

export function emojiData(): Plugin {
  return {
    name: "emoji-data",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load: (id) => {
      if (!id.startsWith(`\0${PREFIX}`)) return;
      const data = JSON.stringify(JSON.stringify(dataOf(id.slice(PREFIX.length + 1))));
      return `export default JSON.parse(${data});`;
    },
  };
}

export function dataOf(language: string): EmojiData {
  const all = read<Emoji[]>(language, "data");
  const messages = read<Messages>(language, "messages");
  const shown = all.filter(
    ({ group, version }) => group !== undefined && group !== COMPONENTS && Math.floor(version) <= VERSION,
  );
  return {
    locale: language,
    emojis: shown
      .sort((a, b) => a.order - b.order)
      .map(({ emoji, label, tags = [], group = 0, version, skins }) => ({
        emoji,
        label,
        tags,
        category: group,
        version,
        ...(skins && { skins: byTone(skins) }),
      })),
    categories: messages.groups
      .filter(({ order }) => order !== COMPONENTS)
      .map(({ message, order }) => ({ index: order, label: capital(message) })),
    skinTones: Object.fromEntries(
      messages.skinTones.map(({ key, message }) => [key, capital(message)]),
    ) as EmojiData["skinTones"],
  };
}

/** Couples have two tones; only those where both are alike can be chosen by one. */
function byTone(skins: NonNullable<Emoji["skins"]>): Record<Tone, string> {
  const single = skins.filter(({ tone }) => typeof tone === "number");
  return Object.fromEntries(single.map(({ emoji, tone }) => [TONES[Number(tone) - 1], emoji])) as Record<Tone, string>;
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
