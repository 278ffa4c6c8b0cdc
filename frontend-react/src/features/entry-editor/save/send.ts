import { call } from "../../../shared/auth";
import type { Entry, User } from "../../../shared/domain";
import { renewDayTicket } from "../draft/day-ticket";
import { recordingIdOf } from "../draft/recording-id";
import { deleteChunks } from "../draft/sound";
import { arranged, placed } from "../merge/arrangement";
import { sourceOf } from "../state/content";
import { type Answer, request, type UploadControl } from "./request";
import { carriesFiles, type Save } from "./save";

export type Outcome =
  | { kind: "saved"; entry: Entry }
  /** The day has an entry already (`exists`), or the entry or its visibility changed. */
  | { kind: "conflict"; entry: Entry; exists: boolean }
  | { kind: "signed_out" }
  /** Another person is signed in by now. */
  | { kind: "other_person" }
  /** `message` is the server's, in the page's language, where it gave one. */
  | { kind: "refused"; code: string; message: string | undefined }
  /** No answer came; the save may have arrived. `moved`: the upload had started. */
  | { kind: "offline"; moved: boolean }
  /** The answer says neither yes nor no. The save may have arrived, and trying again may help. `tooLarge`: not for a network in between. */
  | { kind: "unclear"; message: string | undefined; tooLarge?: boolean }
  /** The person cancelled it; the save may have arrived. */
  | { kind: "cancelled" };

type Refusal = { code?: string; message?: string; detail?: unknown };

/** Creates or updates an entry of the person `userId`. The server refuses it if somebody else is signed in by then. */
export async function sendEntry(save: Save, userId: string, control: UploadControl): Promise<Outcome> {
  const { entryId, content } = save;
  let moved = false;
  const progress = (part: number) => {
    moved ||= part > 0;
    control.progress(part);
  };
  const refused = entryId || !carriesFiles(content) ? undefined : await askPerson(userId, control);
  if (refused) return refused;
  const [method, url] = entryId ? (["PATCH", `/api/entries/${entryId}`] as const) : (["POST", "/api/entries"] as const);
  const answer = await request(method, url, formOf(save, userId), { ...control, progress }).catch(() => undefined);
  if (!answer) return control.signal?.aborted ? { kind: "cancelled" } : { kind: "offline", moved };
  const result = outcome(answer);
  if (result.kind === "saved" && !entryId) renewDayTicket();
  // The chunks are still there if no draft was stored, and would be offered as an interrupted recording.
  if (result.kind === "saved" && content.audioFile) {
    await deleteChunks(recordingIdOf(content.audioFile)).catch(() => undefined);
  }
  return result;
}

/** Asks before files travel who is signed in: the server's refusal may not arrive during a slow upload. */
async function askPerson(userId: string, { signal }: UploadControl): Promise<Outcome | undefined> {
  const person = await call("/api/auth/user", { quietly: true, ...(signal && { signal }) }).catch(() => undefined);
  if (person?.status === 401) return { kind: "signed_out" };
  if (!person?.ok) return undefined;
  return ((await person.json()) as User).id === userId ? undefined : { kind: "other_person" };
}

function outcome({ status, body }: Answer): Outcome {
  const { code, message, detail } = (body ?? {}) as Refusal;
  if (status === 200 || status === 201) {
    // A proxy or a public Wi-Fi may answer with a page of its own.
    return isEntry(body) ? { kind: "saved", entry: body } : { kind: "unclear", message: undefined };
  }
  // An error page of a proxy or a network is no answer of ours, whatever its status.
  if (typeof code !== "string") return { kind: "unclear", message: undefined, tooLarge: status === 413 };
  if (isUnclear(status)) return { kind: "unclear", message };
  if (code === "account_mismatch") return { kind: "other_person" };
  if (status === 401) return { kind: "signed_out" };
  const exists = code === "entry_exists";
  if (status === 409 && detail && (exists || code === "stale" || code === "visibility_changed")) {
    return { kind: "conflict", entry: detail as Entry, exists };
  }
  return { kind: "refused", code, message };
}

/** A timeout, too many requests, or a failure of the network or the server. None of them says whether the entry was saved. */
function isUnclear(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

function isEntry(body: unknown): body is Entry {
  return typeof (body as Partial<Entry> | null)?.id === "string";
}

/** Fields that are sent as they are. */
const PLAIN = ["text", "summary", "topMoment", "visibility", "emojis", "audioTranscript"] as const;

/**
 * The multipart form of spec 7. Saved pictures come before new ones; `mainImageIndex`, `imageAlts` and `imageOrder` refer to
 * that list.
 */
export function formOf({ content, ...target }: Save, userId: string): FormData {
  const form = new FormData();
  form.set("userId", userId);
  // A draft whose photos did not fit on the disk has more descriptions than photos.
  const { images, files, alts, imageOrder, mainImageIndex } = arranged(placed(content));
  for (const name of PLAIN) form.set(name, content[name]);
  form.set("summarySource", sourceOf(content));
  if (target.seenVisibility) form.set("seenVisibility", target.seenVisibility);
  form.set("mood", JSON.stringify(content.mood));
  form.set("existingImages", JSON.stringify(images));
  form.set("mainImageIndex", String(mainImageIndex));
  form.set("imageAlts", JSON.stringify(alts));
  if (imageOrder.length > 0) form.set("imageOrder", JSON.stringify(imageOrder));
  if (content.audioFile) form.set("audio", content.audioFile, content.audioFile.name);
  else if (target.entryId && !content.audio) form.set("removeAudio", "true");
  for (const file of files) form.append("images", file, file.name);
  if (target.ticket) form.set("ticket", target.ticket);
  form.set("idempotencyKey", target.idempotencyKey);
  // The reflection block saves the answers of an existing entry itself, one by one.
  if (!target.entryId && content.reflectionAnswers.length > 0) {
    const answers = content.reflectionAnswers.map(({ questionId, answer }) => ({ questionId, answer }));
    form.set("reflectionAnswers", JSON.stringify(answers));
  }
  if (target.entryId) form.set("version", String(target.version ?? 0));
  else form.set("date", target.date);
  return form;
}
