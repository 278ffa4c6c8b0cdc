//! `POST /audio/transcriptions`: sends a recording and receives its words.
//!
//! No language is sent: people do not say which one they speak, and a wrong one spoils the transcript. Services detect it.

use super::{
    AiService, Pass, Trouble,
    send::{Sends, Tries, send},
};
use bytes::Bytes;
use domain::{limits, text};
use reqwest::header::CONTENT_TYPE;
use serde::Deserialize;
use uuid::Uuid;

/// The part of a recording that is sent.
#[derive(Clone, Debug)]
pub struct Recorded {
    pub bytes: Bytes,
    pub content_type: &'static str,
    /// The file extension without the dot. Services recognise the format by it.
    pub extension: &'static str,
}

#[derive(Deserialize)]
struct Heard {
    text: String,
}

impl AiService {
    /// The words of a recording. Empty if there are none.
    pub async fn transcribe(&self, pass: Pass, sound: Recorded, sends: &Sends) -> Result<String, Trouble> {
        let settings = &self.0.settings;
        let model = settings.transcription_model.as_deref().ok_or(Trouble::Unusable("no model"))?;
        let boundary = Uuid::new_v4().simple().to_string();
        let body = form(&boundary, &sound, &[("model", model), ("response_format", "json")]);
        // The form contains a copy. Free the original while the service works.
        drop(sound);
        let timeout = settings.timeouts.transcription;
        self.run(pass, timeout, async {
            let mut tries = Tries::counted_by(sends);
            let answer = send(&mut tries, || {
                let request = self.post("/audio/transcriptions", timeout);
                request.header(CONTENT_TYPE, format!("multipart/form-data; boundary={boundary}")).body(body.clone())
            });
            let heard: Heard = serde_json::from_slice(&answer.await?).map_err(|_| Trouble::Unusable("not JSON"))?;
            cleaned(&heard.text)
        })
        .await
    }
}

/// Builds the form (RFC 7578). The names are constants; values from the operator's settings appear only in the bodies of the parts.
fn form(boundary: &str, sound: &Recorded, fields: &[(&str, &str)]) -> Bytes {
    let mut body = Vec::with_capacity(sound.bytes.len() + 1024);
    for (name, value) in fields {
        let part = format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        body.extend_from_slice(part.as_bytes());
    }
    let Recorded { extension, content_type, bytes } = sound;
    let head = format!(
        "--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"recording.{extension}\"\r\n\
         Content-Type: {content_type}\r\n\r\n"
    );
    body.extend_from_slice(head.as_bytes());
    body.extend_from_slice(bytes);
    body.extend_from_slice(format!("\r\n--{boundary}--\r\n").as_bytes());
    body.into()
}

/// Refuses more words than anybody can say in three minutes: then the service repeats itself.
fn cleaned(heard: &str) -> Result<String, Trouble> {
    let words: String = text::normalize(heard).chars().filter(|c| *c == '\n' || !c.is_control()).collect();
    let words = words.trim();
    if text::length(words) > limits::TRANSCRIPT { Err(Trouble::Unusable("too many words")) } else { Ok(words.into()) }
}

#[cfg(test)]
mod tests {
    use super::{Recorded, cleaned, form};
    use bytes::Bytes;

    #[test]
    fn the_form_names_the_file_by_its_kind() {
        let sound = Recorded { bytes: Bytes::from_static(b"sound"), content_type: "audio/webm", extension: "webm" };
        let body = form("edge", &sound, &[("model", "hears")]);
        let expected = "--edge\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\nhears\r\n--edge\r\n\
                        Content-Disposition: form-data; name=\"file\"; filename=\"recording.webm\"\r\n\
                        Content-Type: audio/webm\r\n\r\nsound\r\n--edge--\r\n";
        assert_eq!(body, expected.as_bytes());
    }

    #[test]
    fn words_are_plain_text_within_bounds() {
        assert_eq!(cleaned(" Heute\0 war\r\nein Tag\u{7}. ").unwrap(), "Heute war\nein Tag.");
        assert_eq!(cleaned(" \n").unwrap(), "");
        assert!(cleaned(&"a".repeat(10_001)).is_err());
    }
}
