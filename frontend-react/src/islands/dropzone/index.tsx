import { island } from "../island";
import { Dropzone } from "./Dropzone";

export const mount = island(Dropzone);
