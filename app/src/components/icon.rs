//! Icons of the interface: Lucide's outlines (ISC licence), drawn inline so that they need no request. How their lines are drawn
//! stands in `style/buttons.css`.
//!
//! Each is a constant of its own, so that the browser's module holds only those that its islands draw.

use domain::Visibility;
use leptos::prelude::*;

/// The inner markup of a 24 by 24 drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paths(&'static str);

/// Decorative. A button without words needs a label of its own.
#[component]
pub fn Icon(of: Paths) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" inner_html=of.0></svg>
    }
}

#[cfg(feature = "ssr")]
impl Paths {
    /// [`Icon`] as markup.
    pub fn drawn(self) -> maud::Markup {
        maud::html! { svg class="icon" viewBox="0 0 24 24" aria-hidden="true" { (maud::PreEscaped(self.0)) } }
    }
}

/// An icon that every item of a list may show: [`Symbols`] draws it once a page, [`SymbolIcon`] shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    Globe,
    Heart,
    Image,
    Link,
    Mic,
    Users,
}

impl Symbol {
    const ALL: [Self; 6] = [Self::Globe, Self::Heart, Self::Image, Self::Link, Self::Mic, Self::Users];

    fn id(self) -> &'static str {
        match self {
            Self::Globe => "icon-globe",
            Self::Heart => "icon-heart",
            Self::Image => "icon-image",
            Self::Link => "icon-link",
            Self::Mic => "icon-mic",
            Self::Users => "icon-users",
        }
    }

    fn paths(self) -> Paths {
        match self {
            Self::Globe => GLOBE,
            Self::Heart => HEART,
            Self::Image => IMAGE,
            Self::Link => LINK,
            Self::Mic => MIC,
            Self::Users => USERS,
        }
    }
}

/// The symbols of a list. They are put before it, once on its page.
#[component]
pub fn Symbols() -> impl IntoView {
    let symbols = Symbol::ALL.map(|symbol| {
        view! { <symbol id=symbol.id() viewBox="0 0 24 24" inner_html=symbol.paths().0></symbol> }
    });
    view! {
        <svg class="icon-symbols" aria-hidden="true">
            {symbols.into_iter().collect_view()}
        </svg>
    }
}

#[cfg(feature = "ssr")]
impl Symbol {
    /// [`SymbolIcon`] as markup.
    pub fn drawn(self) -> maud::Markup {
        maud::html! { svg class="icon" aria-hidden="true" { use href={ "#" (self.id()) } {} } }
    }
}

#[component]
pub fn SymbolIcon(of: Symbol) -> impl IntoView {
    view! {
        <svg class="icon" aria-hidden="true">
            <use href=format!("#{}", of.id())></use>
        </svg>
    }
}

/// The face of a mood's band, 1 to 5.
pub fn mood(band: u8) -> Paths {
    match band {
        0 | 1 => FACE_SLIGHTLY_FROWNING,
        2 => FACE_EXPRESSIONLESS,
        3 => FACE_NEUTRAL,
        4 => FACE_SLIGHTLY_SMILING,
        _ => FACE_GRINNING,
    }
}

/// The sign of who can read an entry.
pub fn visibility(of: Visibility) -> Paths {
    match of {
        Visibility::Private => LOCK,
        Visibility::Friends => USERS,
        Visibility::Public => GLOBE,
    }
}

pub const ARROW_LEFT: Paths = Paths(r#"<path d="m12 19-7-7 7-7"/><path d="M19 12H5"/>"#);
pub const BAN: Paths = Paths(r#"<path d="M4.929 4.929 19.07 19.071"/><circle cx="12" cy="12" r="10"/>"#);
pub const BOOK_OPEN: Paths = Paths(
    r#"<path d="M12 7v14"/><path d="M3 18a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h5a4 4 0 0 1 4 4 4 4 0 0 1 4-4h5a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-6a3 3 0 0 0-3 3 3 3 0 0 0-3-3z"/>"#,
);
pub const BRIEFCASE: Paths =
    Paths(r#"<path d="M16 20V4a2 2 0 0 0-2-2h-4a2 2 0 0 0-2 2v16"/><rect width="20" height="14" x="2" y="6" rx="2"/>"#);
pub const CALENDAR: Paths = Paths(
    r#"<path d="M8 2v4"/><path d="M16 2v4"/><rect width="18" height="18" x="3" y="4" rx="2"/><path d="M3 10h18"/>"#,
);
pub const CAMERA: Paths = Paths(
    r#"<path d="M13.997 4a2 2 0 0 1 1.76 1.05l.486.9A2 2 0 0 0 18.003 7H20a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2h1.997a2 2 0 0 0 1.759-1.048l.489-.904A2 2 0 0 1 10.004 4z"/><circle cx="12" cy="13" r="3"/>"#,
);
pub const CHECK: Paths = Paths(r#"<path d="M20 6 9 17l-5-5"/>"#);
pub const CHEVRON_DOWN: Paths = Paths(r#"<path d="m6 9 6 6 6-6"/>"#);
pub const CHEVRON_LEFT: Paths = Paths(r#"<path d="m15 18-6-6 6-6"/>"#);
pub const CHEVRON_RIGHT: Paths = Paths(r#"<path d="m9 18 6-6-6-6"/>"#);
pub const COPY: Paths = Paths(
    r#"<rect width="14" height="14" x="8" y="8" rx="2" ry="2"/><path d="M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2"/>"#,
);
pub const DOWNLOAD: Paths =
    Paths(r#"<path d="M12 15V3"/><path d="M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4"/><path d="m7 10 5 5 5-5"/>"#);
pub const ELLIPSIS: Paths =
    Paths(r#"<circle cx="12" cy="12" r="1"/><circle cx="19" cy="12" r="1"/><circle cx="5" cy="12" r="1"/>"#);
pub const EYE: Paths = Paths(
    r#"<path d="M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0"/><circle cx="12" cy="12" r="3"/>"#,
);
pub const EYE_OFF: Paths = Paths(
    r#"<path d="M10.733 5.076a10.744 10.744 0 0 1 11.205 6.575 1 1 0 0 1 0 .696 10.747 10.747 0 0 1-1.444 2.49"/><path d="M14.084 14.158a3 3 0 0 1-4.242-4.242"/><path d="M17.479 17.499a10.75 10.75 0 0 1-15.417-5.151 1 1 0 0 1 0-.696 10.75 10.75 0 0 1 4.446-5.143"/><path d="m2 2 20 20"/>"#,
);
pub const FACE_EXPRESSIONLESS: Paths =
    Paths(r#"<path d="M14 10h2"/><path d="M8 10h2"/><path d="M8 16h8"/><circle cx="12" cy="12" r="10"/>"#);
pub const FACE_GRINNING: Paths = Paths(
    r#"<path d="M15 10V9"/><path d="M7.084 14.302a5.12 5.12 0 009.833 0 .24.24 0 00-.235-.302H7.32a.24.24 0 00-.235.302"/><path d="M9 10V9"/><circle cx="12" cy="12" r="10"/>"#,
);
pub const FACE_NEUTRAL: Paths =
    Paths(r#"<path d="M15 10V9"/><path d="M8 16h8"/><path d="M9 10V9"/><circle cx="12" cy="12" r="10"/>"#);
pub const FACE_SLIGHTLY_FROWNING: Paths =
    Paths(r#"<path d="M15 10V9"/><path d="M9 10V9"/><path d="M9 16a5 5 0 016 0"/><circle cx="12" cy="12" r="10"/>"#);
pub const FACE_SLIGHTLY_SMILING: Paths = Paths(
    r#"<path d="M15 10V9"/><path d="M16.472 15a6 6 0 01-8.943 0"/><path d="M9 10V9"/><circle cx="12" cy="12" r="10"/>"#,
);
pub const FEATHER: Paths = Paths(
    r#"<path d="M14.086 18.412A2 2 0 0112.67 19H5v-7.672a2 2 0 01.586-1.414L11.75 3.75a6 6 0 118.49 8.49z"/><path d="M16 8 2 22"/><path d="M17.488 15H9"/>"#,
);
pub const FLAG: Paths = Paths(
    r#"<path d="M4 22V4a1 1 0 0 1 .4-.8A6 6 0 0 1 8 2c3 0 5 2 7.333 2q2 0 3.067-.8A1 1 0 0 1 20 4v10a1 1 0 0 1-.4.8A6 6 0 0 1 16 16c-3 0-5-2-8-2a6 6 0 0 0-4 1.528"/>"#,
);
pub const GLOBE: Paths = Paths(
    r#"<circle cx="12" cy="12" r="10"/><path d="M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20"/><path d="M2 12h20"/>"#,
);
pub const HEART: Paths = Paths(
    r#"<path d="M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5"/>"#,
);
pub const HOUSE: Paths = Paths(
    r#"<path d="M15 21v-8a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v8"/><path d="M3 10a2 2 0 0 1 .709-1.528l7-6a2 2 0 0 1 2.582 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z"/>"#,
);
pub const IMAGE: Paths = Paths(
    r#"<rect width="18" height="18" x="3" y="3" rx="2" ry="2"/><circle cx="9" cy="9" r="2"/><path d="m21 15-3.086-3.086a2 2 0 0 0-2.828 0L6 21"/>"#,
);
pub const IMAGES: Paths = Paths(
    r#"<path d="m22 11-1.296-1.296a2.4 2.4 0 0 0-3.408 0L11 16"/><path d="M4 8a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2"/><circle cx="13" cy="7" r="1" fill="currentColor"/><rect x="8" y="2" width="14" height="14" rx="2"/>"#,
);
pub const LINK: Paths = Paths(
    r#"<path d="M10 13a5 5 0 0 0 7.54.54l3-3a5 5 0 0 0-7.07-7.07l-1.72 1.71"/><path d="M14 11a5 5 0 0 0-7.54-.54l-3 3a5 5 0 0 0 7.07 7.07l1.71-1.71"/>"#,
);
pub const LIST_FILTER: Paths = Paths(r#"<path d="M2 5h20"/><path d="M6 12h12"/><path d="M9 19h6"/>"#);
pub const LOCK: Paths =
    Paths(r#"<rect width="18" height="11" x="3" y="11" rx="2" ry="2"/><path d="M7 11V7a5 5 0 0 1 10 0v4"/>"#);
pub const LOG_OUT: Paths =
    Paths(r#"<path d="m16 17 5-5-5-5"/><path d="M21 12H9"/><path d="M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4"/>"#);
pub const MIC: Paths = Paths(
    r#"<path d="M12 19v3"/><path d="M19 10v2a7 7 0 0 1-14 0v-2"/><rect x="9" y="2" width="6" height="13" rx="3"/>"#,
);
pub const MONITOR: Paths = Paths(
    r#"<rect width="20" height="14" x="2" y="3" rx="2"/><line x1="8" x2="16" y1="21" y2="21"/><line x1="12" x2="12" y1="17" y2="21"/>"#,
);
pub const MOON: Paths = Paths(
    r#"<path d="M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401"/>"#,
);
pub const PENCIL: Paths = Paths(
    r#"<path d="M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497z"/><path d="m15 5 4 4"/>"#,
);
pub const ROTATE_CCW: Paths =
    Paths(r#"<path d="M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8"/><path d="M3 3v5h5"/>"#);
pub const SEARCH: Paths = Paths(r#"<path d="m21 21-4.34-4.34"/><circle cx="11" cy="11" r="8"/>"#);
pub const SETTINGS: Paths = Paths(
    r#"<path d="M9.671 4.136a2.34 2.34 0 0 1 4.659 0 2.34 2.34 0 0 0 3.319 1.915 2.34 2.34 0 0 1 2.33 4.033 2.34 2.34 0 0 0 0 3.831 2.34 2.34 0 0 1-2.33 4.033 2.34 2.34 0 0 0-3.319 1.915 2.34 2.34 0 0 1-4.659 0 2.34 2.34 0 0 0-3.32-1.915 2.34 2.34 0 0 1-2.33-4.033 2.34 2.34 0 0 0 0-3.831A2.34 2.34 0 0 1 6.35 6.051a2.34 2.34 0 0 0 3.319-1.915"/><circle cx="12" cy="12" r="3"/>"#,
);
pub const SHARE: Paths = Paths(
    r#"<circle cx="18" cy="5" r="3"/><circle cx="6" cy="12" r="3"/><circle cx="18" cy="19" r="3"/><line x1="8.59" x2="15.42" y1="13.51" y2="17.49"/><line x1="15.41" x2="8.59" y1="6.51" y2="10.49"/>"#,
);
pub const SHIELD_CHECK: Paths = Paths(
    r#"<path d="M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z"/><path d="m9 12 2 2 4-4"/>"#,
);
pub const SMARTPHONE: Paths =
    Paths(r#"<rect width="14" height="20" x="5" y="2" rx="2" ry="2"/><path d="M12 18h.01"/>"#);
pub const SPARKLES: Paths = Paths(
    r#"<path d="M11.017 2.814a1 1 0 0 1 1.966 0l1.051 5.558a2 2 0 0 0 1.594 1.594l5.558 1.051a1 1 0 0 1 0 1.966l-5.558 1.051a2 2 0 0 0-1.594 1.594l-1.051 5.558a1 1 0 0 1-1.966 0l-1.051-5.558a2 2 0 0 0-1.594-1.594l-5.558-1.051a1 1 0 0 1 0-1.966l5.558-1.051a2 2 0 0 0 1.594-1.594z"/><path d="M20 2v4"/><path d="M22 4h-4"/><circle cx="4" cy="20" r="2"/>"#,
);
pub const STAR: Paths = Paths(
    r#"<path d="M11.525 2.295a.53.53 0 0 1 .95 0l2.31 4.679a2.123 2.123 0 0 0 1.595 1.16l5.166.756a.53.53 0 0 1 .294.904l-3.736 3.638a2.123 2.123 0 0 0-.611 1.878l.882 5.14a.53.53 0 0 1-.771.56l-4.618-2.428a2.122 2.122 0 0 0-1.973 0L6.396 21.01a.53.53 0 0 1-.77-.56l.881-5.139a2.122 2.122 0 0 0-.611-1.879L2.16 9.795a.53.53 0 0 1 .294-.906l5.165-.755a2.122 2.122 0 0 0 1.597-1.16z"/>"#,
);
pub const SUN: Paths = Paths(
    r#"<circle cx="12" cy="12" r="4"/><path d="M12 2v2"/><path d="M12 20v2"/><path d="m4.93 4.93 1.41 1.41"/><path d="m17.66 17.66 1.41 1.41"/><path d="M2 12h2"/><path d="M20 12h2"/><path d="m6.34 17.66-1.41 1.41"/><path d="m19.07 4.93-1.41 1.41"/>"#,
);
pub const TRASH: Paths = Paths(
    r#"<path d="M10 11v6"/><path d="M14 11v6"/><path d="M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6"/><path d="M3 6h18"/><path d="M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2"/>"#,
);
pub const UNLINK: Paths = Paths(
    r#"<path d="m18.84 12.25 1.72-1.71h-.02a5.004 5.004 0 0 0-.12-7.07 5.006 5.006 0 0 0-6.95 0l-1.72 1.71"/><path d="m5.17 11.75-1.71 1.71a5.004 5.004 0 0 0 .12 7.07 5.006 5.006 0 0 0 6.95 0l1.71-1.71"/><line x1="8" x2="8" y1="2" y2="5"/><line x1="2" x2="5" y1="8" y2="8"/><line x1="16" x2="16" y1="19" y2="22"/><line x1="19" x2="22" y1="16" y2="16"/>"#,
);
pub const USER_MINUS: Paths = Paths(
    r#"<path d="M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2"/><circle cx="9" cy="7" r="4"/><line x1="22" x2="16" y1="11" y2="11"/>"#,
);
pub const USER_PEN: Paths = Paths(
    r#"<path d="M11.5 15H7a4 4 0 0 0-4 4v2"/><path d="M21.378 16.626a1 1 0 0 0-3.004-3.004l-4.01 4.012a2 2 0 0 0-.506.854l-.837 2.87a.5.5 0 0 0 .62.62l2.87-.837a2 2 0 0 0 .854-.506z"/><circle cx="10" cy="7" r="4"/>"#,
);
pub const USER_PLUS: Paths = Paths(
    r#"<path d="M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2"/><circle cx="9" cy="7" r="4"/><line x1="19" x2="19" y1="8" y2="14"/><line x1="22" x2="16" y1="11" y2="11"/>"#,
);
pub const USERS: Paths = Paths(
    r#"<path d="M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2"/><path d="M16 3.128a4 4 0 0 1 0 7.744"/><path d="M22 21v-2a4 4 0 0 0-3-3.87"/><circle cx="9" cy="7" r="4"/>"#,
);
pub const X: Paths = Paths(r#"<path d="M18 6 6 18"/><path d="m6 6 12 12"/>"#);
