import { island } from "../../../islands/island";
import { Dropzone } from "./Dropzone";

export const mount = island(Dropzone);
