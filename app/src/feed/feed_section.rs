//! The feed on the dashboard: its title, two parts of one's own entries, and the island with filters and list.

use super::{
    feed_list::{gap_text, part},
    feed_part::{FeedPart, FeedProps, FeedTexts},
    feed_state::FORM,
    live_feed::LiveFeed,
};
use crate::{
    PageRequest,
    components::{
        Icon,
        icon::{self, Symbols},
    },
    entries::HeartForms,
    forms::ButtonForm,
};
use backend::{Result, pagination::Page};
use domain::{Entry, FeedChoice, FeedFilters, Key, OnlyOwn};
use leptos::prelude::*;

/// The feed in the dashboard. `is_named`: the address names the filters, and the stored ones do not count.
#[derive(Debug)]
pub struct FeedSection {
    pub page: Page<Entry>,
    pub choice: FeedChoice,
    pub is_named: bool,
    /// Whether this is a page of older entries. A choice there leads back to the newest, which have another head.
    pub is_older: bool,
    /// Whether to offer the filter 'Freunde': to somebody with friends who has not used it yet.
    pub offers_filter: bool,
}

impl FeedSection {
    pub fn view(self, request: &PageRequest) -> Result<AnyView> {
        let Self { page, choice, is_named, is_older, offers_filter } = self;
        let (filters, only) = match choice {
            FeedChoice::Whose(filters) => (filters, None),
            FeedChoice::Only(only) => (FeedFilters::default(), Some(only)),
        };
        let FeedPart { html, count, next, .. } = part(page, choice, None, request)?;
        let texts = texts(choice, request);
        let props = FeedProps { html, count, next, filters, only, is_named, is_older, texts };
        let parts = parts(only, request).into_any();
        // One's own list says which it is and needs no filters.
        let choice_of = match choice {
            FeedChoice::Whose(filters) => chooser(filters, parts, offers_filter, request).into_any(),
            FeedChoice::Only(_) => parts,
        };
        let offer = offers_filter.then(|| offer(request));
        let title = request.text(Key::FeedTitle);
        Ok(view! {
            <LiveFeed props>
                <Symbols />
                <HeartForms />
                <header class="feed-head">
                    <h2 class="feed-title" id="feed-title">
                        {title}
                    </h2>
                    {choice_of}
                </header>
                {offer}
            </LiveFeed>
        }
        .into_any())
    }
}

/// The filter. A phone shows it as one button that names the choice; wider screens show it beside the heading
/// (`style/feed.css`).
fn chooser(filters: FeedFilters, parts: AnyView, is_open: bool, request: &PageRequest) -> impl IntoView + use<> {
    let names = filters.each().into_iter().zip(FILTER_NAMES).map(|((name, _), label)| {
        view! { <span data-of=name>{request.text(label)}</span> }
    });
    view! {
        <details class="feed-choose" open=is_open>
            <summary class="button button-quiet">
                <Icon of=icon::LIST_FILTER />
                <span class="visually-hidden">{request.language.label(Key::FeedFilters)} " "</span>
                {names.collect_view()}
            </summary>
            {form(filters, request)}
            {parts}
        </details>
    }
}

const FILTER_NAMES: [Key; 3] = [Key::FeedOwn, Key::FeedFriends, Key::FeedPublic];

/// The offer of the filter, once, after the first friend. Using the filter accepts it, and the button ends it.
fn offer(request: &PageRequest) -> impl IntoView + use<> {
    let [text, close] = [Key::FeedOffer, Key::FeedOfferClose].map(|key| request.text(key));
    view! {
        <aside class="feed-offer">
            <p>{text}</p>
            <ButtonForm name="close-filter-offer" id="own">
                <button class="button">{close}</button>
            </ButtonForm>
        </aside>
    }
}

fn texts(choice: FeedChoice, request: &PageRequest) -> FeedTexts {
    let text = |key| request.text(key).to_owned();
    FeedTexts {
        more: text(Key::DashboardMore),
        loading: text(Key::FeedLoading),
        loaded: text(Key::FeedLoaded),
        added: text(Key::FeedAdded),
        gap: text(gap_text(choice)),
        end: text(Key::FeedEnd),
        failed: text(Key::FeedFailed),
        retry: text(Key::AppRetry),
        signed_out: text(Key::AppLoggingInAgain),
    }
}

/// `autocomplete` off: a reload must not bring back boxes that the list does not show.
fn form(filters: FeedFilters, request: &PageRequest) -> impl IntoView + use<> {
    let boxes = filters.each().into_iter().zip(FILTER_NAMES).map(|((name, is_chosen), label)| {
        view! {
            <label class="feed-filter">
                <input type="checkbox" name="feed" value=name checked=is_chosen />
                {request.text(label)}
            </label>
        }
    });
    view! {
        <form class="feed-form" id=FORM method="get" action="/dashboard" autocomplete="off">
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

/// Links to one's own lists. They are plain addresses and are not stored. The filters do not apply to them, so there is
/// a link back to the filters.
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
