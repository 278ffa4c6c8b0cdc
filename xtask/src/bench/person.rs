//! The demo account, signed in: whose pages are measured.

use super::server::Server;
use crate::{
    build::Product,
    process::{self, Result, program},
};
use serde_json::{Value, json};
use std::path::Path;

#[derive(Debug)]
pub struct Account {
    email: String,
    password: String,
}

#[derive(Debug)]
pub struct Person {
    pub cookie: String,
    /// Paths of pages.
    pub create: String,
    pub entry: String,
    pub shared: String,
    /// Stands on each page that shows the newest entry.
    pub words: String,
}

/// `tagesecho demo`: an account with a year of entries; its output names address and password.
pub fn demo(product: &Product, data: &Path) -> Result<Account> {
    let mut demo = program(&product.binary);
    demo.arg("demo").env("TAGESECHO_DATA", data).env_remove("DATABASE_URL");
    let text = process::output(demo)?;
    let words: Vec<&str> = text.split_whitespace().collect();
    let email = words.iter().position(|word| word.contains('@')).ok_or("`tagesecho demo` names no address")?;
    let password = words.iter().skip(email + 1).find(|word| word.len() >= 8 && !word.ends_with(':'));
    let password = password.ok_or("`tagesecho demo` names no password")?;
    Ok(Account { email: words[email].to_owned(), password: (*password).to_owned() })
}

pub fn sign_in(server: &Server, account: &Account) -> Result<Person> {
    let login = json!({ "email": account.email, "password": account.password, "returnSecureToken": true });
    let tokens = answer(server.post("/identity/v1/accounts:signInWithPassword", &[], &login)?)?;
    let bearer = format!("Bearer {}", tokens["idToken"].as_str().unwrap_or_default());
    let session = json!({ "refreshToken": tokens["refreshToken"], "zone": "Europe/Berlin", "language": "de" });
    let opened = server.post("/api/auth/session", &[("Authorization", &bearer)], &session)?;
    let cookie = opened.header("set-cookie").and_then(|value| value.split(';').next()).ok_or("no session cookie")?;
    let signed_in = [("Cookie", cookie)];

    let entries: Value = serde_json::from_slice(&server.get("/api/entries?limit=1", &signed_in)?.body)?;
    let entry = &entries[0];
    let id = entry["id"].as_str().ok_or("the demo account has no entry")?;
    let options = json!({ "images": true, "allImages": true, "summary": true, "details": true, "mood": true, "originalText": true });
    let path = format!("/api/entries/{id}/generate-share-token");
    let link = answer(server.post(&path, &signed_in, &json!({ "shareOptions": options }))?)?;
    let words = entry["summary"].as_str().filter(|s| !s.is_empty()).or(entry["text"].as_str()).unwrap_or_default();
    Ok(Person {
        cookie: cookie.to_owned(),
        create: "/create".into(),
        entry: format!("/entry/{id}"),
        shared: format!("/shared/{}", link["shareToken"].as_str().ok_or("no share token")?),
        words: words.split_whitespace().take(2).collect::<Vec<_>>().join(" "),
    })
}

fn answer(answer: super::http::Answer) -> Result<Value> {
    if answer.status >= 300 {
        return Err(format!("answered {}: {}", answer.status, answer.text()).into());
    }
    Ok(serde_json::from_slice(&answer.body)?)
}
