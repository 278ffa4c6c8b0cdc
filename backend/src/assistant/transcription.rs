//! `POST /api/transcribe-audio`: sends a recording to the service and returns the text. Neither is stored here.

use super::{
    allowed,
    call::Outcome,
    consent_needed,
    quota::{Work, consume},
    service, wav,
};
use crate::{
    Account, Backend, Result, Viewer,
    media::{Upload, audio},
    providers::ai::{Recorded, Trouble},
    settings::AudioFormat,
    throttle::Action,
};
use domain::{Error, Help, Refusal, text};

/// `Retry-After` in seconds while another recording of the person is being transcribed.
const PAUSE: u64 = 10;

/// The text of a recording. A failure uses no quota, and the caller still has the recording.
pub async fn transcribe(backend: &Backend, viewer: &Viewer, upload: Upload) -> Result<String> {
    let account = viewer.account()?;
    let service = service(backend, Help::Transcription).ok_or(Refusal::TranscriptionUnavailable)?;
    if !allowed(account, service, Help::Transcription)? {
        return Err(consent_needed(service).into());
    }
    backend.throttle.take(Action::Assistant, &account.user.id.to_string()).await?;
    let turn = backend.transcribing.take(account.user.id, 1);
    let _turn = turn.ok_or_else(|| Error::from(Refusal::TranscriptionRunning).retry_after(PAUSE))?;
    let (sound, milliseconds) = inspect(backend, account, service.audio(), upload).await?;
    let pass = service.admit(Help::Transcription).map_err(refusal)?;
    let work = Work { help: Help::Transcription, provider: service.name(), characters: 0, milliseconds };
    let taken = consume(backend, account, work).await?;
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

/// The sound without the file's other data, and its length in milliseconds. `takes` is the format that the service accepts.
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
