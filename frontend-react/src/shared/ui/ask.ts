// A question before something that is hard to take back, in a dialog of our own.
import { button, element } from "./elements";
import { focusMenuOf } from "./menu";

/** False: no, or closed without an answer. The focus goes back to where it was. */
export function ask(question: string, yes: string, no: string, look = "button-danger"): Promise<boolean> {
  const dialog = element("dialog", { className: "dialog ask" });
  const text = element("p", { text: question });
  text.id = "ask-text";
  const before = document.activeElement;
  dialog.role = "alertdialog";
  dialog.setAttribute("aria-labelledby", text.id);
  return new Promise((answered) => {
    let answer = false;
    // No comes first and has the focus: pressing Enter twice takes nothing away.
    const choices = element(
      "div",
      { className: "ask-choices" },
      button(no, "button", () => dialog.close()),
      button(yes, `button ${look}`, () => {
        answer = true;
        dialog.close();
      }),
    );
    dialog.append(text, choices);
    dialog.addEventListener(
      "close",
      () => {
        dialog.remove();
        focusMenuOf(before);
        answered(answer);
      },
      { once: true },
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}
