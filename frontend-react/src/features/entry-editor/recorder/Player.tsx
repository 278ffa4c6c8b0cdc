import type { SyntheticEvent } from "react";
import { t } from "../../../shared/i18n";
import { useEditor } from "../state/context";
import { useObjectUrl } from "../ui/useObjectUrl";
import { clock, type Sound } from "./recorder-state";

/** Seconds beyond any recording: seeking there makes the browser find out the length. */
const END = 1e101;

/** Plays the recording before it is saved, and the saved one. */
export function Player({ sound }: { sound: Sound }) {
  const { texts } = useEditor();
  const made = useObjectUrl(sound.kind === "new" ? sound.file : null);
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: what is said stands in the transcript below. */}
      <audio
        className="recorder-player"
        controls
        preload="metadata"
        src={sound.kind === "new" ? made : sound.recording.url}
        aria-label={t(texts, "editor.recorder.player")}
        onLoadedMetadata={showLength}
      />
      {/* The length is shown at once, and also if the player cannot load the recording. */}
      {sound.kind === "saved" && <span className="recorder-length">{clock(sound.recording.seconds)}</span>}
    </>
  );
}

/** Recordings made by Chromium do not contain their length. */
function showLength({ currentTarget: audio }: SyntheticEvent<HTMLAudioElement>): void {
  if (audio.duration !== Number.POSITIVE_INFINITY) return;
  const back = () => {
    if (audio.duration === Number.POSITIVE_INFINITY) return;
    audio.removeEventListener("durationchange", back);
    audio.currentTime = 0;
  };
  audio.addEventListener("durationchange", back);
  audio.currentTime = END;
}
