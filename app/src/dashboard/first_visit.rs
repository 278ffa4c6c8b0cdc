//! The dashboard before the first entry: a greeting, one sentence, one button. The lists that will fill are folded below.

use super::{
    days::Days,
    head::{Bin, Head},
    notes::Said,
};
use crate::{
    PageRequest,
    components::{Icon, drawing::Drawing, icon},
    feed::FeedSection,
    stats::StreakCard,
};
use backend::Result;
use domain::{FeedChoice, FeedFilters, Key};
use leptos::prelude::*;

/// The dashboard before the first entry; `notes` are below the greeting.
pub fn first_visit(days: Days, greeting: String, notes: AnyView, request: &PageRequest) -> Result<AnyView> {
    let Days { today, feed, choice, is_named, looking_back, offers_filter, .. } = days;
    let language = request.language;
    // The list begins open if it has entries, if filters were chosen, or if friends' entries are offered.
    let is_open =
        is_named || offers_filter || !feed.items.is_empty() || choice != FeedChoice::Whose(FeedFilters::default());
    let feed = FeedSection { page: feed, choice, is_named, is_older: false, offers_filter }.view(request)?;
    let write = ("/create".to_owned(), Key::DashboardEmptyButton);
    Ok(view! {
        <div class="dashboard-start">
            <Said />
            <div class="dashboard-first">{Drawing::Sunrise.view()}</div>
            <Head greeting today write text=Key::DashboardFirstText language />
            {notes}
        </div>
        <details class="dashboard-later" open=is_open>
            <summary class="fold">
                <Icon of=icon::CHEVRON_DOWN />
                {language.text(Key::DashboardFirstMore)}
            </summary>
            {feed}
            {looking_back.map(|back| view! { <StreakCard streak=back.streak language /> })}
            <Bin language />
        </details>
    }
    .into_any())
}
