//! A restart, or another server, gives nobody new attempts.

use super::{HOME, few_failures};
use crate::world::{
    World,
    diary::{code, writing},
    people::PASSWORD,
};
use backend::{
    Viewer, entries,
    sharing::{self, Visitor},
};
use domain::{LinkForm, PinChange, ShareOptions};
use serde_json::json;

/// The provider's answer to a sign-in of Anna at this server.
async fn sign_in(server: &World, password: &str) -> String {
    let body = json!({ "email": "anna@example.org", "password": password });
    let (_, answer) = server.post_from(HOME, "/accounts:signInWithPassword", body).await;
    let code = answer["error"]["message"].as_str().and_then(|message| message.split(' ').next());
    code.unwrap_or("ok").to_owned()
}

story!(wrong_passwords_stay_counted, few_failures, |w| async move {
    w.sign_up("anna").await;
    assert_eq!(sign_in(&w, PASSWORD).await, "ok");
    assert_eq!(sign_in(&w, "falsch").await, "INVALID_PASSWORD");
    let restarted = w.beside().await;
    assert_eq!(sign_in(&restarted, "falsch").await, "INVALID_PASSWORD");
    let again = w.beside().await;
    for server in [&again, &restarted, &w] {
        assert_eq!(sign_in(server, PASSWORD).await, "TOO_MANY_ATTEMPTS_TRY_LATER");
    }
    for server in [again, restarted] {
        server.backend.db.close().await;
    }
});

story!(wrong_pins_stay_counted, few_failures, |w| async move {
    let anna = w.person("anna").await;
    let entry = entries::create(&w.backend, &anna, writing("Geheim"), vec![]).await.unwrap();
    let form = LinkForm {
        options: Some(ShareOptions { original_text: true, ..ShareOptions::NOTHING }),
        pin: Some(PinChange::Set("2468".into())),
        ..LinkForm::default()
    };
    let token = sharing::create(&w.backend, &anna, entry.id, form).await.unwrap();
    let restarted = w.beside().await;
    let guess = async |server: &World, pin: &str| {
        let visitor = Visitor { address: HOME, pin: Some(pin), pass: None };
        code(sharing::unlock(&server.backend, &Viewer::Guest, &token, visitor).await)
    };
    for n in 0..10 {
        let server = if n % 2 == 0 { &w } else { &restarted };
        assert_eq!(guess(server, "0000").await, "pin_wrong");
    }
    for server in [&w, &restarted] {
        assert_eq!(guess(server, "2468").await, "too_many_requests");
    }
    restarted.backend.db.close().await;
});
