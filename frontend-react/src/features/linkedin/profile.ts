// The LinkedIn profile in the browser: its empty form, the texts of its choices, and what a post needs (spec 5).
import type { AddressForm, CtaType, LinkedInProfile, PostGoal, PostLanguage, Tonality } from "../../shared/domain";
import type { Key } from "../../shared/i18n";
import { LINKEDIN_FIELD } from "../../shared/limits";
import { length } from "../entry-editor/state/counter";

export const EMPTY: LinkedInProfile = {
  linkedinInfo: "",
  generalDescription: "",
  targetAudience: "",
  postGoal: "",
  tonality: "",
  addressForm: "du",
  language: "deutsch",
  ctaType: "",
  ctaText: "",
  specialInstructions: "",
};

export type TextName = "linkedinInfo" | "generalDescription" | "targetAudience" | "ctaText" | "specialInstructions";

const TEXTS: TextName[] = ["linkedinInfo", "generalDescription", "targetAudience", "ctaText", "specialInstructions"];

export const GOALS: Record<PostGoal, Key> = {
  diskussion: "linkedin.goal.discussion",
  reichweite: "linkedin.goal.reach",
  vernetzung: "linkedin.goal.contacts",
  "website-besuch": "linkedin.goal.website",
  angebot: "linkedin.goal.offer",
};

export const TONES: Record<Tonality, Key> = {
  inspirierend: "linkedin.tone.inspiring",
  pragmatisch: "linkedin.tone.pragmatic",
  humorvoll: "linkedin.tone.humorous",
  seriös: "linkedin.tone.serious",
  locker: "linkedin.tone.casual",
  persönlich: "linkedin.tone.personal",
};

export const ADDRESSES: Record<AddressForm, Key> = { du: "linkedin.address.du", sie: "linkedin.address.sie" };

export const LANGUAGES: Record<PostLanguage, Key> = {
  deutsch: "linkedin.language.german",
  englisch: "linkedin.language.english",
  französisch: "linkedin.language.french",
  spanisch: "linkedin.language.spanish",
};

export const CALLS: Record<CtaType, Key> = {
  kommentieren: "linkedin.cta.comment",
  vernetzen: "linkedin.cta.connect",
  website: "linkedin.cta.website",
  angebot: "linkedin.cta.offer",
};

/** The missing parts of a post, each with a field that gives it (spec 5). */
export function missing(profile: LinkedInProfile): { field: keyof LinkedInProfile; label: Key }[] {
  const says = (text: string) => text.trim() !== "";
  const { linkedinInfo, generalDescription, targetAudience, postGoal } = profile;
  const needs: [boolean, keyof LinkedInProfile, Key][] = [
    [says(linkedinInfo) || says(generalDescription), "linkedinInfo", "linkedin.info_or_description"],
    [says(targetAudience), "targetAudience", "linkedin.audience"],
    [postGoal !== "", "postGoal", "linkedin.goal_label"],
  ];
  return needs.filter(([isThere]) => !isThere).map(([, field, label]) => ({ field, label }));
}

/** Whether nothing has been typed or chosen but defaults. */
export function isBlank(profile: LinkedInProfile): boolean {
  return profile.postGoal === "" && profile.tonality === "" && TEXTS.every((name) => profile[name].trim() === "");
}

/** How many characters are too many; zero or less: it fits. */
export const over = (text: string) => length(text.trim()) - LINKEDIN_FIELD;

/** Whether none of the texts is too long. */
export const fits = (texts: Partial<Record<TextName, string>>) => TEXTS.every((name) => over(texts[name] ?? "") <= 0);
