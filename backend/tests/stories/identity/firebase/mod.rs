//! Firebase keeps the accounts: Google's keys, Google's answers, and Google being away.

mod google;
mod recovery;
mod sign_in;

use super::{
    google::{LOGIN, callback, configured},
    refusal,
};
use crate::world::{
    issuer::{Lie, google_person},
    people::{email, registration, session_form},
};
use backend::{
    Backend, Error, Viewer,
    friends::{
        Sought,
        invitations::{self, InvitationForm},
        search,
    },
    identity,
    providers::identity::{CallError, Refreshed},
};
use chrono::TimeDelta;
use domain::{
    Refusal, Standing,
    identity::{IdentityCode, RegistrationForm, Tokens},
};
use google::{Google, id_token, refused};
use serde_json::json;

async fn believes(backend: &Backend, token: &str) -> bool {
    match identity::viewer_of_bearer(backend, token).await {
        Ok(viewer) => !matches!(viewer, Viewer::Guest),
        Err(error) => {
            assert_eq!(error.refusal().refusal, Refusal::Unauthenticated, "{error}");
            false
        }
    }
}

/// Neither believed nor refused: nobody can tell.
async fn cannot_tell(backend: &Backend, token: &str) -> bool {
    identity::viewer_of_bearer(backend, token).await.is_err_and(|error| error.refusal().refusal == Refusal::Unavailable)
}

fn code<T: std::fmt::Debug>(result: Result<T, CallError>) -> IdentityCode {
    match result {
        Err(CallError::Refused(code)) => code,
        other => panic!("not refused: {other:?}"),
    }
}

story_on_sqlite!(keys_are_asked_for_once_and_again_when_they_rotate, |w| async move {
    let google = Google::start().await;
    let backend = google.server(&w).await;
    let (anna, ben) = (id_token("a", "anna", w.clock.now()), id_token("a", "ben", w.clock.now()));
    assert!(believes(&backend, &anna).await && believes(&backend, &ben).await);
    assert_eq!(google.requests(), ["GET /keys"]);

    w.later(TimeDelta::minutes(1));
    google.publish(&["a", "b"]);
    assert!(believes(&backend, &id_token("b", "anna", w.clock.now())).await, "a new key is found at once");
    assert!(believes(&backend, &anna).await, "the one before it still counts");
    assert_eq!(google.requests().len(), 1);

    google.publish(&["b"]);
    for _ in 0..20 {
        assert!(!believes(&backend, &id_token("c", "anna", w.clock.now())).await);
    }
    assert_eq!(google.requests().len(), 0, "unknown keys do not cost a request each");
    w.later(TimeDelta::minutes(1));
    assert!(!believes(&backend, &id_token("c", "anna", w.clock.now())).await);
    assert_eq!(google.requests().len(), 1);
    assert!(!believes(&backend, &anna).await, "what was withdrawn opens nothing");
});

story_on_sqlite!(keys_are_kept_as_long_as_google_says, |w| async move {
    let google = Google::start().await;
    let backend = google.server(&w).await;
    for (caching, kept) in [
        ("public, max-age=21600, must-revalidate", TimeDelta::hours(6)),
        ("no-cache", TimeDelta::hours(1)),
        ("max-age=0", TimeDelta::minutes(1)),
        ("max-age=999999999", TimeDelta::days(1)),
    ] {
        google.let_keep(caching);
        w.later(TimeDelta::days(3));
        assert!(believes(&backend, &id_token("a", "anna", w.clock.now())).await);
        assert_eq!(google.requests().len(), 1, "{caching}");
        w.later(kept - TimeDelta::seconds(1));
        assert!(believes(&backend, &id_token("a", "anna", w.clock.now())).await);
        assert_eq!(google.requests().len(), 0, "{caching}");
        w.later(TimeDelta::seconds(1));
        assert!(believes(&backend, &id_token("a", "anna", w.clock.now())).await);
        assert_eq!(google.requests().len(), 1, "{caching}");
    }
});

story_on_sqlite!(while_google_is_away_known_keys_count_for_another_day, |w| async move {
    let google = Google::start().await;
    let backend = google.server(&w).await;
    assert!(believes(&backend, &id_token("a", "anna", w.clock.now())).await);
    google.go_away();
    w.later(TimeDelta::hours(6));
    google.requests();
    for _ in 0..5 {
        assert!(believes(&backend, &id_token("a", "anna", w.clock.now())).await);
    }
    assert_eq!(google.requests().len(), 3, "one question with its two repetitions");
    let unknown = id_token("b", "anna", w.clock.now());
    assert!(cannot_tell(&backend, &unknown).await, "no verdict on a key that may be new");
    w.later(TimeDelta::hours(23));
    assert!(believes(&backend, &id_token("a", "anna", w.clock.now())).await);
    w.later(TimeDelta::hours(1));
    assert!(cannot_tell(&backend, &id_token("a", "anna", w.clock.now())).await, "but not for ever");

    google.publish(&["a"]);
    w.later(TimeDelta::seconds(10));
    assert!(believes(&backend, &id_token("a", "anna", w.clock.now())).await);
});

story_on_sqlite!(a_start_without_google_tells_nobody_to_sign_in_again, |w| async move {
    let google = Google::start().await;
    google.go_away();
    let backend = google.server(&w).await;
    let anna = id_token("a", "anna", w.clock.now());
    for _ in 0..3 {
        assert!(cannot_tell(&backend, &anna).await);
    }
    assert_eq!(google.requests().len(), 3, "asked once, not for every request");
    google.publish(&["a"]);
    w.later(TimeDelta::seconds(10));
    assert!(believes(&backend, &anna).await);
});

// A token whose algorithm is wrong is refused before anybody is asked for its key.
story_on_sqlite!(nonsense_costs_no_request, |w| async move {
    let google = Google::start().await;
    let backend = google.server(&w).await;
    let embedded = w.sign_up("anna").await.id_token;
    for token in ["", "a.b.c", "eyJhbGciOiJub25lIn0.e30.", embedded.as_str()] {
        assert!(!believes(&backend, token).await, "{token}");
    }
    assert_eq!(google.requests().len(), 0);
});

story_on_sqlite!(somebody_registers_and_stays_signed_in_with_firebase, |w| async move {
    let google = Google::start().await;
    let backend = google.server(&w).await;
    let fresh = |kid| {
        json!({ "id_token": id_token(kid, "anna", w.clock.now()), "refresh_token": "second", "user_id": "uid-anna",
                "access_token": "x", "expires_in": "3600", "token_type": "Bearer", "project_id": google::PROJECT })
    };
    let first = id_token("a", "anna", w.clock.now());
    let viewer = identity::viewer_of_bearer(&backend, &first).await.unwrap();
    let code = w.invitation().await;
    identity::create_account(&backend, &viewer, &registration("anna", &code)).await.unwrap();
    let session = identity::start_session(&backend, &first, &session_form("first"), "story").await.unwrap();
    assert_eq!(session.user.email, "anna@example.org");
    google.requests();

    w.later(TimeDelta::hours(1));
    let unavailable = identity::id_token(&backend, &session.cookie).await.unwrap_err();
    assert_eq!(unavailable.refusal().refusal, Refusal::Unavailable);
    assert_eq!(google.requests(), ["POST /v1/token?key=AIzaSy-test"; 3]);
    assert!(
        matches!(identity::viewer_of_session(&backend, &session.cookie).await.unwrap(), Viewer::User(_)),
        "Google being away signs nobody out"
    );

    google.will_answer("/v1/token", 200, fresh("a"));
    let token = identity::id_token(&backend, &session.cookie).await.unwrap();
    assert!(believes(&backend, &token.token).await);

    w.later(TimeDelta::hours(1));
    google.will_answer("/v1/token", 400, refused("USER_DISABLED"));
    assert_eq!(refusal(identity::id_token(&backend, &session.cookie).await), ("unauthenticated", 401));
    assert!(matches!(identity::viewer_of_session(&backend, &session.cookie).await.unwrap(), Viewer::Guest));
});

// Firebase takes no word for it but its own mails', and is not asked.
story_on_sqlite!(the_mail_of_an_invitation_confirms_the_address_here_and_not_at_firebase, |w| async move {
    let google = Google::start().await;
    let backend = google.server(&w).await;
    let anna = w.person("anna").await;
    let form = InvitationForm { email: email("ben"), message: String::new() };
    invitations::send(&w.backend, &anna, &form).await.unwrap();
    let mail = w.mail("ben").await.unwrap();
    let link = mail.split_once("/?invite=").unwrap().1.lines().next().unwrap();
    let (code, proof) = link.split_once("#proof=").unwrap();
    let newcomer = Viewer::Identity { uid: "uid-ben".into(), email: email("ben"), verified: false };
    let form = RegistrationForm { email_token: proof.into(), ..registration("ben", code) };
    let ben = identity::create_account(&backend, &newcomer, &form).await.unwrap();
    let found = search(&w.backend, &anna, &Sought::Email(email("ben"))).await.unwrap();
    assert_eq!((found.person.id, found.email_confirmed, found.standing), (ben.id, Some(true), Standing::Requested));
    assert_eq!(google.requests().len(), 0);
});

story_on_sqlite!(what_can_be_repeated_is_repeated_and_nothing_else, |w| async move {
    let google = Google::start().await;
    let backend = google.server(&w).await;
    let account = json!({ "users": [{ "localId": "uid-anna", "email": "anna@example.org", "emailVerified": true }] });
    google.will_answer("/v1/accounts:lookup", 503, json!({}));
    google.will_answer("/v1/accounts:lookup", 429, json!({}));
    google.will_answer("/v1/accounts:lookup", 200, account);
    assert!(backend.identity.lookup("token").await.unwrap().email_verified);
    assert_eq!(google.requests(), ["POST /v1/accounts:lookup?key=AIzaSy-test"; 3]);

    let unavailable = |error: CallError| Error::from(error).refusal().refusal;
    let error = backend.identity.sign_up("anna@example.org", "geheim").await.unwrap_err();
    assert_eq!(unavailable(error), Refusal::Unavailable);
    assert_eq!(backend.identity.delete("token").await.map_err(unavailable), Err(Refusal::Unavailable));
    assert_eq!(google.requests().len(), 2, "once each");
    let error = backend.identity.lookup("token").await.unwrap_err();
    assert_eq!(unavailable(error), Refusal::Unavailable);
    assert_eq!(google.requests().len(), 3, "not for ever");
});

story_on_sqlite!(a_provider_that_never_answers_is_given_up, |w| async move {
    let mut google = Google::start().await;
    // Takes connections and says nothing.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    google.firebase.toolkit = format!("http://{}", silent.local_addr().unwrap());
    let backend = google.server(&w).await;
    let asked = std::time::Instant::now();
    let error = Error::from(backend.identity.lookup("token").await.unwrap_err());
    assert_eq!(error.refusal().refusal, Refusal::Unavailable);
    assert!(asked.elapsed().as_secs() < 11, "before the person's own request is given up");
});

story_on_sqlite!(googles_refusals_are_understood, |w| async move {
    let google = Google::start().await;
    let backend = google.server(&w).await;
    for (status, message, expected) in [
        (400, "EMAIL_EXISTS", IdentityCode::EmailExists),
        (400, "WEAK_PASSWORD : Password should be at least 6 characters", IdentityCode::WeakPassword),
        (400, "INVALID_LOGIN_CREDENTIALS", IdentityCode::InvalidLoginCredentials),
        (400, "TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been disabled", IdentityCode::TooManyAttempts),
        (400, "PASSWORD_LOGIN_DISABLED", IdentityCode::PasswordLoginDisabled),
        (400, "API key not valid. Please pass a valid API key.", IdentityCode::Misconfigured),
        (403, "Requests from referer <empty> are blocked.", IdentityCode::UnauthorizedDomain),
        (400, "SOMETHING_NEW : <b>details</b>", IdentityCode::Other),
    ] {
        google.will_answer("/v1/accounts:signUp", status, refused(message));
        assert_eq!(code(backend.identity.sign_up("anna@example.org", "geheim").await), expected, "{message}");
    }
    for (status, body) in [(200, json!([])), (200, json!({ "idToken": 1 })), (400, json!("no")), (302, json!({}))] {
        google.will_answer("/v1/accounts:signUp", status, body.clone());
        let error = backend.identity.sign_up("anna@example.org", "geheim").await.unwrap_err();
        assert!(matches!(error, CallError::Broken(_)), "{status} {body}");
    }
    google.will_answer("/v1/accounts:signUp", 429, refused("RESOURCE_EXHAUSTED"));
    let error = Error::from(backend.identity.sign_up("anna@example.org", "geheim").await.unwrap_err());
    assert_eq!(error.refusal().refusal, Refusal::Unavailable, "a used-up quota is not the person's fault");
});

story_on_sqlite!(what_firebase_refuses_about_google_has_its_own_words, configured, |w| async move {
    let google = Google::start().await;
    let backend = google.server(&w).await;
    for (wire, words) in [
        ("OPERATION_NOT_ALLOWED", "Google-Anmeldung ist nicht aktiviert. Bitte prüfen Sie die Firebase-Konsole."),
        ("UNAUTHORIZED_DOMAIN", "Domain nicht autorisiert. Bitte prüfen Sie die Firebase-Konfiguration."),
        ("CONFIGURATION_NOT_FOUND", "Zugriff verweigert. Bitte überprüfen Sie Ihre Firebase-Konfiguration."),
        ("INVALID_IDP_RESPONSE", "Fehler bei der Google-Anmeldung"),
    ] {
        google.will_answer("/v1/accounts:signInWithIdp", 400, refused(wire));
        let begun = identity::google::begin(&backend, &Viewer::Guest, &LOGIN).await.unwrap();
        let (state, code) = w.issuer().agree(&begun.location, &google_person("anna"), Lie::None);
        let ended = identity::google::finish(&backend, callback(state, code, &begun)).await.unwrap();
        assert_eq!(ended.result.message, words, "{wire}");
    }
});

story_on_sqlite!(the_embedded_provider_rests_while_another_one_runs, |w| async move {
    let google = Google::start().await;
    let left = w.sign_up("anna").await;
    let backend = google.server(&w).await;
    assert!(backend.identity.router().is_none());
    w.later(TimeDelta::days(1));
    identity::sweep(&backend).await.unwrap();
    let Tokens { local_id, .. } = w.sign_in("anna").await;
    assert_eq!(local_id, left.local_id, "its accounts are not swept meanwhile");
    let answer: Result<Refreshed, _> = backend.identity.refresh(&left.refresh_token).await;
    assert!(answer.is_err() && google.requests().iter().all(|request| request.contains("/v1/token")));
});
