//! The feed on the dashboard: three filters, two parts of one's own entries, and the list. What they do stands in `browser.rs`, which knows them by their
//! ids and data attributes. Without the module the form asks for the page with the filters in its address.

use super::{
    feed_list::{gap_text, list},
    live_feed::LiveFeed,
};
use crate::{
    PageRequest,
    components::{Icon, icon},
};
use backend::{Result, pagination::Page};
use domain::{Entry, FeedChoice, FeedFilters, Key, OnlyOwn};
use leptos::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;

/// Rows that stand in for a list on its way (spec 9).
const SKELETON_ROWS: usize = 5;

/// The part of the dashboard. `is_named`: the page's address names the filters, whatever this browser keeps.
#[derive(Debug)]
pub struct FeedSection {
    pub page: Page<Entry>,
    pub choice: FeedChoice,
    pub is_named: bool,
    /// A page of older entries: whoever chooses there goes back to the newest, which have another head.
    pub is_older: bool,
}

impl FeedSection {
    pub fn view(self, request: &PageRequest) -> Result<AnyView> {
        let Self { page, choice, is_named, is_older } = self;
        let title = request.text(Key::FeedTitle);
        let (list, failed) = (list(page, choice, request)?, failed(request));
        let said = [Key::FeedLoaded, Key::FeedAdded, Key::FeedEnd, Key::FeedFailed, Key::AppLoggingInAgain];
        let said = said.map(|key| (key.name(), request.text(key)));
        let mut texts = BTreeMap::from(said);
        texts.insert(Key::FeedGap.name(), request.text(gap_text(choice)));
        let (form, only) = match choice {
            FeedChoice::Whose(filters) => (Some(form(filters, request)), None),
            FeedChoice::Only(only) => (None, Some(only)),
        };
        let (parts, texts) = (parts(only, request), json!(texts).to_string());
        Ok(view! {
            <LiveFeed>
                <section
                    class="feed"
                    id="feed"
                    aria-labelledby="feed-title"
                    data-named=is_named.then_some("")
                    data-older=is_older.then_some("")
                    data-only=only.map(OnlyOwn::as_str)
                    data-texts=texts
                >
                    <header class="feed-head">
                        <h2 class="feed-title" id="feed-title">
                            {title}
                        </h2>
                        {form}
                        {parts}
                    </header>
                    <div id="feed-list">{list}</div>
                    <p class="visually-hidden" role="status" id="feed-status"></p>
                    {waiting()}
                    {failed}
                </section>
            </LiveFeed>
        }
        .into_any())
    }
}

/// `autocomplete` off: a reload must not bring back boxes that the list does not show.
fn form(filters: FeedFilters, request: &PageRequest) -> impl IntoView + use<> {
    let labels = [Key::FeedOwn, Key::FeedFriends, Key::FeedPublic].map(|key| request.text(key));
    let boxes = filters.each().into_iter().zip(labels).map(|((name, is_chosen), label)| {
        view! {
            <label class="feed-filter">
                <input type="checkbox" name="feed" value=name checked=is_chosen data-feed-filter />
                {label}
            </label>
        }
    });
    view! {
        <form class="feed-form" method="get" action="/dashboard" autocomplete="off">
            // An address that names no filter is another one than an address without filters.
            <input type="hidden" name="feed" value=FeedFilters::NONE.text() />
            <fieldset class="feed-filters">
                <legend class="visually-hidden">{request.text(Key::FeedFilters)}</legend>
                {boxes.collect_view()}
            </fieldset>
            <noscript>
                <button class="button">{request.text(Key::FeedApply)}</button>
            </noscript>
        </form>
    }
}

/// Plain addresses, which nothing keeps. Beside them the boxes of the filters say nothing, so there is a way back to these instead.
fn parts(now: Option<OnlyOwn>, request: &PageRequest) -> impl IntoView + use<> {
    let all = now.is_some().then(|| {
        view! {
            <a class="feed-part" href="/dashboard">
                {request.text(Key::FeedAll)}
            </a>
        }
    });
    let parts = OnlyOwn::ALL.map(|only| {
        let (drawing, label) = match only {
            OnlyOwn::Favorites => (icon::HEART, Key::FeedFavorites),
            OnlyOwn::Links => (icon::LINK, Key::FeedLinks),
        };
        let href = format!("/dashboard?only={}", only.as_str());
        view! {
            <a class="feed-part" href=href aria-current=(now == Some(only)).then_some("page")>
                <Icon of=drawing />
                {request.text(label)}
            </a>
        }
    });
    view! {
        <nav class="feed-parts" aria-label=request.text(Key::FeedOnly)>
            {all}
            {parts.into_iter().collect_view()}
        </nav>
    }
}

fn waiting() -> impl IntoView {
    let row = || {
        view! {
            <li class="feed-row">
                <span class="skeleton feed-row-date"></span>
                <span class="skeleton feed-row-line"></span>
                <span class="skeleton feed-row-line"></span>
            </li>
        }
    };
    view! {
        <template id="feed-waiting">
            <ul class="entry-list" aria-hidden="true">
                {(0..SKELETON_ROWS).map(|_| row()).collect_view()}
            </ul>
        </template>
    }
}

fn failed(request: &PageRequest) -> impl IntoView + use<> {
    view! {
        <template id="feed-failed">
            <div class="feed-failed">
                <p class="alert" role="alert">
                    {request.text(Key::FeedFailed)}
                </p>
                <button type="button" class="button" data-feed-retry>
                    {request.text(Key::AppRetry)}
                </button>
            </div>
        </template>
    }
}
