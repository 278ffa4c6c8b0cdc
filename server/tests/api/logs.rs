//! The log says what happened and holds no word of a person, even when everything is logged.

use crate::world::{
    form::{Form, PHOTO},
    get, json,
    people::{PASSWORD, bearer},
    request, world,
};
use axum::{body::Body, extract::ConnectInfo};
use http::Method;
use serde_json::json;
use std::{
    io,
    net::SocketAddr,
    sync::{Arc, Mutex},
};

#[derive(Clone, Default)]
struct Captured(Arc<Mutex<Vec<u8>>>);

impl io::Write for Captured {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn captured(filter: &str) -> (Captured, impl tracing::Subscriber + Send + Sync) {
    let captured = Captured::default();
    let writer = captured.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(server::commands::log::filter(filter).unwrap())
        .with_writer(move || writer.clone())
        .with_ansi(false)
        .finish();
    (captured, subscriber)
}

impl Captured {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

#[tokio::test]
async fn an_untrusted_proxy_is_logged_once() {
    let (captured, subscriber) = captured("info");
    let _guard = tracing::subscriber::set_default(subscriber);
    let world = world().await;
    let ask = async |forwarded: bool| {
        let mut request = get("/livez").body(Body::empty()).unwrap();
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([10, 0, 0, 1], 4711))));
        if forwarded {
            request.headers_mut().insert("x-forwarded-for", "198.51.100.1".parse().unwrap());
        }
        assert_eq!(world.send(request).await.status, http::StatusCode::OK);
        captured.text().matches("TAGESECHO_TRUSTED_PROXIES").count()
    };
    assert_eq!([ask(false).await, ask(true).await, ask(true).await], [0, 1, 1]);
    assert!(!captured.text().contains("198.51.100.1"));
}

#[tokio::test]
async fn no_word_of_a_person_is_in_the_log() {
    let (captured, subscriber) = captured("debug");
    // Captures every thread, since passwords and pictures are handled on others.
    tracing::subscriber::set_global_default(subscriber).unwrap();

    let world = world().await;
    let name = "kanarienvogel";
    let anna = world.person(name).await;
    let form = Form::new("Kanarientext")
        .field("summary", "Kanarienkurz")
        .field("topMoment", "Kanarienmoment")
        .field("version", "Kanarienversion");
    world.form_as(&anna, Method::POST, "/api/entries", form).await.refused(400, "invalid_form");
    let form = Form::new("Kanarientext").image("kanarienbild.jpg", PHOTO);
    let entry = world.entry(&anna, form).await;
    let path = format!("/api/entries/{}", entry["id"].as_str().unwrap());
    let words = json!({ "text": "Kanarientag war heute.", "audioTranscript": "Kanarienstimme.", "topMoment": "Kanarienmoment" });
    world.json_as(&anna, Method::POST, "/api/generate-summary", &words).await.expect(200);
    let not_an_image =
        Form::new("Kanarientext").field("existingImages", "[]").image("kanarienbild.jpg", b"Kanarienbytes");
    world.form_as(&anna, Method::PATCH, &path, not_an_image).await.refused(415, "not_an_image");
    let made = world.json_as(&anna, Method::POST, &format!("{path}/generate-share-token"), &json!({})).await;
    let token = made.json()["shareToken"].as_str().unwrap().to_owned();
    world.get(&format!("/shared/{token}?kanarienfrage=1")).await;
    world.get(&format!("/shared/{token}{}", entry["imageUrls"][0].as_str().unwrap())).await;
    world.get(&format!("/api/shared/{token}")).await;
    let update = format!("{path}/update-share-options");
    world.json_as(&anna, Method::PATCH, &update, &json!({ "pin": "86420975" })).await;
    for pin in ["kanarienpin", "86420975"] {
        let form = request(Method::POST, &format!("/shared/{token}"));
        let form = form.header("content-type", "application/x-www-form-urlencoded").header("accept", "text/html");
        world.send(form.body(Body::from(format!("pin={pin}"))).unwrap()).await;
    }
    world.get("/?next=kanarienfrage").await;
    world.get("/kanarienpfad").await;
    let wrong =
        json!({ "email": format!("{name}@example.org"), "password": "kanarienwort", "returnSecureToken": true });
    world.post("/identity/v1/accounts:signInWithPassword", &wrong).await;
    let panics = get("/test/panic").header("x-kanarien", "kanarienkopf").body(Body::empty()).unwrap();
    let panicked = world.send(panics).await;
    let bad = json(bearer(Method::PUT, "/api/users/zone", "kanarientoken"), &json!({ "zone": "Kanarienzone" }));
    world.send(bad).await;

    let invited = "kanarienfreund@example.org";
    world.json_as(&anna, Method::POST, "/api/friend-invitations", &json!({ "email": invited })).await.expect(201);
    let mail = world.backend.mail.newest(invited).await.unwrap().unwrap();
    let path = mail.split_once("/?invite=").unwrap().1.lines().next().unwrap();
    let (invitation, email_token) = path.split_once("#proof=").unwrap();
    world.get(&format!("/?invite={invitation}")).await;
    let (id_token, _) = world.sign_up("kanarienfreund").await;
    let names = |code: &str| json!({ "invitationCode": code, "firstName": "Kanarienfreund", "lastName": "Kanarien", "emailToken": email_token });
    for (code, status) in [("AAAA-AAAA-AA", 404), (invitation, 201)] {
        let form = json(bearer(Method::POST, "/api/auth/simple-register", &id_token), &names(code));
        assert_eq!(world.send(form).await.status, status);
    }

    let address = format!("{name}@example.org");
    for name in [name, "kanariengast"] {
        let form = format!("form=forgot-password&email={name}%40example.org");
        world.press_as_guest("/forgot-password", &form).await;
    }
    let mail = world.backend.mail.newest(&address).await.unwrap().unwrap();
    let oob_code = mail.split_once("&oobCode=").unwrap().1.lines().next().unwrap().to_owned();
    let action = format!("/action?mode=resetPassword&oobCode={oob_code}");
    world.get(&action).await;
    world.press_as_guest(&action, "form=reset-password&new_password=kanarienneu").await;
    world.backend.mail.newest(&address).await.unwrap();

    let log = captured.text();
    assert!(log.contains("a mail was written to a file"), "{log}");
    assert!(log.contains("/shared/{token}") && log.contains("status=415") && log.contains("method=PATCH"), "{log}");
    assert!(log.contains(panicked.header("x-request-id")), "a failure is found by its id: {log}");
    let secret = anna.cookie.split_once('=').unwrap().1;
    let tokens = [secret, &anna.id_token, &anna.refresh_token, &token, &oob_code, invitation, email_token, &id_token];
    for word in ["anarien", "86420975", PASSWORD, "on purpose"].into_iter().chain(tokens) {
        let line = log.lines().find(|line| line.to_lowercase().contains(&word.to_lowercase()));
        assert_eq!(line, None, "{word}");
    }
}
