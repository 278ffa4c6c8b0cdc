//! The owner's actions on a whole entry: the heart, and deleting.

use super::forms::{DELETE, FAVORITE, OF_BIN, RESTORE};
use crate::{
    components::{Icon, icon},
    forms::{ButtonForm, CloseNotice, FormsStatus, NAME, Question},
    reading::heart_form,
    request::{PageRequest, t},
};
use domain::{Entry, Key, Language, stats::BrokenStreak};
use leptos::prelude::*;

/// A button with the look of a heart that is filled while it is on.
#[component]
pub fn FavoriteControl<'a>(entry: &'a Entry) -> impl IntoView + use<> {
    let (id, is_on) = (entry.id, entry.is_favorite);
    view! {
        <ButtonForm name=FAVORITE id=id.to_string() in_place=true>
            <button
                class="icon-button favorite-switch"
                name="on"
                value=(!is_on).to_string()
                title=t(Key::CardFavorite)
                aria-label=t(Key::CardFavorite)
                aria-pressed=is_on.to_string()
            >
                <Icon of=icon::HEART />
            </button>
        </ButtonForm>
    }
}

/// The two forms that the hearts of a page's cards send: one makes an entry a favourite, the other takes it back.
#[component]
pub fn HeartForms() -> impl IntoView {
    let form = |on: bool| {
        view! {
            <form id=heart_form(on) method="post" action=PageRequest::current().here() hidden>
                <input type="hidden" name=NAME value=FAVORITE />
                <input type="hidden" name="on" value=on.to_string() />
            </form>
        }
    };
    view! {
        {form(true)}
        {form(false)}
    }
}

/// The delete button of the entry's menu.
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
        <ButtonForm name=DELETE id=id.to_string() busy=Key::EntryDeleting>
            <Question
                id="delete-question"
                open=Key::EntryDelete
                icon=icon::TRASH
                class="menu-action entry-delete"
                text=question
                yes=Key::EntryDelete
                yes_class="button button-danger"
            />
        </ButtonForm>
    }
}

/// The notice after a deletion, with a button that takes it back.
#[component]
pub fn Deleted() -> impl IntoView {
    let request = PageRequest::current();
    let id = request.form_done.as_deref().and_then(|form| form.strip_prefix(DELETE)?.strip_prefix('.')?.parse().ok());
    let said = id.map(|id: domain::EntryId| {
        view! {
            <div class="notice" role="status">
                <p>{t(Key::EntryDeleted)} ". " {t(Key::EntryDeletedText)}</p>
                <ButtonForm name=RESTORE id=id.to_string() busy=Key::BinRestoring>
                    <button class="button">{t(Key::EntryUndo)}</button>
                </ButtonForm>
                <a class="button button-quiet" href="/bin">
                    {t(Key::BinTitle)}
                </a>
                <CloseNotice />
            </div>
        }
    });
    view! {
        {said}
        <FormsStatus of=OF_BIN />
    }
}
