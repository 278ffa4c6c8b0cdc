import { island } from "../island";
import { LinkedInPost } from "./LinkedInPost";

export const mount = island(LinkedInPost);
