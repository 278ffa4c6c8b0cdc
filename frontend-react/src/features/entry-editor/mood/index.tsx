import { island } from "../../../islands/island";
import { MoodTracker } from "./MoodTracker";

export const mount = island(MoodTracker);
