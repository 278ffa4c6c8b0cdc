/** Settles when the form around `root` has restored its draft; at once if there is no such form. */
export function whenRestored(root: HTMLElement): Promise<void> {
  const form = root.closest("entry-form");
  if (!form || form.hasAttribute("data-ready")) return Promise.resolve();
  return new Promise((done) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      done();
    });
    observer.observe(form, { attributeFilter: ["data-ready"] });
  });
}
