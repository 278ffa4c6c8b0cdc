//! The dashboard: a greeting, the way to today's entry, and the feed.

use super::{
    first_visit::first_visit,
    notes::{Said, notes},
};
use crate::{
    PageRequest,
    components::{Frame, Icon, Section, icon, refused::refused},
    feed::FeedSection,
    stats::LookingBackAside,
    subscription::ProHint,
};
use backend::{
    Account, Result, entries, feed, friends,
    pagination::Page,
    stats::{self, LookingBack},
};
use chrono::NaiveDate;
use domain::{
    Entry, EntryId, FeedChoice, FeedFilters, Key, Language, OnlyOwn, Person, date, day, greeting, greeting::Greeting,
    limits::FEED_PAGE,
};
use leptos::prelude::*;
use std::sync::Arc;

pub async fn dashboard_page(request: Arc<PageRequest>) -> AnyView {
    match Box::pin(load(&request)).await.and_then(|days| page(days, &request)) {
        Ok(page) => page,
        Err(error) => refused(&request, &error, "/dashboard".into(), Key::EntryBack),
    }
}

pub struct Days {
    pub account: Account,
    pub today: NaiveDate,
    /// How many ask to be a friend.
    pub waiting: u16,
    /// The owner of the code that the viewer registered with, while the question about them is open.
    pub inviter: Option<Person>,
    /// Today's entry, even if the feed does not show it.
    pub written: Option<EntryId>,
    pub feed: Page<Entry>,
    pub choice: FeedChoice,
    /// Whether the address names the filters.
    pub is_named: bool,
    /// Reached by 'Ältere Einträge'.
    older: bool,
    /// `None` beside older entries, and before a list of its own that a phone shows below it.
    pub looking_back: Option<LookingBack>,
    /// Whether the filter 'Freunde' is offered.
    pub offers_filter: bool,
}

async fn load(request: &PageRequest) -> Result<Days> {
    let account = request.viewer.account()?.clone();
    let place = |name| request.query(name).filter(|cursor| !cursor.is_empty());
    // The end of the list before the reader left it (`feed/feed_state.rs`).
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
    let inviter = async { if older { Ok(None) } else { friends::inviter(backend, viewer).await } };
    let lacks_friends = matches!(choice, FeedChoice::Whose(filters) if !filters.friends);
    let offers_filter =
        async { if older || !lacks_friends { Ok(false) } else { friends::offers_filter(backend, viewer).await } };
    let written = entries::id_of_today(backend, viewer);
    let (written, feed, looking_back, inviter, offers_filter) =
        tokio::try_join!(written, feed, looking_back, inviter, offers_filter)?;
    // One note at a time: more would push the days below a phone's screen.
    let has_bonus = looking_back.as_ref().is_some_and(|looking_back| looking_back.bonus);
    let offers_filter = offers_filter && !has_bonus && inviter.is_none() && waiting == 0;
    let today = account.today(&request.backend.clock);
    Ok(Days { account, today, waiting, inviter, written, feed, choice, is_named, older, looking_back, offers_filter })
}

fn page(days: Days, request: &PageRequest) -> Result<AnyView> {
    let language = request.language;
    let content = if days.older {
        let head = view! { <OlderHead choice=days.choice language /> }.into_any();
        with_entries(days, head, request)?
    } else {
        let greeting = greet(request, &days.account);
        let is_first = days.account.entries == 0 && matches!(days.choice, FeedChoice::Whose(_));
        let notes = notes(&days, is_first, request);
        if is_first {
            first_visit(days, greeting, notes, request)?
        } else {
            let write = match days.written {
                Some(id) => (format!("/edit/{id}"), Key::DashboardContinue),
                None => ("/create".to_owned(), Key::DashboardCreate),
            };
            let head = view! {
                <Said />
                <Head greeting today=days.today write language />
                {notes}
            };
            with_entries(days, head.into_any(), request)?
        }
    };
    Ok(view! {
        <Frame title=language.text(Key::DashboardTitle) section=Section::Dashboard class="dashboard">
            {content}
        </Frame>
    }
    .into_any())
}

fn with_entries(days: Days, head: AnyView, request: &PageRequest) -> Result<AnyView> {
    let Days { feed, choice, is_named, older, looking_back, offers_filter, .. } = days;
    let language = request.language;
    let feed = FeedSection { page: feed, choice, is_named, is_older: older, offers_filter }.view(request)?;
    let end = (!older).then(|| {
        view! {
            <ProHint />
            <Bin language />
        }
    });
    Ok(view! {
        <div class="dashboard-start">{head}</div>
        {looking_back.map(|looking_back| view! { <LookingBackAside looking_back language /> })}
        <div class="dashboard-days">{feed} {end}</div>
    }
    .into_any())
}

#[component]
pub fn Bin(language: Language) -> impl IntoView {
    view! {
        <p class="dashboard-bin">
            <a class="back-link" href="/bin">
                <Icon of=icon::TRASH />
                {language.text(Key::BinTitle)}
            </a>
        </p>
    }
}

/// The dashboard; `write` is the address of today's entry or of a new one.
#[component]
pub fn Head(
    greeting: String,
    today: NaiveDate,
    write: (String, Key),
    #[prop(optional)] text: Option<Key>,
    language: Language,
) -> impl IntoView {
    let (href, label) = write;
    view! {
        <header class="dashboard-head">
            <p class="dashboard-date" lang="de">{date::long(today)}</p>
            <h1>{greeting}</h1>
            {text.map(|text| view! { <p class="dashboard-sentence">{language.text(text)}</p> })}
            <a class="button button-main" href=href>
                <Icon of=icon::FEATHER />
                {language.text(label)}
            </a>
        </header>
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
