// An editor page as the server makes it, with its element and widgets running.

import { flushSync } from "react-dom";
import { vi } from "vitest";
import { deleteDraft, keyOf, type Place, readDrafts, writeDraft } from "../features/entry-editor/draft/drafts";
import type { EntryForm } from "../features/entry-editor/editor";
import "../features/entry-editor/editor";
import { type Content, contentOf, EMPTY, type SavedEntry } from "../features/entry-editor/state/content";
import type { SaveHooks } from "../features/entry-editor/state/context";
import { forgetToken } from "../shared/auth";
import type { Entry } from "../shared/domain";
import { eventually } from "./eventually";
import { de, texts } from "./texts";
import { fakeXhr, type Sent } from "./xhr";

export const USER = "user-1";
export const DATE = "2026-11-20";

type Page = {
  entryId?: string;
  version?: number;
  date?: string;
  ticket?: string;
  /** The day is over. */
  late?: boolean;
  saved?: Partial<SavedEntry>;
  /** Text that is typed before the script comes. */
  typed?: string;
  user?: string;
  limit?: number;
  /** State of the summary's row. */
  summary?: { provider?: string; consent?: string };
};

export type OpenEditor = Awaited<ReturnType<typeof openEditor>>;

/** Opens the page and waits until everything on it answers. */
export async function openEditor(page: Page = {}) {
  const {
    entryId,
    version = entryId ? 1 : undefined,
    date = DATE,
    user = USER,
    limit = 3,
    ticket = `ticket of ${date}`,
  } = page;
  const saved: SavedEntry = { ...EMPTY, ...page.saved };
  const element = document.createElement("entry-form") as EntryForm;
  Object.assign(element.dataset, {
    mode: entryId ? "edit" : "create",
    userId: user,
    date,
    ticket,
    texts: JSON.stringify(texts),
    saved: JSON.stringify(saved),
    nextCreate: "/dashboard",
    ...(entryId ? { entryId, version: String(version) } : {}),
    ...(page.late ? { late: "" } : {}),
  });
  element.innerHTML = `
    <section data-notice hidden></section>
    <form novalidate>
      <textarea name="text" aria-label="Dein Tag"></textarea>
      <textarea name="summary" aria-label="Zusammenfassung"></textarea>
      <section data-summary>
        <button type="button" data-summarise disabled><span data-label>Zusammenfassen</span></button>
        <span data-summary-mark data-ai="KI-Zusammenfassung" data-automatic="Automatische Zusammenfassung" hidden></span>
        <button type="button" data-summary-undo hidden>Rückgängig machen</button>
        <p data-summary-message></p>
        <span data-summary-left="1"></span>
      </section>
      <input name="topMoment" aria-label="Schönster Moment">
      <r-island name="mood"></r-island><r-island name="emoji"></r-island><r-island name="dropzone"></r-island>
      <input type="radio" name="visibility" value="private"><input type="radio" name="visibility" value="friends">
      <input type="radio" name="visibility" value="public">
      <p data-counter></p><p data-save-line role="status"></p><button data-save>Speichern</button>
      <div data-upload hidden></div>
    </form>
    <details data-versions><summary>Frühere Fassungen</summary></details>
    <dialog data-conflict></dialog>`;
  const find = <T extends Element>(selector: string) => element.querySelector(selector) as T;
  const props = { mood: { value: saved.mood }, emoji: { value: saved.emojis }, dropzone: { ...saved, limit } };
  for (const [name, value] of Object.entries(props)) {
    find<HTMLElement>(`r-island[name=${name}]`).dataset.props = JSON.stringify(value);
  }
  const text = find<HTMLTextAreaElement>("textarea[name=text]");
  text.textContent = saved.text;
  if (page.typed) text.value = page.typed;
  find<HTMLTextAreaElement>("[name=summary]").value = saved.summary;
  Object.assign(find<HTMLElement>("[data-summary]").dataset, page.summary);
  find<HTMLInputElement>("[name=topMoment]").value = saved.topMoment;
  find<HTMLInputElement>(`[value=${saved.visibility}]`).checked = true;
  document.body.append(element);
  await eventually(() => {
    const waiting = [element, ...element.querySelectorAll("r-island")].filter((e) => !e.hasAttribute("data-ready"));
    if (waiting.length > 0) throw new Error(`${waiting.length} are not ready`);
  });

  // Renders each dispatch at once, so that a test need not wait for it.
  element.editor?.store.subscribe(() => flushSync(() => undefined));
  const line = () => find("[data-save-line]").textContent;
  const press = (label: string) => {
    const nameOf = (button: Element) => button.getAttribute("aria-label") ?? button.textContent;
    const all = [...element.querySelectorAll("button")].filter((button) => nameOf(button) === label);
    if (!all[0]) throw new Error(`there is no button ${label}`);
    all[0].click();
  };
  return {
    element,
    text,
    find,
    line,
    press,
    type(value: string, field = text) {
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    },
    addFiles(...files: File[]) {
      const input = find<HTMLInputElement>("input[type=file]");
      Object.defineProperty(input, "files", { value: files, configurable: true });
      input.dispatchEvent(new Event("change", { bubbles: true }));
    },
    save: () => find<HTMLButtonElement>("[data-save]").click(),
    button: () => find("[data-save]").textContent,
    notice: () => find("[data-notice]").textContent ?? "",
    photos: () => [...element.querySelectorAll(".dropzone-image")].map((image) => image.getAttribute("alt")),
    stored: () => eventually(() => expectEqual(line(), de.editor.save_line.local)),
    content: () => element.editor?.store.getState().content ?? contentOf(EMPTY),
    target: () => element.editor?.target,
    edit: (fields: Partial<Content>) => element.editor?.store.dispatch({ type: "edit", fields }),
    saveHooks: element.editor?.saveHooks ?? new Set<SaveHooks>(),
    close: () => element.remove(),
  };
}

function expectEqual(a: unknown, b: unknown): void {
  if (a !== b) throw new Error(`${a} is not ${b}`);
}

export function entry(change: Partial<Entry> = {}): Entry {
  return {
    id: "entry-1",
    userId: USER,
    date: DATE,
    text: "",
    summary: "",
    summarySource: "",
    summaryIsOutdated: false,
    topMoment: "",
    emojis: "",
    mood: { level: 5, feeling: null, customEmoji: null, isSet: false },
    visibility: "private",
    images: [],
    imageUrls: [],
    optimizedImageUrls: [],
    thumbnailUrls: [],
    mainImageIndex: 0,
    audioTranscript: "",
    isFavorite: false,
    isBackfilled: false,
    createdAt: "2026-11-20T20:00:00Z",
    version: 1,
    ...change,
  };
}

/** An editor on `/create` without drafts. Its requests wait for an answer. */
export async function freshEditor(): Promise<Sent[]> {
  for (const draft of await readDrafts(USER)) await deleteDraft(draft.key);
  forgetToken();
  history.replaceState(null, "", "/create");
  fakeFetch();
  return fakeXhr();
}

/** The calls besides the save. */
export function fakeFetch() {
  const signedIn = { as: USER as string | null };
  const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
  const calls: Record<string, () => Response | Promise<Response>> = {
    "/api/auth/token": () => answer(200, { idToken: "token", expiresAt: new Date(Date.now() + 3_600_000) }),
  };
  const fake = vi.fn(async (path: string) => {
    if (signedIn.as === null) return answer(401, { code: "unauthenticated" });
    return calls[path]?.() ?? answer(404, { code: "not_found" });
  });
  vi.stubGlobal("fetch", fake);
  return { signedIn, calls, fake, answer };
}

/** A draft that a page left behind which is not open any more. */
export async function leftDraft(
  change: Partial<Content & Place & { version: number | null; ticket: string }>,
): Promise<void> {
  const place = { userId: USER, date: DATE, entryId: null, version: null, ticket: "old ticket", ...change };
  const key = keyOf(place);
  await writeDraft({ ...contentOf(EMPTY), ...place, key, writer: "a closed tab", writtenAt: Date.now() }, true);
}

/** Opens what can be said about the photo at `at`, and gives its field. */
export async function openPhoto({ element }: OpenEditor, at: number): Promise<HTMLTextAreaElement> {
  element.querySelectorAll<HTMLElement>(".dropzone-thumb")[at]?.click();
  const field = () => element.querySelector<HTMLTextAreaElement>(".dropzone-alt");
  await eventually(() => {
    if (!field()) throw new Error("the panel has not opened");
  });
  return field() as HTMLTextAreaElement;
}
