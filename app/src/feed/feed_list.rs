//! Entries of the feed as cards, and the text when there are none, for the page and for the call.

use super::feed_part::{FeedPart, NextPage};
use crate::{
    PageRequest,
    components::{EmptyState, drawing::Drawing},
    markup::shown,
    reading::{CardList, entry_card},
    request::encoded,
    server_html::ServerHtml,
};
use backend::{Result, pagination::Page};
use chrono::{Datelike, NaiveDate};
use domain::{Entry, FeedChoice, FeedFilters, Key, Language, OnlyOwn, date};
use leptos::prelude::*;
use maud::{Markup, html};

/// A page of the feed's list, for the dashboard and for its island; `before`: the cursor of the last entry above it.
pub fn part(page: Page<Entry>, choice: FeedChoice, before: Option<&str>, request: &PageRequest) -> Result<FeedPart> {
    let above = before.and_then(|cursor| backend::feed::day_of(choice, cursor));
    let until = page.next.clone().or_else(|| page.items.last().map(|entry| backend::feed::cursor(choice, entry)));
    let next = page.next.map(|cursor| NextPage { href: next_page(&cursor, choice), cursor });
    let count = page.items.len();
    let html = if count > 0 {
        let cards = cards(page.items, choice, above, request)?;
        let label = if before.is_none() { Key::DashboardEntries } else { Key::DashboardMore };
        ServerHtml::render(card_list(cards, label, request))
    } else if next.is_none() {
        ServerHtml::render(nothing(choice, request.language))
    } else {
        ServerHtml::default()
    };
    Ok(FeedPart { html, count, next, until })
}

/// The list without the drawings that cards share. They are in the page once, outside of the lists that replace each
/// other.
fn card_list(cards: Markup, label: Key, request: &PageRequest) -> impl IntoView + use<> {
    view! {
        <CardList label=request.text(label) has_symbols=false language=request.language>
            {shown(cards)}
        </CardList>
    }
}

/// Cards, with a line where a month begins in a list by date. `above` is the day above the first of them.
fn cards(
    entries: Vec<Entry>,
    choice: FeedChoice,
    mut above: Option<NaiveDate>,
    request: &PageRequest,
) -> Result<Markup> {
    let (account, language) = (request.viewer.account()?, request.language);
    let (viewer, today) = (account.user.id, account.today(&request.backend.clock));
    Ok(html! {
        @for entry in &entries {
            li {
                @if choice.is_by_date() {
                    (month(entry.date, above.replace(entry.date), language))
                }
                (entry_card(entry, viewer, today, language))
            }
        }
    })
}

/// The month's name above its first entry, with the year where that is another one than above.
fn month(day: NaiveDate, above: Option<NaiveDate>, language: Language) -> Markup {
    let is_same = |above: NaiveDate| (above.year(), above.month()) == (day.year(), day.month());
    html! {
        @if !above.is_some_and(is_same) {
            p class="entry-month" {
                (date::month_name(language, day.month())) " "
                @if above.is_none_or(|above| above.year() != day.year()) {
                    span { (day.year()) }
                }
            }
        }
    }
}

/// The text for a page of which no entry may be shown.
pub fn gap_text(choice: FeedChoice) -> Key {
    match choice {
        FeedChoice::Whose(_) => Key::FeedGap,
        FeedChoice::Only(_) => Key::FeedOnlyGap,
    }
}

/// The address of the next page, which names the filters and so continues the same list.
fn next_page(cursor: &str, choice: FeedChoice) -> String {
    let chosen = match choice {
        FeedChoice::Whose(filters) => {
            let chosen = filters.each().into_iter().filter(|(_, is_chosen)| *is_chosen);
            chosen.fold(String::new(), |chosen, (name, _)| chosen + "&feed=" + name)
        }
        FeedChoice::Only(only) => format!("&only={}", only.as_str()),
    };
    format!("/dashboard?before={}{chosen}", encoded(cursor))
}

fn nothing(choice: FeedChoice, language: Language) -> AnyView {
    let filters = match choice {
        FeedChoice::Whose(filters) => filters,
        FeedChoice::Only(only) => return nothing_of(only, language),
    };
    if filters == FeedFilters::NONE {
        return view! {
            <EmptyState
                drawing=Drawing::Lens
                title=language.text(Key::FeedNoneTitle)
                text=language.text(Key::FeedNoneText)
                level=2
            />
        }
        .into_any();
    }
    let text = if filters.own { Key::DashboardEmptyText } else { Key::FeedEmptyText };
    view! {
        <EmptyState
            drawing=Drawing::Notebook
            title=language.text(Key::DashboardEmptyTitle)
            text=language.text(text)
            level=2
        >
            <a class="button button-main" href="/create">
                {language.text(Key::DashboardEmptyButton)}
            </a>
        </EmptyState>
    }
    .into_any()
}

fn nothing_of(only: OnlyOwn, language: Language) -> AnyView {
    let (drawing, text) = match only {
        OnlyOwn::Favorites => (Drawing::Pressed, Key::FeedFavoritesNone),
        OnlyOwn::Links => (Drawing::Thread, Key::FeedLinksNone),
    };
    view! {
        <EmptyState
            drawing
            title=language.text(Key::FeedOnlyNoneTitle)
            text=language.text(text)
            level=2
        />
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::month;
    use chrono::NaiveDate;
    use domain::Language;

    #[test]
    fn a_month_is_named_above_its_first_entry_and_the_year_once() {
        let day = |year, month| NaiveDate::from_ymd_opt(year, month, 20).unwrap();
        let named = |above| month(day(2026, 11), above, Language::De).into_string();
        assert!(named(None).contains("November") && named(None).contains("2026"));
        let of_the_year = named(Some(day(2026, 12)));
        assert!(of_the_year.contains("November") && !of_the_year.contains("2026"));
        assert!(named(Some(day(2027, 11))).contains("2026"));
        assert_eq!(named(Some(day(2026, 11))), "");
    }
}
