//! The feed on the dashboard: three filters and the list. What they do stands in `browser.rs`, which knows them by their
//! ids and data attributes. Without the module the form asks for the page with the filters in its address.

use super::{feed_list::list, live_feed::LiveFeed};
use crate::PageRequest;
use backend::{Result, pagination::Page};
use domain::{Entry, FeedFilters, Key};
use leptos::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;

/// Rows that stand in for a list on its way (spec 9).
const SKELETON_ROWS: usize = 5;

/// The part of the dashboard. `is_named`: the page's address names the filters, whatever this browser keeps.
#[derive(Debug)]
pub struct FeedSection {
    pub page: Page<Entry>,
    pub filters: FeedFilters,
    pub is_named: bool,
    /// A page of older entries: whoever chooses there goes back to the newest, which have another head.
    pub is_older: bool,
}

impl FeedSection {
    pub fn view(self, request: &PageRequest) -> Result<AnyView> {
        let Self { page, filters, is_named, is_older } = self;
        let title = request.text(Key::FeedTitle);
        let (list, form, failed) = (list(page, filters, request)?, form(filters, request), failed(request));
        let said =
            [Key::FeedLoaded, Key::FeedAdded, Key::FeedEnd, Key::FeedFailed, Key::FeedGap, Key::AppLoggingInAgain];
        let said = said.map(|key| (key.name(), request.text(key)));
        let texts = json!(BTreeMap::from(said)).to_string();
        Ok(view! {
            <LiveFeed>
                <section
                    class="feed"
                    id="feed"
                    aria-labelledby="feed-title"
                    data-named=is_named.then_some("")
                    data-older=is_older.then_some("")
                    data-texts=texts
                >
                    <header class="feed-head">
                        <h2 class="feed-title" id="feed-title">
                            {title}
                        </h2>
                        {form}
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
