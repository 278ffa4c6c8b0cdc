//! `/bin`: deleted entries that can still be restored.

use super::{
    forms::{OF_BIN, RESTORE},
    unsaved_drafts::UnsavedDrafts,
};
use crate::{
    PageRequest,
    components::{
        EmptyState, Frame, Icon,
        drawing::Drawing,
        icon::{self, Symbols},
        refused::{self, refused},
        visibility_named,
    },
    error::CallError,
    forms::{ButtonForm, CONFIRM, FormStatus, FormsStatus, PostForm, ask_once_more, change},
    markup::shown,
    reading::{DateHeadline, attached, no_text},
    request::{encoded, t},
};
use backend::{entries::Binned, pagination::Page, prose};
use chrono::{DateTime, Utc};
use domain::{Key, Refusal, date, limits};
use leptos::prelude::*;
use std::sync::Arc;

/// Length of the preview, enough to recognise the day.
const PREVIEW: usize = limits::BEGINNING;

const EMPTY: &str = "empty-bin";

#[server(endpoint = "form/empty-bin")]
pub async fn empty_bin(#[server(default)] step: String) -> Result<(), CallError> {
    change(|request| async move {
        if step != CONFIRM {
            ask_once_more();
            return Ok(());
        }
        backend::entries::empty_bin(&request.backend, &request.viewer).await
    })
    .await
}

pub async fn bin_page(request: Arc<PageRequest>) -> AnyView {
    let before = request.query("before").filter(|cursor| !cursor.is_empty());
    match backend::entries::bin(&request.backend, &request.viewer, before.as_deref(), limits::PAGE).await {
        Ok(binned) => view! { <Bin binned request /> }.into_any(),
        Err(error) => refused(&request, &error, "/dashboard".into(), Key::EntryBack),
    }
}

#[component]
fn Bin(binned: Page<Binned>, request: Arc<PageRequest>) -> impl IntoView {
    let next = binned.next.as_deref().map(|cursor| {
        view! {
            <p class="entry-list-more">
                <a class="button" href=format!("/bin?before={}", encoded(cursor)) rel="next">
                    {t(Key::DashboardMore)}
                </a>
            </p>
        }
    });
    let asks = request.asks(EMPTY);
    let content = if binned.items.is_empty() {
        view! {
            <PostForm name=EMPTY done=Key::BinEmptied>
                <FormStatus />
            </PostForm>
            <EmptyState drawing=Drawing::Basket title=t(Key::BinEmptyTitle) text=t(Key::BinEmptyText) level=2 />
        }
        .into_any()
    } else {
        let items = binned.items.into_iter().map(|binned| view! { <Item binned request=&request /> });
        view! {
            <p class="bin-intro">{t(Key::BinText)}</p>
            <Symbols />
            <ol class="bin-list">{items.collect_view()}</ol>
            {next}
            <EmptyBin asks />
        }
        .into_any()
    };
    view! {
        <Frame title=t(Key::BinTitle) class="bin">
            <a class="back-link" href="/dashboard">
                <Icon of=icon::ARROW_LEFT />
                {t(Key::EntryBack)}
            </a>
            <h1>{t(Key::BinTitle)}</h1>
            <FormsStatus of=OF_BIN />
            {content}
        </Frame>
    }
}

/// Asks before it deletes.
#[component]
fn EmptyBin(asks: bool) -> impl IntoView {
    let content = if asks {
        view! {
            <p role="alert">{t(Key::BinEmptyAsk)}</p>
            <div class="row">
                <a class="button" href="/bin" autofocus>
                    {t(Key::BinEmptyNo)}
                </a>
                <button class="button button-danger" name="step" value=CONFIRM>
                    {t(Key::BinEmptyYes)}
                </button>
            </div>
        }
        .into_any()
    } else {
        view! { <button class="button button-quiet">{t(Key::BinEmpty)}</button> }.into_any()
    };
    view! {
        <PostForm name=EMPTY done=Key::BinEmptied class="bin-empty">
            <FormStatus />
            {content}
        </PostForm>
    }
}

#[component]
fn Item<'a>(binned: Binned, request: &'a PageRequest) -> impl IntoView + use<> {
    let id = binned.entry.id;
    let entry = &binned.entry;
    let preview = Some(prose::excerpt(entry.preview(), PREVIEW)).filter(|words| !words.is_empty());
    let preview = preview.or_else(|| no_text(entry, request.language));
    let attached = shown(attached(entry, request.language));
    let times = kept(&binned, request);
    view! {
        <li class="bin-item">
            <div class="bin-words">
                <h2 class="bin-date">
                    <a href=format!("/bin/{id}")>
                        <DateHeadline date=binned.entry.date />
                    </a>
                </h2>
                {preview.map(|preview| view! { <p class="bin-text" dir="auto">{preview}</p> })}
                <p class="bin-attached">{attached}</p>
                <p class="bin-times">{times}</p>
                <p class="bin-times">{visibility_named(request.language, entry.visibility)}</p>
            </div>
            <ButtonForm name=RESTORE id=id.to_string() busy=Key::BinRestoring>
                <button class="button">{t(Key::BinRestore)}</button>
            </ButtonForm>
        </li>
    }
}

/// The dates of deletion and of final removal, in the person's calendar.
pub fn kept(binned: &Binned, request: &PageRequest) -> String {
    let zone = request.account().map(|account| account.zone).unwrap_or_default();
    let day = |at: DateTime<Utc>| date::short(at.with_timezone(&zone).date_naive());
    let (since, until) = (day(binned.deleted_at), day(binned.kept_until));
    request.fill(Key::BinKept, &[("date", &since), ("until", &until)])
}

/// The text in place of an entry that its owner deleted. `None`: the error has another cause.
pub async fn instead(request: &PageRequest, id: &str, error: &backend::Error) -> Option<AnyView> {
    if error.refusal().refusal != Refusal::EntryNotFound {
        return None;
    }
    let found = backend::entries::find_binned(&request.backend, &request.viewer, id.parse().ok()?).await;
    let binned = found.ok()?.binned;
    refused::set_status(Refusal::EntryNotFound);
    let (title, text) = (t(Key::BinInsteadTitle), format!("{} {}", t(Key::BinInsteadText), kept(&binned, request)));
    let href = format!("/bin/{}", binned.entry.id);
    let id = id.to_owned();
    let page = view! {
        <Frame title>
            <EmptyState drawing=Drawing::LoosePage title text>
                <a class="button button-main" href=href>
                    {t(Key::BinInsteadOpen)}
                </a>
            </EmptyState>
            <UnsavedDrafts id />
        </Frame>
    };
    Some(page.into_any())
}
