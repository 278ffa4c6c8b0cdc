//! Writing without a script: text, top moment and visibility in a form like any other (product 10.18).

use super::editor_form::Writing;
use crate::{
    components::{Frame, Section, TextArea, VisibilityOptions},
    error::CallError,
    forms::{CONFIRM, Field, FieldError, FormStatus, PostForm, ask_once_more, change, error_of, leads_to},
    request::{PageRequest, encoded, t},
};
use backend::{entries, media::Uploads};
use chrono::NaiveDate;
use domain::{EntryForm, EntryId, Key, Refusal, UserId, Visibility};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// The form, and its server function.
pub const SAVE: &str = "save-entry";

const CREATED: &str = "entry-created";

/// The message of the dashboard.
pub const SAVED: &[(&str, Key)] = &[(CREATED, Key::EditorToastCreated)];

/// What the form sends.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlainEntry {
    user_id: UserId,
    /// `None`: a new entry.
    id: Option<EntryId>,
    version: Option<String>,
    date: NaiveDate,
    ticket: Option<String>,
    /// The idempotency key: pressing twice saves once.
    key: String,
    text: String,
    #[serde(default)]
    top_moment: String,
    visibility: Visibility,
    /// The visibility that the page showed.
    seen: Visibility,
    #[serde(default)]
    step: String,
}

/// Saves by the use cases of the editor, and asks once more before everybody may read the entry.
#[server(endpoint = "form/save-entry")]
pub async fn save_entry(#[server(flatten)] entry: PlainEntry) -> Result<(), CallError> {
    let PlainEntry { user_id, id, version, date, ticket, key, text, top_moment, visibility, seen, step } = entry;
    let saved = change(|request| async move {
        if visibility == Visibility::Public && seen != Visibility::Public && step != CONFIRM {
            ask_once_more();
            return Ok(());
        }
        let form = EntryForm {
            user_id: Some(user_id),
            text: Some(text),
            top_moment: Some(top_moment),
            visibility: Some(visibility),
            ticket,
            idempotency_key: Some(key),
            ..EntryForm::default()
        };
        let (backend, viewer) = (&request.backend, &request.viewer);
        if let Some(id) = id {
            let version = version.as_deref().map(str::parse).transpose().map_err(|_| Refusal::InvalidForm)?;
            let form = EntryForm { version, seen_visibility: Some(seen), ..form };
            entries::update(backend, viewer, id, form, Uploads::default()).await?;
        } else {
            let form = EntryForm { date: Some(date), ..form };
            entries::create(backend, viewer, form, Uploads::default()).await?;
            leads_to("/dashboard", CREATED);
        }
        Ok(())
    });
    saved.await.map_err(|error| {
        let fields = [("text", &OF_TEXT[..]), ("top_moment", &[Refusal::TopMomentTooLong]), (OTHER, &OF_OTHER)];
        fields.into_iter().fold(error, |error, (field, refusals)| error.about(field, refusals))
    })
}

const OF_TEXT: [Refusal; 2] = [Refusal::TextTooLong, Refusal::EmptyEntry];
const OF_OTHER: [Refusal; 2] = [Refusal::EntryExists, Refusal::Stale];
/// The field of a refusal that is about another version of the entry.
const OTHER: &str = "version";

/// The hidden fields.
const HIDDEN: [&str; 7] = ["user_id", "id", "version", "date", "ticket", "key", "seen"];

pub struct PlainForm {
    action: String,
    hidden: Vec<(&'static str, String)>,
    text: String,
    top_moment: String,
    visibility: Visibility,
    /// The saved text, beside one that was written over an older version.
    saved: Option<String>,
}

impl PlainForm {
    /// The form of an editor. What was typed into a refused one is in it.
    pub fn of(writing: &Writing, request: &PageRequest) -> Self {
        let saved = &writing.saved;
        let hidden = [
            // Whoever is signed in by now, the words stay their writer's.
            ("user_id", Some(request.typed(SAVE, "user_id").map_or_else(|| writing.user.to_string(), str::to_owned))),
            ("id", writing.entry.map(|(id, _)| id.to_string())),
            ("version", writing.entry.map(|(_, version)| version.to_string())),
            ("date", Some(writing.date.to_string())),
            ("ticket", writing.ticket.clone()),
            ("key", Some(request.backend.clock.id().to_string())),
            ("seen", Some(saved.visibility.as_str().to_owned())),
        ];
        let hidden = hidden.into_iter().filter_map(|(name, value)| value.map(|value| (name, value))).collect();
        let action = writing.entry.map_or_else(|| request.here(), |(id, _)| format!("/edit/{id}"));
        let form = Self {
            action,
            hidden,
            text: saved.text.clone(),
            top_moment: saved.top_moment.clone(),
            visibility: saved.visibility,
            saved: None,
        };
        form.with_typed(request)
    }

    /// The typed values, where there is no editor for them any more.
    pub fn kept(request: &PageRequest) -> Option<Self> {
        request.typed(SAVE, "text")?;
        let typed = |name| request.typed(SAVE, name).map(|value| (name, value.to_owned()));
        let form = Self {
            action: request.here(),
            hidden: HIDDEN.into_iter().filter_map(typed).collect(),
            text: String::new(),
            top_moment: String::new(),
            visibility: Visibility::Private,
            saved: None,
        };
        Some(form.with_typed(request))
    }

    fn with_typed(mut self, request: &PageRequest) -> Self {
        let typed = |name| request.typed(SAVE, name).map(str::to_owned);
        let (Some(text), Some(top_moment)) = (typed("text"), typed("top_moment")) else { return self };
        self.visibility = typed("visibility").and_then(|typed| typed.parse().ok()).unwrap_or(self.visibility);
        let is_edit = self.hidden.iter().any(|(name, _)| *name == "id");
        if is_edit && typed("id").is_none() {
            // The day has got an entry meanwhile: both texts, one below the other.
            let parts = [self.text, text];
            self.text = parts.into_iter().filter(|part| !part.trim().is_empty()).collect::<Vec<_>>().join("\n\n");
            self.top_moment = if self.top_moment.is_empty() { top_moment } else { self.top_moment };
            return self;
        }
        if request.refused.as_deref().is_some_and(|refused| refused.field == OTHER) {
            self.saved = Some(self.text);
        }
        Self { text, top_moment, ..self }
    }

    pub fn view(self, request: &PageRequest) -> AnyView {
        let Self { action, hidden, text, top_moment, visibility, saved } = self;
        let hidden = hidden.into_iter().map(|(name, value)| view! { <input type="hidden" name=name value=value /> });
        let asks = request.asks(SAVE);
        let question = asks.then(|| {
            view! {
                <input type="hidden" name="step" value=CONFIRM />
                <p class="notice" role="status">
                    {t(Key::EntryVisibilityPublicAsk)}
                </p>
            }
        });
        let saved = saved.map(|saved| {
            view! {
                <section aria-labelledby="plain-saved">
                    <h2 class="entry-label" id="plain-saved">
                        {t(Key::EditorConflictTheirs)}
                    </h2>
                    <p class="editor-saved-words">{saved}</p>
                </section>
            }
        });
        let label = if asks { Key::EntryVisibilityPublicYes } else { Key::EditorSave };
        view! {
            <PostForm name=SAVE done=Key::EditorToastUpdated action class="stack">
                {hidden.collect_view()}
                <FormStatus />
                <FieldError id="plain-other-error" name=OTHER />
                {saved}
                <Words text />
                <Field
                    id="plain-top-moment"
                    name="top_moment"
                    label=Key::EditorTopMomentLabel
                    value=top_moment
                    autocomplete="off"
                    capitals="sentences"
                />
                <fieldset class="plain-visibility">
                    <legend class="field-label">{t(Key::VisibilityLabel)}</legend>
                    <VisibilityOptions chosen=visibility prefix="plain" />
                </fieldset>
                {question}
                <button class="button button-main">{t(label)}</button>
            </PostForm>
        }
        .into_any()
    }
}

#[component]
fn Words(text: String) -> impl IntoView {
    let described_by = error_of("text").map(|_| "plain-text-error");
    view! {
        <div class="field">
            <label class="field-label" for="plain-text">
                {t(Key::EditorTextLabel)}
            </label>
            <TextArea
                name="text"
                id="plain-text"
                class="input"
                text
                placeholder=t(Key::EditorTextPlaceholder)
                described_by=described_by.unwrap_or_default()
                rows=12
                autofocus=true
            />
            <FieldError id="plain-text-error" name="text" />
        </div>
    }
}

/// The page of a form whose sender is signed out: the typed words, and the way to sign in beside them. The same form
/// can be sent again then.
pub fn signed_out(request: &PageRequest) -> Option<AnyView> {
    let form = PlainForm::kept(request).filter(|_| request.account().is_none())?;
    let form = form.view(request);
    let sign_in = format!("/?login=1&next={}", encoded(&request.here()));
    Some(
        view! {
            <Frame title=t(Key::EditorNewTitle) section=Section::Create>
                <h1>{t(Key::EditorNewTitle)}</h1>
                <p class="plain-sign-in">
                    <a class="button" href=sign_in target="_blank">
                        {t(Key::LandingLogin)}
                    </a>
                </p>
                {form}
            </Frame>
        }
        .into_any(),
    )
}
