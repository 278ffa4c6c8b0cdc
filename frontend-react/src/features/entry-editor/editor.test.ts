import { beforeEach, describe, expect, test, vi } from "vitest";
import { forgetToken } from "../../shared/auth";
import { send, type Toast, takeToast } from "../../shared/events";
import { go } from "../../shared/navigate";
import { DATE, entry, fakeFetch, type OpenEditor, openEditor, USER } from "../../test/editor";
import { eventually } from "../../test/eventually";
import { file } from "../../test/files";
import { de } from "../../test/texts";
import { heardToasts } from "../../test/toasts";
import { fakeXhr, type Sent } from "../../test/xhr";
import { deleteDraft, readDrafts } from "./draft/drafts";

vi.mock("../../shared/navigate");

const t = de.editor;
/** The way to read what was saved. */
const view = {
  description: t.toast.readers.private,
  action: { label: t.toast.view, href: "/entry/entry-1" },
  also: { label: t.toast.change, href: "/entry/entry-1?open=visibility#visibility" },
  passing: true,
};
let sent: Sent[];
let toasts: Toast[];
let net: ReturnType<typeof fakeFetch>;

beforeEach(async () => {
  vi.mocked(go).mockClear();
  history.replaceState(null, "", "/create");
  for (const draft of await readDrafts(USER)) await deleteDraft(draft.key);
  forgetToken();
  sessionStorage.clear();
  sent = fakeXhr();
  net = fakeFetch();
  toasts = heardToasts();
});

const request = (n = 1) => eventually(() => sent[n - 1] ?? expect.fail("nothing was sent"));

/** Types, saves, and gives the request that went out. */
async function saved(editor: OpenEditor, text: string): Promise<Sent> {
  const before = sent.length;
  editor.type(text);
  editor.save();
  return request(before + 1);
}

describe("a new entry", () => {
  test("is sent as one form, leaves no draft, and shows its toast on the next page", async () => {
    const editor = await openEditor();
    editor.type("Ein\0 Satz", editor.find("[name=topMoment]"));
    editor.addFiles(file("a.jpg"));
    const first = await saved(editor, "Heute\r\nwar\0 es ruhig");
    expect([first.method, first.url, first.headers.Authorization]).toEqual(["POST", "/api/entries", "Bearer token"]);
    const { images, idempotencyKey, ...fields } = Object.fromEntries(first.body);
    expect(idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
    expect(fields).toEqual({
      userId: USER,
      text: "Heute\nwar es ruhig",
      summary: "",
      summarySource: "",
      audioTranscript: "",
      topMoment: "Ein Satz",
      visibility: "private",
      emojis: "",
      mood: '{"level":5,"feeling":null,"customEmoji":null,"isSet":false}',
      existingImages: "[]",
      mainImageIndex: "0",
      imageAlts: '[""]',
      date: DATE,
      ticket: `ticket of ${DATE}`,
    });
    expect(images).toMatchObject({ name: "a.jpg" });
    first.answer(201, entry({ text: "Heute\nwar es ruhig" }));
    await eventually(() => expect(go).toHaveBeenCalledWith("/dashboard"));
    expect(takeToast()).toEqual({ title: t.toast.created, kind: "ok", ...view });
    expect(await readDrafts(USER)).toEqual([]);
  });

  test("is sent once: nothing pressed before the next page sends it again", async () => {
    const editor = await openEditor();
    editor.addFiles(file("a.jpg"));
    (await saved(editor, "Heute")).answer(201, entry({ text: "Heute" }));
    await eventually(() => expect(go).toHaveBeenCalledWith("/dashboard"));
    editor.save();
    expect(editor.element.inert).toBe(true);
    await new Promise((later) => setTimeout(later, 20));
    expect(sent).toHaveLength(1);
  });

  test("is refused with a message of its own if it is empty", async () => {
    const editor = await openEditor();
    editor.type("  \n ");
    editor.save();
    expect(toasts).toEqual([{ title: t.toast.empty_title, description: t.toast.empty_text, kind: "error" }]);
    expect(sent).toEqual([]);
  });

  test("that is too long is not sent, and the counter says by how much", async () => {
    const editor = await openEditor();
    editor.type("👍🏽".repeat(1501));
    expect(editor.find("[data-counter]")).toHaveTextContent("2 Zeichen zu viel");
    editor.save();
    expect(toasts[0]?.description).toBe(de.errors.text_too_long);
    expect(editor.text).toHaveAttribute("aria-invalid", "true");
    expect(sent).toEqual([]);
  });

  test("is sent once, however often somebody presses save", async () => {
    const editor = await openEditor();
    const first = await saved(editor, "Einmal");
    editor.save();
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "s", ctrlKey: true, cancelable: true }));
    expect(editor.button()).toBe(t.saving);
    first.answer(201, entry({ text: "Einmal" }));
    await eventually(() => expect(go).toHaveBeenCalled());
    expect(sent).toHaveLength(1);
  });

  test("stays open with the rest as a draft if it was changed during the save", async () => {
    const editor = await openEditor();
    const first = await saved(editor, "Anfang");
    editor.type("Anfang und mehr");
    first.answer(201, entry({ text: "Anfang" }));
    await editor.stored();
    expect(go).not.toHaveBeenCalled();
    expect(location.pathname).toBe("/edit/entry-1");
    expect((await readDrafts(USER)).map(({ key, text, version }) => [key, text, version])).toEqual([
      [`${USER}:entry-1`, "Anfang und mehr", 1],
    ]);
    editor.save();
    expect((await request(2)).url).toBe("/api/entries/entry-1");
  });

  test("is not saved for another person who signed in meanwhile", async () => {
    const editor = await openEditor();
    const { body, answer } = await saved(editor, "Nur meins");
    expect(body.get("userId")).toBe(USER);
    answer(401, { code: "account_mismatch", message: "…" });
    await eventually(() => expect(toasts[0]?.description).toBe(de.errors.account_mismatch));
    window.dispatchEvent(new Event("online"));
    expect(sent).toHaveLength(1);
    expect((await readDrafts(USER))[0]?.text).toBe("Nur meins");
  });
});

describe("an update", () => {
  const page = { entryId: "entry-1", version: 3, saved: { text: "Vorher" } };

  test("sends its version, stays on the page and knows the new version", async () => {
    const editor = await openEditor(page);
    const first = await saved(editor, "Nachher");
    expect([first.method, first.url, first.body.get("version"), first.body.get("date")]).toEqual([
      "PATCH",
      "/api/entries/entry-1",
      "3",
      null,
    ]);
    expect(editor.button()).toBe(t.updating);
    first.answer(200, entry({ text: "Nachher", version: 4 }));
    await eventually(() => expect(toasts).toEqual([{ title: t.toast.updated, kind: "ok", ...view }]));
    expect(editor.line()).toMatch(/^Gespeichert \d\d:\d\d$/);
    expect(editor.button()).toBe(t.save);
    expect(await readDrafts(USER)).toEqual([]);
    expect((await saved(editor, "Noch später")).body.get("version")).toBe("4");
  });

  test("turns the new photos into saved ones", async () => {
    const editor = await openEditor(page);
    editor.addFiles(file("a.jpg"));
    const first = await saved(editor, "Mit Bild");
    const image = { id: "i", width: 1, height: 1, placeholder: "data:,", alt: "" };
    const urls = { imageUrls: ["/media/i/original"], optimizedImageUrls: ["/o"], thumbnailUrls: ["/t"] };
    first.answer(200, entry({ text: "Mit Bild", version: 4, images: [image], ...urls }));
    await eventually(() => expect(editor.photos()).toEqual(["Foto 1"]));
    const next = await saved(editor, "Und mehr");
    expect(next.body.get("existingImages")).toBe('["/media/i/original"]');
    expect(next.body.getAll("images")).toEqual([]);
  });

  test("stores what was typed during the save as a draft", async () => {
    const editor = await openEditor(page);
    const first = await saved(editor, "Nachher");
    editor.type("Nachher und mehr");
    first.answer(200, entry({ text: "Nachher", version: 4 }));
    await eventually(() => expect(toasts).toHaveLength(1));
    expect(editor.text.value).toBe("Nachher und mehr");
    expect((await readDrafts(USER)).map(({ text, version }) => [text, version])).toEqual([["Nachher und mehr", 4]]);
  });
});

describe("when saving fails", () => {
  test.each([
    [413, { code: "image_too_large", message: "Das Bild ist zu groß. Dein Text ist noch da." }],
    [415, { code: "not_an_image", message: "Das ist kein Bild. Dein Text ist noch da." }],
    [422, { code: "too_many_images", message: "Zu viele." }],
    [403, { code: "edit_closed", message: "Der Tag ist abgeschlossen." }],
    [409, { code: "not_today", message: "Nur für heute." }],
  ])("with %i the server's words are shown and the text is safe", async (status, body) => {
    const editor = await openEditor();
    const first = await saved(editor, "Bleibt");
    first.answer(status, body);
    await eventually(() =>
      expect(toasts).toEqual([{ title: t.toast.failed_title, description: body.message, kind: "error" }]),
    );
    expect(editor.line()).toBe(t.save_line.failed);
    expect(editor.text.value).toBe("Bleibt");
    expect(editor.button()).toBe(t.save);
    expect((await readDrafts(USER))[0]?.text).toBe("Bleibt");
  });

  test("an answer of a proxy gets a message of our own", async () => {
    const editor = await openEditor();
    (await saved(editor, "Bleibt")).answer(404, "<html>Not Found</html>");
    await eventually(() => expect(toasts[0]?.description).toBe(`${t.toast.create_failed} ${t.toast.safe}`));
  });

  const ownWords = `${t.toast.create_failed} ${t.toast.safe}`;
  test.each([
    [429, { code: "too_many_requests", message: "In 20 Sekunden geht es weiter." }, "In 20 Sekunden geht es weiter."],
    [503, { code: "unavailable", message: "Gerade nicht erreichbar." }, "Gerade nicht erreichbar."],
    [408, "", ownWords],
    [502, "<html>Bad Gateway</html>", ownWords],
    [200, "<html>Willkommen im WLAN</html>", ownWords],
    [201, {}, ownWords],
  ])("%i with %o is no answer: it is said, and sent again by itself", async (status, body, message) => {
    const editor = await openEditor();
    (await saved(editor, "Bleibt")).answer(status, body);
    await eventually(() =>
      expect(toasts).toEqual([{ title: t.toast.failed_title, description: message, kind: "error" }]),
    );
    expect([editor.line(), editor.button()]).toEqual([t.save_line.unclear, t.save]);
    await eventually(async () => expect((await readDrafts(USER))[0]?.pendingSave?.content.text).toBe("Bleibt"));
    window.dispatchEvent(new Event("online"));
    (await request(2)).answer(201, entry({ text: "Bleibt" }));
    await eventually(() => expect(toasts.at(-1)?.title).toBe(t.toast.created));
    expect(await readDrafts(USER)).toEqual([]);
  });

  test("an update that is answered by a page of the network does not count as saved", async () => {
    const editor = await openEditor({ entryId: "entry-1", version: 3, saved: { text: "Vorher" } });
    (await saved(editor, "Nachher")).answer(200, "<html>Willkommen im WLAN</html>");
    await eventually(() => expect(editor.line()).toBe(t.save_line.unclear));
    expect(editor.button()).toBe(t.save);
    expect(toasts[0]?.description).toBe(`${t.toast.save_failed} ${t.toast.safe}`);
    editor.save();
    (await request(2)).answer(200, entry({ text: "Nachher", version: 4 }));
    await eventually(() => expect(editor.line()).toMatch(/^Gespeichert/));
  });

  test("without a connection it says so, and the next attempt saves it", async () => {
    const editor = await openEditor();
    (await saved(editor, "Im Zug")).lose();
    await eventually(() => expect(toasts[0]?.title).toBe(t.toast.offline));
    expect(editor.line()).toBe(t.save_line.queued);
    editor.save();
    (await request(2)).answer(201, entry({ text: "Im Zug" }));
    await eventually(() => expect(go).toHaveBeenCalled());
  });

  const arrivesUnheard: [string, (first: Sent) => void][] = [
    ["was lost", (first) => first.lose()],
    ["was a proxy's 504", (first) => first.answer(504, "<html>Gateway Timeout</html>")],
    ["was a proxy's page", (first) => first.answer(200, "<html></html>")],
  ];
  test.each(arrivesUnheard)("if the answer %s, the very same request is sent again", async (_, trouble) => {
    const editor = await openEditor();
    editor.addFiles(file("a.jpg"));
    const first = await saved(editor, "Im Tunnel");
    trouble(first);
    await eventually(() => expect(editor.line()).toMatch(new RegExp(`${t.save_line.queued}|${t.save_line.unclear}`)));
    editor.save();
    const second = await request(2);
    expect([...second.body]).toEqual([...first.body]);
    second.answer(201, entry({ text: "Im Tunnel" }));
    await eventually(() => expect(go).toHaveBeenCalledWith("/dashboard"));
  });

  test("a save without an answer is still pending after a 401", async () => {
    const editor = await openEditor();
    const first = await saved(editor, "Im Tunnel");
    first.lose();
    await eventually(() => expect(toasts).toHaveLength(1));
    editor.save();
    (await request(2)).answer(401, { code: "unauthenticated" });
    await eventually(() => expect(editor.line()).toBe(t.save_line.failed));
    send("app:signed-in", { userId: USER });
    const third = await request(3);
    expect([...third.body]).toEqual([...first.body]);
    third.answer(201, entry({ text: "Im Tunnel" }));
    await eventually(() => expect(go).toHaveBeenCalledWith("/dashboard"));
  });
});

describe("when the sign-in has ended", () => {
  async function signedOut(editor: OpenEditor) {
    const asked = vi.fn();
    window.addEventListener("app:sign-in", asked);
    net.signedIn.as = null;
    (await saved(editor, "Mitten im Satz")).answer(401, { code: "unauthenticated" });
    await eventually(() => expect(asked).toHaveBeenCalled());
    expect(editor.line()).toBe(t.save_line.failed);
  }

  test("the same person's new sign-in saves the text once", async () => {
    const editor = await openEditor();
    await signedOut(editor);
    net.signedIn.as = USER;
    send("app:signed-in", { userId: USER });
    send("app:signed-in", { userId: USER });
    (await request(2)).answer(201, entry({ text: "Mitten im Satz" }));
    await eventually(() => expect(go).toHaveBeenCalledWith("/dashboard"));
    expect(sent).toHaveLength(2);
  });

  test("somebody else's sign-in sends nothing and keeps the draft", async () => {
    const editor = await openEditor();
    await signedOut(editor);
    net.signedIn.as = "user-2";
    send("app:signed-in", { userId: "user-2" });
    await eventually(() => expect(toasts.at(-1)?.description).toBe(de.errors.account_mismatch));
    expect(sent).toHaveLength(1);
    expect(editor.text.value).toBe("Mitten im Satz");
    expect((await readDrafts(USER))[0]?.text).toBe("Mitten im Satz");
  });

  test("shows a message if no dialog opens, and none if one does", async () => {
    const editor = await openEditor();
    await signedOut(editor);
    await eventually(() => expect(toasts.at(-1)?.description).toBe(t.toast.not_authenticated));
    const dialog = document.createElement("dialog");
    dialog.id = "sign-in";
    dialog.open = true;
    document.body.append(dialog);
    const before = toasts.length;
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const asked = vi.fn();
    window.addEventListener("app:sign-in", asked);
    editor.save();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    sent[1]?.answer(401, { code: "unauthenticated" });
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    vi.advanceTimersByTime(1500);
    vi.useRealTimers();
    expect(toasts).toHaveLength(before);
  });

  test("an update's 401 opens the sign-in as well, and a second 401 does not", async () => {
    const editor = await openEditor({ entryId: "entry-1", saved: { text: "Vorher" } });
    const asked = vi.fn();
    window.addEventListener("app:sign-in", asked);
    (await saved(editor, "Nachher")).answer(401, { code: "unauthenticated" });
    await eventually(() => expect(asked).toHaveBeenCalledOnce());
    send("app:signed-in", { userId: USER });
    (await request(2)).answer(401, { code: "unauthenticated" });
    await eventually(() => expect(toasts.at(-1)?.description).toBe(t.toast.not_authenticated));
    expect(asked).toHaveBeenCalledOnce();
    window.dispatchEvent(new Event("online"));
    expect(sent).toHaveLength(2);
  });

  test("a pending save waits for the sign-in, on this page or a later one, without asking again and again", async () => {
    const editor = await openEditor();
    (await saved(editor, "Im Zug")).lose();
    await eventually(() => expect(editor.line()).toBe(t.save_line.queued));
    const asked = vi.fn();
    window.addEventListener("app:sign-in", asked);
    window.dispatchEvent(new Event("online"));
    (await request(2)).answer(401, { code: "unauthenticated" });
    await eventually(() => expect(asked).toHaveBeenCalledOnce());
    window.dispatchEvent(new Event("online"));
    expect([sent.length, asked.mock.calls.length]).toEqual([2, 1]);
    editor.type("Im Zug, weiter");
    await editor.stored();
    const [draft] = await readDrafts(USER);
    const { content, needsDecision } = draft?.pendingSave ?? expect.fail("nothing is pending");
    expect([draft?.text, content.text, needsDecision]).toEqual(["Im Zug, weiter", "Im Zug", undefined]);
  });
});
