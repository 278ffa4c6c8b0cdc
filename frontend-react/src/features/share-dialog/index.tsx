import { island } from "../../islands/island";
import { ShareDialog } from "./ShareDialog";

export const mount = island(ShareDialog);
