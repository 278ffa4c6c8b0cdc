import { readFileSync } from "node:fs";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { photo } from "../support/pages.ts";
import { texts } from "../support/texts.ts";

const { imports: t, leave, credentials } = texts;

test("somebody takes everything along, deletes the account, comes back as new and finds every word, photo and recording", async ({ newcomer, site, page, anna }) => {
  const person = await newcomer();
  const old = person.page;
  const file = (name: string, type: string) => new File([new Uint8Array(readFileSync(photo(name)))], name, { type });
  const form = new FormData();
  const words = { text: "Stachelbeeren gepflückt\n\n- und *Regen*", topMoment: "Der Anruf", emojis: "🪁" };
  for (const [name, value] of Object.entries(words)) form.append(name, value);
  form.append("images", file("coffee_turned_gps.jpg", "image/jpeg"));
  form.append("audio", file("heute.webm", "audio/webm"));
  const written = await person.context.request.post("/api/entries", { headers: { origin: site.origin }, multipart: form });
  expect(written.status(), await written.text()).toBe(201);
  const before = await written.json();

  await old.goto("/settings");
  await old.locator("#group-data > summary").click();
  const downloading = old.waitForEvent("download");
  await old.locator("#export").getByRole("link").click();
  const archive = readFileSync(await (await downloading).path());
  await old.goto("/settings/delete-account");
  await old.getByLabel(credentials.current_password, { exact: true }).fill(person.password);
  await old.getByRole("button", { name: leave.now, exact: true }).click();
  await old.getByRole("button", { name: leave.now_yes }).click();
  await expect(old.getByText(leave.left_now)).toBeVisible();

  // A new account.
  await page.goto("/settings");
  await page.locator("#group-data > summary").click();
  await page.getByRole("link", { name: t.open }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t.title);
  await expectAccessible(page);
  await page.getByLabel(t.file).setInputFiles({ name: "tagesecho.zip", mimeType: "application/zip", buffer: archive });
  await page.getByRole("button", { name: t.send }).click();
  await expect(page.getByText("1 Tag, 1 Foto, 1 Aufnahme")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: t.take, exact: true }).click();
  await expect(page.getByRole("heading", { name: t.receipt })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("1 Tag, 1 Foto, 0 verloren")).toBeVisible();
  await expectAccessible(page);

  const [entry] = await (await page.request.get("/api/entries")).json();
  expect([entry.text, entry.topMoment, entry.emojis, entry.visibility, entry.origin]).toEqual([before.text, "Der Anruf", "🪁", "private", "tagesecho"]);
  for (const address of [entry.imageUrls[0], entry.thumbnailUrls[0], `/api/entries/${entry.id}/audio`]) {
    expect((await page.request.get(address)).status(), address).toBe(200);
  }
  await page.goto(`/entry/${entry.id}`);
  await expect(page.getByText("Stachelbeeren gepflückt")).toBeVisible();
  await expect(page.getByText(texts.entry.origin.replace("{name}", "Tagesecho"))).toBeVisible();

  // A second time nothing is new, and all of it can be undone.
  await page.goto("/import");
  await page.getByRole("button", { name: t.undo, exact: true }).click();
  await expect(page.getByText(t.undo_question)).toBeVisible();
  await page.getByRole("button", { name: t.undo_yes }).click();
  await expect(page.getByText(t.undone.split("{")[0] ?? "")).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  expect(await (await page.request.get("/api/entries")).json()).toEqual([]);
});

test("a file that is no diary is refused in its place, also without a script and on a narrow phone", async ({ browser, anna, context, site, page }) => {
  await page.goto("/import");
  await page.getByLabel(t.file).setInputFiles({ name: "brief.txt", mimeType: "text/plain", buffer: Buffer.from("PK kein Tagebuch") });
  await page.getByRole("button", { name: t.send }).click();
  await expect(page.getByText(t.refused)).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);

  const plain = await browser.newContext({ baseURL: site.origin, javaScriptEnabled: false, storageState: await context.storageState() });
  const narrow = await plain.newPage();
  await narrow.setViewportSize({ width: 320, height: 640 });
  await narrow.goto("/import");
  await narrow.getByLabel(t.file).setInputFiles({ name: "brief.txt", mimeType: "text/plain", buffer: Buffer.from("PK auch keins") });
  await narrow.getByRole("button", { name: t.send }).click();
  await expect(narrow.getByText(t.refused)).toBeVisible({ timeout: 20_000 });
  await plain.close();
});
