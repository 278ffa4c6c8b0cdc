import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { forgetToken } from "../../shared/auth";
import type { LinkedInProfile } from "../../shared/domain";
import { de, texts } from "../../test/texts";
import { heardToasts } from "../../test/toasts";
import { forgetConsent } from "../assistant/consent";
import { LinkedInPost } from "./LinkedInPost";
import { EMPTY } from "./profile";

const words = de.linkedin;
const ENTRY = { date: "2026-11-20", text: "Heute.", summary: "", topMoment: "", imageUrls: [], optimizedImageUrls: [] };
const SAVED: LinkedInProfile = {
  ...EMPTY,
  linkedinInfo: "Tischlerin",
  targetAudience: "Leute",
  postGoal: "diskussion",
};

type Sent = { path: string; method: string; body: unknown };

/** A server with this profile; `answers` stand for its posts, one after the other. */
function serve(saved: LinkedInProfile, ...answers: (Response | Promise<Response>)[]): Sent[] {
  const sent: Sent[] = [];
  const kept = { profile: saved };
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    if (path === "/api/auth/token") return Response.json({ idToken: "t", expiresAt: "2099-01-01T00:00:00Z" });
    const { method = "GET" } = init;
    const body = init.body ? JSON.parse(init.body as string) : undefined;
    sent.push({ path, method, body });
    if (path === "/api/generate-linkedin-post") return answers.shift() ?? new Response(null, { status: 500 });
    if (path === "/api/linkedin-profile" && body) kept.profile = body;
    return path === "/api/linkedin-profile" ? Response.json(kept.profile) : new Response(null, { status: 204 });
  });
  return sent;
}

const made = (post: string, postSource = "local") => Response.json({ post, postSource });
const generate = () => screen.getByRole("button", { name: words.generate });
const isAfterForm = () =>
  (field(words.audience).compareDocumentPosition(generate()) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
const field = (name: string) => screen.getByRole("textbox", { name: new RegExp(`^${name}`) });

async function show(props: { provider?: string; consent?: boolean | null; isFolded?: boolean } = {}) {
  const shown = render(<LinkedInPost texts={texts} entry={ENTRY} {...props} />);
  await waitFor(() => expect(screen.getByRole("button", { name: words.save })).toBeEnabled());
  return shown;
}

beforeEach(() => {
  forgetToken();
  forgetConsent("linkedin");
  sessionStorage.clear();
});

test("a new profile has the defaults, and nothing is generated before the least is filled in", async () => {
  serve(EMPTY, made("Ein Post."));
  await show();
  expect(screen.getByRole("combobox", { name: /^Anrede/ })).toHaveValue("du");
  expect(screen.getByRole("combobox", { name: /^Sprache/ })).toHaveValue("deutsch");
  expect(screen.queryByText(de.errors.linkedin_incomplete)).not.toBeInTheDocument();
  expect(generate()).toBeDisabled();
  const needed = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(needed()).toEqual([words.info_or_description, words.audience, words.goal_label]);
  expect(generate()).toHaveAccessibleDescription(new RegExp(words.audience));
  const { hash } = screen.getByRole("link", { name: words.audience }) as HTMLAnchorElement;
  expect(document.querySelector(hash)).toBe(field(words.audience));
  expect(screen.getAllByText(words.required)).toHaveLength(3);
  await userEvent.type(field(words.description), "Ich baue Regale");
  expect(screen.getByText(de.errors.linkedin_incomplete)).toBeVisible();
  expect(needed()).toEqual([words.audience, words.goal_label]);
  await userEvent.type(field(words.audience), "Leute mit Holz");
  expect(generate()).toBeDisabled();
  await userEvent.selectOptions(screen.getByRole("combobox", { name: /^Ziel/ }), words.goal.discussion);
  expect(generate()).toBeEnabled();
  expect(isAfterForm(), "until a complete profile is saved").toBe(true);
  expect(screen.getAllByText(words.required)).toHaveLength(1);
  expect(screen.queryByText(de.errors.linkedin_incomplete)).not.toBeInTheDocument();
  expect(screen.getByText(words.empty)).toBeVisible();
});

test("the saved profile fills the form, and a save sends all of it", async () => {
  const toasts = heardToasts();
  const sent = serve(SAVED);
  await show();
  expect(field(words.info)).toHaveValue("Tischlerin");
  await userEvent.type(field(words.instructions), "Kurz");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: /^Tonalität/ }), words.tone.serious);
  await userEvent.click(screen.getByRole("button", { name: words.save }));
  await waitFor(() => expect(toasts).toHaveLength(1));
  expect(toasts[0]).toMatchObject({ title: words.saved_title, description: words.saved_text });
  expect(sent[1]).toEqual({
    path: "/api/linkedin-profile",
    method: "POST",
    body: { ...SAVED, specialInstructions: "Kurz", tonality: "seriös" },
  });
});

test("a complete profile is folded once it is saved, and says whom it is for", async () => {
  serve(SAVED);
  const { container } = await show();
  expect(container.querySelector("details")).toHaveAttribute("open");
  expect(isAfterForm()).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: words.save }));
  await waitFor(() => expect(container.querySelector("details")).not.toHaveAttribute("open"));
  const [first] = container.querySelectorAll(".linkedin-form > *");
  expect(first).toContainElement(generate());
  expect(screen.getByText(`Leute · ${words.goal.discussion}`)).toBeVisible();
  expect(generate()).toBeEnabled();
});

test("a post is shown with how it was made, can be changed, counted, copied and taken to LinkedIn", async () => {
  const toasts = heardToasts();
  const sent = serve(SAVED, made("Heute stand das Regal."));
  const user = userEvent.setup();
  await show();
  expect(screen.getByText(new RegExp(words.stays.slice(0, 20)))).toBeVisible();
  await user.click(generate());
  const draft = await screen.findByRole("textbox", { name: words.post_label });
  expect(sent[1]?.body).toEqual({ entryContent: ENTRY, profile: SAVED });
  expect(draft).toHaveValue("Heute stand das Regal.");
  expect(toasts.at(-1)).toMatchObject({ title: words.generated_title, description: words.generated_text });
  expect(screen.getByText(words.made_here)).toBeVisible();
  await user.type(draft, " Ja & gut");
  expect(screen.getByText("31 von 3000 Zeichen")).toBeVisible();
  await user.click(screen.getByRole("button", { name: words.copy }));
  expect(await navigator.clipboard.readText()).toBe("Heute stand das Regal. Ja & gut");
  await waitFor(() =>
    expect(toasts.at(-1)).toMatchObject({ title: words.copied_title, description: words.copied_text }),
  );
  const share = screen.getByRole("link", { name: words.share });
  expect(share).toHaveAttribute(
    "href",
    "https://www.linkedin.com/feed/?shareActive=true&text=Heute%20stand%20das%20Regal.%20Ja%20%26%20gut",
  );
  expect(share).toHaveAttribute("rel", "noopener noreferrer");
  expect(share).toHaveAttribute("target", "_blank");
});

test("a failed copy is reported", async () => {
  const toasts = heardToasts();
  serve(SAVED, made("Ein Post."));
  const user = userEvent.setup();
  await show();
  await user.click(generate());
  await screen.findByRole("textbox", { name: words.post_label });
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("no"));
  await user.click(screen.getByRole("button", { name: words.copy }));
  await waitFor(() =>
    expect(toasts.at(-1)).toMatchObject({ title: "Fehler", description: "Kopieren fehlgeschlagen.", kind: "error" }),
  );
});

test("a failure is told, and the post before comes back as it was changed", async () => {
  const toasts = heardToasts();
  let fail = (_: Response) => {};
  serve(SAVED, made("Ein Post."), new Promise<Response>((answer) => (fail = answer)));
  await show();
  await userEvent.click(generate());
  await userEvent.type(await screen.findByRole("textbox", { name: words.post_label }), " Mit Änderung.");
  await userEvent.click(generate());
  expect(screen.queryByRole("textbox", { name: words.post_label })).not.toBeInTheDocument();
  await act(async () => fail(new Response(null, { status: 502 })));
  await waitFor(() => expect(toasts.at(-1)?.kind).toBe("error"));
  expect(toasts.at(-1)).toMatchObject({
    title: "Fehler",
    description: "LinkedIn-Post konnte nicht generiert werden.",
  });
  expect(screen.getByRole("textbox", { name: words.post_label })).toHaveValue("Ein Post. Mit Änderung.");
  expect(field(words.audience)).toHaveValue("Leute");
});

test("a post is there again after a reload, as it was changed", async () => {
  serve(SAVED, made("Ein Post."));
  const { unmount } = await show();
  await userEvent.click(generate());
  await userEvent.type(await screen.findByRole("textbox", { name: words.post_label }), " Mit Änderung.");
  unmount();
  await show();
  expect(screen.getByRole("textbox", { name: words.post_label })).toHaveValue("Ein Post. Mit Änderung.");
  expect(screen.getByText(words.made_here)).toBeVisible();
});

test("a profile that is loaded late leaves what was typed meanwhile", async () => {
  serve(SAVED);
  const server = fetch;
  vi.stubGlobal("fetch", async () => new Response(null, { status: 503 }));
  render(<LinkedInPost texts={texts} entry={ENTRY} />);
  await screen.findByText(words.not_loaded);
  await userEvent.type(field(words.audience), "Andere");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: /^Sprache/ }), words.language.french);
  vi.stubGlobal("fetch", server);
  await userEvent.click(screen.getByRole("button", { name: de.editor.widget.again }));
  await waitFor(() => expect(field(words.info)).toHaveValue("Tischlerin"));
  expect(field(words.audience)).toHaveValue("Andere");
  expect(screen.getByRole("combobox", { name: /^Sprache/ })).toHaveValue("französisch");
  expect(screen.getByRole("combobox", { name: /^Ziel/ })).toHaveValue("diskussion");
});

test("a used up day leads to Pro", async () => {
  const toasts = heardToasts();
  const refused = { code: "quota_used", message: "Für heute ist das aufgebraucht.", detail: { pro: 10 } };
  serve(SAVED, Response.json(refused, { status: 429 }));
  await show({ provider: "Beispiel-KI", consent: true });
  expect(screen.getByText(/gehen dein Eintrag und dein Profil an Beispiel-KI/)).toBeVisible();
  await userEvent.click(generate());
  await waitFor(() => expect(toasts).toHaveLength(1));
  expect(toasts[0]?.description).toContain("Mit Pro sind es 10 am Tag.");
  expect(toasts[0]?.action).toMatchObject({ href: "/subscription" });
});

test("a service is asked about before anything is sent, and its posts bear its name", async () => {
  const sent = serve(SAVED, made("Ein Post.", "Beispiel-KI"), made("Noch einer.", "Beispiel-KI"));
  const server = fetch;
  let stored = () => {};
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (init.method === "PUT") await new Promise<void>((done) => (stored = done));
    return server(path, init);
  });
  await show({ provider: "Beispiel-KI", consent: null });
  await userEvent.click(generate());
  const dialog = await waitFor(() => {
    const open = document.querySelector("dialog.consent");
    if (!open) throw new Error("nothing is asked");
    return open;
  });
  expect(dialog.textContent).toContain("dein LinkedIn-Profil an Beispiel-KI");
  expect(sent).toHaveLength(1);
  dialog.querySelectorAll("button")[0]?.click();
  // Another press while the answer is being stored asks for nothing more.
  await userEvent.click(generate());
  await act(async () => stored());
  await screen.findByRole("textbox", { name: words.post_label });
  expect(sent.filter(({ path }) => path === "/api/generate-linkedin-post")).toHaveLength(1);
  expect(sent[1]?.body).toEqual({ linkedin: true, provider: "Beispiel-KI" });
  expect(screen.getByText("KI-Entwurf von Beispiel-KI")).toBeVisible();
});

test("a text that is too long is told and not sent", async () => {
  serve({ ...SAVED, ctaText: "x".repeat(2003) });
  render(<LinkedInPost texts={texts} entry={ENTRY} />);
  await screen.findByText("3 Zeichen zu viel.");
  expect(screen.getByRole("button", { name: words.save })).toBeDisabled();
  expect(generate()).toBeDisabled();
});
