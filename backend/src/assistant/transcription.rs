//! `POST /api/transcribe-audio`: a recording goes to the service, its words come back, and nothing of it is kept here.

use super::{
    allowed,
    calls::Outcome,
    consent_needed, service,
    uses::{Work, take},
    wav,
};
use crate::{
    Account, Backend, Result, Viewer,
    media::{Upload, audio},
    providers::ai::{Recorded, Trouble},
    settings::AudioFormat,
    throttle::Action,
};
use domain::{Error, Help, Refusal, text};

/// Seconds after which trying again is worth it, where another recording is on its way.
const PAUSE: u64 = 10;

/// The words of a recording. What fails takes no quota, and the recording stays with whoever sent it.
pub async fn transcribe(backend: &Backend, viewer: &Viewer, upload: Upload) -> Result<String> {
    let account = viewer.account()?;
    let service = service(backend, Help::Transcription).ok_or(Refusal::TranscriptionUnavailable)?;
    if !allowed(account, service, Help::Transcription)? {
        return Err(consent_needed(service).into());
    }
    backend.throttle.take(Action::Assistant, &account.user.id.to_string())?;
    let turn = backend.transcribing.take(account.user.id, 1);
    let _turn = turn.ok_or_else(|| Error::from(Refusal::TranscriptionRunning).retry_after(PAUSE))?;
    let (sound, milliseconds) = inspect(backend, account, service.audio(), upload).await?;
    let pass = service.admit(Help::Transcription).map_err(refusal)?;
    let work = Work { help: Help::Transcription, provider: service.name(), characters: 0, milliseconds };
    let taken = take(backend, account, work).await?;
    match service.transcribe(pass, sound, taken.sends()).await {
        Ok(words) if !words.is_empty() => {
            taken.keep(Outcome::Done, Some(text::length(&words))).await?;
            Ok(words)
        }
        Ok(_) => {
            taken.give_back().await?;
            Err(Refusal::NoSpeech.into())
        }
        Err(trouble) => {
            taken.give_back().await?;
            Err(refusal(trouble).into())
        }
    }
}

/// Sound without anything else that a file may hold, and how long it is.
async fn inspect(backend: &Backend, account: &Account, takes: AudioFormat, upload: Upload) -> Result<(Recorded, u32)> {
    if takes == AudioFormat::Wav && wav::is_wav(&upload.bytes) {
        let milliseconds = wav::milliseconds(&upload.bytes).ok_or(Refusal::AudioDamaged)?;
        audio::fits(backend, account.plan, milliseconds)?;
        return Ok((Recorded { bytes: upload.bytes, content_type: "audio/wav", extension: "wav" }, milliseconds));
    }
    let sound = audio::accept(backend, account.plan, &upload).await?;
    let recorded = Recorded { bytes: sound.bytes, content_type: sound.content_type, extension: sound.extension };
    Ok((recorded, sound.milliseconds))
}

fn refusal(trouble: Trouble) -> Error {
    match trouble {
        Trouble::Resting(seconds) => Error::from(Refusal::TranscriptionUnavailable).retry_after(seconds),
        Trouble::Away(_) => Refusal::TranscriptionUnavailable.into(),
        Trouble::TimedOut => Refusal::TranscriptionTimeout.into(),
        Trouble::Refused(_) | Trouble::Unusable(_) => Refusal::TranscriptionFailed.into(),
    }
}
