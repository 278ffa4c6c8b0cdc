//! `/import`: a file is chosen, looked at and taken over, and that can be undone.

use super::{
    file_step::FileStep,
    forms::REMOVE,
    report::LookStep,
    result::{Finished, Progress},
};
use crate::{
    components::{Frame, SettingsSection, refused::refused},
    forms::FormsStatus,
    request::{PageRequest, t},
};
use domain::{
    Key,
    imports::{Import, ImportState},
};
use leptos::prelude::*;
use std::sync::Arc;

/// The way here, in the settings.
#[component]
pub fn ImportSection() -> impl IntoView {
    view! {
        <SettingsSection id="import" title=t(Key::ImportsTitle) text=t(Key::ImportsText)>
            <p>
                <a href="/import">{t(Key::ImportsOpen)}</a>
            </p>
        </SettingsSection>
    }
}

pub async fn import_page(request: Arc<PageRequest>) -> AnyView {
    match imports(&request).await {
        Ok((import, earlier)) => page(import, earlier),
        Err(error) => refused(&request, &error, "/settings".into(), Key::SettingsTitle),
    }
}

/// The import that the page is about, and those before it. While one is under way, nothing is said of the others.
async fn imports(request: &PageRequest) -> backend::Result<(Option<Import>, Vec<Import>)> {
    use backend::imports::{earlier, newest};
    let Some(import) = newest(&request.backend, &request.viewer).await? else { return Ok((None, Vec::new())) };
    let is_done = matches!(import.state, ImportState::Taken | ImportState::Undone | ImportState::Refused);
    let earlier = if is_done { earlier(&request.backend, &request.viewer, import.id).await? } else { Vec::new() };
    Ok((Some(import), earlier))
}

fn page(import: Option<Import>, earlier: Vec<Import>) -> AnyView {
    let step = match import.as_ref().map(|import| import.state) {
        None | Some(ImportState::Refused) => 0,
        Some(ImportState::Looking | ImportState::Looked) => 1,
        Some(_) => 2,
    };
    let is_running = import.as_ref().is_some_and(|import| import.state.is_running());
    // While something is there, it says itself what became of it.
    let says = import.is_none() || PageRequest::current().was_refused(REMOVE);
    let content = match import {
        None => view! { <FileStep /> }.into_any(),
        Some(import) => match import.state {
            ImportState::Refused => view! {
                <Refused import />
                <FileStep />
            }
            .into_any(),
            ImportState::Looked => view! { <LookStep import /> }.into_any(),
            ImportState::Taken | ImportState::Undone => view! {
                <Finished import />
                <details class="import-another">
                    <summary>{t(Key::ImportsAnother)}</summary>
                    <FileStep />
                </details>
            }
            .into_any(),
            _ => view! { <Progress import /> }.into_any(),
        },
    };
    let steps = [Key::ImportsStepFile, Key::ImportsStepLook, Key::ImportsStepTake].into_iter().enumerate();
    let steps = steps.map(move |(at, key)| view! { <li aria-current=(at == step).then_some("step")>{t(key)}</li> });
    view! {
        <Frame title=t(Key::ImportsTitle) class="narrow import">
            // The page comes again by itself while something goes on, where no script asks for it.
            {is_running
                .then(|| {
                    view! {
                        <noscript>
                            <meta http-equiv="refresh" content="5" />
                        </noscript>
                    }
                })}
            <h1>{t(Key::ImportsTitle)}</h1>
            <p class="narrow-text">{t(Key::ImportsLead)}</p>
            <ol class="import-steps">{steps.collect_view()}</ol>
            {says.then(|| view! { <FormsStatus of=&[(REMOVE, Key::ImportsRemoved)] /> })}
            {content}
            <Earlier imports=earlier />
            <p class="narrow-more">
                <a href="/settings">{t(Key::SettingsTitle)}</a>
            </p>
        </Frame>
    }
    .into_any()
}

#[component]
fn Earlier(imports: Vec<Import>) -> impl IntoView {
    let each = |import: Import| {
        let name = import.report.file.clone();
        let name = if name.is_empty() { t(Key::ImportsTitle).to_owned() } else { name };
        view! {
            <details class="import-another">
                <summary>{name}</summary>
                <Finished import />
            </details>
        }
    };
    (!imports.is_empty()).then(|| {
        view! {
            <section>
                <h2>{t(Key::ImportsEarlier)}</h2>
                {imports.into_iter().map(each).collect_view()}
            </section>
        }
    })
}

#[component]
fn Refused(import: Import) -> impl IntoView {
    let request = PageRequest::current();
    let why = import.report.refused.map(|refusal| request.language.error_text(&refusal.into()));
    view! {
        <div class="import-refused" role="status">
            <p class="import-name">{import.report.file}</p>
            <p>{why}</p>
            <p>{t(Key::ImportsRefused)}</p>
        </div>
    }
}
