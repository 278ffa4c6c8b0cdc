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
    match backend::imports::newest(&request.backend, &request.viewer).await {
        Ok(import) => page(import),
        Err(error) => refused(&request, &error, "/settings".into(), Key::SettingsTitle),
    }
}

fn page(import: Option<Import>) -> AnyView {
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
            // Without a script the page comes again by itself while something goes on.
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
            <p class="narrow-more">
                <a href="/settings">{t(Key::SettingsTitle)}</a>
            </p>
        </Frame>
    }
    .into_any()
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
