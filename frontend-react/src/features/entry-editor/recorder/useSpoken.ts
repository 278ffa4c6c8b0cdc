import { useEffect, useRef, useState } from "react";
import { type Texts, t } from "../../../shared/i18n";
import type { State } from "./recorder-state";

/** Remaining seconds at which a screen reader is told, each once. There are few, so that it does not talk over the person. */
const ANNOUNCED_SECONDS = [30, 10];

/** Announcements for screen readers: the start, the end, and twice the remaining seconds. They must not talk into the recording. */
export function useSpoken({ phase }: State, texts: Texts, limit: number): string {
  const [words, say] = useState("");
  const is = phase?.is;
  const was = useRef(is);
  const left = phase?.is === "recording" ? limit - phase.seconds : undefined;

  useEffect(() => {
    if (is === "recording") say(t(texts, "editor.recorder.started"));
    else if (is === "transcribing") say(t(texts, "editor.recorder.transcribing"));
    else say(was.current === "recording" ? t(texts, "editor.recorder.limit_title") : "");
    was.current = is;
  }, [is, texts]);

  useEffect(() => {
    if (left !== undefined && left < limit && ANNOUNCED_SECONDS.includes(left))
      say(t(texts, "editor.recorder.left", { n: left }));
  }, [left, limit, texts]);

  return words;
}
