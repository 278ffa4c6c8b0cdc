/** The newest mail to somebody, read by the test controls. */
import { expect } from "@playwright/test";
import type { Site } from "./server.ts";

export async function mailTo(site: Site, email: string): Promise<string> {
  let text = "";
  await expect
    .poll(async () => {
      const answer = await fetch(`${site.origin}/test/mail?to=${encodeURIComponent(email)}`);
      text = answer.ok ? await answer.text() : "";
      return text;
    }, `a mail to ${email}`)
    .not.toBe("");
  return text;
}

/** The link in the newest mail to somebody; `not` is the one of an earlier mail. */
export async function mailedLink(site: Site, email: string, not = ""): Promise<string> {
  let link = "";
  await expect
    .poll(async () => {
      link = (await mailTo(site, email)).match(/https?:\/\/\S+\/action\?\S+/)?.[0] ?? "";
      return link !== "" && link !== not;
    }, `a link in a mail to ${email}`)
    .toBe(true);
  return link;
}
