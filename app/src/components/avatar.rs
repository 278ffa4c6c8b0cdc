//! A person's picture, else their initials (spec 2).

use crate::markup::shown;
use leptos::prelude::*;
use maud::{Markup, html};

/// A decoration beside a name. `initials` is `User::initials` and lies below the picture, so it shows until the picture
/// has loaded, or if it fails. `avatar-small` and `avatar-large` are its classes.
#[component]
pub fn Avatar(
    #[prop(into)] initials: String,
    image: Option<String>,
    #[prop(optional)] class: &'static str,
    /// Loads the picture when it comes near the screen, for long lists.
    #[prop(optional)]
    lazy: bool,
) -> impl IntoView {
    shown(avatar(&initials, image.as_deref(), class, lazy))
}

/// [`Avatar`] as markup.
pub fn avatar(initials: &str, image: Option<&str>, class: &str, lazy: bool) -> Markup {
    // Only our own files are shown: another host would learn who reads what, and the content policy blocks it.
    let image = image.filter(|src| src.starts_with("/media/"));
    html! {
        span class={ "avatar " (class) } aria-hidden="true" {
            (initials)
            @if let Some(src) = image {
                img src=(src) alt="" width="96" height="96" decoding="async" loading=[lazy.then_some("lazy")] data-avatar="";
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Avatar;
    use leptos::prelude::*;

    fn avatar(image: Option<&str>) -> String {
        view! { <Avatar initials="AB" image=image.map(str::to_owned) /> }.to_html()
    }

    #[test]
    fn initials_stand_below_a_picture_and_no_other_host_is_asked_for_one() {
        let own = avatar(Some("/media/1/optimized"));
        assert!(own.contains("AB") && own.contains("src=\"/media/1/optimized\""));
        for image in [None, Some(""), Some("https://example.org/a.png"), Some("//example.org/a.png"), Some("/api/x")] {
            let html = avatar(image);
            assert!(html.contains("AB") && !html.contains("<img"), "{image:?}");
        }
    }
}
