//! People of the tests. They come in as a browser does: sign-up at the provider, registration, session.

use super::{Reply, World, form::Form, json, reply::cookie, request};
use axum::body::Body;
use http::{Method, header, request::Builder};
use serde_json::{Value, json};

pub const PASSWORD: &str = "Kaffee & Kuchen";

#[derive(Clone, Debug)]
pub struct Person {
    pub id_token: String,
    pub refresh_token: String,
    /// `name=value`.
    pub cookie: String,
}

impl World {
    /// A registered person with a session, `anna@example.org` for "anna".
    pub async fn person(&self, name: &str) -> Person {
        let (id_token, refresh_token) = self.sign_up(name).await;
        let code = backend::invitation_codes::invite(&self.backend, 1).await.unwrap().remove(0);
        let form = json!({ "invitationCode": code, "firstName": name, "lastName": "Beispiel" });
        let registered = json(bearer(Method::POST, "/api/auth/simple-register", &id_token), &form);
        self.send(registered).await.expect(201);
        // The mail that asks to confirm the address.
        self.backend.background.settled().await;
        let cookie = cookie(&self.start_session(&id_token, &refresh_token).await);
        Person { id_token, refresh_token, cookie }
    }

    pub async fn sign_up(&self, name: &str) -> (String, String) {
        self.tokens("signUp", name).await
    }

    pub async fn sign_in(&self, name: &str) -> (String, String) {
        self.tokens("signInWithPassword", name).await
    }

    async fn tokens(&self, call: &str, name: &str) -> (String, String) {
        let body = json!({ "email": format!("{name}@example.org"), "password": PASSWORD, "returnSecureToken": true });
        let tokens = self.post(&format!("/identity/v1/accounts:{call}"), &body).await.expect(200);
        let field = |name: &str| tokens[name].as_str().unwrap().to_owned();
        (field("idToken"), field("refreshToken"))
    }

    pub async fn start_session(&self, id_token: &str, refresh_token: &str) -> Reply {
        let body = json!({ "refreshToken": refresh_token, "zone": "Europe/Berlin", "language": "de" });
        self.send(json(bearer(Method::POST, "/api/auth/session", id_token), &body)).await
    }

    pub async fn get_as(&self, person: &Person, path: &str) -> Reply {
        self.send(person.request(Method::GET, path).body(Body::empty()).unwrap()).await
    }

    /// Sends a form as a browser does that shows the page at `path`.
    pub async fn press(&self, person: &Person, path: &str, form: &str) -> Reply {
        self.send(pressed(path).header("cookie", &person.cookie).body(form.to_owned().into()).unwrap()).await
    }

    /// The same of a guest.
    pub async fn press_as_guest(&self, path: &str, form: &str) -> Reply {
        self.send(pressed(path).body(form.to_owned().into()).unwrap()).await
    }

    pub async fn json_as(&self, person: &Person, method: Method, path: &str, body: &Value) -> Reply {
        self.send(json(person.request(method, path), body)).await
    }

    pub async fn form_as(&self, person: &Person, method: Method, path: &str, form: Form) -> Reply {
        self.send(form.into_request(person.request(method, path))).await
    }

    /// Today's entry of the person, as JSON.
    pub async fn entry(&self, person: &Person, form: Form) -> Value {
        self.form_as(person, Method::POST, "/api/entries", form).await.expect(201)
    }
}

impl Person {
    /// A request from one of our own pages.
    pub fn request(&self, method: Method, path: &str) -> Builder {
        request(method, path).header(header::COOKIE, &self.cookie).header("sec-fetch-site", "same-origin")
    }
}

/// A form that is sent without a script.
pub fn pressed(path: &str) -> Builder {
    request(Method::POST, path)
        .header("content-type", "application/x-www-form-urlencoded")
        .header("accept", "text/html,*/*")
        .header("sec-fetch-site", "same-origin")
}

pub fn bearer(method: Method, path: &str, id_token: &str) -> Builder {
    request(method, path).header(header::AUTHORIZATION, format!("Bearer {id_token}"))
}
