// The small script of every page: language, time zone, top bar, transitions, keys, broken pictures, toasts, signing out.
import { on, send } from "./events";
import { whenIdle } from "./idle";
import { reloadFromBfcache } from "./page/bfcache";
import { openByCommand } from "./page/commands";
import { keepDayTicket } from "./page/day-ticket";
import { removeForeignDrafts } from "./page/drafts";
import { watchEditor } from "./page/editor-missing";
import { keepEmailToken } from "./page/email-token";
import { needsGoogle } from "./page/google";
import { mendImages } from "./page/images";
import { keepLanguage } from "./page/language";
import { watchOutbox } from "./page/outbox";
import { sendInPlace, showBusy } from "./page/post-form";
import { hearPreferences } from "./page/preferences";
import { clearReloadGuard } from "./page/reload-guard";
import { hearShortcuts } from "./page/shortcuts";
import { endTicket } from "./page/shown-ticket";
import { followSignOut } from "./page/signed-out";
import { showChosen } from "./page/tabs";
import { endTips } from "./page/tips";
import { listenForToasts } from "./page/toasts";
import { hideBar } from "./page/top-bar";
import { nameCards } from "./page/transition";
import { showUnsavedNotice } from "./page/unsaved-notice";
import { keepWorker } from "./page/worker";
import { reportZone } from "./page/zone";
import { signInAgain } from "./sign-in";

keepEmailToken();
if (!keepLanguage()) {
  // The same page with another link of a mail.
  addEventListener("hashchange", keepEmailToken);
  hideBar();
  hearPreferences();
  nameCards();
  hearShortcuts();
  endTips();
  openByCommand();
  mendImages();
  listenForToasts();
  showChosen();
  followSignOut();
  on("app:session-over", signInAgain);
  on("app:sign-out", (texts) => {
    const failed = () => send("app:toast", { title: texts.failed, kind: "error" });
    import("./sign-out").then(({ signOut }) => signOut(texts)).catch(failed);
  });
  whenIdle(
    () =>
      void Promise.allSettled([
        keepWorker(),
        reportZone().then(keepDayTicket),
        removeForeignDrafts().then(watchOutbox).then(showUnsavedNotice),
      ]),
  );
  if (needsGoogle()) {
    import("./google").then(({ listenForGoogle }) => listenForGoogle(), console.error);
  }
  if (document.querySelector("[data-show-password]")) {
    import("./page/show-password").then(({ hearShowPassword }) => hearShowPassword(), console.error);
  }
  sendInPlace();
  showBusy();
  reloadFromBfcache();
  // The feed may get cards with hearts later.
  if (document.querySelector("#feed, entry-heart")) import("./page/entry-heart").catch(console.error);
  const today = document.querySelector<HTMLElement>("entry-form:not([data-late])");
  if (today && "caches" in window)
    import("./page/shared").then(({ takeShared }) => takeShared(today)).catch(console.error);
  const picture = document.querySelector<HTMLElement>("[data-picture]");
  if (picture) import("./page/picture").then(({ showPicture }) => showPicture(picture), console.error);
  const filter = document.querySelector<HTMLElement>("[data-filter]");
  if (filter) import("./page/filter").then(({ narrow }) => narrow(filter), console.error);
  const lightbox = document.querySelector<HTMLDialogElement>("#lightbox");
  if (lightbox) import("./page/lightbox").then(({ hearPhotos }) => hearPhotos(lightbox), console.error);
  const pin = document.querySelector<HTMLFormElement>("form[action^='/shared/']");
  if (pin) import("./page/pin-form").then(({ sendInPlace }) => sendInPlace(pin), console.error);
  const codes = document.querySelector<HTMLElement>("[data-codes-list]");
  if (codes) import("./page/share").then(({ hearShareButtons }) => hearShareButtons(codes), console.error);
  const counter = document.querySelector<HTMLElement>("[data-count]");
  if (counter) import("./page/count").then(({ showLength }) => showLength(counter), console.error);
  const kept = document.querySelector<HTMLElement>("[data-unsaved-drafts]");
  if (kept)
    import("./page/unsaved-drafts").then(({ showUnsavedDrafts }) => showUnsavedDrafts(kept)).catch(console.error);
  const byTicket = document.querySelector<HTMLElement>("[data-ticket-of]");
  if (byTicket)
    import("./page/stored-ticket")
      .then(({ showWithStoredTicket }) => showWithStoredTicket(byTicket))
      .catch(console.error);
  const offline = document.querySelector<HTMLElement>("[data-offline]");
  if (offline) import("./offline").then(({ openOffline }) => openOffline(offline)).catch(console.error);
  else {
    clearReloadGuard();
    if (document.querySelector("entry-form")) endTicket();
  }
  watchEditor();
  if ("sessionEnded" in document.documentElement.dataset) {
    import("./page/session-ended").then(({ clearEnded }) => clearEnded()).catch(console.error);
  }
  if (import.meta.env.DEV) whenIdle(async () => (await import("./page/reload")).reloadWithServer());
}
