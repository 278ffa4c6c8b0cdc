//! Markup that is written at once. What a page has dozens of (cards, days, pictures) is no tree of views: each element and attribute of a
//! view is a value of its own, which takes ten times as long.

use leptos::{prelude::*, tachys::html::InertElement};
use maud::Markup;
use std::borrow::Cow;

/// Markup as a part of a view.
pub fn shown(markup: Markup) -> impl IntoView {
    written(markup.into_string())
}

/// HTML as a part of a view.
pub fn written(html: impl Into<Cow<'static, str>>) -> impl IntoView {
    InertElement::new(html)
}
