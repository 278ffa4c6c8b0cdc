//! People of the stories. They come in as everybody does: sign-up at the provider, invitation, registration.

use super::World;
use backend::{Viewer, identity, invitation_codes};
use domain::identity::{RegistrationForm, SessionForm, Tokens};

pub const PASSWORD: &str = "Kaffee & Kuchen";

impl World {
    /// A registered person, `anna@example.org` for "anna".
    pub async fn person(&self, name: &str) -> Viewer {
        let tokens = self.sign_up(name).await;
        self.register(name, &tokens).await
    }

    pub async fn sign_up(&self, name: &str) -> Tokens {
        self.backend.identity.sign_up(&email(name), PASSWORD).await.unwrap()
    }

    /// Somebody at the provider, without the work of a password.
    pub async fn identity(&self, uid: &str, name: &str) -> Viewer {
        let statement = self.backend.db.write(
            "INSERT INTO identity_accounts (local_id, email, email_folded, email_verified, valid_since, created_at, \
             last_login_at) VALUES ($1, $2, $2, FALSE, $3, $3, $3)",
        );
        statement.bind(uid.to_owned()).bind(email(name)).bind(self.clock.now()).execute().await.unwrap();
        Viewer::Identity { uid: uid.into(), email: email(name), verified: false }
    }

    pub async fn sign_in(&self, name: &str) -> Tokens {
        self.backend.identity.sign_in(&email(name), PASSWORD).await.unwrap()
    }

    pub async fn register(&self, name: &str, tokens: &Tokens) -> Viewer {
        let viewer = self.viewer(&tokens.id_token).await;
        let form = registration(name, &self.invitation().await);
        identity::create_account(&self.backend, &viewer, &form).await.unwrap();
        self.viewer(&tokens.id_token).await
    }

    pub async fn invitation(&self) -> String {
        invitation_codes::invite(&self.backend, 1).await.unwrap().remove(0)
    }

    pub async fn viewer(&self, id_token: &str) -> Viewer {
        identity::viewer_of_bearer(&self.backend, id_token).await.unwrap()
    }

    /// The cookie of a session just begun.
    pub async fn session(&self, tokens: &Tokens) -> String {
        let form = session_form(&tokens.refresh_token);
        identity::start_session(&self.backend, &tokens.id_token, &form, "story").await.unwrap().cookie
    }
}

pub fn email(name: &str) -> String {
    format!("{name}@example.org")
}

pub fn registration(name: &str, code: &str) -> RegistrationForm {
    RegistrationForm {
        invitation_code: code.into(),
        first_name: capital(name),
        last_name: "Beispiel".into(),
        ..RegistrationForm::default()
    }
}

pub fn session_form(refresh_token: &str) -> SessionForm {
    SessionForm { refresh_token: refresh_token.into(), zone: None, language: None }
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
