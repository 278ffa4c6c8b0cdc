import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { LinkView } from "../../shared/domain";
import { answer, isAsked } from "../../test/ask";
import { MADE, NONE, OPTIONS } from "../../test/links";
import { de, texts } from "../../test/texts";
import { heardToasts } from "../../test/toasts";
import { ShareDialog } from "./ShareDialog";

const PRESENT = { ...OPTIONS, images: false, allImages: false, summary: false, details: false, originalText: true };

const toasts = heardToasts();
const said = () => toasts.map(({ title }) => title);
const send = vi.fn<(path: string, init: { body: string }) => Promise<Response>>();

beforeEach(() => {
  toasts.length = 0;
  send.mockReset();
  vi.stubGlobal("fetch", send);
});

function open(link: LinkView, present = PRESENT): HTMLDialogElement {
  const dialog = document.createElement("dialog");
  dialog.innerHTML = `<form method="dialog"><button>Schließen</button></form><div></div>`;
  document.body.append(dialog);
  dialog.showModal();
  render(
    <ShareDialog
      entry="e1"
      link={link}
      present={present}
      origin="https://tagesecho.test"
      words="Schau: Freitag"
      today="2026-11-20"
      texts={texts}
    />,
    { container: dialog.querySelector("div") as HTMLElement },
  );
  return dialog;
}

const answers = (status: number, body: unknown) => send.mockResolvedValueOnce(Response.json(body, { status }));
const sent = () => JSON.parse(send.mock.calls.at(-1)?.[1].body ?? "null");
const button = (name: string) => screen.getByRole("button", { name });
const box = (name: string) => screen.getByRole("checkbox", { name });
const { share } = de;

test("the link that is made is shown, marked, and sent to four places", async () => {
  open(NONE);
  expect(screen.getAllByRole("checkbox")).toHaveLength(2);
  answers(200, MADE);
  await userEvent.click(button(share.create));
  expect(send.mock.calls[0]?.[0]).toBe("/rpc/sharing/create");
  expect(sent()).toMatchObject({
    id: "e1",
    form: { expected: "NoLink", options: { mood: true, originalText: false } },
  });
  const field = screen.getByLabelText(share.link);
  expect(field).toHaveValue("https://tagesecho.test/shared/geheim");
  expect(field).toHaveFocus();
  expect(said()).toEqual([share.created]);
  const url = encodeURIComponent("https://tagesecho.test/shared/geheim");
  const places = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(places).toEqual([
    `https://wa.me/?text=Schau%3A%20Freitag%20${url}`,
    `https://www.facebook.com/sharer/sharer.php?u=${url}&quote=Schau%3A%20Freitag`,
    `https://twitter.com/intent/tweet?text=Schau%3A%20Freitag&url=${url}`,
    `https://t.me/share/url?url=${url}&text=Schau%3A%20Freitag`,
  ]);
  expect(screen.getByText("Noch nicht geöffnet.")).toBeInTheDocument();
});

test("a link to an entry with text only shows the text", async () => {
  open(NONE, { ...PRESENT, mood: false });
  expect(box("Dein Text")).toBeChecked();
  answers(200, MADE);
  await userEvent.click(button(share.create));
  expect(sent()).toMatchObject({ form: { options: { originalText: true, mood: false } } });
});

test("the reflection has a switch of its own, which is off", async () => {
  open(NONE, { ...PRESENT, details: true, reflection: true });
  expect(box(share.details)).toBeChecked();
  expect(box("Reflexion")).not.toBeChecked();
  await userEvent.click(box("Reflexion"));
  answers(200, MADE);
  await userEvent.click(button(share.create));
  expect(sent()).toMatchObject({ form: { options: { details: true, reflection: true } } });
});

test("no link is made that would show nothing", async () => {
  open(NONE);
  await userEvent.click(box(share.mood));
  expect(screen.getByText(share.nothing)).toBeInTheDocument();
  expect(button(share.create)).toBeDisabled();
});

test("a refusal says why, and shows the link as somebody else left it", async () => {
  open(MADE);
  await userEvent.click(box(share.original_text));
  const other = { ...MADE, options: { ...OPTIONS, mood: false } };
  answers(409, { code: "link_changed", message: "Der Link ist ein anderer.", detail: JSON.stringify(other) });
  await userEvent.click(button(share.save));
  expect(box(share.mood)).not.toBeChecked();
  expect(box(share.original_text), "nothing was saved").not.toBeChecked();
  expect(screen.queryByRole("button", { name: share.save })).toBeNull();
  expect(toasts).toMatchObject([{ title: share.failed_title, description: "Der Link ist ein anderer." }]);
});

test("all choices stay without an answer", async () => {
  open(MADE);
  await userEvent.click(box(share.mood));
  send.mockRejectedValueOnce(new TypeError("no network"));
  await userEvent.click(button(share.save));
  expect(box(share.mood)).not.toBeChecked();
  expect(button(share.save)).toHaveFocus();
  expect(said()).toEqual([share.failed_title]);
});

test("further choices suppress the message that everything is saved, but not the one about copying", async () => {
  // Brings a clipboard.
  userEvent.setup();
  open(MADE);
  await userEvent.click(box(share.mood));
  let answer = (_: Response): void => {};
  send.mockReturnValueOnce(new Promise<Response>((done) => (answer = done)));
  await userEvent.click(button(share.save));
  await userEvent.click(box(share.original_text));
  answer(Response.json({ ...MADE, options: { ...OPTIONS, mood: false } }));
  expect(await screen.findByText(share.unsaved)).toBeInTheDocument();
  expect(said()).toEqual([]);
  await userEvent.click(button(share.copy));
  expect(said()).toEqual([share.copied]);
});

test("a PIN that is none is entered again, and Enter in it saves", async () => {
  open(MADE);
  await userEvent.selectOptions(screen.getByLabelText(share.pin), "set");
  const pin = screen.getByLabelText(share.pin_new);
  expect(pin).toHaveFocus();
  await userEvent.click(button(share.save));
  expect(pin).toHaveFocus();
  expect(pin).toBeInvalid();
  expect(send).not.toHaveBeenCalled();
  answers(200, { ...MADE, hasPin: true });
  await userEvent.type(pin, "2468{Enter}");
  expect(sent().form).toMatchObject({ pin: { Set: "2468" } });
  expect(sent().form.options, "nobody chose other parts").toBeUndefined();
  expect(screen.getByLabelText(share.pin)).toHaveValue("keep");
});

test("changes that nobody saved are asked about before the dialog closes", async () => {
  const dialog = open(MADE);
  const close = () => dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
  expect(close(), "nothing would be lost").toBe(true);
  await userEvent.click(box(share.mood));
  expect(close()).toBe(false);
  expect(await answer(false)).toBe(share.leave);
  expect(box(share.mood)).not.toBeChecked();
  close();
  await act(() => answer(true));
  expect(dialog.open).toBe(false);
  dialog.showModal();
  expect(box(share.mood)).toBeChecked();
});

test("a link ends once its owner has said so", async () => {
  open(MADE);
  await userEvent.click(button(share.deactivate));
  expect(await answer(false)).toBe(share.ask);
  expect(send).not.toHaveBeenCalled();
  await userEvent.click(button(share.deactivate));
  expect(isAsked()).toBe(true);
  answers(200, NONE);
  await act(() => answer(true));
  expect(sent()).toEqual({ id: "e1", expected: { Link: { token: "geheim", options: OPTIONS } } });
  expect(await screen.findByRole("button", { name: share.create })).toHaveFocus();
});

const failures: [string, LinkView, () => Promise<unknown>][] = [
  [share.create_failed, NONE, () => userEvent.click(button(share.create))],
  [share.save_failed, MADE, () => userEvent.click(box(share.mood)).then(() => userEvent.click(button(share.save)))],
  [share.deactivate_failed, MADE, () => userEvent.click(button(share.deactivate)).then(() => act(() => answer(true)))],
  [share.copy_failed, MADE, () => userEvent.click(button(share.copy))],
];
test.each(failures)("a failure is said: %s", async (description, link, press) => {
  userEvent.setup();
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new Error("no"));
  send.mockResolvedValue(new Response("<html>", { status: 502 }));
  open(link);
  await press();
  await waitFor(() => expect(toasts).toEqual([{ title: share.failed_title, description, kind: "error" }]));
});
