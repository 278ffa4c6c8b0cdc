/** Steps on pages that several tests share, named by what a person sees. */
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import type { Person } from "./person.ts";
import { texts } from "./texts.ts";

export const photo = (name: string) => join(import.meta.dirname, "../data", name);

export const entryText = (page: Page) => page.getByRole("textbox", { name: texts.editor.text_label });

export async function openDialog(page: Page, tab: "login" | "register") {
  await page.goto("/");
  const button = tab === "login" ? texts.landing.login : texts.landing.sign_up;
  await page.getByRole("banner").getByRole("button", { name: button }).click();
  return page.getByRole("dialog");
}

export async function signIn(page: Page, person: Pick<Person, "email" | "password">) {
  const dialog = await openDialog(page, "login");
  await dialog.getByLabel(texts.sign_in.email).fill(person.email);
  await dialog.getByLabel(texts.sign_in.password, { exact: true }).fill(person.password);
  await dialog.getByRole("button", { name: texts.sign_in.login_button }).click();
}

/** Waits until the editor's element and its widgets answer. */
export async function editorReady(page: Page) {
  await expect(page.locator("entry-form[data-ready]")).toBeAttached();
  for (const island of await page.locator("r-island").all()) await expect(island).toHaveAttribute("data-ready", /.*/);
}

/** Presses one of the editor's tools. */
export const tool = (page: Page, name: "photos" | "voice" | "mood") => page.locator(`a[data-tool][href="#${name}"]`).click();

/** Unfolds summary, top moment and reflection. */
export async function openFolds(page: Page) {
  for (const fold of await page.locator("details[data-fold]").all()) {
    if (!(await fold.evaluate((one: HTMLDetailsElement) => one.open))) await fold.locator("> summary").click();
  }
}

export async function addPhotos(page: Page, ...names: string[]) {
  await page.locator("r-island[name=dropzone] input[type=file]").setInputFiles(names.map(photo));
}

export const saveButton = (page: Page) => page.locator("button[data-save]");

/** Answers the open question and returns its text. */
export async function answer(page: Page, yes: boolean): Promise<string> {
  const dialog = page.getByRole("alertdialog");
  const question = await dialog.locator("p").innerText();
  await dialog.getByRole("button").nth(yes ? 1 : 0).click();
  await expect(dialog).toHaveCount(0);
  return question;
}

/** Chooses in the share dialog when its link ends, or whether it has a PIN; both lists are folded at first. */
export async function chooseLimit(page: Page, list: string, option: string) {
  const field = page.getByLabel(list, { exact: true });
  if (!(await field.isVisible())) await page.getByText(texts.share.limits, { exact: true }).click();
  await field.selectOption({ label: option });
}

/** Opens the menu with the owner's rarer actions on an entry. */
export const openMenu = (page: Page) => page.getByRole("button", { name: texts.entry.more }).click();

/** Deletes the entry from the menu of its page. */
export async function deleteEntry(page: Page) {
  await openMenu(page);
  await page.getByRole("button", { name: texts.entry.delete }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: texts.entry.delete }).click();
}

/** The entry's button that shares; a phone has it behind '…'. */
export async function pressShare(page: Page) {
  const isPhone = (page.viewportSize()?.width ?? 1280) < 576;
  if (isPhone) await openMenu(page);
  await page.getByRole("button", { name: texts.entry.share }).click();
}
