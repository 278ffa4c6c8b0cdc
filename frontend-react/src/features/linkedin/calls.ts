// The calls of the LinkedIn page (spec 7).

import { call } from "../../shared/auth";
import type { LinkedInProfile } from "../../shared/domain";
import type { Texts } from "../../shared/i18n";
import { refusal } from "../assistant/refusal";

/** Milliseconds that a post may take; the service behind the server has a minute. */
const LIMIT = 90_000;
const JSON_BODY = { "Content-Type": "application/json" };

/** The saved entry as the page was given it. */
export type EntryContent = {
  date: string;
  text: string;
  summary: string;
  topMoment: string;
  imageUrls: string[];
  optimizedImageUrls: string[];
};

/** `postSource`: `local`, or the name of the service that wrote it. */
export type Post = { post: string; postSource: string };

/** `code` is empty where the server gave none. */
export type Refused = { code: string; message: string; provider?: string; pro: boolean };

export async function loadProfile(): Promise<LinkedInProfile | undefined> {
  try {
    const answer = await call("/api/linkedin-profile");
    return answer.ok ? ((await answer.json()) as LinkedInProfile) : undefined;
  } catch {
    return undefined;
  }
}

export async function saveProfile(profile: LinkedInProfile, texts: Texts): Promise<Refused | undefined> {
  const otherwise = "linkedin.save_failed";
  try {
    const body = JSON.stringify(profile);
    const answer = await call("/api/linkedin-profile", { method: "POST", headers: JSON_BODY, body });
    return answer.ok ? undefined : await refusal(answer, texts, otherwise);
  } catch {
    return { code: "", message: texts[otherwise] ?? "", pro: false };
  }
}

export async function generatePost(
  entryContent: EntryContent,
  profile: LinkedInProfile,
  texts: Texts,
): Promise<Post | Refused> {
  const otherwise = "linkedin.failed";
  try {
    const body = JSON.stringify({ entryContent, profile });
    const init = { method: "POST", headers: JSON_BODY, body, limit: LIMIT };
    const answer = await call("/api/generate-linkedin-post", init);
    return answer.ok ? ((await answer.json()) as Post) : await refusal(answer, texts, otherwise);
  } catch {
    return { code: "", message: texts[otherwise] ?? "", pro: false };
  }
}
