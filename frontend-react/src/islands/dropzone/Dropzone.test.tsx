import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { Toast } from "../../events";
import { file } from "../../test/files";
import { picture } from "../../test/pictures";
import { de, texts } from "../../test/texts";
import { heardToasts } from "../../test/toasts";
import { Dropzone } from "./Dropzone";
import type { DropzoneValue } from "./usePictures";

const t = de.editor.dropzone;
let toasts: Toast[];

beforeEach(() => {
  toasts = heardToasts();
});

function show(given: DropzoneValue & { limit?: number } = {}) {
  const changed = vi.fn();
  const { container } = render(
    <form>
      <Dropzone texts={texts} changed={changed} limit={3} {...given} />
    </form>,
  );
  const form = container.querySelector("form") as HTMLFormElement;
  const input = container.querySelector("input[type=file]") as HTMLInputElement;
  return {
    changed,
    form,
    choose: (...files: File[]) => fireEvent.change(input, { target: { files } }),
    sent: () => {
      const data = new FormData(form);
      return {
        existing: JSON.parse(String(data.get("existingImages"))),
        main: data.get("mainImageIndex"),
        files: data.getAll("images").map((entry) => (entry as File).name),
      };
    },
  };
}

const remove = (name: string) => screen.getByRole("button", { name: new RegExp(`^${t.remove}: .*${name}`) });

test("chosen pictures are shown and go into the form behind the saved ones", () => {
  const { choose, sent, changed } = show({ images: [picture("1")] });
  choose(file("a.jpg"), file("b.jpg"));
  expect(screen.getAllByRole("img").map((image) => image.getAttribute("alt"))).toEqual([
    "Bild 1",
    "Bild 2: a.jpg",
    "Bild 3: b.jpg",
  ]);
  expect(sent()).toEqual({ existing: ["/media/1/original"], main: "0", files: ["a.jpg", "b.jpg"] });
  expect(changed).toHaveBeenCalledOnce();
});

test("pictures can be dropped", () => {
  const { form, sent } = show();
  fireEvent.drop(form.firstElementChild as Element, { dataTransfer: { files: [file("a.jpg")], types: ["Files"] } });
  expect(sent().files).toEqual(["a.jpg"]);
});

test("each refusal has its own words, and nothing is added", () => {
  const { choose, sent } = show({ limit: 1 });
  choose(file("notiz.txt", { type: "text/plain" }));
  choose(file("riesig.jpg", { bytes: 20 * 1024 * 1024 }));
  choose(file("a.jpg"), file("b.jpg"));
  expect(toasts).toEqual([
    { title: t.invalid_title, description: t.invalid_text, kind: "error" },
    { title: t.large_title, description: t.large_text, kind: "error" },
    { title: t.many_title, description: "Du kannst maximal 1 Bilder hochladen", kind: "error" },
  ]);
  expect(sent().files).toEqual([]);
});

test("a duplicate is skipped with its words, the rest is added, and several reasons share a toast", () => {
  const { choose, sent } = show();
  choose(file("a.jpg"));
  choose(file("a.jpg"), file("notiz.txt", { type: "text/plain" }), file("b.jpg"));
  expect(sent().files).toEqual(["a.jpg", "b.jpg"]);
  expect(toasts).toEqual([
    { title: t.duplicate_title, description: `${t.duplicate_text} ${t.invalid_text}`, kind: "error" },
  ]);
});

test("star, order and removal work with buttons, and the main index follows", async () => {
  const { choose, sent } = show({ images: [picture("1"), picture("2")], mainImageIndex: 1 });
  choose(file("a.jpg"));
  const stars = () => screen.getAllByRole("button", { pressed: true });
  expect(stars()).toHaveLength(1);
  expect(stars()[0]).toHaveAccessibleName(`${t.main}: Bild 2`);
  await userEvent.click(screen.getByRole("button", { name: `${t.make_main}: Bild 3: a.jpg` }));
  expect(sent().main).toBe("2");
  await userEvent.click(screen.getByRole("button", { name: "Bild 1 nach hinten schieben" }));
  expect(sent().existing).toEqual(["/media/2/original", "/media/1/original"]);
  await userEvent.click(remove("a.jpg"));
  expect(sent()).toMatchObject({ main: "1", files: [] });
});

test("a single picture needs no star; after its removal the focus is on the way to a new one", async () => {
  show({ images: [picture("1")], limit: 1 });
  expect(screen.queryByRole("button", { pressed: true })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: t.add_another })).not.toBeInTheDocument();
  await userEvent.click(remove("Bild 1"));
  expect(screen.getByRole("button", { name: t.browse })).toHaveFocus();
});

test("the same file can be chosen again after it was removed, and previews are given back", async () => {
  const { choose, sent } = show();
  choose(file("a.jpg"));
  await userEvent.click(remove("a.jpg"));
  expect(URL.revokeObjectURL).toHaveBeenCalled();
  choose(file("a.jpg"));
  expect(sent().files).toEqual(["a.jpg"]);
});

test("a broken thumbnail falls back to the original", () => {
  show({ images: [picture("1")] });
  const image = within(screen.getByRole("list")).getByRole<HTMLImageElement>("img");
  fireEvent.error(image);
  expect(image.src).toContain("/media/1/original");
});
