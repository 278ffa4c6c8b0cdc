// The small script of every page: language, time zone, top bar, transitions, keys, broken pictures, toasts, signing out.

import { reloadFromBfcache } from "./enhance/bfcache";
import { leadBackFromDialogs, openByCommand } from "./enhance/commands";
import { mendImages } from "./enhance/images";
import { keepLanguage } from "./enhance/language";
import { sendInPlace, showBusy } from "./enhance/post-form";
import { hearPreferences } from "./enhance/preferences";
import { clearReloadGuard } from "./enhance/reload-guard";
import { hearShortcuts } from "./enhance/shortcuts";
import { showChosen } from "./enhance/tabs";
import { endTips } from "./enhance/tips";
import { hideBar } from "./enhance/top-bar";
import { nameCards } from "./enhance/transition";
import { keepWorker } from "./enhance/worker";
import { reportZone } from "./enhance/zone";
import { watchEditor } from "./features/entry-editor/editor-missing";
import { needsGoogle } from "./features/google/needed";
import { keepEmailToken } from "./features/identity/email-token";
import { openSignInInPlace } from "./features/identity/open-sign-in";
import { followSignOut } from "./features/identity/signed-out";
import { listenForToasts } from "./features/toaster/toasts";
import { keepDayTicket } from "./features/unsaved-drafts/day-ticket";
import { removeForeignDrafts } from "./features/unsaved-drafts/drafts";
import { watchOutbox } from "./features/unsaved-drafts/outbox";
import { endTicket } from "./features/unsaved-drafts/shown-ticket";
import { showUnsavedNotice } from "./features/unsaved-drafts/unsaved-notice";
import { on, send } from "./shared/events";
import { whenIdle } from "./shared/idle";
import { signInAgain } from "./shared/sign-in";

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
  leadBackFromDialogs();
  mendImages();
  listenForToasts();
  showChosen();
  followSignOut();
  openSignInInPlace();
  on("app:session-over", signInAgain);
  on("app:sign-out", (texts) => {
    const failed = () => send("app:toast", { title: texts.failed, kind: "error" });
    import("./shared/sign-out").then(({ signOut }) => signOut(texts)).catch(failed);
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
    import("./features/google").then(({ listenForGoogle }) => listenForGoogle(), console.error);
  }
  if (document.querySelector("[data-show-password]")) {
    import("./features/identity/show-password").then(({ hearShowPassword }) => hearShowPassword(), console.error);
  }
  sendInPlace();
  showBusy();
  reloadFromBfcache();
  // The feed may get cards with hearts later.
  if (document.querySelector(".feed, entry-heart")) import("./features/feed/entry-heart").catch(console.error);
  const today = document.querySelector<HTMLElement>("entry-form:not([data-late])");
  if (today && "caches" in window)
    import("./features/offline/shared").then(({ takeShared }) => takeShared(today)).catch(console.error);
  const picture = document.querySelector<HTMLElement>("[data-picture]");
  if (picture) import("./features/profile/picture").then(({ showPicture }) => showPicture(picture), console.error);
  const filter = document.querySelector<HTMLElement>("[data-filter]");
  if (filter) import("./features/friends/filter").then(({ narrow }) => narrow(filter), console.error);
  const lightbox = document.querySelector<HTMLDialogElement>("#lightbox");
  if (lightbox) import("./enhance/lightbox").then(({ hearPhotos }) => hearPhotos(lightbox), console.error);
  const pin = document.querySelector<HTMLFormElement>("form[action^='/shared/']");
  if (pin) import("./features/sharing/pin-form").then(({ sendInPlace }) => sendInPlace(pin), console.error);
  const codes = document.querySelector<HTMLElement>("[data-codes-list]");
  if (codes)
    import("./features/friends/share-buttons").then(({ hearShareButtons }) => hearShareButtons(codes), console.error);
  const counter = document.querySelector<HTMLElement>("[data-count]");
  if (counter) import("./enhance/count").then(({ showLength }) => showLength(counter), console.error);
  const kept = document.querySelector<HTMLElement>("[data-unsaved-drafts]");
  if (kept)
    import("./features/unsaved-drafts/unsaved-drafts")
      .then(({ showUnsavedDrafts }) => showUnsavedDrafts(kept))
      .catch(console.error);
  const byTicket = document.querySelector<HTMLElement>("[data-ticket-of]");
  if (byTicket)
    import("./features/unsaved-drafts/stored-ticket")
      .then(({ showWithStoredTicket }) => showWithStoredTicket(byTicket))
      .catch(console.error);
  const offline = document.querySelector<HTMLElement>("[data-offline]");
  if (offline) import("./features/offline").then(({ openOffline }) => openOffline(offline)).catch(console.error);
  else {
    clearReloadGuard();
    if (document.querySelector("entry-form")) endTicket();
  }
  watchEditor();
  if ("sessionEnded" in document.documentElement.dataset) {
    import("./features/identity/session-ended").then(({ clearEnded }) => clearEnded()).catch(console.error);
  }
  if (import.meta.env.DEV) whenIdle(async () => (await import("./enhance/reload")).reloadWithServer());
}
