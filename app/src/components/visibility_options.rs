//! The choice of a visibility: private, friends, public.

use crate::request::t;
use domain::{Key, Language, Visibility};
use leptos::prelude::*;

/// Radio buttons named `visibility`; `prefix` keeps their ids apart. Choices above `highest` are disabled.
#[component]
pub fn VisibilityOptions(
    chosen: Visibility,
    prefix: &'static str,
    #[prop(default = Visibility::Public)] highest: Visibility,
) -> impl IntoView {
    let options = Visibility::ALL.map(|visibility| {
        let (label, hint) = texts(visibility);
        let value = visibility.as_str();
        let hint_id = format!("{prefix}-{value}-hint");
        let described_by = hint_id.clone();
        view! {
            <label class="check">
                <input
                    type="radio"
                    name="visibility"
                    value=value
                    checked=visibility == chosen
                    disabled=!visibility.is_at_most(highest)
                    aria-describedby=described_by
                />
                <span>
                    {t(label)} <span class="check-hint" id=hint_id>
                        {t(hint)}
                    </span>
                </span>
            </label>
        }
    });
    options.into_iter().collect_view()
}

/// 'Sichtbarkeit: Privat'
pub fn named(language: Language, visibility: Visibility) -> String {
    language.fill(Key::VisibilityNamed, &[("visibility", language.text(texts(visibility).0))])
}

/// Name and explanation.
pub fn texts(visibility: Visibility) -> (Key, Key) {
    match visibility {
        Visibility::Private => (Key::VisibilityPrivate, Key::VisibilityPrivateHint),
        Visibility::Friends => (Key::VisibilityFriends, Key::VisibilityFriendsHint),
        Visibility::Public => (Key::VisibilityPublic, Key::VisibilityPublicHint),
    }
}
