//! The settings of the service for transcription, summaries and LinkedIn posts.

use super::{Sources, sources::AiAudio, text};
use backend::settings::{AiSettings, AiTimeouts, AudioFormat, is_safe_to_call};
use domain::limits;

/// `None` without an address. Settings that need the address are then an error.
pub fn read(given: &Sources) -> Option<AiSettings> {
    let base_url = text(given.ai_base_url.clone()).map(|url| url.trim_end_matches('/').to_owned());
    let transcription_model = text(given.ai_transcription_model.clone());
    let summary_model = text(given.ai_summary_model.clone());
    let api_key = text(given.ai_api_key.clone());
    if base_url.is_none() && transcription_model.is_none() && summary_model.is_none() && api_key.is_none() {
        return None;
    }
    let base_url = base_url.unwrap_or_default();
    Some(AiSettings {
        name: text(given.ai_name.clone()).unwrap_or_else(|| host(&base_url).to_owned()),
        base_url,
        api_key,
        transcription_model,
        summary_model,
        audio: match given.ai_audio {
            Some(AiAudio::Wav) => AudioFormat::Wav,
            Some(AiAudio::Original) | None => AudioFormat::Original,
        },
        timeouts: AiTimeouts::default(),
    })
}

fn host(url: &str) -> &str {
    url.split_once("://").map_or(url, |(_, rest)| rest).split('/').next().unwrap_or_default()
}

pub fn objections(ai: Option<&AiSettings>) -> Vec<String> {
    let Some(ai) = ai else { return Vec::new() };
    let mut found = Vec::new();
    if !is_safe_to_call(&ai.base_url) {
        found.push(format!("AI_BASE_URL is '{}'; it must begin with https://, or be on this machine", ai.base_url));
    }
    // The paths of calls are appended to it.
    if ai.base_url.contains(['?', '#']) {
        found.push(format!("AI_BASE_URL is '{}'; it must end with its path", ai.base_url));
    }
    // The key becomes a header value.
    if ai.api_key.as_ref().is_some_and(|key| !key.chars().all(|c| c.is_ascii_graphic())) {
        found.push("AI_API_KEY must be one word of plain letters, digits and signs".into());
    }
    for (setting, model) in
        [("AI_TRANSCRIPTION_MODEL", &ai.transcription_model), ("AI_SUMMARY_MODEL", &ai.summary_model)]
    {
        if model.as_ref().is_some_and(|model| model.chars().any(char::is_control)) {
            found.push(format!("{setting} must be in one line"));
        }
    }
    if ai.transcription_model.is_none() && ai.summary_model.is_none() {
        found.push("AI_TRANSCRIPTION_MODEL or AI_SUMMARY_MODEL must be set where AI_BASE_URL is".into());
    }
    if ai.name.chars().count() > limits::NAME || ai.name.chars().any(char::is_control) {
        found.push(format!("AI_NAME must have at most {} characters in one line", limits::NAME));
    }
    if ai.name == "local" {
        found.push("AI_NAME must not be 'local': that is what summaries made here are called".into());
    }
    found
}

/// A line for the log.
pub fn line(ai: Option<&AiSettings>) -> String {
    let Some(ai) = ai else {
        return "assistant: summaries and LinkedIn posts are made here, recordings are not turned into text; AI_BASE_URL names a service"
            .into();
    };
    let does = match (&ai.transcription_model, &ai.summary_model) {
        (Some(_), Some(_)) => "transcription, summaries and LinkedIn posts",
        (Some(_), None) => "transcription",
        _ => "summaries and LinkedIn posts",
    };
    format!("assistant: {does} by {} at {}, for whoever allows it", ai.name, ai.base_url)
}

#[cfg(test)]
mod tests {
    use super::{objections, read};
    use crate::config::{Sources, sources::AiAudio};
    use backend::settings::AudioFormat;

    fn given(url: &str, transcription: &str, summary: &str) -> Sources {
        let some = |text: &str| Some(text.to_owned());
        Sources {
            ai_base_url: some(url),
            ai_transcription_model: some(transcription),
            ai_summary_model: some(summary),
            ..Sources::default()
        }
    }

    #[test]
    fn nothing_given_is_no_service_and_an_address_with_a_model_is_one() {
        assert_eq!(read(&given(" ", "", "")), None);
        let ai = read(&Sources { ai_audio: Some(AiAudio::Wav), ..given("https://ai.example/v1/", "w", "") }).unwrap();
        assert_eq!((ai.base_url.as_str(), ai.name.as_str()), ("https://ai.example/v1", "ai.example"));
        assert_eq!((ai.audio, ai.summary_model.as_ref()), (AudioFormat::Wav, None));
        assert!(objections(Some(&ai)).is_empty() && objections(None).is_empty());
    }

    #[test]
    fn words_of_people_never_go_out_in_the_clear_and_settings_are_complete() {
        let found = |sources: Sources| objections(read(&sources).as_ref()).len();
        assert_eq!(found(given("http://ai.example/v1", "w", "s")), 1);
        assert_eq!(found(given("http://127.0.0.1:8080/v1", "w", "s")), 0);
        assert_eq!(found(given("https://ai.example/v1", "", "")), 1);
        assert_eq!(found(given("", "w", "")), 1);
        assert_eq!(found(Sources { ai_api_key: Some("key".into()), ..Sources::default() }), 2);
        let named = |name: &str| Sources { ai_name: Some(name.into()), ..given("https://ai.example", "w", "s") };
        assert_eq!(found(named("local")), 1);
        assert_eq!(found(named(&"x".repeat(81))), 1);
        assert_eq!(found(given("https://ai.example/v1?version=1", "w", "s")), 1);
        assert_eq!(found(given("https://ai.example", "w\r\nX-Other: 1", "s\0")), 2);
        let key = |key: &str| Sources { ai_api_key: Some(key.into()), ..given("https://ai.example", "w", "s") };
        assert_eq!((found(key("sk-1_2.3")), found(key("two\r\nX-Other: 1")), found(key("schlüssel"))), (0, 1, 1));
    }

    #[test]
    fn the_key_is_not_in_what_is_logged() {
        let ai = read(&Sources { ai_api_key: Some("topsecret".into()), ..given("https://ai.example", "w", "s") });
        let said = format!("{ai:?} {}", super::line(ai.as_ref()));
        assert!(!said.contains("topsecret") && said.contains("ai.example"), "{said}");
    }
}
