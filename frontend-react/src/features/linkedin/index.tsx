import { island } from "../../shared/island";
import { LinkedInPost } from "./LinkedInPost";

export const mount = island(LinkedInPost);
