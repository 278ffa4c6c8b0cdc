import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Mood } from "../../../shared/domain";
import { showSection } from "../../../test/section";
import { de } from "../../../test/texts";
import MoodSection from ".";
import type { Face } from "./Feelings";

const FACES: Face[] = [
  { name: "happy", emoji: "😊" },
  { name: "grateful", emoji: "🙏" },
  { name: "sad", emoji: "😢" },
];
const feelings = de.editor.mood.feelings;
const radio = (name: string) => screen.getByRole("radio", { name });

const own = () => screen.getByRole("button", { name: new RegExp(de.editor.mood.own_label) });

/** Picks an emoji of the picker, which needs a moment to find its first one. */
async function pickOwn() {
  await userEvent.click(own());
  await waitFor(async () => {
    await userEvent.type(await screen.findByRole("searchbox"), "{ArrowDown}{Enter}");
    expect(own()).toHaveAttribute("aria-pressed", "true");
  });
}

function show(value?: Mood, pro = false, proHint = false) {
  const page = value && { saved: { mood: value } };
  const { container, content, edits } = showSection(<MoodSection pro={pro} proHint={proHint} feelings={FACES} />, page);
  const saved = () => content().mood;
  return { edits, saved, slider: screen.getByRole("slider", { name: de.editor.mood_label }), container };
}

test("a new day begins in the middle, with no mood until somebody chooses one", async () => {
  const { saved, slider, edits, container } = show();
  expect(saved()).toEqual({ level: 5, feeling: null, customEmoji: null, isSet: false });
  expect(slider).toHaveAttribute("aria-valuetext", de.editor.mood.not_set);
  expect(container.querySelector("[data-band]")).toBeNull();
  await userEvent.click(slider);
  expect(saved()).toEqual({ level: 5, feeling: null, customEmoji: null, isSet: true });
  expect(slider).toHaveAttribute("aria-valuetext", "Stimmung 5 von 10, Ausgeglichen");
  expect(edits()).toBe(1);
});

test("a finger that taps the middle chooses it without a click, one that scrolls or was put down elsewhere does not", () => {
  const { saved, slider } = show();
  fireEvent.pointerUp(slider);
  fireEvent.pointerDown(slider);
  fireEvent.pointerCancel(slider);
  fireEvent.pointerUp(slider);
  fireEvent.click(slider);
  expect(saved().isSet).toBe(false);
  fireEvent.pointerDown(slider);
  fireEvent.pointerUp(slider);
  expect(saved()).toMatchObject({ level: 5, isSet: true });
});

test.each([" ", "{Enter}"])("the key '%s' chooses the middle", async (key) => {
  const { saved, slider } = show();
  slider.focus();
  await userEvent.keyboard(key);
  expect(saved()).toMatchObject({ level: 5, isSet: true });
});

test("bands end at two, four, six and eight", () => {
  const { slider, container } = show();
  const bands = Array.from({ length: 10 }, (_, at) => {
    fireEvent.change(slider, { target: { value: at + 1 } });
    return container.querySelector("[data-band]")?.getAttribute("data-band");
  });
  expect(bands.join("")).toBe("1122334455");
});

test("a face chooses the level it stands for, and shows which band the slider is in", async () => {
  const { saved, slider } = show();
  await userEvent.click(radio(de.editor.mood.band_4));
  expect(saved()).toMatchObject({ level: 8, isSet: true });
  await userEvent.click(radio(de.editor.mood.band_1));
  expect(saved().level).toBe(1);
  fireEvent.change(slider, { target: { value: 6 } });
  expect(radio(de.editor.mood.band_3)).toBeChecked();
  expect(radio(de.editor.mood.band_1)).not.toBeChecked();
});

test("feeling and own emoji pass through a change of the level", async () => {
  const { slider, saved, edits } = show({ level: 3, feeling: "grateful", customEmoji: "🦔", isSet: true });
  fireEvent.change(slider, { target: { value: 8 } });
  expect(saved()).toEqual({ level: 8, feeling: "grateful", customEmoji: "🦔", isSet: true });
  expect(edits()).toBe(1);
});

test("reset goes back to five and to no mood, and is there only when there is something to reset", async () => {
  const { saved } = show({ level: 9, feeling: null, customEmoji: null, isSet: true });
  await userEvent.click(screen.getByRole("button", { name: de.editor.mood.reset }));
  expect(saved()).toMatchObject({ level: 5, isSet: false });
  expect(screen.queryByRole("button", { name: de.editor.mood.reset })).not.toBeInTheDocument();
});

test("with Pro a feeling is chosen, another takes its place, and choosing it again clears it", async () => {
  const { saved, edits } = show(undefined, true);
  await userEvent.click(radio(feelings.happy));
  expect(saved().feeling).toBe("happy");
  await userEvent.click(radio(feelings.sad));
  expect(saved().feeling).toBe("sad");
  expect(radio(feelings.happy)).toHaveAttribute("aria-checked", "false");
  await userEvent.click(radio(feelings.sad));
  expect(saved().feeling).toBeNull();
  expect(edits()).toBe(3);
});

test("a feeling or an own emoji chooses no level, and keeps a chosen one", async () => {
  const { saved, slider, container } = show(undefined, true);
  await userEvent.click(radio(feelings.happy));
  await pickOwn();
  expect(saved()).toEqual({ level: 5, feeling: "happy", customEmoji: expect.any(String), isSet: false });
  expect(slider).toHaveAttribute("aria-valuetext", de.editor.mood.not_set);
  expect(container.querySelector("[data-band]")).toBeNull();
  expect(container.querySelector(".mood-tracker[data-chosen]")).not.toBeNull();
  fireEvent.change(slider, { target: { value: 8 } });
  await userEvent.click(radio(feelings.sad));
  expect(saved()).toEqual({ level: 8, feeling: "sad", customEmoji: expect.any(String), isSet: true });
});

test("the feelings are one stop of the keyboard; arrows choose, space clears", async () => {
  const { saved, slider } = show(undefined, true);
  slider.focus();
  await userEvent.tab();
  expect(radio(feelings.happy)).toHaveFocus();
  await userEvent.keyboard("{ArrowLeft}");
  expect(radio(feelings.sad)).toHaveFocus();
  expect(saved().feeling).toBe("sad");
  await userEvent.keyboard(" ");
  expect(saved().feeling).toBeNull();
});

test("the own emoji is picked from all, and choosing it again clears it", async () => {
  const { saved } = show(undefined, true);
  expect(own()).toHaveAttribute("aria-pressed", "false");
  await pickOwn();
  expect(own()).toHaveTextContent(saved().customEmoji ?? "none");
  expect(own()).toHaveFocus();
  await userEvent.click(own());
  expect(saved().customEmoji).toBeNull();
  expect(screen.queryByRole("region", { name: de.editor.emoji.picker })).not.toBeInTheDocument();
});

test("with Pro, reset takes level, feeling and emoji back", async () => {
  const { saved } = show({ level: 5, feeling: "sad", customEmoji: "🦔", isSet: true }, true);
  await userEvent.click(screen.getByRole("button", { name: de.editor.mood.reset }));
  expect(saved()).toEqual({ level: 5, feeling: null, customEmoji: null, isSet: false });
});

test("where the page hints at Pro one line says what it adds, and what was chosen with it stays", async () => {
  const { saved } = show({ level: 8, feeling: "grateful", customEmoji: "🦔", isSet: true }, false, true);
  expect(screen.queryByRole("radiogroup")).not.toBeInTheDocument();
  expect(screen.getByText(/🙏 🦔/)).toBeVisible();
  expect(screen.getByText(de.editor.mood.with_pro, { exact: false })).toBeVisible();
  expect(screen.getByRole("link", { name: de.editor.pro_link })).toHaveAttribute("href", "/subscription");
  await userEvent.click(screen.getByRole("button", { name: de.editor.mood.reset }));
  expect(saved()).toEqual({ level: 5, feeling: "grateful", customEmoji: "🦔", isSet: false });
});

test("elsewhere nothing is said of Pro", () => {
  show({ level: 8, feeling: null, customEmoji: null, isSet: true });
  expect(screen.queryByRole("link", { name: de.editor.pro_link })).not.toBeInTheDocument();
});
