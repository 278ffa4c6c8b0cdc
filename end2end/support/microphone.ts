/** A browser whose microphone records beeps and is allowed without a question. */
import { expect, type Page, type PlaywrightTestOptions } from "@playwright/test";
import config from "../playwright.config.ts";
import { tool } from "./pages.ts";
import { texts } from "./texts.ts";

const t = texts.editor.recorder;
const { launchOptions } = config.use as { launchOptions: { args: string[] } };

/** Options for `test.use`. */
export const microphone: Partial<PlaywrightTestOptions> & { launchOptions: object } = {
  launchOptions: { ...launchOptions, args: [...launchOptions.args, "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"] },
};

/** The place of the widget, without its skeleton. */
const RECORDER = "r-island[name=recorder] > [data-root]";
export const PLAYER = `${RECORDER} audio`;

export const recorder = (page: Page) => page.locator(RECORDER);
export const player = (page: Page) => page.locator(PLAYER);
export const transcript = (page: Page) => page.getByRole("textbox", { name: t.transcript, exact: true });

/** Starts a recording and waits for its first second. */
export async function beginRecording(page: Page) {
  await tool(page, "voice");
  await expect(recorder(page)).toContainText(t.kept);
  await expect(recorder(page)).toContainText("0:01");
}

export async function record(page: Page) {
  await beginRecording(page);
  await recorder(page).getByRole("button", { name: t.stop }).click();
  await expect(player(page)).toBeVisible();
}

/** Plays what `audio` holds from its begin to its end; the answer is its length. */
export async function playThrough(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluate(
    (audio: HTMLAudioElement) =>
      new Promise<number>((done, fail) => {
        audio.muted = true;
        audio.playbackRate = 4;
        audio.onended = () => done(audio.duration);
        audio.onerror = () => fail(new Error(audio.error?.message ?? "cannot be played"));
        audio.play().catch(fail);
      }),
  );
}
