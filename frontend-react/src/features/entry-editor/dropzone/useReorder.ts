import { type MouseEvent, type PointerEvent, useRef } from "react";

/** Pixels from which on a press is a drag. */
const FAR = 8;

type Drag = { key: string; x: number; pointer: number; isMoving: boolean };

/** Handlers for a list whose `[data-card]`s a finger or a mouse drags to other places. `move` says whether there was one. */
export function useReorder(move: (key: string, by: -1 | 1) => boolean) {
  const drag = useRef<Drag>(undefined);
  /** The click at the end of a drag opens nothing. */
  const wasDragged = useRef(false);

  const end = (event: PointerEvent<HTMLElement>) => {
    const { key = "", isMoving = false } = drag.current ?? {};
    drag.current = undefined;
    wasDragged.current = isMoving;
    const card = cardOf(event.currentTarget, key);
    card?.style.removeProperty("translate");
    card?.removeAttribute("data-dragged");
  };

  return {
    onPointerDown: ({ target, button, clientX, pointerId }: PointerEvent<HTMLElement>) => {
      wasDragged.current = false;
      const key = (target as Element).closest(".dropzone-thumb")?.closest<HTMLElement>("[data-card]")?.dataset.card;
      if (key && button === 0) drag.current = { key, x: clientX, pointer: pointerId, isMoving: false };
    },
    onPointerMove: ({ currentTarget: list, clientX, pointerId }: PointerEvent<HTMLElement>) => {
      const now = drag.current;
      if (!now || now.pointer !== pointerId || (!now.isMoving && Math.abs(clientX - now.x) < FAR)) return;
      if (!now.isMoving) {
        now.isMoving = true;
        // The list stays in its place; a card that is moved would lose the pointer.
        list.setPointerCapture(pointerId);
      }
      const [first, second] = list.querySelectorAll<HTMLElement>("[data-card]");
      const width = first && second ? second.offsetLeft - first.offsetLeft : 0;
      const by = clientX > now.x ? 1 : -1;
      if (width > 0 && Math.abs(clientX - now.x) > width / 2 && move(now.key, by)) now.x += by * width;
      const card = cardOf(list, now.key);
      card?.style.setProperty("translate", `${clientX - now.x}px`);
      card?.setAttribute("data-dragged", "");
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture: (event: MouseEvent) => {
      if (wasDragged.current) event.stopPropagation();
      wasDragged.current = false;
    },
  };
}

function cardOf(list: HTMLElement, key: string): HTMLElement | null {
  return list.querySelector<HTMLElement>(`[data-card="${key}"]`);
}
