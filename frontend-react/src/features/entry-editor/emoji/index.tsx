import { island } from "../../../islands/island";
import { EmojiInput } from "./EmojiInput";

export const mount = island(EmojiInput);
