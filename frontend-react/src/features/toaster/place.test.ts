import { waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { texts } from "../../test/texts";
import { openToaster } from ".";

test("in an open dialog a toast stands above it, or below its head without room there, and outside again when it closes", async () => {
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
  vi.spyOn(dialog, "getBoundingClientRect").mockReturnValue({ top: 130 } as DOMRect);
  show({ title: "Link kopiert" });
  expect(host.style.getPropertyValue("--toast-top")).toBe("0px");
  await waitFor(() => expect(host).toHaveTextContent("Link kopiert"));
  dialog.close();
  expect(host.parentElement).toBe(document.body);
  expect(host.style.getPropertyValue("--toast-top")).toBe("0px");
});

test("a toast lies neither over what was pressed nor over what has the focus", () => {
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
  expect(side(0, 0), "a button that is gone").toBe("start");
  const field = document.querySelector("input") as HTMLInputElement;
  vi.spyOn(field, "getBoundingClientRect").mockReturnValue({ top: 20, height: 48, bottom: 68 } as DOMRect);
  field.focus();
  expect(side(400, 44)).toBe("end");
});
