//! Top bar and the phone's bar of signed-in pages. An item appears with the page that it leads to.

use super::{Icon, Waiting, fixed::Fixed, icon};
use crate::{
    components::profile_menu::ProfileMenu,
    markup::written,
    request::{PageRequest, t},
};
use domain::Key;
use leptos::prelude::*;
use std::borrow::Cow;

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

/// How many sections there are.
const SECTIONS: usize = Section::Search as usize + 1;

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

/// The links of the top bar and of the phone's bar while no request waits, for each section and for none.
static TOP_LINKS: Fixed<{ SECTIONS + 1 }> = Fixed::new();
static MOBILE_LINKS: Fixed<{ SECTIONS + 1 }> = Fixed::new();

/// Links as HTML. Only those that show how many requests wait are drawn for a single page.
fn links<V: IntoView>(
    kept: &'static Fixed<{ SECTIONS + 1 }>,
    section: Option<Section>,
    draw: impl FnOnce() -> V,
) -> Cow<'static, str> {
    let request = PageRequest::current();
    if request.waiting > 0 {
        return draw().into_view().to_html().into();
    }
    kept.html(request.language, section.map_or(SECTIONS, |section| section as usize), draw).into()
}

fn current(item: &Item, section: Option<Section>) -> Option<&'static str> {
    (section == Some(item.section)).then_some("page")
}

static BRAND: Fixed<1> = Fixed::new();

/// The name with its mark; links to the start.
#[component]
pub fn Brand() -> impl IntoView {
    written(BRAND.html(PageRequest::current().language, 0, brand))
}

fn brand() -> impl IntoView {
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
        let link = |item: &'static Item| {
            view! {
                <a class="top-link" href=item.href aria-current=current(item, section)>
                    {t(item.label)} {(item.section == Section::Friends).then(|| view! { <Waiting /> })}
                </a>
            }
        };
        let links = links(&TOP_LINKS, section, || ITEMS.iter().map(link).collect_view());
        view! { <nav class="top-links" aria-label=t(Key::NavLabel)>{written(links)}</nav> }
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
    let link = |item: &'static Item| {
        view! {
            <a class=item.class href=item.href aria-current=current(item, section)>
                <Icon of=item.icon />
                {t(item.short)} {(item.section == Section::Friends).then(|| view! { <Waiting /> })}
            </a>
        }
    };
    let links = links(&MOBILE_LINKS, section, || ITEMS.iter().map(link).collect_view());
    view! { <nav class="mobile-bar" aria-label=t(Key::NavLabel)>{written(links)}</nav> }
}
