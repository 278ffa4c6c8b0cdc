/** The form around `root` has the draft in it that it found; at once where there is no such form. */
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
