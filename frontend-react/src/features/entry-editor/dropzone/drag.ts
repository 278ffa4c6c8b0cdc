/** Pixels from which on a press is a drag. */
const FAR = 8;

/**
 * Follows the finger or the mouse that was pressed on the card `key` of `list`, until it is lifted. `move` says whether there was a place
 * to move to. The click at the end of a drag opens nothing.
 */
export function followDrag(list: HTMLElement, key: string, from: PointerEvent, move: (by: -1 | 1) => boolean): void {
  const ended = new AbortController();
  const { signal } = ended;
  const { pointerId } = from;
  let x = from.clientX;
  let isMoving = false;
  const card = () => list.querySelector<HTMLElement>(`[data-card="${key}"]`);
  const of = (heard: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.pointerId === pointerId) heard(event);
  };
  const follow = of((event) => {
    const { clientX, buttons } = event;
    // It was lifted outside of the list.
    if (buttons === 0) return end(event);
    if (!isMoving && Math.abs(clientX - x) < FAR) return;
    // The list stays in its place; a card that is moved would lose the pointer.
    if (!isMoving) list.setPointerCapture(pointerId);
    isMoving = true;
    const [first, second] = list.querySelectorAll<HTMLElement>("[data-card]");
    const width = first && second ? second.offsetLeft - first.offsetLeft : 0;
    const by = clientX > x ? 1 : -1;
    if (width > 0 && Math.abs(clientX - x) > width / 2 && move(by)) x += by * width;
    card()?.style.setProperty("translate", `${clientX - x}px`);
    card()?.setAttribute("data-dragged", "");
  });
  const end = of(() => {
    ended.abort();
    card()?.style.removeProperty("translate");
    card()?.removeAttribute("data-dragged");
    if (!isMoving) return;
    const stop = (event: Event) => event.stopPropagation();
    list.addEventListener("click", stop, { capture: true });
    setTimeout(() => list.removeEventListener("click", stop, { capture: true }));
  });
  list.addEventListener("pointermove", follow, { signal });
  list.addEventListener("pointerup", end, { signal });
  list.addEventListener("pointercancel", end, { signal });
}
