//! `POST /chat/completions`: sends material with instructions and receives a JSON object. Its form is requested as strictly as the service
//! allows: by a schema, as any JSON, or only in words. The answer is checked in any case.

use super::{
    AiService, Pass, Trouble,
    send::{Sends, Tries, send},
};
use domain::{Language, text};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The JSON object that is wanted: all fields are texts.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    pub name: &'static str,
    pub fields: &'static [&'static str],
}

impl Form {
    /// Response formats, the strictest first. llama.cpp accepts a schema only in the nested form. It answers a flat one with prose.
    fn formats(self) -> [Option<Value>; 3] {
        let text = |field: &&str| ((*field).to_owned(), json!({ "type": "string" }));
        let properties: Map<String, Value> = self.fields.iter().map(text).collect();
        let schema = json!({
            "type": "object",
            "properties": properties,
            "required": self.fields,
            "additionalProperties": false,
        });
        let strict = json!({ "name": self.name, "strict": true, "schema": schema });
        [Some(json!({ "type": "json_schema", "json_schema": strict })), Some(json!({ "type": "json_object" })), None]
    }
}

#[derive(Deserialize)]
struct Completion {
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    message: Message,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Message {
    content: Option<String>,
}

impl AiService {
    /// `material` is JSON, so that no text in it can pretend to be another field. `read` takes what is needed from the object.
    pub(super) async fn chat<T>(
        &self,
        pass: Pass,
        instructions: &str,
        material: String,
        form: Form,
        sends: &Sends,
        read: fn(&Value) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        let settings = &self.0.settings;
        let model = settings.summary_model.as_deref().ok_or(Trouble::Unusable("no model"))?;
        let messages = json!([
            { "role": "system", "content": instructions },
            { "role": "user", "content": material },
        ]);
        let timeout = settings.timeouts.summary;
        self.run(pass, timeout, async {
            let mut tries = Tries::counted_by(sends);
            let mut last = Trouble::Unusable("nothing");
            for format in form.formats() {
                let mut body = json!({ "model": model, "messages": messages });
                if let Some(format) = format {
                    body["response_format"] = format;
                }
                match send(&mut tries, || self.post("/chat/completions", timeout).json(&body)).await {
                    Ok(answer) => match content(&answer).and_then(|content| read(&object(&content)?)) {
                        Ok(written) => return Ok(written),
                        Err(trouble) => last = trouble,
                    },
                    // The service may not support this format.
                    Err(trouble @ Trouble::Refused(400 | 415 | 422 | 501)) => last = trouble,
                    Err(trouble) => return Err(trouble),
                }
            }
            Err(last)
        })
        .await
    }
}

/// The language's name in instructions.
pub fn in_english(language: Language) -> &'static str {
    match language {
        Language::De => "German",
        Language::En => "English",
        Language::Fr => "French",
        Language::Es => "Spanish",
    }
}

fn content(answer: &[u8]) -> Result<String, Trouble> {
    let completion: Completion = serde_json::from_slice(answer).map_err(|_| Trouble::Unusable("not JSON"))?;
    let choice = completion.choices.into_iter().next().ok_or(Trouble::Unusable("no choice"))?;
    if choice.finish_reason.as_deref() == Some("length") {
        return Err(Trouble::Unusable("cut off"));
    }
    Ok(choice.message.content.unwrap_or_default())
}

/// The JSON object in `content`. Text around it, such as code fences or a greeting, is ignored.
pub fn object(content: &str) -> Result<Value, Trouble> {
    let bounds = content.find('{').zip(content.rfind('}'));
    bounds
        .and_then(|(start, end)| serde_json::from_str(content.get(start..=end)?).ok())
        .ok_or(Trouble::Unusable("no object in it"))
}

/// A text of the object, trimmed and without control characters.
pub fn cleaned(field: &Value) -> Result<String, Trouble> {
    let typed = text::normalize(field.as_str().unwrap_or_default());
    let cleaned: String = typed.trim().chars().filter(|c| *c == '\n' || !c.is_control()).collect();
    if cleaned.is_empty() { Err(Trouble::Unusable("a text is missing")) } else { Ok(cleaned) }
}

#[cfg(test)]
mod tests {
    use super::content;
    use serde_json::json;

    #[test]
    fn an_answer_that_was_cut_off_is_none() {
        let answer = |reason: &str| {
            let choice = json!({ "message": { "content": "{\"summary\": \"x\"}" }, "finish_reason": reason });
            content(json!({ "choices": [choice] }).to_string().as_bytes())
        };
        assert!(answer("stop").is_ok() && answer("length").is_err());
        assert!(content(b"<html>").is_err() && content(br#"{"choices": []}"#).is_err());
    }
}
