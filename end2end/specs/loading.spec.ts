/** The editor's script over a connection that may break for a moment. Browsers do not repeat a failed module. */
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { editorReady, entryText } from "../support/pages.ts";
import { texts } from "../support/texts.ts";

const EDITOR = /\/islands\/assets\/editor-[\w-]+\.js$/;

test.describe("on a first visit", () => {
  // No worker is there yet, so nothing but the page itself can help.
  test.use({ serviceWorkers: "block", permissions: ["clipboard-read", "clipboard-write"] });

  test("a page whose editor did not come is loaded again by itself", async ({ page, anna: _ }) => {
    await page.route(EDITOR, (route) => route.abort(), { times: 1 });
    await page.goto("/create");
    await editorReady(page);
    await entryText(page).fill("Geschrieben, wo alles da ist");
    await expect(page.locator("[data-save-line]")).toHaveText(texts.editor.save_line.local);
  });

  test("a page whose editor never comes says so, and what was written can be copied", async ({ page, anna: _ }) => {
    await page.route(EDITOR, (route) => route.abort());
    await page.goto("/create");
    const notice = page.getByRole("alert").filter({ hasText: texts.editor.missing.text });
    await expect(notice).toBeVisible();
    await entryText(page).fill("Nirgends gesichert");
    await notice.getByRole("button", { name: texts.editor.kept.copy }).click();
    await expect(page.locator(".toast")).toContainText(texts.editor.kept.copied);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Nirgends gesichert");
    await expectAccessible(page);
    // The page asks before it is left. Then everything is there again.
    await page.unroute(EDITOR);
    const asked = new Promise<string>((heard) =>
      page.once("dialog", async (dialog) => {
        await dialog.accept();
        heard(dialog.type());
      }),
    );
    await notice.getByRole("button", { name: texts.editor.missing.reload }).click();
    expect(await asked).toBe("beforeunload");
    await editorReady(page);
    await expect(notice).toBeHidden();
  });
});

test("the worker repeats a file that breaks off while the page is loading", async ({ page, context, anna: _ }) => {
  await page.goto("/create");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto("/dashboard");
  await page.evaluate(() => Promise.all(["assets", "offline"].map((name) => caches.delete(name))));
  let loads = 0;
  page.on("domcontentloaded", () => loads++);
  const broken: string[] = [];
  await context.route(EDITOR, (route) => {
    broken.push(route.request().url());
    return broken.length === 1 ? route.abort() : route.continue();
  });
  await page.goto("/create");
  await editorReady(page);
  expect(loads).toBe(1);
});
