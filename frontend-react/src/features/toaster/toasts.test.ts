import { describe, expect, test } from "vitest";
import { carryToast, send } from "../../shared/events";
import { eventually } from "../../test/eventually";
import { de } from "../../test/texts";
import { plainToast } from "./plain-toast";
import { listenForToasts } from "./toasts";

test("a message that the toaster cannot show is shown without it", () => {
  plainToast({ title: "Fehler", description: "Keine Verbindung", kind: "error" });
  expect(document.querySelector("[role=alert]")).toHaveTextContent("Fehler. Keine Verbindung");
});

describe("toasts", () => {
  const status = () => document.querySelector("[role=status]")?.textContent;

  test("load the toaster with the first one; one from the page before comes by itself", async () => {
    document.body.dataset.toastTexts = JSON.stringify({
      "toast.region": de.toast.region,
      "toast.close": de.toast.close,
    });
    carryToast({ title: "Eintrag erstellt" });
    listenForToasts();
    expect(document.querySelector(".toaster")).toBeNull();
    await eventually(() => expect(status()).toBe("Eintrag erstellt"));
    expect(sessionStorage).toHaveLength(0);
    send("app:toast", { title: "Link kopiert" });
    await eventually(() => expect(status()).toBe("Link kopiert"));
    expect(document.querySelectorAll(".toaster")).toHaveLength(1);
  });
});
