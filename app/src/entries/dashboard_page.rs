//! The dashboard: a greeting, the way to today's entry, and the days so far.

use super::{entry_card::EntryCard, refused::refused};
use crate::{
    PageRequest,
    components::{EmptyState, Icon, Page as Frame, Section, drawing::Drawing, icon},
};
use backend::{Account, Result, entries::Page};
use chrono::NaiveDate;
use domain::{Entry, Key, Language, date, day, greeting, greeting::Greeting};
use leptos::prelude::*;

/// Entries of one page: a few screens on a phone.
const PAGE: usize = 20;

#[component]
pub fn DashboardPage() -> impl IntoView {
    let request = PageRequest::current();
    view! {
        <Suspense>
            {Suspend::new(async move {
                match load(&request).await {
                    Ok(days) => page(days, &request),
                    Err(error) => refused(&request, &error, "/dashboard".into(), Key::EntryBack),
                }
            })}
        </Suspense>
    }
}

struct Days {
    account: Account,
    today: NaiveDate,
    entries: Page<Entry>,
    /// Reached by 'Ältere Einträge'.
    older: bool,
}

async fn load(request: &PageRequest) -> Result<Days> {
    let account = request.viewer.account()?.clone();
    let before = request.query("before").filter(|cursor| !cursor.is_empty());
    let entries = backend::entries::list(&request.backend, &request.viewer, before.as_deref(), PAGE).await?;
    Ok(Days { today: account.today(&request.backend.clock), account, entries, older: before.is_some() })
}

fn page(days: Days, request: &PageRequest) -> AnyView {
    let Days { account, today, entries, older } = days;
    let (viewer, language) = (account.user.id, request.language);
    let todays = entries.items.iter().find(|entry| entry.date == today);
    let write = match todays {
        Some(entry) => (format!("/edit/{}", entry.id), Key::DashboardContinue),
        None => ("/create".to_owned(), Key::DashboardCreate),
    };
    let is_empty = entries.items.is_empty();
    let head = if older {
        view! { <OlderHead language /> }.into_any()
    } else {
        let greeting = greet(request, &account);
        view! { <Head greeting today write=(!is_empty).then_some(write) language /> }.into_any()
    };
    let next = entries.next.map(|cursor| {
        view! {
            <p class="entry-list-more">
                <a class="button" href=format!("/dashboard?before={}", encode(&cursor)) rel="next">
                    {language.text(Key::DashboardMore)}
                </a>
            </p>
        }
    });
    let list = if is_empty && older {
        view! { <p>{language.text(Key::DashboardEmptyTitle)}</p> }.into_any()
    } else if is_empty {
        view! { <Empty language /> }.into_any()
    } else {
        let cards = entries.items.into_iter().map(|entry| view! { <li><EntryCard entry viewer today language /></li> });
        let cards = cards.collect_view();
        view! { <ol class="entry-list" aria-label=language.text(Key::DashboardEntries)>{cards}</ol> }.into_any()
    };
    view! {
        <Frame title=language.text(Key::DashboardTitle) section=Section::Dashboard class="dashboard">
            {head}
            {list}
            {next}
            {(!older)
                .then(|| {
                    view! {
                        <p class="dashboard-bin">
                            <a class="back-link" href="/bin">
                                <Icon of=icon::TRASH />
                                {language.text(Key::BinTitle)}
                            </a>
                        </p>
                    }
                })}
        </Frame>
    }
    .into_any()
}

/// `write` leads to today's entry or to a new one; where there are none, the empty list has the way to the first.
#[component]
fn Head(greeting: String, today: NaiveDate, write: Option<(String, Key)>, language: Language) -> impl IntoView {
    let button = write.map(|(href, label)| {
        view! {
            <a class="button button-main" href=href>
                <Icon of=icon::FEATHER />
                {language.text(label)}
            </a>
        }
    });
    view! {
        <header class="dashboard-head">
            <p class="dashboard-date">{date::long(today)}</p>
            <h1>{greeting}</h1>
            {button}
        </header>
        // Only the browser knows; `page/unsaved.ts` fills it in.
        <aside
            class="dashboard-unsaved"
            data-unsaved=language.text(Key::DashboardUnsaved)
            data-unsaved-recording=language.text(Key::DashboardUnsavedRecording)
            hidden
        >
            <p role="status"></p>
            <a class="button" href="/create">
                {language.text(Key::DashboardUnsavedOpen)}
            </a>
        </aside>
    }
}

#[component]
fn OlderHead(language: Language) -> impl IntoView {
    view! {
        <header class="dashboard-head">
            <a class="back-link" href="/dashboard">
                <Icon of=icon::ARROW_LEFT />
                {language.text(Key::EntryBack)}
            </a>
            <h1>{language.text(Key::DashboardMore)}</h1>
        </header>
    }
}

fn greet(request: &PageRequest, account: &Account) -> String {
    let key = match greeting::at(day::hour(request.backend.clock.now(), account.zone)) {
        Greeting::Morning => Key::DashboardMorning,
        Greeting::Day => Key::DashboardDay,
        Greeting::Evening => Key::DashboardEvening,
    };
    format!("{}, {}", request.text(key), account.user.greeting_name())
}

#[component]
fn Empty(language: Language) -> impl IntoView {
    view! {
        <EmptyState
            drawing=Drawing::Notebook
            title=language.text(Key::DashboardEmptyTitle)
            text=language.text(Key::DashboardEmptyText)
            level=2
        >
            <a class="button button-main" href="/create">
                {language.text(Key::DashboardEmptyButton)}
            </a>
        </EmptyState>
    }
}

/// A cursor as a query value.
fn encode(cursor: &str) -> String {
    cursor
        .bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}
