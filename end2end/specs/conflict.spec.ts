import { expect, test } from "../support/fixtures.ts";
import { addPhotos, editorReady, entryText, saveButton } from "../support/pages.ts";
import { signInByCall, write } from "../support/person.ts";
import { fill, texts } from "../support/texts.ts";

test("two tabs write the first entry of a day: the second sees both texts and joins them", async ({ page, context, anna: _ }) => {
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto("/create");
    await editorReady(tab);
  }
  await entryText(page).fill("Aus dem ersten Fenster");
  await saveButton(page).click();
  await page.waitForURL("**/dashboard");
  await entryText(other).fill("Aus dem zweiten Fenster");
  await saveButton(other).click();
  const dialog = other.getByRole("dialog");
  await expect(dialog).toContainText(texts.editor.conflict.exists_title);
  await expect(dialog).toContainText("Aus dem ersten Fenster");
  await expect(dialog).toContainText("Aus dem zweiten Fenster");
  await dialog.getByRole("button", { name: texts.editor.conflict.merge }).click();
  await expect(entryText(other)).toHaveValue(/Aus dem ersten Fenster[\s\S]*Aus dem zweiten Fenster|Aus dem zweiten Fenster[\s\S]*Aus dem ersten Fenster/);
  await saveButton(other).click();
  await expect(async () => {
    const saved = await (await other.request.get("/api/entries/today")).json();
    expect(saved.text).toContain("Aus dem ersten Fenster");
    expect(saved.text).toContain("Aus dem zweiten Fenster");
  }).toPass();
});

test("a stale edit overwrites nothing silently, and the replaced text can be put back", async ({ page, context, site, anna: _ }) => {
  const entry = await write(context, site, { text: "Erste Fassung" });
  await page.goto(`/edit/${entry.id}`);
  await editorReady(page);
  const other = await context.newPage();
  await other.goto(`/edit/${entry.id}`);
  await editorReady(other);
  await entryText(other).fill("Vom anderen Gerät");
  await saveButton(other).click();
  await expect(other.getByText(texts.editor.toast.updated).first()).toBeVisible();
  await entryText(page).fill("Von diesem Gerät");
  await saveButton(page).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Vom anderen Gerät");
  await dialog.getByRole("button", { name: texts.editor.conflict.keep_mine }).click();
  await expect(page.getByText(texts.editor.toast.updated).first()).toBeVisible();
  const versions = await (await page.request.get(`/api/entries/${entry.id}/versions`)).json();
  expect(versions.map((v: { text: string }) => v.text)).toEqual(["Vom anderen Gerät", "Erste Fassung"]);
});

test("a draft that another device overtook takes none of its photos away", async ({ page, context, browser, site, anna }) => {
  const entry = await write(context, site, { text: "Erste Fassung" });
  await page.goto(`/edit/${entry.id}`);
  await editorReady(page);
  await entryText(page).fill("Vom Laptop");
  await expect(page.locator("[data-save-line]")).toContainText(texts.editor.save_line.local);
  await page.goto("/dashboard");

  const other = await browser.newContext({ baseURL: site.origin });
  await signInByCall(other, site, anna);
  const phone = await other.newPage();
  await phone.goto(`/edit/${entry.id}`);
  await editorReady(phone);
  await addPhotos(phone, "rocket.jpg");
  await saveButton(phone).click();
  await expect(phone.getByText(texts.editor.toast.updated).first()).toBeVisible();
  await other.close();

  await page.goto(`/edit/${entry.id}`);
  await editorReady(page);
  await expect(entryText(page)).toHaveValue("Vom Laptop");
  await saveButton(page).click();
  await page.getByRole("dialog").getByRole("button", { name: texts.editor.conflict.keep_mine }).click();
  await expect(page.getByText(texts.editor.toast.updated).first()).toBeVisible();
  const saved = await (await page.request.get(`/api/entries/${entry.id}`)).json();
  expect([saved.text, saved.images.length]).toEqual(["Vom Laptop", 1]);
});

test("on a phone the conflict opens at its top, with both long texts and every choice in sight", async ({ page, context, site, anna: _ }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const entry = await write(context, site, { text: "Erste Fassung. ".repeat(60) });
  await page.goto(`/edit/${entry.id}`);
  await editorReady(page);
  const form = { text: "Vom anderen Gerät. ".repeat(60), version: String(entry.version) };
  await page.request.patch(`/api/entries/${entry.id}`, { multipart: form, headers: { origin: site.origin } });
  await entryText(page).fill("Von diesem Gerät. ".repeat(60));
  await saveButton(page).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: texts.editor.conflict.title })).toBeInViewport({ ratio: 1 });
  for (const side of ["mine", "theirs"] as const) {
    const words = dialog.getByRole("region", { name: texts.editor.conflict[side] });
    await expect(words).toBeInViewport({ ratio: 1 });
    await expect(words.locator("mark").first()).toBeInViewport();
  }
  for (const choice of ["keep_mine", "keep_theirs", "merge", "back"] as const)
    await expect(dialog.getByRole("button", { name: texts.editor.conflict[choice] })).toBeInViewport({ ratio: 1 });
});

test("a text written under 'Privat' stays private, though a phone saved that day for friends meanwhile", async ({ page, context, browser, site, anna, newcomer }) => {
  const friend = await newcomer();
  const headers = { origin: site.origin };
  const asked = await friend.context.request.post("/api/friend-requests", { headers, data: { userId: anna.userId } });
  await context.request.put(`/api/friend-requests/${(await asked.json()).id}/accept`, { headers });
  await page.goto("/create");
  await editorReady(page);
  await entryText(page).fill("Nur für mich");

  const other = await browser.newContext({ baseURL: site.origin });
  await signInByCall(other, site, anna);
  const { id } = await write(other, site, { text: "Vom Telefon", visibility: "friends" });
  await other.close();
  expect((await friend.page.goto(`/entry/${id}`))?.status()).toBe(200);

  await saveButton(page).click();
  const dialog = page.getByRole("dialog");
  for (const readers of [texts.visibility.private, texts.visibility.friends]) await expect(dialog.getByText(readers, { exact: true })).toBeVisible();
  await expect(dialog).toContainText(fill(texts.editor.conflict.readers, { visibility: texts.visibility.private }));
  await dialog.getByRole("button", { name: texts.editor.conflict.keep_mine }).click();
  await expect(page.getByText(texts.editor.toast.readers.private, { exact: true })).toBeVisible();
  await page.getByRole("link", { name: texts.editor.toast.change }).click();
  await expect(page.getByRole("radio", { name: texts.visibility.private })).toBeChecked();
  expect((await friend.page.goto(`/entry/${id}`))?.status()).toBe(403);
});
