//! An entry in a list: date, first words, picture (spec 2).

use super::{
    attached::{Attached, no_text},
    day::{DateHeadline, MoodFace, origin},
    photo::{Photo, Source},
    summary::Outdated,
};
use crate::{
    PageRequest,
    assistant::SourceMark,
    components::{
        Avatar, Icon,
        icon::{self, Symbol, SymbolIcon, Symbols},
        visibility_texts,
    },
};
use backend::prose;
use chrono::NaiveDate;
use domain::{Author, Entry, EntryId, Key, Language, Mood, UserId, Visibility, date, user};
use leptos::{html, prelude::*};
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

#[component]
pub fn EntryCard(entry: Entry, viewer: UserId, today: NaiveDate, language: Language) -> impl IntoView {
    let links = Links::of(&entry, viewer, today);
    let is_own = entry.user_id == viewer;
    let ago = date::relative(language, entry.date, today).filter(|_| (today - entry.date).num_days() < RECENT);
    let preview = prose::excerpt(entry.preview(), PREVIEW);
    let has_summary = !entry.summary.trim().is_empty();
    let attached = view! { <Attached entry=&entry language /> };
    let words = if preview.is_empty() { no_text(&entry, language) } else { Some(preview) };
    let picture = entry.main_image().cloned().map(|image| {
        let alt = image.alt_text(language, 1, entry.date);
        view! {
            <Photo
                image
                source=Source::Entry
                alt
                class="photo-crop"
                transition=Some("photo")
            />
        }
    });
    view! {
        <article class="card" id=anchor(entry.id) data-card>
            <div class="card-words">
                {(!is_own)
                    .then(|| {
                        view! {
                            <a class="card-author" href=format!("/friends/{}", entry.user_id)>
                                <AuthorLine author=entry.user.clone() language />
                            </a>
                        }
                    })}
                <h2 class="card-date">
                    <a class="card-link" href=links.open>
                        <DateHeadline date=entry.date />
                    </a>
                    {ago.map(|ago| view! { <span class="card-ago">{ago}</span> })}
                </h2>
                {words.map(|words| view! { <p class="card-text" dir="auto">{words}</p> })}
                <div class="card-marks">
                    {(!entry.mood.is_empty()).then(|| view! { <CardMood mood=entry.mood.clone() language /> })}
                    {(!entry.emojis.is_empty()).then(|| view! { <span class="emojis">{entry.emojis.clone()}</span> })}
                    {has_summary
                        .then(|| {
                            view! {
                                <SourceMark source=entry.summary_source.clone() language />
                                <Outdated entry=&entry language />
                            }
                        })}
                    // The note is shown if the browser finds unsaved words (`features/unsaved-drafts/unsaved-notice.ts`).
                    {links.today.is_some().then(|| view! { <span class="card-unsaved">{language.text(Key::CardUnsaved)}</span> })}
                    {attached}
                    {origin(&entry, language).map(|origin| view! { <span>{origin}</span> })}
                    {is_own.then(|| view! { <ReadBy visibility=entry.visibility language /> })}
                    {has_live_link(&entry).then(|| view! { <LinkMark language /> })}
                    {is_own.then(|| view! { <HeartButton id=entry.id is_favorite=entry.is_favorite language /> })}
                    {links
                        .today
                        .map(|TodayLinks { view, edit }| {
                            view! {
                                <span class="card-actions">
                                    <a class="card-action" href=view>
                                        {language.text(Key::CardView)}
                                    </a>
                                    <a class="card-action" href=edit>
                                        <Icon of=icon::PENCIL />
                                        {language.text(Key::CardEdit)}
                                    </a>
                                </span>
                            }
                        })}
                </div>
            </div>
            {picture}
        </article>
    }
}

/// The face of the level with its number; without a level the feeling.
#[component]
fn CardMood(mood: Mood, language: Language) -> impl IntoView {
    let Some(level) = mood.chosen_level() else {
        return view! {
            <span class="card-mood">
                <MoodFace mood language />
            </span>
        }
        .into_any();
    };
    let label = language.fill(Key::StatsCellMood, &[("n", &level.to_string())]);
    view! {
        <span class="card-mood" data-band=mood.band().to_string()>
            <Icon of=icon::mood(mood.band()) />
            <span aria-hidden="true">{level}</span>
            <span class="visually-hidden">{label}</span>
        </span>
    }
    .into_any()
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
#[component]
fn HeartButton(id: EntryId, is_favorite: bool, language: Language) -> impl IntoView {
    let button = view! {
        <button
            class="card-heart"
            form=heart_form(!is_favorite)
            name="id"
            value=id.to_string()
            aria-label=language.text(Key::CardFavorite)
            aria-pressed=is_favorite.to_string()
        >
            <SymbolIcon of=Symbol::Heart />
        </button>
    };
    html::custom("entry-heart").child(button)
}

/// The id of the form that makes an entry a favourite, or takes it back.
pub fn heart_form(on: bool) -> &'static str {
    if on { "heart-on" } else { "heart-off" }
}

/// The visibility of the viewer's own entry.
#[component]
fn ReadBy(visibility: Visibility, language: Language) -> impl IntoView {
    let icon = match visibility {
        Visibility::Private => return ().into_any(),
        Visibility::Friends => Symbol::Users,
        Visibility::Public => Symbol::Globe,
    };
    view! {
        <span class="card-photos">
            <SymbolIcon of=icon />
            <span class="visually-hidden">{language.label(Key::VisibilityLabel)} " "</span>
            {language.text(visibility_texts(visibility).0)}
        </span>
    }
    .into_any()
}

/// Whether the entry has a link that still opens. Only owners get the link.
pub fn has_live_link(entry: &Entry) -> bool {
    let now = use_context::<Arc<PageRequest>>().map(|request| request.backend.clock.now());
    let is_over = |end| now.is_some_and(|now| end <= now);
    entry.share_link.as_ref().is_some_and(|link| !link.expires_at.is_some_and(is_over))
}

#[component]
fn LinkMark(language: Language) -> impl IntoView {
    view! {
        <span class="card-photos">
            <SymbolIcon of=Symbol::Link />
            <span class="visually-hidden">{language.text(Key::CardHasLink)}</span>
        </span>
    }
}

/// The anchor of the card in a list's page, for the way back.
pub fn anchor(entry: EntryId) -> String {
    format!("e-{entry}")
}

/// The author above somebody else's entry.
#[component]
pub fn AuthorLine(author: Option<Author>, language: Language) -> impl IntoView {
    let unknown = language.text(Key::CardUnknownAuthor);
    let (name, image) = author.map_or_else(Default::default, |author| {
        (format!("{} {}", author.first_name, author.last_name), author.profile_image_url)
    });
    let name = if name.trim().is_empty() { unknown } else { name.trim() }.to_owned();
    let initials = user::initials(&name, "");
    view! {
        <p class="author">
            <Avatar initials image class="avatar-small" />
            {name}
        </p>
    }
}

#[cfg(test)]
mod tests {
    use super::{EntryCard, Links, TodayLinks};
    use chrono::NaiveDate;
    use domain::{Author, Entry, EntryTexts, Language, UserId, Visibility};
    use leptos::prelude::*;
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
        view! { <EntryCard entry viewer=user(ANNA) today=day(21) language=Language::De /> }.to_html()
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
