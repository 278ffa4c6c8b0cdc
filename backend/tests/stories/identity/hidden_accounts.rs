//! A provider that does not say whether an address has an account.

use super::wire::{code, ok};
use crate::world::people::PASSWORD;
use backend::Settings;
use serde_json::{Value, json};

fn hidden(settings: &mut Settings) {
    settings.hide_accounts = true;
}

story!(an_unknown_address_and_a_wrong_password_are_answered_alike, hidden, |w| async move {
    w.sign_up("anna").await;
    let sign_in = |email: &str, password: &str| json!({ "email": email, "password": password });
    for (email, password) in [("anna@example.org", "falsch"), ("ben@example.org", PASSWORD)] {
        let answer = w.post("/accounts:signInWithPassword", sign_in(email, password)).await;
        assert_eq!(code(answer), "INVALID_LOGIN_CREDENTIALS");
    }
    ok(w.post("/accounts:signInWithPassword", sign_in("anna@example.org", PASSWORD)).await);
});

story!(a_forgotten_password_is_answered_alike_and_only_accounts_get_mail, hidden, |w| async move {
    w.sign_up("anna").await;
    let ask = async |email: &str| {
        let body = json!({ "requestType": "PASSWORD_RESET", "email": email });
        ok(w.post("/accounts:sendOobCode", body).await)
    };
    let mut answers = [ask("anna@example.org").await, ask("ben@example.org").await];
    for answer in &mut answers {
        answer["email"] = Value::Null;
    }
    assert_eq!(answers[0], answers[1]);
    w.mailed_code("anna").await;
    assert_eq!(w.mail("ben").await, None);
});

story!(an_address_is_only_changed_by_mail_and_a_taken_one_is_not_told, hidden, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.sign_up("ben").await;
    let direct = json!({ "idToken": tokens.id_token, "email": "aenne@example.org" });
    assert_eq!(code(w.post("/accounts:update", direct).await), "OPERATION_NOT_ALLOWED");
    for (new, is_mailed) in [("ben", false), ("aenne", true)] {
        let new_email = format!("{new}@example.org");
        let body =
            json!({ "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": tokens.id_token, "newEmail": new_email });
        ok(w.post("/accounts:sendOobCode", body).await);
        assert_eq!(w.mail(new).await.is_some(), is_mailed, "{new}");
    }
});
