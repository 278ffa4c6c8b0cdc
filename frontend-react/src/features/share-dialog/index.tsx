import { island } from "../../shared/island";
import { ShareDialog } from "./ShareDialog";

export const mount = island(ShareDialog);
