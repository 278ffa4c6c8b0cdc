import { describe, expect, it } from "vitest";
import { entry, fakeFetch, openEditor } from "../../../test/editor";
import { eventually } from "../../../test/eventually";
import { de } from "../../../test/texts";
import { heardToasts } from "../../../test/toasts";
import { fakeXhr } from "../../../test/xhr";
import { forgetConsent } from "../../assistant/consent";

async function open(page: Parameters<typeof openEditor>[0] = {}) {
  forgetConsent("summary");
  const editor = await openEditor(page);
  const button = editor.find<HTMLButtonElement>("[data-summarise]");
  const summary = editor.find<HTMLTextAreaElement>("[name=summary]");
  return {
    ...editor,
    button,
    summary,
    source: () => editor.content().summarySource,
    marked: () => !editor.find<HTMLElement>("[data-summary-mark]").hidden,
    undo: editor.find<HTMLButtonElement>("[data-summary-undo]"),
    message: () => editor.find("[data-summary-message]").textContent,
    emojis: () => editor.content().emojis,
    filled: (text: string) =>
      eventually(() => {
        if (summary.value !== text) throw new Error(`the summary is ${summary.value}`);
      }),
  };
}

const made = { summary: "Ein guter Tag.", emojis: "🛠️", summarySource: "local" };

describe("the summary's row", () => {
  it("offers help only where there are words, and marks what it made until that is gone", async () => {
    const server = fakeFetch();
    server.calls["/api/generate-summary"] = () => server.answer(200, made);
    const toasts = heardToasts();
    const page = await open();
    expect([page.button.disabled, page.marked()]).toEqual([true, false]);
    page.type("Heute war ein guter Tag.");
    expect(page.button.disabled).toBe(false);
    page.button.click();
    await page.filled("Ein guter Tag.");
    expect([page.source(), page.marked(), page.emojis()]).toEqual(["local", true, "🛠️"]);
    expect(toasts[0]?.title).toBe(de.editor.assistant.summarised_local);
    expect(toasts[0]?.description).toBe(de.editor.assistant.summarised_emojis);
    page.type("Ein sehr guter Tag.", page.summary);
    expect([page.source(), page.marked()]).toEqual(["local", true]);
    page.type("", page.summary);
    expect([page.source(), page.marked()]).toEqual(["", false]);
  });

  it("leaves chosen emojis alone and puts the summary before it back", async () => {
    const server = fakeFetch();
    server.calls["/api/generate-summary"] = () => server.answer(200, made);
    const page = await open({
      entryId: "entry-1",
      date: "2026-11-18",
      saved: { text: "Text", summary: "Von Hand.", emojis: "☕" },
    });
    page.button.click();
    await page.filled("Ein guter Tag.");
    expect(page.emojis()).toBe("☕");
    page.undo.click();
    await page.filled("Von Hand.");
    expect([page.source(), page.marked()]).toEqual(["", false]);
    expect([page.undo.hidden, document.activeElement]).toEqual([true, page.summary]);
  });

  it("says when the allowed service was of no use, and who made the summary instead", async () => {
    const server = fakeFetch();
    const toasts = heardToasts();
    const page = await open({
      saved: { text: "Heute war ein guter Tag.", emojis: "☕" },
      summary: { provider: "Beispiel-KI", consent: "true" },
    });
    for (const summarySource of ["Beispiel-KI", "local"]) {
      server.calls["/api/generate-summary"] = () =>
        server.answer(200, { ...made, summary: summarySource, summarySource });
      page.button.click();
      await page.filled(summarySource);
      await eventually(() => expect(page.button.getAttribute("aria-disabled")).toBeNull());
    }
    const { summarised, summarised_local, summarised_here } = de.editor.assistant;
    expect(toasts.map(({ title }) => title)).toEqual([summarised, summarised_local]);
    expect(toasts.map(({ description }) => description)).toEqual([
      "",
      summarised_here.replace("{provider}", "Beispiel-KI"),
    ]);
  });

  it("keeps the way back to words of one's own through toasts, a save and a second summary", async () => {
    const server = fakeFetch();
    const answers = [made, { ...made, summary: "Noch ein guter Tag." }];
    server.calls["/api/generate-summary"] = () => server.answer(200, answers.shift());
    const sent = fakeXhr();
    const page = await open({ entryId: "entry-5", date: "2026-11-10", saved: { text: "Text", emojis: "☕" } });
    expect(page.undo.hidden).toBe(true);
    page.type("Von Hand.", page.summary);
    page.button.click();
    await page.filled("Ein guter Tag.");
    page.save();
    await eventually(() => expect(sent).toHaveLength(1));
    const { summary, summarySource } = made;
    sent[0]?.answer(200, entry({ id: "entry-5", text: "Text", summary, summarySource, emojis: "☕", version: 2 }));
    await eventually(() => expect(page.line()).toContain("Gespeichert"));
    page.button.click();
    await page.filled("Noch ein guter Tag.");
    expect(page.undo.hidden).toBe(false);
    page.undo.click();
    expect([page.summary.value, page.source()]).toEqual(["Von Hand.", ""]);
  });

  it("takes nothing back that was typed since", async () => {
    const server = fakeFetch();
    server.calls["/api/generate-summary"] = () => server.answer(200, made);
    const page = await open({ date: "2026-11-14", saved: { text: "Text", summary: "Von Hand." } });
    page.button.click();
    await page.filled("Ein guter Tag.");
    expect(page.undo.hidden).toBe(false);
    page.type("Ein guter Tag, und mehr.", page.summary);
    expect(page.undo.hidden).toBe(true);
    page.undo.click();
    expect(page.summary.value).toBe("Ein guter Tag, und mehr.");
  });

  it("goes by what the form holds, before a transcript is shown", async () => {
    fakeFetch();
    const page = await open({ entryId: "entry-4", date: "2026-11-13", saved: { audioTranscript: "Gesagt." } });
    expect(page.button.disabled).toBe(false);
    const spoken = await open({ date: "2026-11-12" });
    expect(spoken.button.disabled).toBe(true);
    spoken.edit({ audioTranscript: "Gesagt." });
    expect(spoken.button.disabled).toBe(false);
  });

  it("asks once before anything leaves, and sends nothing when the question is closed", async () => {
    const server = fakeFetch();
    server.calls["/api/generate-summary"] = () => server.answer(200, made);
    const page = await open({ date: "2026-11-15", saved: { text: "Text" }, summary: { provider: "Beispiel-KI" } });
    page.button.click();
    await eventually(() => document.querySelector<HTMLDialogElement>("dialog.consent")?.close());
    await eventually(() => expect(document.querySelector("dialog.consent")).toBeNull());
    expect(server.fake.mock.calls.map(([path]) => path)).not.toContain("/api/generate-summary");
  });

  it("asks about the service that the server names, when it is another than the page knows", async () => {
    const server = fakeFetch();
    const refused = { code: "consent_needed", message: "Erst fragen.", detail: { provider: "Neue KI" } };
    server.calls["/api/generate-summary"] = () => server.answer(403, refused);
    const page = await open({
      date: "2026-11-11",
      saved: { text: "Text" },
      summary: { provider: "Alte KI", consent: "true" },
    });
    page.button.click();
    await eventually(() => expect(page.message()).toBe("Erst fragen."));
    page.button.click();
    await eventually(() => expect(document.querySelector("dialog.consent")?.textContent).toContain("Neue KI"));
    document.querySelector<HTMLDialogElement>("dialog.consent")?.close();
  });

  it("says with the server's words what is used up", async () => {
    const server = fakeFetch();
    const refused = { code: "quota_used", message: "Für heute ist das aufgebraucht.", detail: { pro: 5 } };
    server.calls["/api/generate-summary"] = () => server.answer(429, refused);
    const page = await open({ date: "2026-11-16", saved: { text: "Text", summary: "Von Hand." } });
    page.button.click();
    await eventually(() => expect(page.message()).toBe("Für heute ist das aufgebraucht. Mit Pro sind es 5 am Tag."));
    expect(page.summary.value).toBe("Von Hand.");
  });

  it("says in its own words when there is no answer, or one that nobody can read", async () => {
    const server = fakeFetch();
    const page = await open({ date: "2026-11-09", saved: { text: "Text", summary: "Von Hand." } });
    const { failed, failed_offline } = de.editor.assistant;
    server.calls["/api/generate-summary"] = () => new Response("<html>", { status: 502 });
    page.button.click();
    await eventually(() => expect(page.message()).toBe(failed));
    await eventually(() => expect(page.button.getAttribute("aria-disabled")).toBeNull());
    server.calls["/api/generate-summary"] = () => Promise.reject(new TypeError("no connection"));
    page.button.click();
    await eventually(() => expect(page.message()).toBe(failed_offline));
    expect(page.summary.value).toBe("Von Hand.");
  });

  it("travels with the entry", async () => {
    fakeFetch();
    const sent = fakeXhr();
    const page = await open({
      entryId: "entry-3",
      date: "2026-11-17",
      saved: { text: "Text", summary: "Kurz.", summarySource: "KI" },
    });
    expect(page.marked()).toBe(true);
    page.type("Text und mehr");
    page.save();
    await eventually(() => expect(sent[0]?.body.get("summarySource")).toBe("KI"));
    sent[0]?.answer(
      200,
      entry({ id: "entry-3", text: "Text und mehr", summary: "Kurz.", summarySource: "KI", version: 2 }),
    );
    await eventually(() => expect(page.line()).toContain("Gespeichert"));
  });
});
