/** Closes a notice in its place. Without a script its link loads the page again. */
export function closeNotices(): void {
  document.addEventListener("click", (event) => {
    const notice = (event.target as Element).closest(".notice-close")?.closest(".notice");
    if (!notice) return;
    event.preventDefault();
    notice.remove();
    const main = document.querySelector<HTMLElement>("main");
    main?.setAttribute("tabindex", "-1");
    main?.focus({ preventScroll: true });
  });
}
