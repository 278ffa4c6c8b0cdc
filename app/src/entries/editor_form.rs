//! The form that `<entry-form>` takes over (its behaviour is in frontend-react/src/features/entry-editor).

use super::{
    editor_props::{self, Saved},
    editor_skeletons::{EmojiSkeleton, MoodSkeleton, PhotosSkeleton},
    editor_voice::VoiceRow,
    plain_form::PlainForm,
    reflection::{Asked, ReflectionBlock},
    writing::{Day, SummaryBy, Writing},
};
use crate::{
    assistant::SummaryRow,
    components::{Icon, ReactIsland, TextArea, VisibilityOptions, icon, visibility_texts},
    reading::DateHeadline,
    request::{PageRequest, t},
};
use domain::{EntryId, Feeling, Key, Language, Plan, Visibility, limits, text};
use leptos::{html, prelude::*};
use serde_json::json;

#[component]
pub fn EditorForm(writing: Writing, language: Language) -> impl IntoView {
    let request = PageRequest::current();
    let plain = PlainForm::of(&writing, &request).view(&request);
    let Writing { entry, date, day, ticket, user, plan, shows_pro_hints, voice, summary_by, saved, asked, save_line } =
        writing;
    let title = match (entry, day) {
        (Some(_), _) => Key::EditorEditTitle,
        (None, Day::Missed) => Key::MissedDayTitle,
        (None, _) => Key::EditorNewTitle,
    };
    let back = entry.map_or_else(|| "/dashboard".to_owned(), |(id, _)| format!("/entry/{id}"));
    let content = view! {
        <header class="editor-head">
            <a class="back-link" href=back>
                <Icon of=icon::ARROW_LEFT />
                {t(Key::EditorBack)}
            </a>
            <h1>
                <span class="editor-title">{t(title)}</span>
                " "
                <DateHeadline date />
            </h1>
            {(day == Day::Missed).then(|| view! { <MissedHint plan /> })}
        </header>
        <noscript>
            {plain}
            <p class="field-hint plain-hint">{t(Key::EditorNeedsScript)}</p>
        </noscript>
        <Missing />
        <section class="editor-notices" data-notice hidden></section>
        // The form must not travel in an address when there is no script: `method=dialog` outside a dialog goes
        // nowhere.
        <form novalidate method="dialog" autocomplete="off">
            <Words saved=&saved is_new=entry.is_none() language />
            <VoiceRow saved=saved.clone() limits=voice language />
            <Widgets saved=saved.clone() plan shows_pro_hints language />
            // The bar follows the text in the order of the keyboard, and stands at the end on screen
            // (style/editor.css).
            <div class="editor-bar">
                <div class="editor-upload" data-upload hidden></div>
                <button type="button" class="button editor-more" popovertarget="editor-tools">
                    <Icon of=icon::ELLIPSIS />
                    {t(Key::EditorMore)}
                </button>
                // The tools beside the button that saves. With large text they open above 'Mehr'
                // (style/editor-bar.css).
                <div class="editor-tools" id="editor-tools" popover="auto">
                    <Tool href="#photos" of=icon::CAMERA label=Key::EditorToolsPhotos />
                    <Tool href="#voice" of=icon::MIC label=Key::EditorToolsVoice />
                    <Tool href="#mood" of=icon::FACE_SLIGHTLY_SMILING label=Key::EditorToolsMood />
                    <VisibilityChoice chosen=saved.visibility />
                </div>
                <p class="editor-save-line" data-save-line role="status">
                    {save_line}
                </p>
                <button
                    type="submit"
                    class="button button-main"
                    title=t(Key::EditorSaveKeys)
                    aria-keyshortcuts="Control+Enter Meta+Enter"
                    data-save
                >
                    <span data-label>{t(Key::EditorSave)}</span>
                </button>
            </div>
            <Folds saved=&saved summary_by asked language />
            {entry.map(|(id, _)| view! { <Versions id /> })}
        </form>
        <dialog class="editor-conflict" data-conflict></dialog>
    };
    html::custom("entry-form")
        .attr("class", "editor")
        .attr("data-entry-id", entry.map(|(id, _)| id.to_string()))
        .attr("data-version", entry.map(|(_, version)| version.to_string()))
        .attr("data-user-id", user.to_string())
        .attr("data-date", date.to_string())
        .attr("data-ticket", ticket)
        .attr("data-late", (day != Day::Today).then_some(""))
        .attr("data-texts", json!(editor_props::texts(language)).to_string())
        .attr("data-saved", json!(saved).to_string())
        .attr("data-next-create", "/dashboard")
        .child(content)
}

/// The hint on a missed day.
#[component]
fn MissedHint(plan: Plan) -> impl IntoView {
    let closes = (!plan.edits_any_day()).then(|| t(Key::MissedDayCloses));
    view! { <p class="editor-missed">{t(Key::MissedDayHint)} " " {closes}</p> }
}

/// The notice that the form's script did not load, so that typed words would not be kept.
#[component]
fn Missing() -> impl IntoView {
    view! {
        <section class="notice editor-notice" role="alert" data-missing-notice hidden>
            <p>{t(Key::EditorMissingText)}</p>
            <div class="editor-notice-actions">
                <button
                    type="button"
                    class="button"
                    data-copied=t(Key::EditorKeptCopied)
                    data-not-copied=t(Key::EditorKeptNotCopied)
                >
                    {t(Key::EditorKeptCopy)}
                </button>
                <button type="button" class="button">
                    {t(Key::EditorMissingReload)}
                </button>
            </div>
        </section>
    }
}

#[component]
fn Words<'a>(saved: &'a Saved, is_new: bool, language: Language) -> impl IntoView + use<> {
    let length = text::length(&saved.text);
    // An imported text may be longer, and only becomes shorter.
    let most = limits::TEXT.max(length);
    let count = language.fill(Key::EditorTextCounter, &[("n", &length.to_string()), ("max", &most.to_string())]);
    // The page explains the marks only if the text has some; otherwise TextCounter.tsx does when one is typed.
    let has_marks = saved.text.contains('*');
    view! {
        <div class="editor-words">
            <label class="visually-hidden" for="text">
                {t(Key::EditorTextLabel)}
            </label>
            <TextArea
                name="text"
                id="text"
                class="writing"
                text=saved.text.clone()
                placeholder=t(Key::EditorTextPlaceholder)
                described_by=if has_marks { "text-count text-marks" } else { "text-count" }
                rows=8
                autofocus=is_new
            />
            <div class="editor-words-foot">
                <p class="editor-marks" id="text-marks" data-marks hidden=!has_marks>
                    {t(Key::EditorMarksHint)}
                </p>
                <p class="editor-keys">{t(Key::EditorSaveKeys)}</p>
                <p class="editor-count" id="text-count" data-counter>
                    {count}
                </p>
            </div>
        </div>
    }
}

/// Photos, and the mood with the day's emojis: one quiet row each, shown while it is used (`data-open`) or filled
/// (style/editor.css).
#[component]
fn Widgets(saved: Saved, plan: Plan, shows_pro_hints: bool, language: Language) -> impl IntoView {
    let Saved { images, mood, emojis, .. } = saved;
    let has_emojis = (!emojis.is_empty()).then_some("");
    let limit = plan.images();
    let pro = plan.extended_mood();
    // One place of the page hints at Pro: the photos once no more fit, else the mood.
    let has_photos_hint = shows_pro_hints && limit == 1 && images.len() >= limit;
    let has_mood_hint = shows_pro_hints && !has_photos_hint;
    let feelings = Feeling::ALL.map(|feeling| json!({ "name": feeling, "emoji": feeling.emoji() }));
    view! {
        <section class="editor-row" id="photos" data-tool-row aria-labelledby="photos-label">
            <h2 class="entry-label" id="photos-label">
                {t(Key::EditorPhotosLabel)}
            </h2>
            <ReactIsland name="dropzone" props=json!({ "limit": limit, "proHint": has_photos_hint })>
                <PhotosSkeleton images limit has_hint=has_photos_hint language />
            </ReactIsland>
        </section>
        <section class="editor-row" id="mood" data-tool-row data-open=has_emojis aria-labelledby="mood-label">
            <h2 class="entry-label" id="mood-label">
                {t(Key::EditorMoodLabel)}
            </h2>
            <ReactIsland name="mood" props=json!({ "pro": pro, "feelings": feelings, "proHint": has_mood_hint })>
                <MoodSkeleton mood pro has_hint=has_mood_hint language />
            </ReactIsland>
            <ReactIsland name="emoji" props=json!({ "suggests": !pro })>
                <EmojiSkeleton emojis suggests=!pro language />
            </ReactIsland>
        </section>
    }
}

/// Summary, top moment and reflection: each folded under its own name while it is empty.
#[component]
fn Folds<'a>(saved: &'a Saved, summary_by: SummaryBy, asked: Asked, language: Language) -> impl IntoView + use<> {
    let (has_summary, has_answers) = (!saved.summary.is_empty(), !asked.answers.is_empty());
    let (summary, source) = (saved.summary.clone(), saved.summary_source.clone());
    view! {
        <details class="editor-fold" id="summary-row" data-fold="summary" open=has_summary>
            <summary class="fold">
                <Icon of=icon::CHEVRON_DOWN />
                <span>{t(Key::EditorSummaryLabel)}</span>
                <span class="fold-note" data-summary-left=summary_by.left.to_string()>
                    {summaries_left(summary_by.left, language)}
                </span>
            </summary>
            <SummaryRow summary source offer=summary_by.offer language />
        </details>
        <details class="editor-fold" data-fold="topMoment" open=!saved.top_moment.is_empty()>
            <summary class="fold">
                <Icon of=icon::CHEVRON_DOWN />
                <span>{t(Key::EditorTopMomentLabel)}</span>
            </summary>
            <label class="visually-hidden" for="top-moment">
                {t(Key::EditorTopMomentLabel)}
            </label>
            <input
                type="text"
                class="input"
                name="topMoment"
                id="top-moment"
                value=saved.top_moment.clone()
                placeholder=t(Key::EditorTopMomentPlaceholder)
            />
        </details>
        <details class="editor-fold" id="reflection" data-fold="reflectionAnswers" open=has_answers>
            <summary class="fold">
                <Icon of=icon::CHEVRON_DOWN />
                <span>{t(Key::EditorReflectionTitle)}</span>
            </summary>
            <ReflectionBlock asked language />
        </details>
    }
}

/// The number beside the summary's name. SummaryTools.tsx goes on counting.
fn summaries_left(left: u32, language: Language) -> String {
    match left {
        0 => language.text(Key::EditorAssistantLeftNone).to_owned(),
        left => language.fill(Key::EditorAssistantLeft, &[("n", &left.to_string())]),
    }
}

/// The visibility and its choice, beside the tools. The style sheet shows the name of the chosen one.
#[component]
pub fn VisibilityChoice(chosen: Visibility) -> impl IntoView {
    let names = Visibility::ALL.map(|visibility| {
        view! {
            <span class="editor-visibility-name" data-of=visibility.as_str()>
                <Icon of=icon::visibility(visibility) />
                <span class="editor-tool-name">{t(visibility_texts(visibility).0)}</span>
            </span>
        }
    });
    view! {
        <div class="editor-visibility">
            <button type="button" class="editor-tool" popovertarget="visibility-choice">
                <span class="visually-hidden">{t(Key::VisibilityLabel)} ": "</span>
                {names.into_iter().collect_view()}
            </button>
            <div class="editor-visibility-choice" id="visibility-choice" popover="auto">
                <fieldset>
                    <legend class="entry-label">{t(Key::VisibilityLabel)}</legend>
                    <VisibilityOptions chosen prefix="visibility" />
                </fieldset>
            </div>
        </div>
    }
}

/// A link that opens its row and acts at once: the camera asks for photos, the microphone records
/// (`frontend-react/src/features/entry-editor/ui/ToolBar.tsx`).
#[component]
fn Tool(href: &'static str, of: icon::Paths, label: Key) -> impl IntoView {
    view! {
        <a class="editor-tool" href=href data-tool>
            <Icon of />
            <span class="editor-tool-name">{t(label)}</span>
        </a>
    }
}

/// Earlier texts; the element fetches them when it is opened.
#[component]
fn Versions(id: EntryId) -> impl IntoView {
    view! {
        <details class="editor-fold" data-versions data-href=format!("/api/entries/{id}/versions")>
            <summary class="fold">
                <Icon of=icon::CHEVRON_DOWN />
                {t(Key::EditorVersionsTitle)}
            </summary>
        </details>
    }
}
