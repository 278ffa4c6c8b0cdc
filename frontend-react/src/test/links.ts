import type { LinkView, ShareOptions } from "../shared/domain";

/** The default options of a link. */
export const OPTIONS: ShareOptions = {
  images: true,
  allImages: true,
  summary: true,
  details: true,
  reflection: false,
  mood: true,
  originalText: false,
  audio: false,
};

export const NONE: LinkView = {
  token: "",
  options: OPTIONS,
  expires: "",
  isOver: false,
  isClosed: false,
  hasPin: false,
  pinFailures: "",
  opened: "",
};

export const MADE: LinkView = { ...NONE, token: "geheim", opened: "Noch nicht geöffnet." };
