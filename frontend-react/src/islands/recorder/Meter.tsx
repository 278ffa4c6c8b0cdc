import { useEffect, useRef } from "react";
import type { Voice } from "./voice";

const BARS = 32;

/** The level of the last seconds. It changes many times a second, so it is drawn without rendering. */
export function Meter({ voice }: { voice: Voice }) {
  const place = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const bars = [...(place.current?.children ?? [])] as HTMLElement[];
    const levels: number[] = Array(bars.length).fill(0);
    voice.heard = (level) => {
      levels.shift();
      levels.push(level);
      for (const [at, bar] of bars.entries()) bar.style.setProperty("--level", (levels[at] ?? 0).toFixed(2));
    };
    return () => {
      voice.heard = undefined;
    };
  }, [voice]);

  return (
    <span ref={place} className="recorder-meter" aria-hidden="true">
      {Array.from({ length: BARS }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change places.
        <i key={at} />
      ))}
    </span>
  );
}
