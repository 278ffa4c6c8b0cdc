// The emoji names that the picker searches: in the page's language, else in English.
import type { EmojiData } from "frimousse";

const DATA: Record<string, () => Promise<{ default: EmojiData }>> = {
  de: () => import("virtual:emoji-data/de"),
  en: () => import("virtual:emoji-data/en"),
  fr: () => import("virtual:emoji-data/fr"),
  es: () => import("virtual:emoji-data/es"),
};

export async function emojisOf(language: string): Promise<EmojiData> {
  const load = DATA[language] ?? DATA.en;
  if (!load) throw new Error(`no emojis for ${language}`);
  return (await load()).default;
}
