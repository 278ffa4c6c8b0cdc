import { useEffect, useRef } from "react";
import type { RecorderController } from "./recorder-controller";

const BARS = 32;

/** The level of the last seconds. It changes many times a second, so the bars are set without rendering. */
export function Meter({ controller }: { controller: RecorderController }) {
  const place = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const bars = [...(place.current?.children ?? [])] as HTMLElement[];
    const levels: number[] = Array(bars.length).fill(0);
    controller.onLevel = (level) => {
      levels.shift();
      levels.push(level);
      for (const [at, bar] of bars.entries()) bar.style.setProperty("--level", (levels[at] ?? 0).toFixed(2));
    };
    return () => {
      controller.onLevel = undefined;
    };
  }, [controller]);

  return (
    <span ref={place} className="recorder-meter" aria-hidden="true">
      {Array.from({ length: BARS }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change places.
        <i key={at} />
      ))}
    </span>
  );
}
