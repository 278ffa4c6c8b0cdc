import { island } from "../island";
import { MoodTracker } from "./MoodTracker";

export const mount = island(MoodTracker);
