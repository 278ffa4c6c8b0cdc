//! The audiences for which an owner previews an entry, and the links to these previews.

use crate::request::t;
use backend::entries::PreviewedAs;
use domain::{EntryId, Key};
use leptos::prelude::*;

/// The audience of a preview.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    Of(PreviewedAs),
    /// Anybody who has the secret link.
    Link,
}

impl Audience {
    const ALL: [Self; 3] = [Self::Of(PreviewedAs::Friend), Self::Of(PreviewedAs::Stranger), Self::Link];

    /// Parses the name in the address.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|audience| audience.name() == name)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Of(PreviewedAs::Friend) => "friend",
            Self::Of(PreviewedAs::Stranger) => "stranger",
            Self::Link => "link",
        }
    }

    /// The audience's name, and the text of the bar.
    pub fn texts(self) -> (Key, Key) {
        match self {
            Self::Of(PreviewedAs::Friend) => (Key::LookFriend, Key::LookFriendText),
            Self::Of(PreviewedAs::Stranger) => (Key::LookStranger, Key::LookStrangerText),
            Self::Link => (Key::LookLink, Key::LookLinkText),
        }
    }

    fn href(self, id: EntryId) -> String {
        format!("/entry/{id}?as={}", self.name())
    }
}

/// A link for each audience.
#[component]
pub fn Ways(id: EntryId, has_link: bool, #[prop(optional)] now: Option<Audience>) -> impl IntoView {
    let links = Audience::ALL.into_iter().filter(|audience| has_link || *audience != Audience::Link).map(|audience| {
        let current = (now == Some(audience)).then_some("page");
        view! {
            <li>
                <a class="look-way" href=audience.href(id) aria-current=current>
                    {t(audience.texts().0)}
                </a>
            </li>
        }
    });
    view! { <ul class="look-list">{links.collect_view()}</ul> }
}
