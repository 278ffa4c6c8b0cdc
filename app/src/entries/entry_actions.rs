//! What the owner does with a whole entry, besides writing: the heart, and deleting.

use crate::{
    components::{ApiForm, FormMessage, Icon, icon},
    request::t,
};
use domain::{Entry, EntryId, Key, Language, stats::BrokenStreak};
use leptos::prelude::*;
use serde_json::json;

/// Where to go when the entry turns out to be gone, or not one's own, after something was done in an open page (spec 4).
pub const ELSEWHERE: &str = "entry_not_found=/dashboard access_denied=/dashboard";

/// A switch with the look of a heart; it is saved as it is pressed.
#[component]
pub fn FavoriteControl<'a>(entry: &'a Entry) -> impl IntoView + use<> {
    let (id, checked) = (entry.id, entry.is_favorite);
    view! {
        <ApiForm
            method="PUT"
            action=format!("/api/entries/{id}/favorite")
            failed=Key::EntryFavoriteFailed
            submit_on="change"
            elsewhere=ELSEWHERE
            class="favorite-fields"
        >
            <label class="icon-button favorite-switch" title=t(Key::CardFavorite)>
                <input class="visually-hidden" type="checkbox" name="isFavorite" checked=checked />
                <Icon of=icon::HEART />
                <span class="visually-hidden">{t(Key::CardFavorite)}</span>
            </label>
        </ApiForm>
    }
}

/// To the page that makes a post of it.
#[component]
pub fn LinkedInLink<'a>(entry: &'a Entry) -> impl IntoView + use<> {
    view! {
        <div class="entry-actions">
            <a class="button button-quiet entry-linkedin" href=format!("/linkedin-sharing/{}", entry.id)>
                <Icon of=icon::BRIEFCASE />
                {t(Key::LinkedinOption)}
            </a>
        </div>
    }
}

#[component]
pub fn DeleteControl<'a>(
    entry: &'a Entry,
    broken_streak: Option<BrokenStreak>,
    language: Language,
) -> impl IntoView + use<> {
    let id = entry.id;
    let mut question =
        t(if entry.share_token.is_some() { Key::EntryDeleteAskLink } else { Key::EntryDeleteAsk }).to_owned();
    if let Some(BrokenStreak { days, left }) = broken_streak {
        let numbers = [("n", &*days.to_string()), ("left", &*left.to_string())];
        question.extend([" ", &language.fill(Key::EntryDeleteStreak, &numbers)]);
    }
    view! {
        <div class="entry-actions">
            <ApiForm
                method="DELETE"
                action=format!("/api/entries/{id}")
                done_toast=deleted(id)
                failed=Key::EntryDeleteFailed
                then="/dashboard"
                confirm=question
                elsewhere=ELSEWHERE
            >
                <FormMessage />
                <button class="button button-quiet entry-delete" data-busy=t(Key::EntryDeleting)>
                    <Icon of=icon::TRASH />
                    <span data-label>{t(Key::EntryDelete)}</span>
                </button>
            </ApiForm>
        </div>
    }
}

/// Stays until it is closed and takes the deletion back (`frontend-react/src/page/restore.ts`).
fn deleted(id: EntryId) -> String {
    let texts = json!({
        "done": t(Key::BinRestored),
        "failed": t(Key::BinRestoreFailed),
        "offline": t(Key::FormOffline),
        "again": t(Key::BinOpen),
    });
    json!({
        "title": t(Key::EntryDeleted),
        "description": t(Key::EntryDeletedText),
        "action": {
            "label": t(Key::EntryUndo),
            "event": "app:restore",
            "detail": { "entryId": id, "texts": texts },
        },
        "also": { "label": t(Key::BinTitle), "href": "/bin" },
    })
    .to_string()
}
