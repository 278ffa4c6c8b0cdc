//! A small OpenAI-compatible service on this machine, with trouble at will.

use axum::{
    Json, Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode, header::RETRY_AFTER},
    response::{IntoResponse, Response},
    routing::post,
};
use backend::settings::{AiSettings, AiTimeouts, AudioFormat};
use serde_json::{Value, json};
use std::{
    sync::{Arc, Mutex, OnceLock},
    time::Duration,
};

pub const NAME: &str = "Beispiel-KI";
pub const KEY: &str = "a key of the stories";
pub const SPOKEN: &str = "Heute war ein guter Tag. Am Abend habe ich endlich das Regal aufgebaut.";
pub const SUMMARY: &str = "Ein guter Tag, an dessen Ende endlich das Regal stand.";
pub const POST: &str = "Heute stand endlich das Regal.\n\nWie seht ihr das?";

/// The fault of the service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    None,
    /// Answers well after this time.
    Slow(Duration),
    /// Answers 429 with this many seconds to wait, once.
    Busy(u64),
    /// A status, once.
    Once(u16),
    Always(u16),
    /// Takes no schema (400), but JSON.
    NoSchema,
    /// Takes no form at all (400).
    NoForm,
    /// Answers with these words.
    Says(String),
    /// An answer that was cut off by the length it may have.
    CutOff,
    /// Answers with these bytes.
    Bytes(Vec<u8>),
    /// Never answers.
    Hangs,
}

#[derive(Clone, Debug)]
pub struct Asked {
    pub path: &'static str,
    pub authorization: String,
    pub body: Vec<u8>,
}

impl Asked {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// Cheap to clone.
#[derive(Clone)]
pub struct Ai {
    pub url: String,
    shared: Arc<Mutex<Shared>>,
}

struct Shared {
    trouble: Trouble,
    asked: Vec<Asked>,
}

fn all() -> &'static Mutex<Vec<Ai>> {
    static ALL: OnceLock<Mutex<Vec<Ai>>> = OnceLock::new();
    ALL.get_or_init(Mutex::default)
}

/// A new service on the runtime that this is called in; a server with these settings has little timeouts with it.
pub fn start() -> AiSettings {
    let shared = Arc::new(Mutex::new(Shared { trouble: Trouble::None, asked: Vec::new() }));
    let router = Router::new()
        .route("/v1/audio/transcriptions", post(hear))
        .route("/v1/chat/completions", post(write))
        .with_state(shared.clone());
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let listener = tokio::net::TcpListener::from_std(listener).unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    all().lock().unwrap().push(Ai { url: url.clone(), shared });
    let timeouts = Duration::from_secs(3);
    AiSettings {
        base_url: url,
        api_key: Some(KEY.into()),
        name: NAME.into(),
        transcription_model: Some("hears".into()),
        summary_model: Some("writes".into()),
        audio: AudioFormat::Original,
        timeouts: AiTimeouts { transcription: timeouts, summary: timeouts },
    }
}

/// The service of a server: the newest with its port, since an earlier story's port may be used again.
pub fn find(settings: &AiSettings) -> Ai {
    all().lock().unwrap().iter().rev().find(|ai| ai.url == settings.base_url).cloned().unwrap()
}

impl Ai {
    pub fn is(&self, trouble: Trouble) {
        self.shared.lock().unwrap().trouble = trouble;
    }

    /// The requests since the last call of this function.
    pub fn asked(&self) -> Vec<Asked> {
        std::mem::take(&mut self.shared.lock().unwrap().asked)
    }
}

type Context = State<Arc<Mutex<Shared>>>;

async fn hear(State(shared): Context, headers: HeaderMap, body: Bytes) -> Response {
    match answer(&shared, "/audio/transcriptions", &headers, &body).await {
        Ok(None) => Json(json!({ "text": SPOKEN })).into_response(),
        Ok(Some(words)) => Json(json!({ "text": words })).into_response(),
        Err(response) => response,
    }
}

async fn write(State(shared): Context, headers: HeaderMap, body: Bytes) -> Response {
    let content = match answer(&shared, "/chat/completions", &headers, &body).await {
        Ok(None) => json!({ "summary": SUMMARY, "emojis": "🛠️😊", "post": POST }).to_string(),
        Ok(Some(words)) => words,
        Err(response) => return response,
    };
    let is_cut = shared.lock().unwrap().trouble == Trouble::CutOff;
    let (content, reason) = if is_cut { (content.chars().take(20).collect(), "length") } else { (content, "stop") };
    Json(json!({ "choices": [{ "message": { "role": "assistant", "content": content }, "finish_reason": reason }] }))
        .into_response()
}

/// The words it says in place of its own, or what it answers instead.
async fn answer(
    shared: &Arc<Mutex<Shared>>,
    path: &'static str,
    headers: &HeaderMap,
    body: &Bytes,
) -> Result<Option<String>, Response> {
    let header = |name: &str| headers.get(name).map(|v| v.to_str().unwrap().to_owned()).unwrap_or_default();
    let asked = Asked { path, authorization: header("authorization"), body: body.to_vec() };
    let trouble = {
        let mut shared = shared.lock().unwrap();
        shared.asked.push(asked);
        let trouble = shared.trouble.clone();
        if matches!(trouble, Trouble::Busy(_) | Trouble::Once(_)) {
            shared.trouble = Trouble::None;
        }
        trouble
    };
    let form = serde_json::from_slice::<Value>(body).unwrap_or_default()["response_format"]["type"].clone();
    let status = |code: u16| StatusCode::from_u16(code).unwrap();
    match trouble {
        Trouble::Slow(by) => {
            tokio::time::sleep(by).await;
            Ok(None)
        }
        Trouble::Busy(seconds) => Err((status(429), [(RETRY_AFTER, seconds.to_string())]).into_response()),
        Trouble::Once(code) | Trouble::Always(code) => Err(status(code).into_response()),
        Trouble::NoSchema if form == json!("json_schema") => Err(status(400).into_response()),
        Trouble::NoForm if form != Value::Null => Err(status(400).into_response()),
        Trouble::None | Trouble::CutOff | Trouble::NoSchema | Trouble::NoForm => Ok(None),
        Trouble::Says(words) => Ok(Some(words)),
        Trouble::Bytes(bytes) => Err(bytes.into_response()),
        Trouble::Hangs => std::future::pending().await,
    }
}
