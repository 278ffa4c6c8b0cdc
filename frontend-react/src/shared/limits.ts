// The bounds of `domain/src/limits.rs` that the browser checks first; a test compares the two.

/** Unicode scalar values. */
export const TEXT = 3000;
export const SUMMARY = 1000;
export const TOP_MOMENT = 200;
export const TRANSCRIPT = 10_000;
/** Days back for which everybody can write a missed day. */
export const MISSED_DAYS = 7;
/** Emojis as a person counts them. */
export const DAY_EMOJIS = 7;
export const REFLECTION_ANSWERS = 5;
export const REFLECTION_ANSWER = 2000;
/** Length of each text in a LinkedIn profile. */
export const LINKEDIN_FIELD = 2000;
export const LINKEDIN_POST = 3000;
export const MOOD_MIN = 1;
export const MOOD_MAX = 10;
export const MOOD_DEFAULT = 5;
/** Unicode scalar values of a picture's description. */
export const ALT = 200;
/** Digits of a link's PIN. */
export const PIN_MIN = 4;
export const PIN = 8;
/** A picture must be smaller. */
export const IMAGE_BYTES = 20 * 1024 * 1024;
