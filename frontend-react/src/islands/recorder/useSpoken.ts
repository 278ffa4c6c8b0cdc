import { useEffect, useRef, useState } from "react";
import { type Texts, t } from "../../i18n";
import { SAID, type State } from "./machine";

/** What a screen reader says: begin, end, and the last seconds twice. It must not talk into what is recorded. */
export function useSpoken({ phase }: State, texts: Texts, limit: number): string {
  const [words, say] = useState("");
  const is = phase.is;
  const was = useRef(is);
  const left = phase.is === "recording" ? limit - phase.seconds : undefined;

  useEffect(() => {
    if (is === "recording") say(t(texts, "editor.recorder.started"));
    else if (is === "transcribing") say(t(texts, "editor.recorder.transcribing"));
    else say(was.current === "recording" ? t(texts, "editor.recorder.limit_title") : "");
    was.current = is;
  }, [is, texts]);

  useEffect(() => {
    if (left !== undefined && left < limit && SAID.includes(left)) say(t(texts, "editor.recorder.left", { n: left }));
  }, [left, limit, texts]);

  return words;
}
