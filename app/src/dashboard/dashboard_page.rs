//! The dashboard: a greeting, the way to today's entry, and the feed.

use crate::{
    PageRequest,
    components::{Icon, Page as Frame, Section, counted, icon, refused::refused},
    entries::{Deleted, Unsaved},
    feed::FeedSection,
    forms::{ButtonForm, FormsStatus},
    identity::{CONFIRMED, SEND_VERIFICATION},
    profile::DONE as PROFILE_DONE,
    stats::{DONE as MEMORY_DONE, LookingBackAside},
    subscription::ProHint,
};
use backend::{
    Account, Result, entries, feed,
    pagination::Page,
    stats::{self, LookingBack},
};
use chrono::NaiveDate;
use domain::{
    Entry, EntryId, FeedChoice, FeedFilters, Key, Language, OnlyOwn, date, day, greeting, greeting::Greeting,
    limits::FEED_PAGE,
};
use leptos::prelude::*;

pub async fn dashboard_page(request: PageRequest) -> AnyView {
    match Box::pin(load(&request)).await.and_then(|days| page(days, &request)) {
        Ok(page) => page,
        Err(error) => refused(&request, &error, "/dashboard".into(), Key::EntryBack),
    }
}

struct Days {
    account: Account,
    today: NaiveDate,
    /// How many ask to be a friend.
    waiting: u16,
    /// Today's entry, whatever the feed shows.
    written: Option<EntryId>,
    feed: Page<Entry>,
    choice: FeedChoice,
    /// The address names what is chosen.
    is_named: bool,
    /// Reached by 'Ältere Einträge'.
    older: bool,
    /// Not beside older entries, and not before a list of its own that a phone shows below it.
    looking_back: Option<LookingBack>,
}

async fn load(request: &PageRequest) -> Result<Days> {
    let account = request.viewer.account()?.clone();
    let place = |name| request.query(name).filter(|cursor| !cursor.is_empty());
    // As far as somebody had gone on in the list before they left it (`feed/feed_state.rs`).
    let (before, until) = (place("before"), place("until"));
    let named = request.queries("feed");
    let only = request.query("only").and_then(|name| OnlyOwn::parse(&name));
    let is_named = !named.is_empty() || only.is_some();
    let filters =
        if named.is_empty() { request.feed } else { FeedFilters::of(|name| named.iter().any(|value| value == name)) };
    let choice = FeedChoice::new(filters, only);
    let (backend, viewer, before) = (&request.backend, &request.viewer, before.as_deref());
    let older = before.is_some();
    let waiting = if older { 0 } else { request.waiting };
    let feed = async {
        match until {
            Some(until) => feed::pages(backend, viewer, choice, before, &until, FEED_PAGE).await,
            None => feed::page(backend, viewer, choice, before, FEED_PAGE).await,
        }
    };
    let looking_back =
        async { if older || only.is_some() { Ok(None) } else { stats::looking_back(backend, viewer).await.map(Some) } };
    let (written, feed, looking_back) = tokio::try_join!(entries::id_of_today(backend, viewer), feed, looking_back)?;
    let today = account.today(&request.backend.clock);
    Ok(Days { account, today, waiting, written, feed, choice, is_named, older, looking_back })
}

fn page(days: Days, request: &PageRequest) -> Result<AnyView> {
    let Days { account, today, written, feed, choice, is_named, older, waiting, looking_back } = days;
    let language = request.language;
    let head = if older {
        view! { <OlderHead choice language /> }.into_any()
    } else {
        let write = match written {
            Some(id) => (format!("/edit/{id}"), Key::DashboardContinue),
            None => ("/create".to_owned(), Key::DashboardCreate),
        };
        let greeting = greet(request, &account);
        view! {
            <Deleted />
            <FormsStatus of=PROFILE_DONE />
            <FormsStatus of=CONFIRMED />
            <FormsStatus of=MEMORY_DONE />
            <Head greeting today write language />
            <Unsaved entry=written date=today language />
            {(waiting > 0).then(|| view! { <Waiting n=waiting language /> })}
            {asks_to_confirm(&account, request).then(|| view! { <Unconfirmed language /> })}
        }
        .into_any()
    };
    let feed = FeedSection { page: feed, choice, is_named, is_older: older }.view(request)?;
    Ok(view! {
        <Frame title=language.text(Key::DashboardTitle) section=Section::Dashboard class="dashboard">
            <div class="dashboard-start">{head}</div>
            {looking_back.map(|looking_back| view! { <LookingBackAside looking_back language /> })}
            <div class="dashboard-days">{feed} {(!older).then(|| view! { <ProHint /> })}
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
            </div>
        </Frame>
    }
    .into_any())
}

/// `write` leads to today's entry or to a new one.
#[component]
fn Head(greeting: String, today: NaiveDate, write: (String, Key), language: Language) -> impl IntoView {
    let (href, label) = write;
    view! {
        <header class="dashboard-head">
            <p class="dashboard-date" lang="de">{date::long(today)}</p>
            <h1>{greeting}</h1>
            <a class="button button-main" href=href>
                <Icon of=icon::FEATHER />
                {language.text(label)}
            </a>
        </header>
    }
}

/// Who asks to be a friend waits on another page.
#[component]
fn Waiting(n: u16, language: Language) -> impl IntoView {
    let text = match n {
        1 => language.text(Key::DashboardRequest).to_owned(),
        _ => language.fill(Key::DashboardRequests, &[("n", &counted(n))]),
    };
    view! {
        <aside class="dashboard-note">
            <p>{text}</p>
            <a class="button" href="/friends?tab=incoming">
                {language.text(Key::DashboardRequestsOpen)}
            </a>
        </aside>
    }
}

/// Until the address is confirmed, and only where mails are sent. After the press of its button the page says that the mail is on its way.
fn asks_to_confirm(account: &Account, request: &PageRequest) -> bool {
    let PageRequest { backend, told, .. } = request;
    let sends = backend.mail.leaves() || !backend.identity.is_embedded();
    !account.email_confirmed && sends && told.as_deref() != Some(SEND_VERIFICATION)
}

#[component]
fn Unconfirmed(language: Language) -> impl IntoView {
    view! {
        <aside class="dashboard-note">
            <p>{language.text(Key::DashboardUnconfirmed)}</p>
            <ButtonForm name=SEND_VERIFICATION id="own" busy=Key::ForgotBusy>
                <button class="button">{language.text(Key::DashboardUnconfirmedSend)}</button>
            </ButtonForm>
        </aside>
    }
}

#[component]
fn OlderHead(choice: FeedChoice, language: Language) -> impl IntoView {
    let newest = match choice {
        FeedChoice::Whose(_) => "/dashboard".to_owned(),
        FeedChoice::Only(only) => format!("/dashboard?only={}", only.as_str()),
    };
    view! {
        <header class="dashboard-head">
            <a class="back-link" href=newest>
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
    let name = account.user.greeting_name().unwrap_or_else(|| request.text(Key::DashboardNameFallback));
    format!("{}, {name}", request.text(key))
}
