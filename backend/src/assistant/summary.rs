//! `POST /api/generate-summary`: uses the service if one is configured and the person allows it. Otherwise, or if the service fails, the
//! summary is made here.

use super::{
    call::Outcome,
    local,
    quota::{Work, consume},
    service_for,
};
use crate::{
    Account, Backend, Result, Viewer,
    providers::ai::{AiService, Material, Pass, Trouble, Written},
    throttle::Action,
};
use domain::{Help, Language, Refusal, assistant::LOCAL, limits, text};
use serde::{Deserialize, Serialize};
use whatlang::{Detector, Lang};

/// The texts to summarise (spec 7). The request may also name pictures; they are ignored.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SummaryForm {
    pub text: String,
    pub audio_transcript: String,
    pub top_moment: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    pub summary: String,
    pub emojis: String,
    /// `local`, or the name of the service that made it.
    pub summary_source: String,
}

impl SummaryForm {
    fn checked(self) -> Result<Self> {
        let field = |typed: &str, most, refusal: Refusal| -> Result<String> {
            let typed = text::normalize(typed).trim().to_owned();
            if typed.contains('\0') {
                return Err(Refusal::InvalidCharacter.into());
            }
            if text::length(&typed) > most { Err(refusal.into()) } else { Ok(typed) }
        };
        let form = Self {
            text: field(&self.text, limits::TEXT, Refusal::TextTooLong)?,
            audio_transcript: field(&self.audio_transcript, limits::TRANSCRIPT, Refusal::TranscriptTooLong)?,
            top_moment: field(&self.top_moment, limits::TOP_MOMENT, Refusal::TopMomentTooLong)?,
        };
        if form.text.is_empty() && form.audio_transcript.is_empty() {
            return Err(Refusal::NothingToSummarise.into());
        }
        Ok(form)
    }

    /// The written text, then the transcript.
    fn words(&self) -> String {
        let parts = [self.text.as_str(), self.audio_transcript.as_str()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
    }
}

pub async fn summarise(backend: &Backend, viewer: &Viewer, form: SummaryForm) -> Result<Summary> {
    let account = viewer.account()?;
    let form = form.checked()?;
    backend.throttle.take(Action::Assistant, &account.user.id.to_string()).await?;
    let service = service_for(backend, account, Help::Summary)?;
    // An open circuit breaker means no call. The log then names no service, because nothing was sent.
    match service.and_then(|service| Some((service, service.admit(Help::Summary).ok()?))) {
        Some((service, pass)) => by_service(backend, account, service, pass, &form).await,
        None => here(backend, account, &form).await,
    }
}

async fn here(backend: &Backend, account: &Account, form: &SummaryForm) -> Result<Summary> {
    let work = Work { help: Help::Summary, provider: "", characters: text::length(&form.words()), milliseconds: 0 };
    let taken = consume(backend, account, work).await?;
    let Some(summary) = by_ourselves(form).await? else {
        taken.give_back().await?;
        return Err(Refusal::NothingToSummarise.into());
    };
    taken.keep(Outcome::Done, None).await.map(|()| summary)
}

async fn by_service(
    backend: &Backend,
    account: &Account,
    service: &AiService,
    pass: Pass,
    form: &SummaryForm,
) -> Result<Summary> {
    let words = form.words();
    let characters = text::length(&words) + text::length(&form.top_moment);
    let work = Work { help: Help::Summary, provider: service.name(), characters, milliseconds: 0 };
    let taken = consume(backend, account, work).await?;
    let detected = language(&words);
    let material = Material {
        text: form.text.clone(),
        transcript: form.audio_transcript.clone(),
        top_moment: form.top_moment.clone(),
        language: detected.unwrap_or(account.language),
    };
    let asked =
        service.summarise(pass, &material, taken.sends()).await.and_then(|written| in_its_language(written, detected));
    if let Ok(Written { summary, emojis }) = asked {
        taken.keep(Outcome::Done, None).await?;
        return Ok(Summary { summary, emojis, summary_source: service.name().to_owned() });
    }
    let Some(summary) = by_ourselves(form).await? else {
        taken.give_back().await?;
        return Err(Refusal::NothingToSummarise.into());
    };
    taken.keep(Outcome::Failed, None).await.map(|()| summary)
}

/// The summary that this program makes itself, for comparison with a stored one. Empty if there are no words.
pub(crate) async fn made_here(text: &str, transcript: &str, top_moment: &str) -> Result<String> {
    let [text, audio_transcript, top_moment] = [text, transcript, top_moment].map(|words| words.trim().to_owned());
    let made = by_ourselves(&SummaryForm { text, audio_transcript, top_moment }).await?;
    Ok(made.map(|made| made.summary).unwrap_or_default())
}

/// None: the texts contain no words. Runs on a blocking thread, because a long text takes some time.
async fn by_ourselves(form: &SummaryForm) -> Result<Option<Summary>> {
    let (words, top_moment) = (form.words(), form.top_moment.clone());
    let made = tokio::task::spawn_blocking(move || local::summarise(&words, &top_moment)).await?;
    let summary = Summary { summary: made.summary, emojis: made.emojis, summary_source: LOCAL.into() };
    Ok((!summary.summary.is_empty()).then_some(summary))
}

/// The language of a text. None: the detection is not reliable.
fn language(words: &str) -> Option<Language> {
    let detector = Detector::with_allowlist(vec![Lang::Deu, Lang::Eng, Lang::Fra, Lang::Spa]);
    let found = detector.detect(words).filter(whatlang::Info::is_reliable)?;
    match found.lang() {
        Lang::Deu => Some(Language::De),
        Lang::Eng => Some(Language::En),
        Lang::Fra => Some(Language::Fr),
        Lang::Spa => Some(Language::Es),
        _ => None,
    }
}

/// Rejects a summary that is reliably detected to be in another language than the text.
fn in_its_language(written: Written, expected: Option<Language>) -> Result<Written, Trouble> {
    let is_other = expected.zip(language(&written.summary)).is_some_and(|(expected, found)| expected != found);
    if is_other { Err(Trouble::Unusable("another language")) } else { Ok(written) }
}

#[cfg(test)]
mod tests {
    use super::language;
    use domain::Language;

    #[test]
    fn languages_are_told_apart_if_they_are_certain() {
        for (words, expected) in [
            ("Heute war ein guter Tag, am Abend habe ich endlich das Regal aufgebaut.", Some(Language::De)),
            ("Today was a good day, and in the evening I finally built the shelf.", Some(Language::En)),
            ("Aujourd’hui était une bonne journée, et le soir j’ai enfin monté l’étagère.", Some(Language::Fr)),
            ("Hoy fue un buen día y por la tarde por fin monté la estantería nueva.", Some(Language::Es)),
            ("123 … 456", None),
        ] {
            assert_eq!(language(words), expected, "{words}");
        }
    }
}
