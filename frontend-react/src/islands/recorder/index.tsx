import { textsAround } from "../../i18n";
import type { Mount } from "../../r-island";
import { island } from "../island";
import { Recorder } from "./Recorder";
import { Voice, type VoiceProps } from "./voice";
import { whenRestored } from "./when-restored";

const show = island(Recorder);

/** The voice outlives its widget's props: new ones change what the form holds, never what is being said. */
export const mount: Mount = (root, props, fail) => {
  const voice = new Voice(root, textsAround(root));
  voice.give(props as VoiceProps);
  const update = show(root, { voice }, fail);
  whenRestored(root)
    .then(() => voice.find())
    .catch(console.error);
  return (next) => {
    if (next) return voice.give(next as VoiceProps);
    voice.end();
    update(undefined);
  };
};
