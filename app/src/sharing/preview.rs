//! The preview of a link in messengers: title, description and picture, from released parts only.

use crate::{PageRequest, head};
use backend::sharing::{CARD_HEIGHT, CARD_WIDTH};
use domain::{Key, SharedEntry, date, text};
use maud::html;

/// Usual length of a preview's description.
const DESCRIPTION: usize = 200;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    title: String,
    description: String,
    url: String,
    card: Option<Card>,
}

/// The picture that the server makes (`backend/src/sharing/card`).
#[derive(Clone, Debug, PartialEq, Eq)]
struct Card {
    url: String,
    alt: String,
}

impl Preview {
    pub fn of(entry: &SharedEntry, token: &str, request: &PageRequest) -> Self {
        let title = Self::title(entry, request);
        let words = entry.words().map(|words| text::excerpt(words, DESCRIPTION));
        let description = words.unwrap_or_else(|| request.text(Key::SharedPreview).to_owned());
        let url = address(token, request);
        // The card's alternative text: day, name, and perhaps the photo's description.
        let photo = entry.main_image().map(|image| image.alt.as_str()).filter(|alt| !alt.is_empty());
        let alt = photo.map_or_else(|| title.clone(), |photo| format!("{title}. {photo}"));
        let card = Some(Card { url: format!("{url}/card.jpg"), alt });
        Self { title, description, url, card }
    }

    /// The preview of a link with a PIN. It shows nothing of the entry to anybody.
    pub fn guarded(token: &str, request: &PageRequest) -> Self {
        let title = request.text(Key::SharedPreview).to_owned();
        let description = request.text(Key::SharedPreviewPin).to_owned();
        Self { title, description, url: address(token, request), card: None }
    }

    pub fn title(entry: &SharedEntry, request: &PageRequest) -> String {
        let title = request.fill(Key::SharedTitle, &[("name", &entry.first_name), ("date", &date::long(entry.date))]);
        text::undirected(&title).into_owned()
    }

    /// Puts the preview into the page's head.
    pub fn show(&self, site: &str) {
        let Self { title, description, url, card } = self;
        head::add(&html! {
            meta name="description" content=(description);
            meta property="og:type" content="article";
            meta property="og:site_name" content=(site);
            meta property="og:title" content=(title);
            meta property="og:description" content=(description);
            meta property="og:url" content=(url);
            @if let Some(Card { url, alt }) = card {
                meta property="og:image" content=(url);
                meta property="og:image:type" content="image/jpeg";
                meta property="og:image:width" content=(CARD_WIDTH);
                meta property="og:image:height" content=(CARD_HEIGHT);
                meta property="og:image:alt" content=(alt);
                meta name="twitter:image" content=(url);
                meta name="twitter:image:alt" content=(alt);
            }
            meta name="twitter:card" content=(if card.is_some() { "summary_large_image" } else { "summary" });
            meta name="twitter:title" content=(title);
            meta name="twitter:description" content=(description);
        });
    }
}

fn address(token: &str, request: &PageRequest) -> String {
    format!("{}/shared/{token}", request.backend.settings.origin)
}
