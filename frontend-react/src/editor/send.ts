import { call } from "../auth";
import type { Entry, User } from "../domain";
import { forgetAsked } from "../page/day-ticket";
import { arranged, placed } from "./arrangement";
import type { Base } from "./autosave";
import { type Content, sourceOf } from "./content";
import { nameOf } from "./outgoing";
import { recordingIdOf } from "./recording-id";
import { type Answer, request, type Way } from "./request";
import { deleteChunks } from "./sound";

export type Outcome =
  | { kind: "saved"; entry: Entry }
  /** The day has an entry, or the entry is newer than the writing. */
  | { kind: "conflict"; entry: Entry; exists: boolean }
  | { kind: "signed_out" }
  /** Somebody else is signed in by now. */
  | { kind: "other_person" }
  /** `message` is the server's, in the page's language, where it gave one. */
  | { kind: "refused"; code: string; message: string | undefined }
  /** Nobody answered; it may have arrived. `moved`: the connection broke when bytes were on their way. */
  | { kind: "offline"; moved: boolean }
  /** Something answered, but neither yes nor no: it may have arrived, and trying again may help. */
  | { kind: "unclear"; message: string | undefined }
  /** The person stopped it; it may have arrived. */
  | { kind: "cancelled" };

type Refusal = { code?: string; message?: string; detail?: unknown };

/** Creates or updates the entry at `base`. */
export async function sendEntry(content: Content, base: Base, way: Way): Promise<Outcome> {
  const outcome = await sent(content, base, way);
  if (outcome.kind === "saved" && !base.entryId) forgetAsked();
  // Where no draft could take the recording over, its parts would come back as another one.
  if (outcome.kind === "saved" && content.audioFile) {
    await deleteChunks(recordingIdOf(content.audioFile)).catch(() => undefined);
  }
  return outcome;
}

async function sent(content: Content, base: Base, { progress, signal }: Way): Promise<Outcome> {
  let moved = false;
  const way: Way = {
    signal,
    progress(part) {
      moved ||= part > 0;
      progress(part);
    },
  };
  try {
    if (base.entryId) {
      const url = `/api/entries/${base.entryId}`;
      return outcome(await request("PATCH", url, formOf(content, base), way));
    }
    // Without this a text could land in the diary of whoever signed in meanwhile in another tab.
    const person = await call("/api/auth/user", { quietly: true, ...(signal && { signal }) });
    if (person.status === 401) return { kind: "signed_out" };
    if (person.ok && ((await person.json()) as User).id !== base.userId) return { kind: "other_person" };
    return outcome(await request("POST", "/api/entries", formOf(content, base), way));
  } catch {
    return signal?.aborted ? { kind: "cancelled" } : { kind: "offline", moved };
  }
}

function outcome({ status, body }: Answer): Outcome {
  const { code, message, detail } = (body ?? {}) as Refusal;
  if (status === 200 || status === 201) {
    // A page that a proxy or a station's network puts in the place of the answer is none.
    return isEntry(body) ? { kind: "saved", entry: body } : { kind: "unclear", message: undefined };
  }
  // The page of a proxy or a network in the place of a refusal is none of ours, whatever its status.
  if (typeof code !== "string") return { kind: "unclear", message: undefined };
  if (isUnclear(status)) return { kind: "unclear", message };
  if (code === "account_mismatch") return { kind: "other_person" };
  if (status === 401) return { kind: "signed_out" };
  const exists = code === "entry_exists";
  if (status === 409 && detail && (exists || code === "stale")) {
    return { kind: "conflict", entry: detail as Entry, exists };
  }
  return { kind: "refused", code, message };
}

/** A request that came too late, too many at once, or trouble on the way or at the server: all of it says nothing about the entry. */
function isUnclear(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

function isEntry(body: unknown): body is Entry {
  return typeof (body as Partial<Entry> | null)?.id === "string";
}

/**
 * The multipart form of spec 7. Kept pictures come before new ones, which is what `mainImageIndex`, `imageAlts` and
 * `imageOrder` count.
 */
export function formOf(content: Content, base: Base): FormData {
  const form = new FormData();
  // A draft whose photos did not fit on the disk describes more of them than it has.
  const { images, files, alts, imageOrder, mainImageIndex } = arranged(placed(content));
  form.set("text", content.text);
  form.set("summary", content.summary);
  form.set("summarySource", sourceOf(content));
  form.set("topMoment", content.topMoment);
  form.set("visibility", content.visibility);
  form.set("emojis", content.emojis);
  form.set("mood", JSON.stringify(content.mood));
  form.set("existingImages", JSON.stringify(images));
  form.set("mainImageIndex", String(mainImageIndex));
  form.set("imageAlts", JSON.stringify(alts));
  if (imageOrder.length > 0) form.set("imageOrder", JSON.stringify(imageOrder));
  form.set("audioTranscript", content.audioTranscript);
  if (content.audioFile) form.set("audio", content.audioFile, content.audioFile.name);
  else if (base.entryId && !content.audio) form.set("removeAudio", "true");
  for (const file of files) form.append("images", file, file.name);
  if (base.ticket) form.set("ticket", base.ticket);
  const attempt = nameOf(base.outgoing);
  if (attempt) form.set("attempt", attempt);
  // An entry that is there gets its answers one by one, by the block itself.
  if (!base.entryId && content.reflectionAnswers.length > 0) {
    const answers = content.reflectionAnswers.map(({ questionId, answer }) => ({ questionId, answer }));
    form.set("reflectionAnswers", JSON.stringify(answers));
  }
  if (base.entryId) form.set("version", String(base.version ?? 0));
  else form.set("date", base.date);
  return form;
}
