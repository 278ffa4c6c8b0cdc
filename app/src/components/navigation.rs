//! Top bar and the phone's bar of signed-in pages. An item appears with the page that it leads to.

use super::{Icon, Waiting, icon};
use crate::{
    components::profile_menu::ProfileMenu,
    request::{PageRequest, t},
};
use domain::Key;
use leptos::prelude::*;

/// The active item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    Dashboard,
    Create,
    Year,
    Friends,
    /// A sign at the end of the top bar.
    Search,
}

struct Item {
    section: Section,
    href: &'static str,
    icon: icon::Paths,
    label: Key,
    short: Key,
    class: &'static str,
}

const ITEMS: [Item; 4] = [
    Item {
        section: Section::Dashboard,
        href: "/dashboard",
        icon: icon::HOUSE,
        label: Key::NavDashboard,
        short: Key::NavHomeShort,
        class: "mobile-link",
    },
    Item {
        section: Section::Create,
        href: "/create",
        icon: icon::FEATHER,
        label: Key::NavCreate,
        short: Key::NavCreateShort,
        class: "mobile-link mobile-link-main",
    },
    Item {
        section: Section::Year,
        href: "/yearly",
        icon: icon::CALENDAR,
        label: Key::NavYear,
        short: Key::NavYearShort,
        class: "mobile-link",
    },
    Item {
        section: Section::Friends,
        href: "/friends",
        icon: icon::USERS,
        label: Key::NavFriends,
        short: Key::NavFriendsShort,
        class: "mobile-link",
    },
];

fn current(item: &Item, section: Option<Section>) -> Option<&'static str> {
    (section == Some(item.section)).then_some("page")
}

/// The name with its mark; links to the start.
#[component]
pub fn Brand() -> impl IntoView {
    view! {
        <a class="brand" href="/">
            <svg class="brand-mark" viewBox="0 0 28 28" width="28" height="28" aria-hidden="true" inner_html=MARK></svg>
            {t(Key::AppName)}
        </a>
    }
}

/// A notebook whose last line echoes: also `public/favicon.svg`.
const MARK: &str = r#"<path d="M7 4h12a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H7z" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/><path d="M7 4v20M11.5 10h6M11.5 14h4.5M11.5 18h2.5" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"/>"#;

/// The bar of all visitors: the name, and the page's own part at the end.
#[component]
pub fn TopBar(section: Option<Section>, end: Option<AnyView>) -> impl IntoView {
    let account = PageRequest::current().account().cloned();
    let links = account.is_some().then(|| {
        let links = ITEMS.iter().map(|item| {
            view! {
                <a class="top-link" href=item.href aria-current=current(item, section)>
                    {t(item.label)} {(item.section == Section::Friends).then(|| view! { <Waiting /> })}
                </a>
            }
        });
        view! {
            <nav class="top-links" aria-label=t(Key::NavLabel)>
                {links.collect_view()}
            </nav>
        }
    });
    let search = account.is_some().then(|| {
        let current = (section == Some(Section::Search)).then_some("page");
        view! {
            <a class="icon-button" href="/search" aria-label=t(Key::NavSearch) aria-current=current aria-keyshortcuts="/">
                <Icon of=icon::SEARCH />
            </a>
        }
    });
    view! {
        <header class="top-bar" data-top-bar>
            <Brand />
            {links}
            <div class="top-bar-end">
                {end} {search} {account.map(|account| view! { <ProfileMenu user=account.user plan=account.plan /> })}
            </div>
        </header>
    }
}

#[component]
pub fn MobileBar(section: Option<Section>) -> impl IntoView {
    let links = ITEMS.iter().map(|item| {
        view! {
            <a class=item.class href=item.href aria-current=current(item, section)>
                <Icon of=item.icon />
                {t(item.short)} {(item.section == Section::Friends).then(|| view! { <Waiting /> })}
            </a>
        }
    });
    view! {
        <nav class="mobile-bar" aria-label=t(Key::NavLabel)>
            {links.collect_view()}
        </nav>
    }
}
