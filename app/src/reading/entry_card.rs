//! An entry in a list: date, first words, picture (spec 2).

use super::{
    attached::{attached, no_text},
    day::{date_headline, mood_face, origin},
    photo::{Loading, Look, Source, photo},
    summary::outdated,
};
use crate::{
    PageRequest,
    assistant::source_mark,
    components::{
        avatar,
        icon::{self, Symbol, Symbols},
        visibility_texts,
    },
};
use backend::prose;
use chrono::NaiveDate;
use domain::{Author, Entry, EntryId, Key, Language, Mood, UserId, Visibility, date, user};
use leptos::prelude::*;
use maud::{Markup, html};
use std::sync::Arc;

/// Length of the preview in characters, more than three lines hold.
const PREVIEW: usize = 400;

/// The number of days that a card counts back in words; older entries have only their date.
const RECENT: i64 = 7;

/// Addresses of the card and its buttons. The viewer's entry of today opens in the editor.
#[derive(Debug, PartialEq, Eq)]
struct Links {
    open: String,
    today: Option<TodayLinks>,
}

#[derive(Debug, PartialEq, Eq)]
struct TodayLinks {
    view: String,
    edit: String,
}

impl Links {
    fn of(entry: &Entry, viewer: UserId, today: NaiveDate) -> Self {
        if entry.user_id == viewer && entry.date == today {
            let (view, edit) = (format!("/entry/{}", entry.id), format!("/edit/{}", entry.id));
            Self { open: "/create".into(), today: Some(TodayLinks { view, edit }) }
        } else {
            Self { open: format!("/entry/{}", entry.id), today: None }
        }
    }
}

/// The card of an entry for a viewer. Its page needs [`Symbols`].
pub fn entry_card(entry: &Entry, viewer: UserId, today: NaiveDate, language: Language) -> Markup {
    let Links { open, today: today_links } = Links::of(entry, viewer, today);
    let is_own = entry.user_id == viewer;
    let ago = date::relative(language, entry.date, today).filter(|_| (today - entry.date).num_days() < RECENT);
    let preview = Some(prose::excerpt(entry.preview(), PREVIEW)).filter(|words| !words.is_empty());
    let words = preview.or_else(|| no_text(entry, language));
    html! {
        article class="card" id=(anchor(entry.id)) data-card="" {
            div class="card-words" {
                @if !is_own {
                    a class="card-author" href={ "/friends/" (entry.user_id) } { (author_line(entry.user.as_ref(), language)) }
                }
                h2 class="card-date" {
                    a class="card-link" href=(open) { (date_headline(entry.date)) }
                    @if let Some(ago) = ago {
                        span class="card-ago" { (ago) }
                    }
                }
                @if let Some(words) = words {
                    p class="card-text" dir="auto" { (words) }
                }
                div class="card-marks" {
                    @if !entry.mood.is_empty() {
                        (card_mood(&entry.mood, language))
                    }
                    @if !entry.emojis.is_empty() {
                        span class="emojis" { (entry.emojis) }
                    }
                    @if !entry.summary.trim().is_empty() {
                        (source_mark(&entry.summary_source, language))
                        (outdated(entry, language, false))
                    }
                    // The note is shown if the browser finds unsaved words (`features/unsaved-drafts/unsaved-notice.ts`).
                    @if today_links.is_some() {
                        span class="card-unsaved" { (language.text(Key::CardUnsaved)) }
                    }
                    (attached(entry, language))
                    @if let Some(origin) = origin(entry, language) {
                        span { (origin) }
                    }
                    @if is_own {
                        (read_by(entry.visibility, language))
                    }
                    @if has_live_link(entry) {
                        span class="card-photos" {
                            (Symbol::Link.drawn())
                            span class="visually-hidden" { (language.text(Key::CardHasLink)) }
                        }
                    }
                    @if is_own {
                        (heart_button(entry.id, entry.is_favorite, language))
                    }
                    @if let Some(TodayLinks { view, edit }) = today_links {
                        span class="card-actions" {
                            a class="card-action" href=(view) { (language.text(Key::CardView)) }
                            a class="card-action" href=(edit) { (icon::PENCIL.drawn()) (language.text(Key::CardEdit)) }
                        }
                    }
                }
            }
            @if let Some(image) = entry.main_image() {
                (photo(
                    image,
                    &Source::Entry,
                    &image.alt_text(language, 1, entry.date),
                    Look { class: "photo-crop", sizes: None, loading: Loading::Lazy, transition: Some("photo") },
                ))
            }
        }
    }
}

/// The face of the level with its number; without a level the feeling.
fn card_mood(mood: &Mood, language: Language) -> Markup {
    let Some(level) = mood.chosen_level() else {
        return html! { span class="card-mood" { (mood_face(mood, language)) } };
    };
    html! {
        span class="card-mood" data-band=(mood.band()) {
            (icon::mood(mood.band()).drawn())
            span aria-hidden="true" { (level) }
            span class="visually-hidden" { (language.fill(Key::StatsCellMood, &[("n", &level.to_string())])) }
        }
    }
}

/// The list around cards. `has_symbols`: with the drawings that they share, once on a page.
#[component]
pub fn CardList(
    #[prop(into)] label: String,
    #[prop(default = "entry-list")] class: &'static str,
    #[prop(default = true)] has_symbols: bool,
    language: Language,
    children: Children,
) -> impl IntoView {
    view! {
        {has_symbols.then(|| view! { <Symbols /> })}
        <ol
            class=class
            aria-label=label
            data-heart-failed=language.text(Key::EntryFavoriteFailed)
            data-heart-unanswered=language.text(Key::FormOffline)
        >
            {children()}
        </ol>
    }
}

/// A heart that changes in place (`frontend-react/src/features/feed/entry-heart.ts`). Without script it sends one of
/// the page's forms (`entries/entry_actions.rs`).
fn heart_button(id: EntryId, is_favorite: bool, language: Language) -> Markup {
    html! {
        entry-heart {
            button class="card-heart" form=(heart_form(!is_favorite)) name="id" value=(id)
                aria-label=(language.text(Key::CardFavorite)) aria-pressed=(is_favorite) {
                (Symbol::Heart.drawn())
            }
        }
    }
}

/// The id of the form that makes an entry a favourite, or takes it back.
pub fn heart_form(on: bool) -> &'static str {
    if on { "heart-on" } else { "heart-off" }
}

/// The visibility of the viewer's own entry.
fn read_by(visibility: Visibility, language: Language) -> Markup {
    let symbol = match visibility {
        Visibility::Private => return html! {},
        Visibility::Friends => Symbol::Users,
        Visibility::Public => Symbol::Globe,
    };
    html! {
        span class="card-photos" {
            (symbol.drawn())
            span class="visually-hidden" { (language.label(Key::VisibilityLabel)) " " }
            (language.text(visibility_texts(visibility).0))
        }
    }
}

/// Whether the entry has a link that still opens. Only owners get the link.
pub fn has_live_link(entry: &Entry) -> bool {
    let now = use_context::<Arc<PageRequest>>().map(|request| request.backend.clock.now());
    let is_over = |end| now.is_some_and(|now| end <= now);
    entry.share_link.as_ref().is_some_and(|link| !link.expires_at.is_some_and(is_over))
}

/// The anchor of the card in a list's page, for the way back.
pub fn anchor(entry: EntryId) -> String {
    format!("e-{entry}")
}

/// The author above somebody else's entry.
pub fn author_line(author: Option<&Author>, language: Language) -> Markup {
    let name = author.map(|author| format!("{} {}", author.first_name, author.last_name)).unwrap_or_default();
    let name = if name.trim().is_empty() { language.text(Key::CardUnknownAuthor) } else { name.trim() };
    let image = author.and_then(|author| author.profile_image_url.as_deref());
    html! {
        p class="author" {
            (avatar(&user::initials(name, ""), image, "avatar-small", false))
            (name)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Links, TodayLinks, entry_card};
    use chrono::NaiveDate;
    use domain::{Author, Entry, EntryTexts, Language, UserId, Visibility};
    use serde_json::json;

    const ENTRY: &str = "0197e9a0-0000-7000-8000-000000000000";
    const ANNA: &str = "0197e9a0-0000-7000-8000-00000000000a";
    const JONAS: &str = "0197e9a0-0000-7000-8000-00000000000b";

    fn day(day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, day).unwrap()
    }

    fn user(id: &str) -> UserId {
        id.parse().unwrap()
    }

    /// Anna's, of 20 November.
    fn entry() -> Entry {
        serde_json::from_value(json!({
            "id": ENTRY, "userId": ANNA, "date": "2026-11-20", "text": "Der Text", "summary": "", "topMoment": "",
            "emojis": "", "mood": {}, "visibility": "private", "images": [], "imageUrls": [], "optimizedImageUrls": [],
            "thumbnailUrls": [], "mainImageIndex": 0, "isFavorite": false, "createdAt": "2026-11-20T20:00:00Z",
            "audioTranscript": "", "summarySource": "",
        }))
        .unwrap()
    }

    fn with(change: impl FnOnce(&mut EntryTexts)) -> Entry {
        let mut entry = entry();
        change(&mut entry.content.texts);
        entry
    }

    fn card(entry: Entry) -> String {
        entry_card(&entry, user(ANNA), day(21), Language::De).into_string()
    }

    #[test]
    fn only_ones_own_entry_of_today_is_opened_for_writing() {
        let open = |viewer, today| Links::of(&entry(), user(viewer), day(today));
        let reading = Links { open: format!("/entry/{ENTRY}"), today: None };
        let links = TodayLinks { view: format!("/entry/{ENTRY}"), edit: format!("/edit/{ENTRY}") };
        assert_eq!(open(ANNA, 20), Links { open: "/create".into(), today: Some(links) });
        assert_eq!(open(ANNA, 21), reading);
        assert_eq!(open(JONAS, 20), reading);
    }

    #[test]
    fn a_card_shows_the_summary_else_the_text_else_says_that_there_is_none() {
        assert!(card(entry()).contains("Der Text"));
        assert!(!card(with(|texts| texts.summary = "Kurz".into())).contains("KI-Zusammenfassung"));
        let made =
            |source: &str| card(with(|texts| (texts.summary, texts.summary_source) = ("Kurz".into(), source.into())));
        assert!(made("Beispiel").contains("KI-Zusammenfassung"));
        assert!(made("local").contains("Automatische Zusammenfassung"));
        let summed = card(with(|texts| texts.summary = "Kurz".into()));
        assert!(summed.contains("Kurz") && !summed.contains("Der Text"));
        let silent = with(|texts| texts.text = " \n".into());
        assert!(card(silent.clone()).contains("Kein Text"));
        let said = card(with(|texts| (texts.text, texts.audio_transcript) = (" \n".into(), "Gesprochen".into())));
        assert!(said.contains("Gesprochen") && !said.contains("Kein Text"));
        let audio = json!({ "url": "/x", "contentType": "audio/webm", "seconds": 4 });
        let heard = card(Entry { audio: serde_json::from_value(audio).unwrap(), ..silent });
        assert!(heard.contains("1 Aufnahme") && !heard.contains("Kein Text"), "{heard}");
    }

    #[test]
    fn somebody_elses_card_names_them() {
        let author = |first: &str, last: &str| {
            let author = Author { first_name: first.into(), last_name: last.into(), profile_image_url: None };
            card(Entry { user_id: user(JONAS), user: Some(author), ..entry() })
        };
        assert!(author("Jonas", "Weber").contains("Jonas Weber"));
        assert!(author("Jonas", "Weber").contains(&format!("href=\"/friends/{JONAS}\"")));
        assert!(!author("", "").contains("entry-heart"), "the heart is a note for oneself");
        assert!(author("", "").contains("Unbekannt"));
        assert!(!card(entry()).contains("Unbekannt"), "one's own card names nobody");
    }

    #[test]
    fn ones_own_card_has_a_heart_and_says_who_else_reads_it() {
        assert!(card(entry()).contains("aria-pressed=\"false\""));
        assert!(card(Entry { is_favorite: true, ..entry() }).contains("aria-pressed=\"true\""));
        assert!(!card(entry()).contains("Sichtbarkeit"));
        for (visibility, name) in [(Visibility::Friends, "Freunde"), (Visibility::Public, "Öffentlich")] {
            assert!(card(Entry { visibility, ..entry() }).contains(name));
            assert!(!card(Entry { visibility, user_id: user(JONAS), ..entry() }).contains(name));
        }
    }
}
