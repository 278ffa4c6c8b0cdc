//! Skeletons of the widgets, also shown without script: the same classes and sizes, and the saved values.

use super::editor_props::SavedImage;
use crate::{
    components::{Icon, ProLine, icon},
    reading::feeling_name,
};
use domain::{Feeling, Key, Language, Mood};
use leptos::prelude::*;

/// Number of suggestions of the widget, so that the skeleton takes the same room.
const SUGGESTIONS: usize = 12;

#[component]
pub fn PhotosSkeleton(images: Vec<SavedImage>, limit: usize, has_hint: bool, language: Language) -> impl IntoView {
    let count = images.len();
    let pictures = images.into_iter().map(|image| {
        view! {
            <li class="dropzone-picture">
                <span class="dropzone-thumb">
                    <img
                        class="dropzone-image"
                        src=image.thumbnail_url
                        alt=image.image.alt
                        decoding="async"
                        data-fallback=image.url
                    />
                </span>
            </li>
        }
    });
    let more = (0 < count && count < limit).then(|| {
        view! {
            <li class="dropzone-more">
                <span class="dropzone-next">
                    <Icon of=icon::IMAGES />
                    {language.text(Key::EditorDropzoneAddAnother)}
                </span>
            </li>
        }
    });
    let hint = match limit {
        1 => language.text(Key::EditorDropzoneLimitOne).to_owned(),
        n => language.fill(Key::EditorDropzoneLimitMany, &[("n", &n.to_string())]),
    };
    let content = if count == 0 {
        view! {
            <div class="dropzone-add">
                <span class="dropzone-drop">{language.text(Key::EditorDropzoneDrop)}</span>
                <span class="button">
                    <Icon of=icon::IMAGES />
                    {language.text(Key::EditorDropzoneBrowse)}
                </span>
                <span class="dropzone-hint">{hint}</span>
            </div>
        }
        .into_any()
    } else {
        view! { <ul class="dropzone-pictures">{pictures.collect_view()} {more}</ul> }.into_any()
    };
    view! {
        <div class="dropzone" inert=true>
            {content}
            {has_hint
                .then(|| view! { <ProLine text=language.text(Key::EditorDropzoneWithPro) /> })}
        </div>
    }
}

const BANDS: [Key; 5] =
    [Key::EditorMoodBand1, Key::EditorMoodBand2, Key::EditorMoodBand3, Key::EditorMoodBand4, Key::EditorMoodBand5];

#[component]
pub fn MoodSkeleton(mood: Mood, pro: bool, has_hint: bool, language: Language) -> impl IntoView {
    let band = mood.is_set.then(|| mood.band());
    let is_chosen = (!mood.is_empty()).then_some("");
    let is_reset = if pro { mood.is_empty() } else { !mood.is_set };
    let reset = (!is_reset).then(|| {
        view! { <span class="button button-quiet mood-reset">{language.text(Key::EditorMoodReset)}</span> }
    });
    let level = if mood.is_set {
        language.fill(Key::EditorMoodValue, &[("n", &mood.level.to_string())])
    } else {
        language.text(Key::EditorMoodNotSet).to_owned()
    };
    let faces = (1..=5).map(|of: u8| {
        view! {
            <span class="mood-face" data-chosen=(band == Some(of)).then_some("")>
                <Icon of=icon::mood(of) />
            </span>
        }
    });
    let name = band.and_then(|band| BANDS.get(usize::from(band) - 1)).map(|band| language.text(*band));
    let kept = (mood.feeling.is_some() || mood.custom_emoji.is_some()).then(|| {
        let signs: Vec<_> = mood.feeling.map(Feeling::emoji).into_iter().chain(mood.custom_emoji.as_deref()).collect();
        view! {
            <span class="emojis">{signs.join(" ")}</span>
            {mood.feeling.map(|feeling| format!(" {}", feeling_name(feeling, language)))}
        }
    });
    let feelings = Feeling::ALL.map(|feeling| {
        view! {
            <span class="feeling" data-chosen=(mood.feeling == Some(feeling)).then_some("")>
                <span class="emojis">{feeling.emoji()}</span>
                {feeling_name(feeling, language)}
            </span>
        }
    });
    let own = mood.custom_emoji.clone().map(|emoji| view! { <span class="emojis">{emoji}</span> });
    let is_own = own.is_some().then_some("");
    view! {
        <div class="mood-tracker" data-chosen=is_chosen inert=true>
            <div class="mood" data-band=band.map(|band| band.to_string())>
                <div class="mood-faces">{faces.collect_view()}</div>
                <span class="mood-range"></span>
                <p class="mood-words">
                    {name.map(|name| view! { <span class="mood-band">{name}</span> " " })}
                    {level}
                </p>
                {reset}
            </div>
            {if pro {
                view! {
                    <div class="feelings">{feelings.collect_view()}</div>
                    <span class="feeling feeling-own" data-chosen=is_own>
                        {own}
                        {language.text(Key::EditorMoodOwnLabel)}
                    </span>
                }
                    .into_any()
            } else {
                view! {
                    {kept.map(|kept| view! { <p class="mood-kept">{kept}</p> })}
                    {has_hint.then(|| view! { <ProLine text=language.text(Key::EditorMoodWithPro) /> })}
                }
                    .into_any()
            }}
        </div>
    }
}

#[component]
pub fn EmojiSkeleton(emojis: String, suggests: bool, language: Language) -> impl IntoView {
    let suggestions = suggests.then(|| {
        let suggestions = (0..SUGGESTIONS).map(|_| view! { <span class="emoji-suggestion"></span> });
        view! { <div class="emoji-suggestions">{suggestions.collect_view()}</div> }
    });
    view! {
        <div class="emoji" inert=true>
            <span class="mood-label">{language.text(Key::EditorEmojisLabel)}</span>
            <div class="emoji-row">
                <div class="emoji-field">{emojis}</div>
            </div>
            <p class="emoji-hint">{language.text(Key::EditorEmojiHint)}</p>
            {suggestions}
        </div>
    }
}
