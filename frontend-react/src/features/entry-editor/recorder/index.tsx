import { useEffect, useState } from "react";
import { useEditor, useEntry, useSaveHooks } from "../state/context";
import type { EntryStore } from "../state/entryReducer";
import { Recorder } from "./Recorder";
import { RecorderController, type RecorderProps, type RecorderValue } from "./recorder-controller";

export default function VoiceSection(props: RecorderProps) {
  const { texts, store } = useEditor();
  const isReady = useEntry((state) => state.isReady);
  const [controller] = useState(() => {
    const recorder = new RecorderController({
      props,
      texts,
      place: () => placeOf(store),
      changed: (fields) => store.dispatch({ type: "edit", fields }),
      recording: (time) => store.dispatch({ type: "recording", time }),
    });
    recorder.give(store.getState().content);
    return recorder;
  });
  useSaveHooks({
    finish: () => controller.finish(),
    saved: () => controller.saved(),
    leaving: () => controller.leaving(),
  });

  useEffect(() => {
    const follow = () => {
      const { content } = store.getState();
      if (!isSame(content, controller.value)) controller.give(content);
    };
    follow();
    const stop = store.subscribe(follow);
    return () => {
      controller.end();
      stop();
    };
  }, [controller, store]);

  useEffect(() => {
    if (isReady) controller.find().catch(console.error);
  }, [controller, isReady]);

  return <Recorder controller={controller} />;
}

function placeOf(store: EntryStore) {
  const { target, isLate } = store.getState();
  const { userId, date, entryId, ticket } = target;
  return { userId, date, entryId, today: !isLate && (!entryId || ticket !== "") };
}

function isSame(a: RecorderValue, b: RecorderValue): boolean {
  return a.audio?.url === b.audio?.url && a.audioFile === b.audioFile && a.audioTranscript === b.audioTranscript;
}
