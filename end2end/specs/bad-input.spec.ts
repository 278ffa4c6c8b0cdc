import { expect, test } from "../support/fixtures.ts";
import { editorReady } from "../support/pages.ts";
import { write } from "../support/person.ts";
import { texts } from "../support/texts.ts";

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

test("bad requests get a clear answer with code and text, and change nothing", async ({ context, site, anna: _ }) => {
  const call = context.request;
  const headers = { origin: site.origin };
  const entry = await write(context, site, { text: "Unverändert" });
  const url = `${site.origin}/api/entries`;
  const json = { ...headers, "content-type": "application/json" };
  const share = `${url}/${entry.id}/generate-share-token`;
  const cases: [string, Promise<{ status(): number; json(): Promise<{ code: string; message: string }> }>, number, string][] = [
    ["malformed JSON", call.post(share, { headers: json, data: Buffer.from("{") }), 400, "invalid_json"],
    ["wrong type", call.post(share, { headers: { ...headers, "content-type": "text/plain" }, data: "{}" }), 415, "unsupported_media_type"],
    ["no multipart", call.patch(`${url}/${entry.id}`, { headers: json, data: Buffer.from("{}") }), 415, "unsupported_media_type"],
    ["no id", call.get(`${url}/keine-kennung`), 400, "invalid_id"],
    ["too long", call.patch(`${url}/${entry.id}`, { headers, multipart: { text: "a".repeat(3001) } }), 422, "text_too_long"],
    ["mood", call.patch(`${url}/${entry.id}`, { headers, multipart: { text: "a", mood: '{"level":11}' } }), 422, "invalid_mood"],
    ["visibility", call.patch(`${url}/${entry.id}`, { headers, multipart: { text: "a", visibility: "alle" } }), 422, "invalid_visibility"],
    ["other site", call.patch(`${url}/${entry.id}`, { headers: { origin: "https://example.org" }, multipart: { text: "a" } }), 403, "cross_site"],
    ["unknown call", call.get(`${site.origin}/api/gibt-es-nicht`), 404, "not_found"],
    ["method", call.put(url, { headers }), 405, "method_not_allowed"],
  ];
  for (const [name, request, status, code] of cases) {
    const answer = await request;
    const body = await answer.json();
    expect([name, answer.status(), body.code]).toEqual([name, status, code]);
    expect(body.message.length, name).toBeGreaterThan(10);
  }
  expect((await (await call.get(`${url}/${entry.id}`)).json()).text).toBe("Unverändert");
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

test("a panic answers 500 and the server lives", async ({ page, site }) => {
  const broken = await page.request.get("/test/panic");
  expect(broken.status()).toBe(500);
  expect((await page.request.get("/livez")).status()).toBe(200);
  expect(broken.headers()["x-request-id"]).toBeTruthy();
  expect(site.log()).toContain("panic");
});
