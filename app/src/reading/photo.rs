//! A picture with its placeholder.

use crate::markup::shown;
use domain::limits::{OPTIMIZED_EDGE, THUMBNAIL_EDGE};
use domain::media::{Image, Rendition};
use leptos::prelude::*;
use maud::{Markup, html};

/// Pixels below which a picture would look coarse in the width of the column.
const SMALL: u32 = 360;

/// The addresses at which the page's reader may see pictures.
#[derive(Clone, Debug)]
pub enum Source {
    Entry,
    /// A photo of a secret link, with its token.
    Link(String),
}

impl Source {
    pub fn url(&self, image: &Image, rendition: Rendition) -> String {
        match self {
            Self::Entry => image.url(rendition),
            Self::Link(token) => image.shared_url(token, rendition),
        }
    }

    /// The addresses with their widths, for `srcset`. The original is only behind the link, because it has megabytes.
    fn set(&self, image: &Image) -> String {
        let entry = |rendition| format!("{} {}w", self.url(image, rendition), size(image, rendition).0);
        format!("{}, {}", entry(Rendition::Thumbnail), entry(Rendition::Optimized))
    }
}

/// Pixels of a rendition: its longest edge is bounded, and nothing is enlarged.
pub fn size(image: &Image, rendition: Rendition) -> (u32, u32) {
    let bound = match rendition {
        Rendition::Original => u32::MAX,
        Rendition::Optimized => OPTIMIZED_EDGE,
        Rendition::Thumbnail => THUMBNAIL_EDGE,
    };
    let (width, height) = (image.width.max(1), image.height.max(1));
    let longest = width.max(height);
    if longest <= bound {
        return (width, height);
    }
    let scaled = |edge: u32| {
        let pixels = (u64::from(edge) * u64::from(bound) + u64::from(longest) / 2) / u64::from(longest);
        u32::try_from(pixels).unwrap_or(bound).max(1)
    };
    (scaled(width), scaled(height))
}

/// The time at which a picture starts to load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Loading {
    /// Loaded at once: the first picture of a page.
    First,
    /// Loaded after the rest of the page. Browsers print lazy pictures only after they were in sight.
    Eager,
    #[default]
    Lazy,
}

/// `class` says how it is cut: `photo-wide` shows all of it in the column, `photo-crop` fills a 4:3 frame.
#[component]
pub fn Photo(
    image: Image,
    source: Source,
    alt: String,
    class: &'static str,
    /// The shown width in the syntax of `sizes`. `None`: small enough for the thumbnail.
    #[prop(optional)]
    sizes: Option<&'static str>,
    #[prop(optional)] loading: Loading,
    /// Its part in the view transition between a list and a page.
    #[prop(default = None)]
    transition: Option<&'static str>,
) -> impl IntoView {
    shown(photo(&image, &source, &alt, Look { class, sizes, loading, transition }))
}

/// How a picture is shown: the properties of [`Photo`].
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub class: &'static str,
    pub sizes: Option<&'static str>,
    pub loading: Loading,
    pub transition: Option<&'static str>,
}

/// [`Photo`] as markup.
pub fn photo(image: &Image, source: &Source, alt: &str, look: Look) -> Markup {
    let Look { class, sizes, loading, transition } = look;
    // Browsers would take the coarse rendition in the width of the column and enlarge it.
    let choice = sizes.filter(|_| loading != Loading::First);
    let rendition = if sizes.is_some() { Rendition::Optimized } else { Rendition::Thumbnail };
    let (width, height) = size(image, rendition);
    let shape = if class != "photo-wide" {
        None
    } else if u64::from(height) * 3 >= u64::from(width) * 4 {
        Some("tall")
    } else if width < SMALL {
        Some("small")
    } else {
        None
    };
    let (loading, priority) = match loading {
        Loading::First => ("eager", Some("high")),
        Loading::Eager => ("eager", Some("low")),
        Loading::Lazy => ("lazy", None),
    };
    html! {
        span class={ "photo " (class) } data-shape=[shape] data-transition=[transition] {
            @if image.placeholder.starts_with("data:") {
                img class="photo-placeholder" src=(image.placeholder) alt="";
            }
            img class="photo-image" src=(source.url(image, rendition)) srcset=[choice.map(|_| source.set(image))] sizes=[choice]
                width=(width) height=(height) alt=(alt) loading=(loading) fetchpriority=[priority] decoding="async" data-fallback="";
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Source, size};
    use domain::{
        ImageId,
        media::{Image, Rendition},
    };

    fn image(width: u32, height: u32) -> Image {
        let id: ImageId = "0197e9a0-0000-7000-8000-000000000000".parse().unwrap();
        Image { id, width, height, placeholder: String::new(), alt: String::new() }
    }

    #[test]
    fn renditions_keep_the_shape_and_enlarge_nothing() {
        assert_eq!(size(&image(4000, 3000), Rendition::Optimized), (1600, 1200));
        assert_eq!(size(&image(3000, 4000), Rendition::Thumbnail), (360, 480));
        assert_eq!(size(&image(300, 200), Rendition::Optimized), (300, 200));
        assert_eq!(size(&image(50_000, 1), Rendition::Thumbnail), (480, 1));
        assert_eq!(size(&image(4000, 3000), Rendition::Original), (4000, 3000));
    }

    #[test]
    fn a_link_shows_pictures_under_its_own_address_only() {
        let set = Source::Link("geheim".into()).set(&image(4000, 3000));
        assert!(set.split(", ").all(|part| part.starts_with("/shared/geheim/media/")), "{set}");
        assert!(set.ends_with(" 1600w"), "{set}");
    }
}
