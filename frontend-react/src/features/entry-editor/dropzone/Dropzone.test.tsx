import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { Toast } from "../../../shared/events";
import { file } from "../../../test/files";
import { picture } from "../../../test/pictures";
import { showSection } from "../../../test/section";
import { de } from "../../../test/texts";
import { heardToasts } from "../../../test/toasts";
import type { Picture } from "../state/content";
import { finishSections } from "../state/context";
import { Dropzone } from "./Dropzone";
import { downscale, readable } from "./downscale";
import { typed } from "./types";

vi.mock("./downscale", () => ({ downscale: vi.fn(async (given) => given), readable: vi.fn(async (given) => given) }));

const t = de.editor.dropzone;
let toasts: Toast[];

beforeEach(() => {
  toasts = heardToasts();
});

type Given = { limit?: number; images?: Picture[]; mainImageIndex?: number; files?: File[] };

function show({ limit = 3, images = [], mainImageIndex = 0, files }: Given = {}) {
  const draft = files && { files, alts: files.map(() => "") };
  const page = { saved: { images, mainImageIndex }, ...(draft && { draft }) };
  const { container, form, content, edits, saveHooks } = showSection(<Dropzone limit={limit} />, page);
  const input = container.querySelector("input[type=file]") as HTMLInputElement;
  return {
    edits,
    form,
    input,
    saveHooks,
    choose: (...files: File[]) => taken(files, () => fireEvent.change(input, { target: { files } })),
    sent: () => {
      const { images, files, alts, imageOrder, mainImageIndex } = content();
      return {
        existing: images,
        main: mainImageIndex,
        alts,
        order: imageOrder,
        files: files.map(({ name }) => name),
      };
    },
  };
}

/** The first bytes of a file may be read before it is taken. */
const taken = (files: File[], give: () => void) =>
  act(async () => {
    give();
    await typed(files);
  });

/** Opens or closes the panel of a photo. */
const tap = async (name: RegExp) => {
  await userEvent.click(within(screen.getByRole("list")).getByRole("button", { name, expanded: false }));
  return screen.findByRole("group", { name });
};

const remove = (name: string) => screen.getByRole("button", { name: new RegExp(`^${t.remove}: .*${name}`) });

test("chosen pictures are shown and go into the form behind the saved ones", async () => {
  const { choose, sent, edits } = show({ images: [picture("1")] });
  await choose(file("a.jpg"), file("b.jpg"));
  expect(screen.getAllByRole("img").map((image) => image.getAttribute("alt"))).toEqual([
    "Foto 1",
    "Foto 2: a.jpg",
    "Foto 3: b.jpg",
  ]);
  expect(sent()).toEqual({
    existing: ["/media/1/original"],
    main: 0,
    alts: ["", "", ""],
    order: [],
    files: ["a.jpg", "b.jpg"],
  });
  expect(edits()).toBe(1);
});

test("a photo whose type has to be read is part of a save that follows at once", async () => {
  const { input, saveHooks, sent } = show();
  const photo = new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)], "ohne-typ", { lastModified: 1 });
  fireEvent.change(input, { target: { files: [photo] } });
  expect(sent().files).toEqual([]);
  await act(async () => finishSections(saveHooks));
  expect(sent().files).toEqual(["ohne-typ"]);
});

test("pictures can be dropped", async () => {
  const { form, sent } = show();
  const files = [file("a.jpg")];
  await taken(files, () => {
    fireEvent.drop(form.firstElementChild as Element, { dataTransfer: { files, types: ["Files"] } });
  });
  expect(sent().files).toEqual(["a.jpg"]);
});

test("each refusal has its own words; of too many the first are taken", async () => {
  const { choose, sent } = show({ limit: 1 });
  await choose(file("notiz.txt", { type: "text/plain" }));
  await choose(file("riesig.jpg", { bytes: 20 * 1024 * 1024 }));
  screen.getByRole("button", { name: t.browse }).focus();
  await choose(file("a.jpg"), file("b.jpg"));
  expect(toasts).toEqual([
    { title: t.invalid_title, description: t.invalid_text, kind: "error" },
    { title: t.large_title, description: t.large_text, kind: "error" },
    {
      title: t.many_title,
      description: "Du kannst maximal 1 Bild hochladen. Das erste ist dabei.",
      kind: "error",
    },
  ]);
  expect(sent().files).toEqual(["a.jpg"]);
  // The button that had the focus is gone.
  expect(remove("a.jpg")).toHaveFocus();
});

test("a duplicate is skipped with its words, the rest is added, and several reasons share a toast", async () => {
  const { choose, sent } = show();
  await choose(file("a.jpg"));
  await choose(file("a.jpg"), file("notiz.txt", { type: "text/plain" }), file("b.jpg"));
  expect(sent().files).toEqual(["a.jpg", "b.jpg"]);
  expect(toasts).toEqual([
    { title: t.duplicate_title, description: `${t.duplicate_text} ${t.invalid_text}`, kind: "error" },
  ]);
});

test("star, order and removal work with buttons, and the main index follows", async () => {
  const { choose, sent } = show({ images: [picture("1"), picture("2")], mainImageIndex: 1 });
  await choose(file("a.jpg"));
  expect(within(screen.getByRole("list")).getAllByText(t.main)).toHaveLength(1);
  await tap(/^Foto 2/);
  expect(screen.getByRole("button", { pressed: true })).toHaveAccessibleName(`${t.main}: Foto 2`);
  await tap(/^Foto 3/);
  await userEvent.click(screen.getByRole("button", { name: `${t.make_main}: Foto 3: a.jpg` }));
  expect(sent().main).toBe(2);
  await tap(/^Foto 1/);
  await userEvent.click(screen.getByRole("button", { name: "Foto 1 nach hinten schieben" }));
  expect(sent().existing).toEqual(["/media/2/original", "/media/1/original"]);
  await userEvent.click(remove("a.jpg"));
  expect(sent()).toMatchObject({ main: 1, files: [] });
});

test("a single picture needs no star; after its removal the focus is on the way to a new one", async () => {
  show({ images: [picture("1")], limit: 1 });
  expect(screen.queryByRole("button", { pressed: true })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: t.add_another })).not.toBeInTheDocument();
  await userEvent.click(remove("Foto 1"));
  expect(screen.getByRole("button", { name: t.browse })).toHaveFocus();
});

test("the same file can be chosen again after it was removed, and previews are given back", async () => {
  const { choose, sent } = show();
  await choose(file("a.jpg"));
  await userEvent.click(remove("a.jpg"));
  expect(URL.revokeObjectURL).toHaveBeenCalled();
  await choose(file("a.jpg"));
  expect(sent().files).toEqual(["a.jpg"]);
});

test("a broken thumbnail falls back to the original", () => {
  show({ images: [picture("1")] });
  const image = within(screen.getByRole("list")).getByRole<HTMLImageElement>("img");
  fireEvent.error(image);
  expect(image.src).toContain("/media/1/original");
});

test("what is said of a picture goes along with it, also when a saved and a new one change places", async () => {
  const { choose, sent } = show({ images: [{ ...picture("1"), alt: "Eine Rakete" }] });
  await choose(file("a.jpg"));
  const field = () => screen.getByRole("textbox", { name: new RegExp(t.alt_label) });
  await tap(/^Foto 1/);
  expect(field()).toHaveValue("Eine Rakete");
  await tap(/^Foto 2/);
  await userEvent.type(field(), "Eine Katze");
  await userEvent.click(screen.getByRole("button", { name: "Foto 2 nach vorn schieben" }));
  expect(sent()).toMatchObject({ alts: ["Eine Rakete", "Eine Katze"], order: [1, 0], main: 0 });
  expect(screen.getByRole("status")).toHaveTextContent("Foto 2 steht jetzt an Stelle 1 von 2");
});

test("after a move the focus is on the same picture's button, the other way where it can go no further", async () => {
  show({ images: [picture("1"), picture("2"), picture("3")] });
  await tap(/^Foto 1/);
  await userEvent.click(screen.getByRole("button", { name: "Foto 1 nach hinten schieben" }));
  expect(screen.getByRole("button", { name: "Foto 2 nach hinten schieben" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("button", { name: "Foto 3 nach vorn schieben" })).toHaveFocus();
});

test("the arrow keys move a picture, and the focus goes along", async () => {
  const { sent } = show({ images: [picture("1"), picture("2"), picture("3")] });
  within(screen.getByRole("list")).getByRole("button", { name: "Foto 2", expanded: false }).focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(sent().existing).toEqual(["/media/1/original", "/media/3/original", "/media/2/original"]);
  expect(document.activeElement).toHaveAccessibleName("Foto 3");
  await userEvent.keyboard("{ArrowRight}");
  expect(sent().existing).toEqual(["/media/1/original", "/media/3/original", "/media/2/original"]);
});

test("a picture is dragged to another place, and the click at the end opens nothing", async () => {
  const { sent } = show({ images: [picture("1"), picture("2"), picture("3")] });
  const list = screen.getByRole("list");
  Object.assign(list, { setPointerCapture: () => undefined });
  for (const card of list.children) {
    Object.defineProperty(card, "offsetLeft", { get: () => [...list.children].indexOf(card) * 100 });
  }
  const [first] = within(list).getAllByRole("button", { expanded: false });
  const to = (clientX: number) => ({ clientX, pointerId: 1, button: 0, buttons: 1 });
  fireEvent.pointerDown(first as Element, to(50));
  await act(async () => void (await import("./PicturePanel")));
  fireEvent.pointerMove(list, to(54));
  expect(sent().existing[0], "a press that trembles is no drag").toBe("/media/1/original");
  for (const x of [90, 130, 190, 230, 260]) fireEvent.pointerMove(list, to(x));
  fireEvent.pointerUp(list, to(260));
  expect(sent().existing).toEqual(["/media/2/original", "/media/3/original", "/media/1/original"]);
  fireEvent.click(first as Element);
  expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
  expect(list.querySelector("[data-dragged]")).toBeNull();

  // Lifted outside of the list, where nothing is heard: the next move ends it.
  fireEvent.pointerDown(first as Element, to(50));
  await act(async () => void (await import("./PicturePanel")));
  for (const x of [10, -100]) fireEvent.pointerMove(list, { ...to(x), buttons: 0 });
  expect(sent().existing.at(-1)).toBe("/media/1/original");
});

test("after a removal where nothing can be added the focus is on the next picture", async () => {
  show({ images: [picture("1"), picture("2"), picture("3")], limit: 1 });
  await userEvent.click(remove("Foto 2"));
  expect(remove("Foto 2")).toHaveFocus();
});

async function paste(target: Element, files: File[], types: string[]): Promise<boolean> {
  const event = new Event("paste", { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { files, types } });
  await taken(files, () => fireEvent(target, event));
  return event.defaultPrevented;
}

test("a picture can be pasted anywhere in the form; words, other files and other places are left alone", async () => {
  const { form, sent } = show();
  expect(await paste(form, [file("image.png", { type: "image/png" })], ["Files"])).toBe(true);
  expect(await paste(document.body, [file("b.png", { type: "image/png" })], ["Files"])).toBe(true);
  const [table, note] = [file("c.png", { type: "image/png" }), file("n.txt", { type: "text/plain" })];
  expect(await paste(form, [table], ["text/plain", "Files"])).toBe(false);
  expect(await paste(form, [note], ["Files"])).toBe(false);
  const outside = document.body.appendChild(document.createElement("input"));
  expect(await paste(outside, [table], ["Files"])).toBe(false);
  expect(sent().files).toEqual(["image.png", "b.png"]);
  expect(toasts).toEqual([
    { title: t.pasted, kind: "ok" },
    { title: t.pasted, kind: "ok" },
  ]);
});

test("a smaller photo takes the chosen one's place, and the field that is being written in stays", async () => {
  let made = (_smaller: File) => {};
  const smaller = new Promise<File>((done) => {
    made = done;
  });
  vi.mocked(downscale).mockReturnValueOnce(smaller);
  const { choose, sent } = show();
  await choose(file("gross.jpg", { bytes: 9_000_000 }));
  expect(sent().files).toEqual(["gross.jpg"]);
  expect(screen.getByText(t.shrinking)).toBeInTheDocument();
  await tap(/^Foto 1/);
  const field = screen.getByRole("textbox");
  await userEvent.type(field, "See");
  made(file("klein.jpg"));
  await waitFor(() => expect(sent().files).toEqual(["klein.jpg"]));
  expect(sent().alts).toEqual(["See"]);
  expect(field).toHaveFocus();
  expect(screen.queryByText(t.shrinking)).not.toBeInTheDocument();
});

test("a photo that turns out to be there already, made smaller before a reload, is skipped with its words", async () => {
  vi.mocked(downscale).mockResolvedValueOnce(file("klein.jpg"));
  const { choose, sent } = show({ files: [file("klein.jpg")] });
  await choose(file("klein.png", { bytes: 9_000_000 }));
  await waitFor(() => expect(toasts[0]?.description).toBe(t.duplicate_text));
  expect(sent().files).toEqual(["klein.jpg"]);
});

test("a HEIC photo that the browser can read is added as a JPEG, others are refused", async () => {
  const { choose, sent } = show();
  vi.mocked(readable).mockResolvedValueOnce([file("IMG_1.jpg")]);
  await choose(file("IMG_1.HEIC", { type: "image/heic" }));
  await choose(file("IMG_2.HEIC", { type: "image/heic" }));
  expect(sent().files).toEqual(["IMG_1.jpg"]);
  expect(toasts).toEqual([{ title: t.invalid_title, description: t.heic_text, kind: "error" }]);
});
