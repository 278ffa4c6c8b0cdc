//! The last page in Google's window: it passes the result to the page that opened it, and closes itself.

use crate::http::{ApiResult, AppState, Context};
use axum::response::{Html, IntoResponse};
use backend::{Error, identity::google::SignInResult};
use domain::Key;
use http::{HeaderValue, header::CONTENT_SECURITY_POLICY};
use serde_json::json;

/// The opener may be cut off (COOP), so the result goes to a channel with the flow's name. The storage entry is for
/// browsers without channels, and is removed at once.
const SCRIPT: &str = r#"
const text = document.getElementById("result").textContent;
try { new BroadcastChannel("google").postMessage(JSON.parse(text)); } catch {}
try { localStorage.setItem("google", text); localStorage.removeItem("google"); } catch {}
setTimeout(() => window.close());
"#;

/// `id` is the page's name for the flow.
pub fn answer(
    state: &AppState,
    context: &Context,
    id: &str,
    result: &SignInResult,
) -> ApiResult<impl IntoResponse + use<>> {
    let nonce = state.backend.secret.token(16)?;
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'self'; font-src 'self'; img-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let policy = HeaderValue::from_str(&policy).map_err(|e| Error::broken("content policy", e))?;
    let mut message = serde_json::to_value(result).map_err(|e| Error::broken("sign-in outcome", e))?;
    message["state"] = json!(id);
    Ok(([(CONTENT_SECURITY_POLICY, policy)], Html(html(state, context, &nonce, &message.to_string(), result))))
}

fn html(state: &AppState, context: &Context, nonce: &str, message: &str, result: &SignInResult) -> String {
    let text = |key| context.language.text(key);
    let (title, hint) = if result.is_success() {
        (text(Key::GoogleDone), text(Key::GoogleClose))
    } else {
        (text(Key::SignInErrorTitle), result.message.as_str())
    };
    let styles = &state.assets.styles;
    let styles = styles.iter().fold(String::new(), |all, href| all + "<link rel=\"stylesheet\" href=\"" + href + "\">");
    format!(
        r#"<!DOCTYPE html><html lang="{lang}"{theme}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>{name}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">{styles}</head><body><div class="frame"><main class="main"><div class="empty"><h1>{title}</h1><p>{hint}</p><a class="button" href="/">{home}</a></div></main></div><p id="result" hidden>{result}</p><script nonce="{nonce}">{SCRIPT}</script></body></html>"#,
        lang = context.language.as_str(),
        theme = context.theme.map(|theme| format!(" data-theme=\"{}\"", theme.as_str())).unwrap_or_default(),
        name = text(Key::AppName),
        title = app::escape(title),
        hint = app::escape(hint),
        home = app::escape(text(Key::SharedHome)),
        result = app::escape(message),
    )
}
