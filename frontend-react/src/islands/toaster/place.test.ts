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
  expect(host.style.getPropertyValue("--dialog-head")).toBe("96px");
  await waitFor(() => expect(host).toHaveTextContent("Link kopiert"));
  dialog.close();
  expect(host.parentElement).toBe(document.body);
  expect(host.style.getPropertyValue("--dialog-head")).toBe("0px");
});
