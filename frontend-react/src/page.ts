// The small script of every page: language, time zone, top bar, transitions, keys, broken pictures, toasts, signing out.

import { reloadFromBfcache } from "./enhance/bfcache";
import { leadBackFromDialogs, openByCommand } from "./enhance/commands";
import { replaceBrokenImages } from "./enhance/images";
import { keepLanguage } from "./enhance/language";
import { hearMenuKeys } from "./enhance/menus";
import { closeNotices } from "./enhance/notices";
import { listenForShortcuts } from "./enhance/shortcuts";
import { showTips } from "./enhance/tips";
import { hideBar } from "./enhance/top-bar";
import { reportZone } from "./enhance/zone";
import type { EntryForm } from "./features/entry-editor/editor";
import { watchEditor } from "./features/entry-editor/editor-missing";
import { nameCards } from "./features/feed/transition";
import { sendForms } from "./features/forms/post-form";
import { googlePlace } from "./features/google/needed";
import { keepEmailToken } from "./features/identity/email-token";
import { followSignOut } from "./features/identity/signed-out";
import { noteShareOwner } from "./features/offline/share-owner";
import { keepWorker } from "./features/offline/worker";
import { hearPreferences } from "./features/preferences/preferences";
import { listenForToasts } from "./features/toaster/toasts";
import { endTicket } from "./features/unsaved-drafts/shown-ticket";
import { on, send } from "./shared/events";
import { whenIdle } from "./shared/idle";
import { clearReloadGuard } from "./shared/reload-guard";
import { signInAgain } from "./shared/sign-in";

type Part = [selector: string, start: (found: HTMLElement) => Promise<unknown>];

/** Scripts of elements in forms. An answered form starts them anew. */
const FORM_PARTS: Part[] = [
  ["[data-picture]", async (picture) => (await import("./features/profile/picture")).showPicture(picture)],
  ["[data-count]", async (counter) => (await import("./features/forms/count")).showLength(counter)],
];

/** Scripts that are fetched when the page has the element. */
const PARTS: Part[] = [
  ...FORM_PARTS,
  [googlePlace(), async () => (await import("./features/google")).listenForGoogle()],
  [
    "#sign-in",
    async (dialog) => (await import("./features/identity/sign-in-dialog")).hearSignIn(dialog as HTMLDialogElement),
  ],
  ["[data-show-password]", async () => (await import("./features/identity/show-password")).hearShowPassword()],
  ["html[data-session-ended]", async () => (await import("./features/identity/session-ended")).clearEnded()],
  // The feed may get cards with hearts later.
  [".feed, entry-heart", () => import("./features/feed/entry-heart")],
  ["month-grid", () => import("./features/stats/month-grid")],
  ["print-button", () => import("./features/book/print-button")],
  ["import-progress", () => import("./features/imports/import-progress")],
  ["[data-filter]", async (filter) => (await import("./features/friends/filter")).narrow(filter)],
  ["[data-codes-list]", async (codes) => (await import("./features/friends/share-buttons")).hearShareButtons(codes)],
  ["[data-photo-strip]", async (strip) => (await import("./features/photos/strip")).hearTurns(strip)],
  ["#lightbox", async (dialog) => (await import("./features/photos/lightbox")).hearPhotos(dialog as HTMLDialogElement)],
  [
    "[data-unsaved-drafts]",
    async (place) => (await import("./features/unsaved-drafts/unsaved-drafts")).showUnsavedDrafts(place),
  ],
  [
    "[data-ticket-of]",
    async (page) => (await import("./features/unsaved-drafts/stored-ticket")).showWithStoredTicket(page),
  ],
  ["[data-offline]", async (page) => (await import("./features/offline")).openOffline(page)],
  [
    "entry-form:not([data-late])",
    async (today) => "caches" in window && (await import("./features/offline/shared")).offerShared(today as EntryForm),
  ],
];

async function watchDrafts(zone: Promise<unknown>): Promise<void> {
  if (!document.documentElement.dataset.userId) return;
  // The connection may be lost before the script is here.
  const again = () => addEventListener("online", () => void watchDrafts(zone), { once: true });
  await import("./features/unsaved-drafts").then((drafts) => drafts.watchDrafts(zone), again);
}

async function startForm(form: HTMLElement): Promise<void> {
  for (const [selector, start] of FORM_PARTS) {
    const found = form.querySelector<HTMLElement>(selector);
    if (found) await start(found).catch(console.error);
  }
}

/** Starts the script of a part. Parts that only the dialog to sign in again has start when it opens. */
function startPart([selector, start]: Part): void {
  const all = [...document.querySelectorAll<HTMLElement>(selector)];
  const begin = (element: HTMLElement) => void start(element).catch(console.error);
  const found = all.find((element) => !element.closest("#sign-in[data-again]"));
  const [later] = all;
  if (found) begin(found);
  else if (later) {
    const stop = on("app:sign-in", () => {
      stop();
      begin(later);
    });
  }
}

keepEmailToken();
if (!keepLanguage()) {
  // The same page with another link of a mail.
  addEventListener("hashchange", keepEmailToken);
  hideBar();
  hearPreferences();
  nameCards();
  listenForShortcuts();
  showTips();
  openByCommand();
  hearMenuKeys();
  leadBackFromDialogs();
  closeNotices();
  replaceBrokenImages();
  listenForToasts();
  followSignOut();
  on("app:session-over", signInAgain);
  on("app:sign-out", (texts) => {
    const failed = () => send("app:toast", { title: texts.failed, kind: "error" });
    import("./shared/sign-out").then(({ signOut }) => signOut(texts)).catch(failed);
  });
  whenIdle(() => void Promise.allSettled([keepWorker(), noteShareOwner(), watchDrafts(reportZone())]));
  sendForms(startForm);
  reloadFromBfcache();
  for (const part of PARTS) startPart(part);
  if (!document.querySelector("[data-offline]")) {
    clearReloadGuard();
    if (document.querySelector("entry-form")) endTicket();
  }
  watchEditor();
  if (import.meta.env.DEV) whenIdle(async () => (await import("./dev-reload")).reloadWithServer());
}
