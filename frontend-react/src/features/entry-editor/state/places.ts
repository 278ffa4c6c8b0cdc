// The places of the editor's parts in the server's page. Nothing else looks for elements.

export type Places = ReturnType<typeof findPlaces>;

export function findPlaces(element: HTMLElement, form: HTMLFormElement) {
  const find = (selector: string) => element.querySelector<HTMLElement>(selector);
  const summary = find("[data-summary]");
  return {
    notices: find("[data-notice]"),
    counter: find("[data-counter]"),
    line: find("[data-save-line]"),
    upload: find("[data-upload]"),
    save: find("[data-save]"),
    saveLabel: find("[data-save] [data-label]") ?? find("[data-save]"),
    bar: find(".editor-bar"),
    marks: find("[data-marks]"),
    folds: [...element.querySelectorAll<HTMLDetailsElement>("details[data-fold]")],
    versions: element.querySelector<HTMLDetailsElement>("details[data-versions]"),
    conflict: element.querySelector<HTMLDialogElement>("dialog[data-conflict]"),
    tools: [...form.querySelectorAll<HTMLAnchorElement>("a[data-tool]")].map((link) => ({
      link,
      row: find(link.hash || "none"),
    })),
    summary: summary && {
      row: summary,
      button: summary.querySelector<HTMLButtonElement>("[data-summarise]"),
      label: summary.querySelector<HTMLElement>("[data-label]"),
      undo: summary.querySelector<HTMLElement>("[data-summary-undo]"),
      mark: summary.querySelector<HTMLElement>("[data-summary-mark]"),
      message: summary.querySelector<HTMLElement>("[data-summary-message]"),
      pro: summary.querySelector<HTMLElement>("[data-summary-pro]"),
      left: find("[data-summary-left]"),
    },
    sections: [...form.querySelectorAll<HTMLElement>("r-island")].map((slot) => {
      const root = document.createElement("div");
      root.dataset.root = "";
      return { name: slot.getAttribute("name") ?? "", slot, root };
    }),
  };
}
