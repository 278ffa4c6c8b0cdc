import { readFileSync } from "node:fs";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { editorReady, entryText, openDialog, openFolds, photo } from "../support/pages.ts";
import { write } from "../support/person.ts";
import { texts } from "../support/texts.ts";

const image = () => ({ name: "coffee.jpg", mimeType: "image/jpeg", buffer: readFileSync(photo("coffee_turned_gps.jpg")) });

test.describe("accessibility", () => {
  test("landing page and dialog", async ({ page }) => {
    await page.goto("/");
    await expectAccessible(page);
    await openDialog(page, "register");
    await expectAccessible(page);
  });

  test("dashboard, editor, entry, share dialog, not found", async ({ page, context, site, anna: _ }) => {
    await page.goto("/dashboard");
    await expectAccessible(page);
    const entry = await write(context, site, { text: "Ein Tag", topMoment: "Kaffee", emojis: "☕", images: [image()] });
    await page.goto("/dashboard");
    await expectAccessible(page);
    await page.goto(`/edit/${entry.id}`);
    await editorReady(page);
    await openFolds(page);
    await expectAccessible(page);
    await page.goto(`/entry/${entry.id}`);
    await expectAccessible(page);
    await page.getByRole("button", { name: texts.entry.share }).click();
    await page.getByRole("button", { name: texts.share.create }).click();
    await expect(page.getByLabel(texts.share.link)).toBeVisible();
    await expectAccessible(page);
    await page.goto("/gibt-es-nicht");
    await expectAccessible(page);
  });

  test("shared page and dead link", async ({ page, context, site, anna: _, browser }) => {
    const entry = await write(context, site, { text: "Ein Tag", images: [image()] });
    const made = await context.request.post(`/api/entries/${entry.id}/generate-share-token`, { headers: { origin: site.origin }, data: {} });
    const visitor = await (await browser.newContext({ baseURL: site.origin })).newPage();
    await visitor.goto(`/shared/${(await made.json()).shareToken}`);
    await expectAccessible(visitor);
    await visitor.goto("/shared/kein-link");
    await expectAccessible(visitor);
    await visitor.context().close();
  });
});

test("first paint needs nothing but the page, its style and two fonts; reading pages load no React", async ({ page, context, site, anna: _, browser }) => {
  const entry = await write(context, site, { text: "Ein Tag", images: [image()] });
  const made = await context.request.post(`/api/entries/${entry.id}/generate-share-token`, { headers: { origin: site.origin }, data: {} });
  const guest = await browser.newContext({ baseURL: site.origin });
  const visits = [
    { context: guest, path: "/" },
    { context: guest, path: `/shared/${(await made.json()).shareToken}` },
    { context, path: `/entry/${entry.id}` },
  ];
  for (const visit of visits) {
    const tab = await visit.context.newPage();
    const scripts: string[] = [];
    const fonts: string[] = [];
    tab.on("response", async (response) => {
      if (response.url().endsWith(".js")) scripts.push(await response.text().catch(() => ""));
      if (response.url().includes(".woff2")) fonts.push(response.url());
    });
    await tab.goto(visit.path, { waitUntil: "networkidle" });
    const head = await tab.evaluate(() => [...document.head.querySelectorAll("script[src]:not([type=module]):not([async]):not([defer])")].length);
    expect(head, `${visit.path}: no script blocks the first paint`).toBe(0);
    expect(fonts.length, visit.path).toBeLessThanOrEqual(2);
    for (const script of scripts) expect(script.includes("react.transitional.element"), `${visit.path} loads React`).toBe(false);
    await tab.close();
  }
  await guest.close();
});

test("the main job works with the keyboard alone", async ({ page, anna: _ }) => {
  await page.goto("/dashboard");
  const reach = async (name: string | RegExp, role: "link" | "button" | "textbox" | "checkbox") => {
    const target = page.getByRole(role, { name }).first();
    for (let step = 0; step < 60; step++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`${role} ${name} cannot be reached with the keyboard`);
  };
  await reach(texts.dashboard.empty_button, "link");
  await page.keyboard.press("Enter");
  await editorReady(page);
  await reach(texts.editor.text_label, "textbox");
  await page.keyboard.type("Nur mit der Tastatur");
  await expect(entryText(page)).toHaveValue("Nur mit der Tastatur");
  await page.keyboard.press("ControlOrMeta+s");
  await page.waitForURL("**/dashboard");
  const card = page.getByRole("article").first().getByRole("link").first();
  await expect(card).toBeVisible();
  const id = (await (await page.request.get("/api/entries/today")).json()).id;
  await page.goto(`/entry/${id}`);
  await reach(texts.entry.share, "button");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("checkbox", { name: texts.share.original_text }), "there is nothing else to show").toBeChecked();
  await reach(texts.share.create, "button");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel(texts.share.link)).toHaveValue(/shared\/.{20}/);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("pages are read and an entry is written without JavaScript", async ({ context, site, anna: _, browser }) => {
  const entry = await write(context, site, { text: "Lesbar ohne Skript", summary: "Kurz gesagt" });
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin, storageState: await context.storageState() });
  const page = await plain.newPage();
  await page.goto("/dashboard");
  await page.getByRole("article").first().getByRole("link").first().click();
  await expect(page.getByText("Lesbar ohne Skript").first()).toBeAttached();
  await page.goto(`/entry/${entry.id}`);
  await expect(page.getByText("Kurz gesagt")).toBeVisible();
  await page.goto(`/edit/${entry.id}`);
  expect(await page.content()).toContain(texts.editor.needs_script);
  await page.getByRole("textbox", { name: texts.editor.text_label }).fill("Auch geschrieben");
  await page.getByRole("button", { name: texts.editor.save, exact: true }).click();
  await expect(page).toHaveURL(`/entry/${entry.id}#form-entry-updated`);
  await expect(page.getByText("Auch geschrieben").first()).toBeVisible();
  await plain.close();
});

test("a button that is only an icon says its name to who rests on it, until Escape", async ({ page, anna: _ }) => {
  await page.goto("/dashboard");
  const menu = page.getByRole("button", { name: texts.menu.open });
  const shown = () =>
    menu.evaluate((button) => {
      const tip = getComputedStyle(button, "::before");
      return tip.content === "none" ? "none" : tip.opacity;
    });
  expect(await shown()).toBe("none");
  await menu.hover();
  expect(await shown(), "not at once").toBe("none");
  await expect.poll(shown).toBe("1");
  await page.keyboard.press("Escape");
  await expect.poll(shown).toBe("none");
});
