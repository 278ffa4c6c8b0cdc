import { type Key, type Texts, t } from "../i18n";
import { placed } from "./arrangement";
import { type Content, hasRecording } from "./content";
import { button, element } from "./elements";

export type Choice = "mine" | "theirs" | "merge" | "back";

type Sides = { mine: Content; theirs: Content; exists: boolean };

const CHOICES: [Choice, Key][] = [
  ["mine", "editor.conflict.keep_mine"],
  ["theirs", "editor.conflict.keep_theirs"],
  ["merge", "editor.conflict.merge"],
  ["back", "editor.conflict.back"],
];

/** Shows both versions side by side; closing the dialog goes back to writing. */
export function askConflict(dialog: HTMLDialogElement, { mine, theirs, exists }: Sides, texts: Texts): Promise<Choice> {
  const title = t(texts, exists ? "editor.conflict.exists_title" : "editor.conflict.title");
  const heading = element("h2", { text: title });
  heading.id = "conflict-title";
  dialog.setAttribute("aria-labelledby", heading.id);
  dialog.classList.add("dialog", "conflict");
  return new Promise((chosen) => {
    let choice: Choice = "back";
    const buttons = CHOICES.map(([name, label]) =>
      button(t(texts, label), name === "mine" ? "button button-main" : "button", () => {
        choice = name;
        dialog.close();
      }),
    );
    dialog.replaceChildren(
      heading,
      element("p", { text: t(texts, "editor.conflict.text") }),
      element(
        "div",
        { className: "conflict-sides" },
        side(t(texts, "editor.conflict.mine"), mine, texts),
        side(t(texts, "editor.conflict.theirs"), theirs, texts),
      ),
      element("div", { className: "conflict-choices" }, ...buttons),
    );
    dialog.addEventListener("close", () => chosen(choice), { once: true });
    dialog.showModal();
  });
}

function side(title: string, content: Content, texts: Texts): HTMLElement {
  const fields: [Key, string][] = [
    ["editor.summary_label", content.summary],
    ["editor.top_moment_label", content.topMoment],
    ["editor.emojis_label", content.emojis],
    ["editor.reflection.title", content.reflectionAnswers.map(({ answer }) => answer).join("\n\n")],
    ["editor.photos_label", String(content.images.length + content.files.length || "")],
    ["editor.dropzone.alt_label", said(content)],
    ["editor.voice_label", recordingIn(content, texts)],
    ["editor.transcript_label", content.audioTranscript],
  ];
  const rows = fields
    .filter(([, value]) => value.trim() !== "")
    .flatMap(([label, value]) => [element("dt", { text: t(texts, label) }), element("dd", { text: value })]);
  return element(
    "section",
    { className: "conflict-side" },
    element("h3", { text: title }),
    element("p", { className: "conflict-text", text: content.text }),
    element("dl", { className: "conflict-fields" }, ...rows),
  );
}

/** What is said of the photos, in their order. */
function said(content: Content): string {
  const alts = placed(content).shown.map(({ alt }) => alt.trim());
  return alts.filter(Boolean).join(" · ");
}

/** Which recording it has, in a few words. */
export function recordingIn(content: Content, texts: Texts): string {
  if (!hasRecording(content)) return "";
  if (content.audioFile || !content.audio) return t(texts, "editor.voice_new");
  const { seconds } = content.audio;
  return t(texts, "editor.voice_saved", { n: seconds });
}
