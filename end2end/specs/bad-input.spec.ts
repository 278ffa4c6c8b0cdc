import { expect, test } from "../support/fixtures.ts";
import { editorReady } from "../support/pages.ts";
import { write } from "../support/person.ts";

const script = "<script>alert('x')</script>";

test("a file over every limit gets its own answer in the browser, not a broken connection", async ({ page, anna: _ }) => {
  await page.goto("/create");
  await editorReady(page);
  const answer = await page.evaluate(async () => {
    const form = new FormData();
    form.append("text", "Mit einem zu großen Bild");
    form.append("images", new File([new Uint8Array(25 * 1024 * 1024)], "gross.jpg", { type: "image/jpeg" }));
    const response = await fetch("/api/entries", { method: "POST", body: form });
    return { status: response.status, body: await response.json() };
  });
  expect(answer.status).toBe(413);
  expect(["image_too_large", "body_too_large"]).toContain(answer.body.code);
  expect(answer.body.message.length).toBeGreaterThan(20);
  expect(await (await page.request.get("/api/entries/today")).json()).toBeNull();
});

test("markup in every field is text everywhere", async ({ page, context, site, anna: _, browser }) => {
  const entry = await write(context, site, { text: script, summary: `${script}"`, topMoment: `</title>${script}`, emojis: script });
  expect(entry.emojis).toBe("");
  const named = await context.request.put(`${site.origin}/api/auth/update-profile`, { headers: { origin: site.origin }, data: { firstName: script, lastName: `"'>${script}` } });
  expect(named.status()).toBe(200);
  const made = await context.request.post(`${site.origin}/api/entries/${entry.id}/generate-share-token`, {
    headers: { origin: site.origin },
    data: { shareOptions: { originalText: true } },
  });
  const { shareToken } = await made.json();
  const guest = await browser.newContext({ baseURL: site.origin });
  for (const tab of [page, await guest.newPage()]) {
    tab.on("dialog", (dialog) => expect(dialog.message(), "a script ran").toBe(""));
    await tab.goto(`/shared/${shareToken}`);
    await expect(tab.getByText(script).first()).toBeAttached();
  }
  for (const path of ["/dashboard", `/entry/${entry.id}`, `/edit/${entry.id}`]) {
    await page.goto(path);
    await expect(page.getByText(script).first()).toBeAttached();
  }
  await guest.close();
});
