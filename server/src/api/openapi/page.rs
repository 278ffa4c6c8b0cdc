//! The checked-in API description and a page that shows it, for development. The known viewers have megabytes, or styles
//! that our policy forbids, or a package that reports each install.

use crate::http::{ApiResult, AppState};
use app::escape;
use axum::{
    Router,
    extract::State,
    response::{Html, IntoResponse},
    routing::get,
};
use backend::Error;
use http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use serde_json::{Map, Value};
use std::{collections::BTreeMap, fmt::Write};

/// The checked-in text, so that the program need not contain the generator.
const DESCRIPTION: &str = include_str!("../../../../docs/openapi.json");

const STYLE: &str = "
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 70rem; margin: 0 auto; padding: 1rem }
summary { cursor: pointer; padding: .25rem 0; overflow-wrap: anywhere }
pre { overflow-x: auto; padding: 1rem; border: 1px solid; border-radius: .5rem }";

pub fn routes() -> Router<AppState> {
    let json = || async { ([(CONTENT_TYPE, "application/json")], DESCRIPTION) };
    Router::new().route("/api/openapi.json", get(json)).route("/api/docs", get(show))
}

async fn show(State(state): State<AppState>) -> ApiResult<impl IntoResponse> {
    let nonce = state.backend.secret.token(16)?;
    let policy = format!(
        "default-src 'none'; style-src 'nonce-{nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let api: Value = serde_json::from_str(DESCRIPTION).map_err(|e| Error::broken("description", e))?;
    let body = html(&api).map_err(|e| Error::broken("description", e))?;
    let page = format!(
        r#"<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Calls</title><style nonce="{nonce}">{STYLE}</style></head><body><h1>Calls</h1><p><a href="/api/openapi.json">openapi.json</a></p>{body}</body></html>"#
    );
    Ok(([(CONTENT_SECURITY_POLICY, policy)], Html(page)))
}

/// The calls by feature, then what they refer to.
fn html(api: &Value) -> Result<String, std::fmt::Error> {
    let mut features: BTreeMap<&str, Vec<(&str, &str, &Value)>> = BTreeMap::new();
    for (path, calls) in members(&api["paths"]) {
        for (method, call) in members(calls) {
            features.entry(text(&call["tags"][0])).or_default().push((path, method, call));
        }
    }
    let mut html = String::new();
    for (feature, calls) in features {
        write!(html, "<h2>{}</h2>", escape(feature))?;
        for (path, method, call) in calls {
            let title = format!(
                "<code><b>{}</b> {}</code> {}",
                method.to_uppercase(),
                escape(path),
                escape(text(&call["summary"]))
            );
            let parts = ["description", "parameters", "requestBody", "responses", "security"];
            let parts: Map<String, Value> =
                parts.into_iter().filter_map(|part| Some((part.to_owned(), call.get(part)?.clone()))).collect();
            html += &details(text(&call["operationId"]), &title, &parts.into());
        }
    }
    for (kind, all) in members(&api["components"]) {
        write!(html, "<h2>{}</h2>", escape(kind))?;
        for (name, one) in members(all) {
            html += &details(name, &escape(name), one);
        }
    }
    Ok(html)
}

/// A folded section, which a link to it opens.
fn details(id: &str, title: &str, value: &Value) -> String {
    let json = escape(&format!("{value:#}"));
    let mut parts = json.split("#/components/");
    let first = parts.next().unwrap_or_default().to_owned();
    let linked = parts.fold(first, |all, part| {
        let (name, rest) = part.split_once('"').unwrap_or((part, ""));
        let id = name.rsplit('/').next().unwrap_or_default();
        format!("{all}<a href=\"#{id}\">{id}</a>\"{rest}")
    });
    format!("<details><summary>{title}</summary><pre id=\"{id}\">{linked}</pre></details>")
}

fn members(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
