//! Title and tags of a page in the document's head. `leptos_meta` would write a title as it is, and look for the
//! place in the finished document.

use leptos::prelude::*;
use maud::{Markup, html};
use std::sync::{Arc, Mutex, PoisonError};

/// The head of the page that is being rendered.
#[derive(Clone, Debug, Default)]
pub struct Head(Arc<Mutex<Parts>>);

#[derive(Debug, Default)]
struct Parts {
    title: String,
    tags: String,
}

impl Head {
    /// Title and tags as HTML.
    pub fn html(&self) -> String {
        let Parts { title, tags } = std::mem::take(&mut *self.lock());
        format!("<title>{title}</title>{tags}")
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Parts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The document's title.
pub fn set_title(text: &str) {
    // A name from before product 11.1 may hold signs that turn the title round.
    let text = domain::text::undirected(text);
    if let Some(head) = use_context::<Head>() {
        head.lock().title = html_escape::encode_text(&text).into_owned();
    }
}

/// Adds tags to the document's head.
pub fn add(tags: &Markup) {
    if let Some(head) = use_context::<Head>() {
        head.lock().tags.push_str(&tags.0);
    }
}

/// A `<meta>` in the document's head.
#[component]
pub fn Meta(
    #[prop(optional)] name: Option<&'static str>,
    #[prop(optional)] property: Option<&'static str>,
    #[prop(optional)] http_equiv: Option<&'static str>,
    #[prop(into)] content: String,
) -> impl IntoView {
    add(&html! { meta name=[name] property=[property] http-equiv=[http_equiv] content=(content); });
}

#[cfg(test)]
mod tests {
    use super::{Head, Meta, set_title};
    use leptos::{prelude::*, reactive::owner::Owner};

    #[test]
    fn title_and_tags_are_escaped() {
        let head = Head::default();
        Owner::new().with(|| {
            provide_context(head.clone());
            set_title("</title><script>alert(1)</script> & so \u{202e}on");
            let _ = view! { <Meta property="og:title" content="\"><script>" /> };
        });
        assert_eq!(
            head.html(),
            "<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; so on</title>\
             <meta property=\"og:title\" content=\"&quot;&gt;&lt;script&gt;\">"
        );
    }
}
