import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Mood } from "../../domain";
import { de, texts } from "../../test/texts";
import { MoodTracker } from "./MoodTracker";

function show(value?: Mood) {
  const changed = vi.fn();
  const { container } = render(<MoodTracker texts={texts} changed={changed} value={value} />);
  const saved = () => JSON.parse(container.querySelector<HTMLInputElement>("input[name=mood]")?.value ?? "");
  return { changed, saved, slider: screen.getByRole("slider", { name: de.editor.mood_label }), container };
}

test("a new day begins in the middle", () => {
  const { saved, slider } = show();
  expect(saved()).toEqual({ level: 5, feeling: null, customEmoji: null });
  expect(slider).toHaveAttribute("aria-valuetext", "Stimmung 5 von 10, Ausgeglichen");
});

test("bands end at two, four, six and eight", () => {
  const { slider, container } = show();
  const bands = Array.from({ length: 10 }, (_, at) => {
    fireEvent.change(slider, { target: { value: at + 1 } });
    return container.querySelector("[data-band]")?.getAttribute("data-band");
  });
  expect(bands.join("")).toBe("1122334455");
});

test("feeling and own emoji pass through a change of the level", async () => {
  const { slider, saved, changed } = show({ level: 3, feeling: "grateful", customEmoji: "🦔" });
  fireEvent.change(slider, { target: { value: 8 } });
  expect(saved()).toEqual({ level: 8, feeling: "grateful", customEmoji: "🦔" });
  expect(changed).toHaveBeenCalledOnce();
});

test("reset goes back to five, and is there only when there is something to reset", async () => {
  const { saved } = show({ level: 9, feeling: null, customEmoji: null });
  await userEvent.click(screen.getByRole("button", { name: de.editor.mood.reset }));
  expect(saved().level).toBe(5);
  expect(screen.queryByRole("button", { name: de.editor.mood.reset })).not.toBeInTheDocument();
});
