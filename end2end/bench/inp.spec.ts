/** Interaction to next paint of `/create` on a slowed processor: a full text, every widget, saving. */
import { expect, test } from "../support/fixtures.ts";
import { editorReady, entryText, saveButton, tool } from "../support/pages.ts";
import { texts } from "../support/texts.ts";
import { Interactions, observeInteractions, slowDown } from "./interactions.ts";

const ANSWER_AFTER = 3000;

const PARAGRAPH = "Heute war ein langer, stiller Tag, an dem vieles liegen blieb und doch manches gut wurde. ";

test("every interaction of the editor paints soon", async ({ page, anna: _ }) => {
  await observeInteractions(page);
  await page.goto("/create");
  await editorReady(page);
  await slowDown(page);

  const interactions = new Interactions(page);
  const measure = interactions.measure.bind(interactions);
  await measure("typing, empty page", () => entryText(page).pressSequentially(PARAGRAPH));
  await entryText(page).fill(PARAGRAPH.repeat(33).slice(0, 2900));
  await measure("typing, 2900 characters", () => entryText(page).pressSequentially(PARAGRAPH));
  await measure("mood unfolds", () => tool(page, "mood"));
  await measure("mood", () => page.locator("r-island[name=mood] input[type=range]").press("ArrowRight"));
  const emojis = page.locator("r-island[name=emoji]");
  await measure("emojis", () => emojis.locator("button.emoji-suggestion").first().click());
  await measure("emoji picker", () => emojis.getByRole("button", { name: texts.editor.emoji.open }).click());
  await page.keyboard.press("Escape");
  await page.locator("[popovertarget=visibility-choice]").click();
  await measure("visibility", () => page.locator("input[name=visibility][value=friends]").press("Space"));
  // The answer waits, so that the page is still there to be asked how soon it said that it saves.
  await page.route("**/api/entries", async (route) => {
    await new Promise((later) => setTimeout(later, ANSWER_AFTER));
    await route.continue();
  });
  await measure("save", () => saveButton(page).click());
  await expect(page).toHaveURL("/dashboard");

  interactions.print();
});
