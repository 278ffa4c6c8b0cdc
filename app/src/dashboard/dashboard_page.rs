//! The dashboard: a greeting, the way to today's entry, and the feed.

use super::{
    days::{Days, load},
    first_visit::first_visit,
    head::{Bin, Head, OlderHead},
    notes::{Said, notes},
};
use crate::{
    PageRequest,
    components::{Frame, Section, refused::refused},
    feed::FeedSection,
    stats::LookingBackAside,
    subscription::ProHint,
};
use backend::{Account, Result};
use domain::{FeedChoice, Key, day, greeting, greeting::Greeting};
use leptos::prelude::*;
use std::sync::Arc;

pub async fn dashboard_page(request: Arc<PageRequest>) -> AnyView {
    match Box::pin(load(&request)).await.and_then(|days| page(days, &request)) {
        Ok(page) => page,
        Err(error) => refused(&request, &error, "/dashboard".into(), Key::EntryBack),
    }
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

fn greet(request: &PageRequest, account: &Account) -> String {
    let key = match greeting::at(day::hour(request.backend.clock.now(), account.zone)) {
        Greeting::Morning => Key::DashboardMorning,
        Greeting::Day => Key::DashboardDay,
        Greeting::Evening => Key::DashboardEvening,
    };
    let name = account.user.greeting_name().unwrap_or_else(|| request.text(Key::DashboardNameFallback));
    format!("{}, {name}", request.text(key))
}
