// A secret link as its owner sees it, the choices for it, and the request that they make.
import type { ExpectedLink, LinkForm, LinkView, ShareOptions } from "../../shared/domain";
import type { Key } from "../../shared/i18n";
import { PIN, PIN_MIN } from "../../shared/limits";

export type Part = keyof ShareOptions;

/** The parts with their labels, in the order of the boxes. */
export const PARTS: [Part, Key][] = [
  ["images", "share.images"],
  ["allImages", "share.all_images"],
  ["summary", "share.summary"],
  ["details", "share.details"],
  ["reflection", "share.reflection"],
  ["mood", "share.mood"],
  ["originalText", "share.original_text"],
  ["audio", "share.audio"],
];

/** Days, or what the choice says; `keep`: as the link has it. */
export type ExpiryChoice = "keep" | "never" | "1" | "7" | "30" | "date";
export type PinChoice = "keep" | "none" | "set";

/** Values of the dialog's fields. */
export type Choices = {
  options: ShareOptions;
  expiry: { choice: ExpiryChoice; date: string };
  pin: { choice: PinChoice; digits: string };
};

/** A field that has to be filled in first. */
export type Missing = "date" | "pin";

/** Options with the result of `decide` for each part. */
export function options(decide: (part: Part) => boolean): ShareOptions {
  return Object.fromEntries(PARTS.map(([part]) => [part, decide(part)])) as ShareOptions;
}

/** Parts of a new link when the entry has no others: its text, or its recording. */
const WORDS: Part[] = ["originalText", "audio"];

/** The parts of the link, or those that a new one would show. A part that the entry does not have is not chosen. */
function savedOptions(link: LinkView, present: ShareOptions): ShareOptions {
  const saved = options((part) => present[part] && link.options[part]);
  if (isShared(link) || Object.values(saved).some(Boolean)) return saved;
  const words = WORDS.find((part) => present[part]);
  return options((part) => part === words);
}

/** The fields when nothing was changed. */
export function savedChoices(link: LinkView, present: ShareOptions): Choices {
  return {
    options: savedOptions(link, present),
    expiry: { choice: link.expires ? "keep" : "never", date: "" },
    pin: { choice: link.hasPin ? "keep" : "none", digits: "" },
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export const isSameChoice: (one: Choices, other: Choices) => boolean = isSame;

/**
 * The choices after a save: those of `link`, and those changed since `sent`. What was not saved must not look as if
 * it were.
 */
export function choicesAfter(link: LinkView, present: ShareOptions, now: Choices, sent: Choices): Choices {
  const saved = savedChoices(link, present);
  const expiry = isSame(now.expiry, sent.expiry) ? saved.expiry : now.expiry;
  const pin = isSame(now.pin, sent.pin) ? saved.pin : now.pin;
  return {
    options: options((part) => (now.options[part] === sent.options[part] ? saved : now).options[part]),
    // The kept value is gone; only a new one can take its place.
    expiry: expiry.choice === "keep" && !link.expires ? { ...expiry, choice: "date" } : expiry,
    pin: pin.choice === "keep" && !link.hasPin ? { ...pin, choice: "set" } : pin,
  };
}

export const isShared = (link: LinkView) => link.token !== "";

export const isNothing = (choices: Choices) => !Object.values(choices.options).some(Boolean);

const hasOtherParts = (link: LinkView, present: ShareOptions, choices: Choices) =>
  !isSame(choices.options, savedChoices(link, present).options);

/** Another end or PIN is chosen than the link has. */
export function hasOtherLimits(link: LinkView, { expiry, pin }: Choices): boolean {
  return expiry.choice !== (link.expires ? "keep" : "never") || pin.choice !== (link.hasPin ? "keep" : "none");
}

/** Whether an existing link has unsaved changes. */
export function isUnsaved(link: LinkView, present: ShareOptions, choices: Choices): boolean {
  return isShared(link) && (hasOtherParts(link, present, choices) || hasOtherLimits(link, choices));
}

export function expected({ token, options }: LinkView): ExpectedLink {
  return token ? { Link: { token, options } } : "NoLink";
}

/** The request for the chosen values. What stays as it is is left out. */
export function toForm(link: LinkView, present: ShareOptions, choices: Choices): LinkForm | Missing {
  const { expiry, pin } = choices;
  const digits = pin.digits.trim();
  if (expiry.choice === "date" && !expiry.date) return "date";
  if (pin.choice === "set" && !new RegExp(`^\\d{${PIN_MIN},${PIN}}$`).test(digits)) return "pin";
  const form: LinkForm = { expected: expected(link) };
  // Named only where somebody chose them here: this page may be older than what another one took away.
  if (!isShared(link) || hasOtherParts(link, present, choices)) form.options = choices.options;
  if (expiry.choice === "date") form.expiry = { Date: expiry.date };
  else if (expiry.choice === "never" && link.expires) form.expiry = "Never";
  else if (expiry.choice !== "never" && expiry.choice !== "keep") form.expiry = { Days: Number(expiry.choice) };
  if (pin.choice === "set") form.pin = { Set: digits };
  else if (pin.choice === "none" && link.hasPin) form.pin = "Remove";
  return form;
}
