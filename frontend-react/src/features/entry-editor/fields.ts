// Reads the form's fields into a `Content` and writes them back.
import type { Mood, Question, Recording, ReflectionAnswer, Visibility } from "../../domain";
import { parse } from "../../i18n";
import { sameMood } from "../../mood";
import type { RIsland } from "../../r-island";
import { type PendingAnswer, trimmed } from "./answers";
import { type Content, type Picture, samePictures, sourceOf } from "./content";
import { newLines } from "./counter";

/** The form's content. `known` has the values of fields and widgets that are not there (yet); `audio` is the saved recording. */
export function readForm(form: HTMLFormElement, known: Content, audio: Recording | null): Content {
  const data = new FormData(form);
  const words = (name: "text" | "summary" | "summarySource" | "topMoment" | "emojis") =>
    newLines(String(data.get(name) ?? known[name]));
  const pictures = data.has("existingImages");
  return {
    text: words("text"),
    summary: words("summary"),
    summarySource: words("summarySource"),
    topMoment: words("topMoment"),
    emojis: words("emojis"),
    mood: parse<Mood>(String(data.get("mood") ?? ""), known.mood),
    visibility: (data.get("visibility") ?? known.visibility) as Visibility,
    images: pictures ? parse<string[]>(String(data.get("existingImages")), known.images) : known.images,
    mainImageIndex: pictures ? Number(data.get("mainImageIndex")) : known.mainImageIndex,
    reflectionAnswers: parse<PendingAnswer[]>(String(data.get("reflectionAnswers") ?? ""), known.reflectionAnswers),
    alts: pictures ? parse<string[]>(String(data.get("imageAlts")), known.alts) : known.alts,
    imageOrder: pictures ? parse<number[]>(String(data.get("imageOrder")), known.imageOrder) : known.imageOrder,
    files: pictures ? data.getAll("images").filter((file) => file instanceof File) : known.files,
    ...recordingFields(data, known, audio),
  };
}

function recordingFields(data: FormData, known: Content, audio: Recording | null) {
  const audioTranscript = newLines(String(data.get("audioTranscript") ?? known.audioTranscript));
  if (!data.has("removeAudio")) return { audioTranscript, audio: known.audio, audioFile: known.audioFile };
  const file = data.get("audio");
  const removed = data.get("removeAudio") === "true";
  return { audioTranscript, audio: removed ? null : audio, audioFile: file instanceof File ? file : null };
}

/**
 * Writes `content` into the form; `pictures` are the saved ones that it may refer to. New props reset a widget, so it gets them
 * only if it has other values: somebody may be typing in it.
 */
export function fillForm(form: HTMLFormElement, content: Content, pictures: Picture[]): void {
  for (const name of ["text", "summary", "topMoment"] as const) {
    const field = textField(form, name);
    if (field && newLines(field.value) !== content[name]) field.value = content[name];
  }
  const more = form.querySelector<HTMLDetailsElement>("details.editor-more");
  if (more && (content.summary.trim() || content.topMoment.trim())) more.open = true;
  const source = textField(form, "summarySource");
  if (source) source.value = sourceOf(content);
  for (const radio of form.querySelectorAll<HTMLInputElement>('input[type="radio"][name="visibility"]')) {
    radio.checked = radio.value === content.visibility;
  }
  const now = readForm(form, content, content.audio);
  const data = new FormData(form);
  if (!data.has("mood") || !sameMood(now.mood, content.mood)) widget(form, "mood")?.give({ value: content.mood });
  if (!data.has("emojis") || now.emojis !== content.emojis) widget(form, "emoji")?.give({ value: content.emojis });
  const { audio, audioFile, audioTranscript } = content;
  widget(form, "recorder")?.give({ audio, audioFile, audioTranscript });
  widget(form, "reflection")?.give({ pending: content.reflectionAnswers });
  if (data.has("existingImages") && samePictures(now, content)) return;
  const { files, alts, imageOrder, mainImageIndex } = content;
  const images = content.images.flatMap((url) => pictures.find((picture) => picture.url === url) ?? []);
  widget(form, "dropzone")?.give({ images, files, alts, imageOrder, mainImageIndex });
}

/** A text field by its name. */
export function textField(form: HTMLFormElement, name: string): HTMLTextAreaElement | HTMLInputElement | null {
  return form.querySelector<HTMLTextAreaElement | HTMLInputElement>(`textarea[name="${name}"], input[name="${name}"]`);
}

/** The answers without those that the page came with: a closing page may have saved answers that its draft still has. */
export function notSavedYet(form: HTMLFormElement, answers: PendingAnswer[]): PendingAnswer[] {
  const props = parse<{ answers?: ReflectionAnswer[] }>(widget(form, "reflection")?.dataset.props, {});
  const isSaved = ({ questionId, answer }: PendingAnswer) =>
    props.answers?.some((saved) => saved.questionId === questionId && saved.answer === trimmed(answer));
  return answers.filter((answer) => !isSaved(answer));
}

/** The text of a question from the page's props; empty if they do not have it. */
export function questionOf(within: Element, id: string): string {
  const block = within.closest("entry-form")?.querySelector<RIsland>('r-island[name="reflection"]');
  const props = parse<{ questions?: Question[] }>(block?.dataset.props, {});
  return props.questions?.find((question) => question.id === id)?.question ?? "";
}

/** How many pictures the person's plan allows, from the dropzone's props. */
export function pictureLimit(form: HTMLFormElement): number {
  return parse<{ limit?: number }>(widget(form, "dropzone")?.dataset.props, {}).limit ?? 1;
}

function widget(form: HTMLFormElement, name: string): RIsland | null {
  return form.querySelector<RIsland>(`r-island[name="${name}"]`);
}
