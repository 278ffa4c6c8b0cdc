import { waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { texts } from "../../test/texts";
import { openToaster } from ".";

test("in an open dialog a toast stands below its head, and outside again when it closes", async () => {
  document.body.innerHTML = '<dialog><div class="dialog-head"></div></dialog>';
  const dialog = document.querySelector("dialog") as HTMLDialogElement;
  const head = document.querySelector(".dialog-head") as HTMLElement;
  vi.spyOn(head, "getBoundingClientRect").mockReturnValue({ bottom: 96.4 } as DOMRect);
  vi.spyOn(dialog, "matches").mockReturnValue(true);
  const show = openToaster(texts);
  dialog.showModal();
  show({ title: "Link kopiert" });
  const host = document.querySelector(".toaster") as HTMLElement;
  expect(host.parentElement).toBe(dialog);
  expect(host.style.getPropertyValue("--toast-top")).toBe("96px");
  await waitFor(() => expect(host).toHaveTextContent("Link kopiert"));
  dialog.close();
  expect(host.parentElement).toBe(document.body);
  expect(host.style.getPropertyValue("--toast-top")).toBe("0px");
});

test("below the page's bar while that is in sight", () => {
  document.body.innerHTML = '<header class="top-bar"></header>';
  const bar = vi.spyOn(document.querySelector(".top-bar") as HTMLElement, "getBoundingClientRect");
  const show = openToaster(texts);
  const top = (bottom: number) => {
    bar.mockReturnValue({ bottom } as DOMRect);
    show({ title: "Gespeichert" });
    return document.querySelector<HTMLElement>(".toaster")?.style.getPropertyValue("--toast-top");
  };
  expect([top(64), top(-20)]).toEqual(["64px", "0px"]);
});

test("a toast lies neither over what was pressed nor over what has the focus, nor over a new page's title", () => {
  document.body.innerHTML = "<button>Speichern</button><input>";
  const button = document.querySelector("button") as HTMLElement;
  const place = vi.spyOn(button, "getBoundingClientRect");
  const show = openToaster(texts);
  const side = (top: number, height: number) => {
    place.mockReturnValue({ top, height, bottom: top + height } as DOMRect);
    show({ title: "Gespeichert" }, button);
    return document.querySelector<HTMLElement>(".toaster")?.dataset.side;
  };
  expect(side(60, 44)).toBe("end");
  expect(side(400, 44)).toBe("start");
  expect(side(0, 0), "a button that is gone").toBe("end");
  const field = document.querySelector("input") as HTMLInputElement;
  vi.spyOn(field, "getBoundingClientRect").mockReturnValue({ top: 20, height: 48, bottom: 68 } as DOMRect);
  field.focus();
  expect(side(400, 44)).toBe("end");
});

test("on a page that has just come a toast does not lie over the first entry if the top is free", () => {
  document.body.innerHTML = "<article data-card></article>";
  const show = openToaster(texts);
  const side = (top: number, bottom: number) => {
    const card = document.querySelector("[data-card]") as HTMLElement;
    vi.spyOn(card, "getBoundingClientRect").mockReturnValue({ top, bottom } as DOMRect);
    show({ title: "Eintrag erstellt" });
    return document.querySelector<HTMLElement>(".toaster")?.dataset.side;
  };
  expect(side(200, 420)).toBe("end");
  expect(side(420, innerHeight)).toBe("start");
  expect(side(innerHeight + 20, innerHeight + 200), "further down").toBe("end");
  expect(side(100, innerHeight), "both are its place").toBe("end");
});
