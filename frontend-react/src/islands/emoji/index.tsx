import { island } from "../island";
import { EmojiInput } from "./EmojiInput";

export const mount = island(EmojiInput);
