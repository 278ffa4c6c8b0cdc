//! `/settings/assistant`: the log of data that left this server, with receiver and amount.

use crate::{
    components::{Frame, Icon, icon, not_loaded},
    request::{PageRequest, t},
};
use backend::assistant::{AssistantCall, Outcome};
use domain::{Help, Key, date, limits};
use leptos::prelude::*;
use std::sync::Arc;

pub async fn assistant_log_page(request: Arc<PageRequest>) -> AnyView {
    let calls = backend::assistant::calls(&request.backend, &request.viewer).await;
    let content = match calls {
        Ok(calls) if calls.is_empty() => view! { <p class="assistant-none">{t(Key::AssistantLogNone)}</p> }.into_any(),
        Ok(calls) => list(&request, calls).into_any(),
        Err(error) => not_loaded(&request, &error),
    };
    let intro = request.fill(
        Key::AssistantLogText,
        &[("n", &limits::ASSISTANT_CALLS.to_string()), ("days", &limits::ASSISTANT_CALL_DAYS.to_string())],
    );
    view! {
        <Frame title=t(Key::AssistantLogTitle) class="settings">
            <a class="back-link" href="/settings">
                <Icon of=icon::ARROW_LEFT />
                {t(Key::AssistantLogBack)}
            </a>
            <h1>{t(Key::AssistantLogTitle)}</h1>
            <p>{intro}</p>
            {content}
        </Frame>
    }
    .into_any()
}

fn list(request: &PageRequest, calls: Vec<AssistantCall>) -> impl IntoView + use<> {
    let rows = calls.into_iter().map(|call| row(request, &call)).collect_view();
    view! { <ol class="assistant-calls">{rows}</ol> }
}

fn row(request: &PageRequest, call: &AssistantCall) -> impl IntoView + use<> {
    let zone = request.account().map_or(domain::day::DEFAULT_ZONE, |account| account.zone);
    let local = call.started_at.with_timezone(&zone).naive_local();
    let when = format!("{}, {}", date::short(local.date()), local.format("%H:%M"));
    let help = match call.help {
        Help::Transcription => Key::SettingsAssistantTranscription,
        Help::Summary => Key::SettingsAssistantSummary,
        Help::Linkedin => Key::SettingsAssistantLinkedin,
    };
    let characters = request.fill(Key::AssistantLogCharacters, &[("n", &call.characters.to_string())]);
    let seconds =
        (call.seconds > 0).then(|| request.fill(Key::AssistantLogSeconds, &[("n", &call.seconds.to_string())]));
    let sent = match (call.outcome, call.sends) {
        (Outcome::Running, _) | (_, 1) => None,
        (_, ..1) => Some(t(Key::AssistantLogUnsent).to_owned()),
        (_, times) => Some(request.fill(Key::AssistantLogTimes, &[("n", &times.to_string())])),
    };
    // The amount sent, how often, and the amount received.
    let amount = match seconds {
        Some(seconds) => [Some(seconds), sent, (call.characters > 0).then_some(characters)],
        None => [Some(characters), sent, None],
    };
    let amount = amount.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let outcome = match call.outcome {
        Outcome::Done => None,
        Outcome::Running => Some(t(Key::AssistantLogRunning)),
        Outcome::Failed => Some(t(Key::AssistantLogFailed)),
    };
    view! {
        <li>
            <p class="assistant-call-what">{t(help)} " · " {call.provider.clone()}</p>
            <p class="assistant-call-more">
                <time datetime=call.started_at.to_rfc3339()>{when}</time>
                " · "
                {amount}
                {outcome.map(|outcome| view! { " · " <span>{outcome}</span> })}
            </p>
        </li>
    }
}
