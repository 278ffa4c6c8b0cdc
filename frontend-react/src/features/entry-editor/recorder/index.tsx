import { textsAround } from "../../../i18n";
import { island } from "../../../islands/island";
import type { Mount } from "../../../r-island";
import { Recorder } from "./Recorder";
import { RecorderController, type RecorderProps } from "./recorder-controller";
import { whenRestored } from "./when-restored";

const show = island(Recorder);

/** The controller outlives the widget's props: new props change the form's values, but do not stop a recording. */
export const mount: Mount = (root, props, fail) => {
  const controller = new RecorderController(root, textsAround(root));
  controller.give(props as RecorderProps);
  const update = show(root, { controller }, fail);
  whenRestored(root)
    .then(() => controller.find())
    .catch(console.error);
  return (next) => {
    if (next) return controller.give(next as RecorderProps);
    controller.end();
    update(undefined);
  };
};
