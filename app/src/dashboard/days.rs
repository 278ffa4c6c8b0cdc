//! The data of the dashboard, loaded at once.

use crate::PageRequest;
use backend::{
    Account, Result, entries, feed, friends,
    pagination::Page,
    stats::{self, LookingBack},
};
use chrono::NaiveDate;
use domain::{Entry, EntryId, FeedChoice, FeedFilters, OnlyOwn, Person, limits::FEED_PAGE};

pub struct Days {
    pub account: Account,
    pub today: NaiveDate,
    /// The number of people who ask to be a friend.
    pub waiting: u16,
    /// The owner of the code that the viewer registered with, while the question about them is open.
    pub inviter: Option<Person>,
    /// Today's entry, even if the feed does not show it.
    pub written: Option<EntryId>,
    pub feed: Page<Entry>,
    pub choice: FeedChoice,
    /// Whether the address names the filters.
    pub is_named: bool,
    /// Whether this is a page of older entries, reached by 'Ältere Einträge'.
    pub older: bool,
    /// `None` on a page of older entries, and above one's own lists, which a phone would show below it.
    pub looking_back: Option<LookingBack>,
    /// Whether the filter 'Freunde' is offered.
    pub offers_filter: bool,
}

pub async fn load(request: &PageRequest) -> Result<Days> {
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
