// The small script of every page: language, time zone, top bar, transitions, broken pictures, toasts, signing out.
import { on } from "./events";
import { whenIdle } from "./idle";
import { mendImages } from "./page/images";
import { keepLanguage } from "./page/language";
import { hearPreferences } from "./page/preferences";
import { listenForToasts } from "./page/toasts";
import { hideBar } from "./page/top-bar";
import { nameCards } from "./page/transition";
import { reportZone } from "./page/zone";

if (!keepLanguage()) {
  hideBar();
  hearPreferences();
  nameCards();
  mendImages();
  listenForToasts();
  on("app:sign-out", async (texts) => (await import("./sign-out")).signOut(texts));
  whenIdle(reportZone);
  if (import.meta.env.DEV) whenIdle(async () => (await import("./page/reload")).reloadWithServer());
}
