//! The audit log: what a person is shown of what was done with their account.

mod kinds;
mod limits;
mod sign_ins;
mod together;

use crate::world::{World, ai, diary::writing, issuer, people::session_form};
use backend::{
    Settings, Viewer,
    audit::{self, Recorded},
    entries,
    identity::start_session,
};
use domain::{AuditEvent, AuditKind, EntryId, ShareOptions};

const HOME: &str = "192.0.2.1";
const FIREFOX: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0";
const IPHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                      Version/26.1 Mobile/15E148 Safari/604.1";
const TEXT: ShareOptions = ShareOptions { original_text: true, ..ShareOptions::NOTHING };

/// Google, and a service for help with writing.
fn configured(settings: &mut Settings) {
    settings.google = Some(issuer::start());
    settings.ai = Some(ai::start());
}

async fn recorded(w: &World, viewer: &Viewer) -> Vec<Recorded> {
    let page = audit::events(&w.backend, viewer, None, 100).await.unwrap();
    assert_eq!(page.next, None);
    page.items
}

async fn events(w: &World, viewer: &Viewer) -> Vec<AuditEvent> {
    recorded(w, viewer).await.into_iter().map(|recorded| recorded.event).collect()
}

async fn kinds(w: &World, viewer: &Viewer) -> Vec<AuditKind> {
    events(w, viewer).await.into_iter().map(|event| event.kind).collect()
}

async fn count(w: &World, viewer: &Viewer, kind: AuditKind) -> usize {
    kinds(w, viewer).await.iter().filter(|one| **one == kind).count()
}

/// The newest event of this kind.
async fn newest(w: &World, viewer: &Viewer, kind: AuditKind) -> AuditEvent {
    events(w, viewer).await.into_iter().find(|event| event.kind == kind).unwrap()
}

/// Signs in with this browser, and returns the session's cookie.
async fn sign_in(w: &World, name: &str, agent: &str) -> String {
    let tokens = w.sign_in(name).await;
    let form = session_form(&tokens.refresh_token);
    start_session(&w.backend, &tokens.id_token, &form, agent).await.unwrap().cookie
}

async fn entry(w: &World, viewer: &Viewer) -> EntryId {
    entries::create(&w.backend, viewer, writing("Ein Tag"), Vec::new()).await.unwrap().id
}
