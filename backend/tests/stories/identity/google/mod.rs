//! Signing in with Google.

mod flows;
mod forged;
mod linking;
mod profile_sync;
mod settings;

use crate::world::{
    World,
    issuer::{self, Issuer, Lie},
};
use backend::{
    Result, Settings, Viewer,
    identity::{
        Browser, NewSession,
        google::{self, Begin, Begun, Callback, Finished, Mode},
        viewer_of_session,
    },
};
use domain::{Language, User};
use serde_json::Value;

pub fn configured(settings: &mut Settings) {
    settings.google = Some(issuer::start());
}

pub const LOGIN: Begin<'static> = Begin {
    mode: Mode::Login,
    popup: true,
    id: "",
    code: "",
    next: "/",
    user: None,
    embedded: false,
    cookie: None,
    session: None,
    address: "192.0.2.1",
};

impl World {
    pub fn issuer(&self) -> Issuer {
        issuer::find(self.settings.google.as_ref().unwrap(), &self.clock)
    }

    pub async fn begin(&self, asked: &Begin<'_>) -> Result<Begun> {
        let viewer = match asked.session {
            Some(session) => viewer_of_session(&self.backend, session).await.unwrap(),
            None => Viewer::Guest,
        };
        google::begin(&self.backend, &viewer, asked).await
    }

    /// Goes to Google, where `person` agrees, and comes back.
    pub async fn google(&self, asked: &Begin<'_>, person: &Value) -> Finished {
        let begun = self.begin(asked).await.unwrap();
        let (state, code) = self.issuer().agree(&begun.location, person, Lie::None);
        self.finish(with_session(asked.session, callback(state, code, &begun))).await
    }

    pub async fn finish(&self, callback: Callback) -> Finished {
        google::finish(&self.backend, callback).await.unwrap()
    }

    pub async fn register_with_google(&self, person: &Value) -> Finished {
        let code = self.invitation().await;
        self.google(&Begin { mode: Mode::Register, code: &code, ..LOGIN }, person).await
    }

    pub async fn user_of(&self, session: &NewSession) -> User {
        let viewer = viewer_of_session(&self.backend, &session.cookie).await.unwrap();
        viewer.account().unwrap().user.clone()
    }
}

pub fn callback(state: String, code: String, begun: &Begun) -> Callback {
    Callback {
        state,
        code,
        cookie: Some(begun.cookie.clone()),
        browser: Browser { user_agent: "story".into(), language: Language::De, ..Browser::default() },
        ..Callback::default()
    }
}

fn with_session(session: Option<&str>, callback: Callback) -> Callback {
    let browser = Browser { session: session.map(Into::into), ..callback.browser };
    Callback { browser, ..callback }
}

pub fn outcome(finished: &Finished) -> &str {
    &finished.result.outcome
}
