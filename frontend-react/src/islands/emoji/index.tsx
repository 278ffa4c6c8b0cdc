import { island } from "../island";

export const mount = island(() => null);
