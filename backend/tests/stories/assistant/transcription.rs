use super::{configured, saying, voice};
use crate::world::{
    ai::{KEY, SPOKEN, Trouble},
    diary::code,
};
use backend::{Settings, assistant, media::Upload, settings::AudioFormat};
use std::time::Duration;

fn in_wav(settings: &mut Settings) {
    let mut ai = crate::world::ai::start();
    ai.audio = AudioFormat::Wav;
    settings.ai = Some(ai);
}

fn impatient(settings: &mut Settings) {
    let mut ai = crate::world::ai::start();
    ai.timeouts.transcription = Duration::from_secs(2);
    settings.ai = Some(ai);
}

story_on_sqlite!(a_recording_becomes_words_and_nothing_else_goes_along, configured, |w| async move {
    let anna = w.allowing().await;
    assert_eq!(w.transcribe(&anna).await.unwrap(), SPOKEN);
    let [asked] = w.ai().asked().try_into().unwrap();
    assert_eq!((asked.path, asked.authorization), ("/audio/transcriptions", format!("Bearer {KEY}")));
    let body = String::from_utf8_lossy(&asked.body).into_owned();
    for part in ["name=\"model\"\r\n\r\nhears", "filename=\"recording.webm\"", "audio/webm"] {
        assert!(body.contains(part), "{part}");
    }
    assert!(!body.contains("language"), "nobody said which one is spoken");
    assert!(!body.contains("anna"), "who says it is nobody's business");
});

story_on_sqlite!(nothing_is_sent_without_a_service_or_consent, |w| async move {
    let anna = saying(&w.person("anna").await, Some(true));
    let refused = w.transcribe(&anna).await.unwrap_err().refusal();
    assert_eq!((refused.code(), refused.status()), ("transcription_unavailable", 503));
});

story_on_sqlite!(permission_is_asked_for_before_any_sound_leaves, configured, |w| async move {
    let anna = w.person("anna").await;
    for said in [None, Some(false)] {
        assert_eq!(code(w.transcribe(&saying(&anna, said)).await), "consent_needed");
    }
    assert!(w.ai().asked().is_empty());
    assert!(assistant::calls(&w.backend, &anna).await.unwrap().is_empty());
});

story_on_sqlite!(an_invalid_recording_is_refused_before_it_is_sent, configured, |w| async move {
    let anna = w.allowing().await;
    let ask = async |bytes: Vec<u8>| {
        let upload = Upload { name: "recording.webm".into(), bytes: bytes.into() };
        code(assistant::transcribe(&w.backend, &anna, upload).await)
    };
    assert_eq!(ask(b"Kein Ton".to_vec()).await, "not_audio");
    assert_eq!(ask(voice().bytes[..200].to_vec()).await, "audio_damaged");
    assert!(w.ai().asked().is_empty());
});

story_on_sqlite!(wav_is_taken_where_the_service_wants_it, in_wav, |w| async move {
    let anna = w.allowing().await;
    let wav = |seconds: u32| {
        let data = seconds * 32_000;
        let mut bytes = [b"RIFF".as_slice(), &(data + 36).to_le_bytes(), b"WAVEfmt ", &16u32.to_le_bytes()].concat();
        bytes.extend([1, 0, 1, 0, 0x80, 0x3e, 0, 0, 0, 0x7d, 0, 0, 2, 0, 16, 0]);
        bytes.extend([b"data".as_slice(), &data.to_le_bytes(), &vec![0; data as usize]].concat());
        Upload { name: "recording.wav".into(), bytes: bytes.into() }
    };
    assert_eq!(assistant::transcribe(&w.backend, &anna, wav(20)).await.unwrap(), SPOKEN);
    assert!(w.ai().asked()[0].text().contains("filename=\"recording.wav\""));
    assert_eq!(code(assistant::transcribe(&w.backend, &anna, wav(183)).await), "recording_too_long");
});

story_on_sqlite!(a_service_that_does_not_answer_in_time_is_said_to_be_late, impatient, |w| async move {
    let anna = w.allowing().await;
    w.ai().is(Trouble::Slow(Duration::from_millis(50)));
    assert_eq!(w.transcribe(&anna).await.unwrap(), SPOKEN);
    w.ai().is(Trouble::Hangs);
    let refused = w.transcribe(&anna).await.unwrap_err().refusal();
    assert_eq!((refused.code(), refused.status()), ("transcription_timeout", 504));
});

story_on_sqlite!(one_recording_of_a_person_is_on_its_way_at_a_time, configured, |w| async move {
    let anna = w.allowing().await;
    let ben = saying(&w.person("ben").await, Some(true));
    w.ai().is(Trouble::Hangs);
    let (waiting, viewer) = (w.clone(), anna.clone());
    let first = tokio::spawn(async move { waiting.transcribe(&viewer).await });
    while w.ai().asked().is_empty() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    w.ai().is(Trouble::None);
    let refused = w.transcribe(&anna).await.unwrap_err().refusal();
    assert_eq!((refused.code(), refused.status(), refused.retry_after), ("transcription_running", 429, Some(10)));
    assert!(w.ai().asked().is_empty());
    assert_eq!(w.transcribe(&ben).await.unwrap(), SPOKEN, "nobody waits for somebody else");
    // A cancelled transcription is not running any more and uses nothing.
    first.abort();
    assert!(first.await.unwrap_err().is_cancelled());
    w.backend.background.settled().await;
    for _ in 0..3 {
        w.transcribe(&anna).await.unwrap();
    }
});
