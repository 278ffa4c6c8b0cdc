//! What messengers show about a link: title, description and picture, from released parts only.

use crate::{
    PageRequest,
    entries::{Source, size},
};
use domain::{Key, SharedEntry, date, media::Rendition, text};
use leptos::prelude::*;
use leptos_meta::Meta;

/// As long as previews commonly show.
const DESCRIPTION: usize = 200;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    pub title: String,
    description: String,
    url: String,
    image: Option<Picture>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Picture {
    url: String,
    width: u32,
    height: u32,
    /// Empty where nobody has described it.
    alt: String,
}

impl Preview {
    pub fn of(entry: &SharedEntry, token: &str, request: &PageRequest) -> Self {
        let origin = &request.backend.settings.origin;
        let title = request.fill(Key::SharedTitle, &[("name", &entry.first_name), ("date", &date::long(entry.date))]);
        let generic = request.text(Key::SharedPreview);
        let image = entry.images.get(entry.main_image_index).or_else(|| entry.images.first()).map(|image| {
            let (width, height) = size(image, Rendition::Optimized);
            let path = Source::Link(token.to_owned()).url(image, Rendition::Optimized);
            Picture { url: format!("{origin}{path}"), width, height, alt: image.alt.clone() }
        });
        Self { title, description: describe(entry, generic), url: format!("{origin}/shared/{token}"), image }
    }
}

/// Summary, else top moment, else the text's beginning: the first that is released and not empty.
fn describe(entry: &SharedEntry, generic: &str) -> String {
    [&entry.summary, &entry.top_moment, &entry.text]
        .into_iter()
        .flatten()
        .map(|words| text::excerpt(words, DESCRIPTION))
        .find(|words| !words.is_empty())
        .unwrap_or_else(|| generic.to_owned())
}

#[component]
pub fn PreviewTags(preview: Preview, site: &'static str) -> impl IntoView {
    let Preview { title, description, url, image } = preview;
    let card = if image.is_some() { "summary_large_image" } else { "summary" };
    view! {
        <Meta name="description" content=description.clone() />
        <Meta property="og:type" content="article" />
        <Meta property="og:site_name" content=site />
        <Meta property="og:title" content=title.clone() />
        <Meta property="og:description" content=description.clone() />
        <Meta property="og:url" content=url />
        {image
            .map(|Picture { url, width, height, alt }| {
                view! {
                    <Meta property="og:image" content=url.clone() />
                    <Meta property="og:image:width" content=width.to_string() />
                    <Meta property="og:image:height" content=height.to_string() />
                    <Meta name="twitter:image" content=url />
                    {(!alt.is_empty())
                        .then(|| {
                            view! {
                                <Meta property="og:image:alt" content=alt.clone() />
                                <Meta name="twitter:image:alt" content=alt.clone() />
                            }
                        })}
                }
            })}
        <Meta name="twitter:card" content=card />
        <Meta name="twitter:title" content=title />
        <Meta name="twitter:description" content=description />
    }
}
