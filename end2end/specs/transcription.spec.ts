/** Transcribing a recording with a service that the person allowed. The failing test comes last: the service then rests for a minute. */
import { test as assisted } from "../support/ai.ts";
import { expect, expectAccessible } from "../support/fixtures.ts";
import { microphone, player, playThrough, record, recorder, transcript } from "../support/microphone.ts";
import { answer, editorReady, saveButton } from "../support/pages.ts";
import { texts } from "../support/texts.ts";

const t = texts.editor.recorder;
const { allow, refuse } = texts.editor.consent;

const test = assisted;
test.use(microphone);

test.beforeEach(async ({ page, anna: _ }) => {
  await page.goto("/create");
  await editorReady(page);
});

test("the recording goes off by itself, its words are put right, saved, and stand beside the sound", async ({ page, ai }) => {
  await record(page);
  const question = page.getByRole("dialog");
  await expect(question).toContainText("Beispiel-KI");
  expect(ai.calls).toEqual([]);
  await question.getByRole("button", { name: allow, exact: true }).click();
  await expect(transcript(page)).toHaveValue(ai.transcript);
  await expect(page.getByText(t.transcribed).first()).toBeVisible();
  await transcript(page).fill(`${ai.transcript} Und jetzt ist Ruhe.`);
  await expectAccessible(page);
  await expect(page.locator("[data-save-line]")).toContainText(texts.editor.save_line.local);
  await page.reload();
  await editorReady(page);
  await expect(transcript(page)).toHaveValue(`${ai.transcript} Und jetzt ist Ruhe.`);
  await saveButton(page).click();
  await page.waitForURL("**/dashboard");
  const entry = await (await page.request.get("/api/entries/today")).json();
  expect(entry.audioTranscript).toBe(`${ai.transcript} Und jetzt ist Ruhe.`);
  await page.goto(`/entry/${entry.id}`);
  expect(await playThrough(page, "main audio")).toBeGreaterThan(0.5);
});

test("the day's limit is said with the time of its end, and the sound stays", async ({ page }) => {
  await record(page);
  await page.getByRole("dialog").getByRole("button", { name: allow, exact: true }).click();
  await expect(transcript(page)).not.toHaveValue("");
  await recorder(page).getByRole("button", { name: t.again }).click();
  await answer(page, true);
  await expect(recorder(page)).toContainText("0:01");
  await recorder(page).getByRole("button", { name: t.stop }).click();
  await expect(recorder(page).getByRole("alert")).toContainText(/\d\d:\d\d/);
  await expect(recorder(page).getByRole("button", { name: t.retry })).toHaveCount(0);
  await expect(player(page)).toBeVisible();
});

test("after a no the recording stays, nothing is sent, and the answer can be changed", async ({ page, ai }) => {
  await record(page);
  await page.getByRole("dialog").getByRole("button", { name: refuse, exact: true }).click();
  await expect(recorder(page)).toContainText(t.declined);
  expect(ai.calls).toEqual([]);
  await recorder(page).getByRole("button", { name: t.transcribe }).click();
  await page.getByRole("dialog").getByRole("button", { name: allow, exact: true }).click();
  await expect(transcript(page)).toHaveValue(ai.transcript);
});

test("a service that fails leaves the sound, says so kindly, and can be asked again", async ({ page, ai }) => {
  ai.trouble = "broken";
  await record(page);
  await page.getByRole("dialog").getByRole("button", { name: allow, exact: true }).click();
  const alert = recorder(page).getByRole("alert");
  await expect(alert).toBeVisible({ timeout: 30_000 });
  await expect(player(page)).toBeVisible();
  await expect(alert.getByRole("button", { name: t.retry })).toBeVisible();
  await expectAccessible(page);
});
