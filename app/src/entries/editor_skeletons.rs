//! The widgets before they start, and without script: the same classes, so the same size, and what is saved to be seen.

use super::editor_props::SavedImage;
use crate::{
    components::{Icon, ProLine, icon},
    reading::feeling_name,
};
use domain::{Feeling, Key, Language, Mood};
use leptos::prelude::*;

/// As many suggestions as the widget has, so that it takes the same room.
const SUGGESTIONS: usize = 12;

#[component]
pub fn PhotosSkeleton(images: Vec<SavedImage>, limit: usize, has_hint: bool, language: Language) -> impl IntoView {
    let count = images.len();
    let pictures = images.into_iter().map(|image| {
        view! {
            <li class="dropzone-picture">
                <div class="dropzone-frame">
                    <img
                        class="dropzone-image"
                        src=image.thumbnail_url
                        alt=""
                        decoding="async"
                        data-fallback=image.url
                    />
                </div>
                <div class="dropzone-describe">
                    <span class="field-hint">{language.text(Key::EditorDropzoneAltLabel)}</span>
                    <span class="input dropzone-alt">{image.image.alt}</span>
                </div>
            </li>
        }
    });
    let pictures = (count > 0).then(|| view! { <ul class="dropzone-pictures">{pictures.collect_view()}</ul> });
    let browse = if count == 0 { Key::EditorDropzoneBrowse } else { Key::EditorDropzoneAddAnother };
    let hint = match limit {
        1 => language.text(Key::EditorDropzoneLimitOne).to_owned(),
        n => language.fill(Key::EditorDropzoneLimitMany, &[("n", &n.to_string())]),
    };
    view! {
        <div class="dropzone" inert=true>
            {pictures}
            <div class="dropzone-add">
                {(count == 0)
                    .then(|| view! { <span class="dropzone-drop">{language.text(Key::EditorDropzoneDrop)}</span> })}
                {(count < limit)
                    .then(|| {
                        view! {
                            <span class="button">
                                <Icon of=icon::IMAGES />
                                {language.text(browse)}
                            </span>
                        }
                    })} <span class="dropzone-hint">{hint}</span>
            </div>
            {has_hint
                .then(|| view! { <ProLine text=language.text(Key::EditorDropzoneWithPro) /> })}
        </div>
    }
}

#[component]
pub fn MoodSkeleton(mood: Mood, pro: bool, has_hint: bool, language: Language) -> impl IntoView {
    let band = match mood.band() {
        1 => Key::EditorMoodBand1,
        2 => Key::EditorMoodBand2,
        3 => Key::EditorMoodBand3,
        4 => Key::EditorMoodBand4,
        _ => Key::EditorMoodBand5,
    };
    let is_chosen = (!mood.is_empty()).then_some("");
    let is_reset = if pro { mood.is_empty() } else { !mood.is_set };
    let reset = (!is_reset).then(|| {
        view! { <span class="button button-quiet mood-reset">{language.text(Key::EditorMoodReset)}</span> }
    });
    let level = if mood.is_set {
        language.fill(Key::EditorMoodLevel, &[("n", &mood.level.to_string())])
    } else {
        language.text(Key::EditorMoodNotSet).to_owned()
    };
    let kept = (mood.feeling.is_some() || mood.custom_emoji.is_some()).then(|| {
        let own = mood.custom_emoji.clone().unwrap_or_default();
        mood.feeling.map_or_else(
            || own.clone(),
            |feeling| format!("{} {own} {}", feeling.emoji(), feeling_name(feeling, language)),
        )
    });
    let feelings = Feeling::ALL.map(|feeling| {
        view! {
            <span class="feeling" data-chosen=(mood.feeling == Some(feeling)).then_some("")>
                <span class="emojis">{feeling.emoji()}</span>
                {feeling_name(feeling, language)}
            </span>
        }
    });
    view! {
        <div class="mood-tracker" data-chosen=is_chosen inert=true>
            <div class="mood" data-band=mood.is_set.then(|| mood.band().to_string())>
                <span class="mood-face">
                    <Icon of=icon::mood(mood.band()) />
                </span>
                <span class="mood-range"></span>
                <p class="mood-words">
                    <span>{level}</span>
                    {mood.is_set.then(|| view! { <span class="mood-band">{language.text(band)}</span> })}
                </p>
                {reset}
            </div>
            {if pro {
                view! {
                    <div class="mood-more">
                        <div class="feelings">{feelings.collect_view()}</div>
                        <div class="mood-own">
                            <span class="mood-own-label">{language.text(Key::EditorMoodOwnLabel)}</span>
                            <span class="mood-own-field emoji-field">{mood.custom_emoji}</span>
                        </div>
                    </div>
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
pub fn EmojiSkeleton(emojis: String, language: Language) -> impl IntoView {
    let suggestions = (0..SUGGESTIONS).map(|_| view! { <span class="emoji-suggestion"></span> });
    view! {
        <div class="emoji" inert=true>
            <div class="emoji-row">
                <div class="emoji-field">{emojis}</div>
            </div>
            <p class="emoji-hint">{language.text(Key::EditorEmojiHint)}</p>
            <div class="emoji-suggestions">{suggestions.collect_view()}</div>
        </div>
    }
}
