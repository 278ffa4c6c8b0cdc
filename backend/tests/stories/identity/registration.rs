//! Registering with an invitation.

use super::refusal;
use crate::world::{World, people::registration};
use backend::{
    Viewer,
    identity::{self, create_account},
    invitation_codes::{first_invitation, invite, validate_invitation},
};
use domain::{Plan, Visibility, identity::RegistrationForm};

const HOME: &str = "192.0.2.1";

async fn check(w: &World, code: &str) -> backend::Result<()> {
    validate_invitation(&w.backend, &Viewer::Guest, code, HOME).await
}

async fn is_unused(w: &World, code: &str) -> bool {
    check(w, code).await.is_ok()
}

story!(an_invited_person_becomes_a_user, |w| async move {
    let code = w.invitation().await;
    check(&w, &format!(" {} ", code.to_lowercase())).await.unwrap();
    let tokens = w.sign_up("anna").await;
    let viewer = w.viewer(&tokens.id_token).await;
    assert!(matches!(&viewer, Viewer::Identity { email, verified: false, .. } if email == "anna@example.org"));

    let form = RegistrationForm {
        invitation_code: code.replace('-', " "),
        first_name: "  Anna ".into(),
        last_name: "Müller-Groß".into(),
        ..RegistrationForm::default()
    };
    let user = create_account(&w.backend, &viewer, &form).await.unwrap();
    assert_eq!((user.uid.as_str(), user.email.as_str()), (tokens.local_id.as_str(), "anna@example.org"));
    assert_eq!((user.first_name.as_str(), user.display_name.as_str()), ("Anna", "Anna Müller-Groß"));
    assert_eq!(user.username, "anna.mueller.gross");
    assert_eq!((user.default_visibility, user.pro_account), (Visibility::Private, false));

    let viewer = w.viewer(&tokens.id_token).await;
    let account = viewer.account().unwrap();
    assert_eq!(account.user, user);
    assert_eq!((account.plan, account.day_end), (Plan::Free, 0));
    assert_eq!(account.zone.name(), "Europe/Berlin");
});

story!(codes_are_refused_for_what_is_wrong_with_them, |w| async move {
    let used = w.invitation().await;
    let tokens = w.sign_up("anna").await;
    let viewer = w.viewer(&tokens.id_token).await;
    create_account(&w.backend, &viewer, &registration("anna", &used)).await.unwrap();

    let ben = w.viewer(&w.sign_up("ben").await.id_token).await;
    for (code, expected) in [
        ("", ("invitation_missing", 400)),
        (" - ", ("invitation_missing", 400)),
        ("ABCD-EFGH-JK", ("invitation_unknown", 404)),
        ("' OR 1=1 --", ("invitation_unknown", 404)),
        ("\0", ("invitation_unknown", 404)),
        ("ABCD\0FGHJK", ("invitation_unknown", 404)),
        (used.as_str(), ("invitation_used", 410)),
    ] {
        assert_eq!(refusal(check(&w, code).await), expected, "{code:?}");
        assert_eq!(refusal(create_account(&w.backend, &ben, &registration("ben", code)).await), expected, "{code:?}");
    }
});

story!(whoever_is_registered_keeps_the_code_unused, |w| async move {
    let tokens = w.sign_up("anna").await;
    let before = w.viewer(&tokens.id_token).await;
    let after = w.register("anna", &tokens).await;
    let code = w.invitation().await;
    for viewer in [before, after] {
        for code in [code.as_str(), "", "ABCD-EFGH-JK"] {
            let refused = refusal(create_account(&w.backend, &viewer, &registration("anna", code)).await);
            assert_eq!(refused, ("already_registered", 409));
        }
    }
    assert!(is_unused(&w, &code).await);
});

story!(guests_and_nameless_people_are_not_registered, |w| async move {
    let code = w.invitation().await;
    let refused = create_account(&w.backend, &Viewer::Guest, &registration("anna", &code)).await;
    assert_eq!(refusal(refused), ("unauthenticated", 401));

    let viewer = w.viewer(&w.sign_up("anna").await.id_token).await;
    for (first, last, expected) in [
        ("", "Berger", "name_missing"),
        ("Anna", " \t", "name_missing"),
        ("\u{200b}\u{2060}", "Berger", "name_missing"),
        ("Anna", "\u{202e}\u{3164}", "name_missing"),
        ("A\0", "Berger", "invalid_character"),
        (&"a".repeat(81), "Berger", "name_too_long"),
        ("Anna", &"ä".repeat(81), "name_too_long"),
    ] {
        let form = RegistrationForm {
            invitation_code: code.clone(),
            first_name: first.into(),
            last_name: last.into(),
            ..RegistrationForm::default()
        };
        assert_eq!(refusal(create_account(&w.backend, &viewer, &form).await), (expected, 422));
    }
    assert!(is_unused(&w, &code).await);
    let form = registration(&"ä".repeat(80), &code);
    create_account(&w.backend, &viewer, &form).await.unwrap();
});

story!(another_identity_with_the_same_address_is_refused, |w| async move {
    w.person("anna").await;
    let code = w.invitation().await;
    let twin = Viewer::Identity { uid: "another".into(), email: " ANNA@example.org".into(), verified: true };
    let refused = create_account(&w.backend, &twin, &registration("anna", &code)).await;
    assert_eq!(refusal(refused), ("email_taken", 422));
    assert!(is_unused(&w, &code).await);
});

story!(people_of_the_same_name_get_different_usernames, |w| async move {
    let mut names = Vec::new();
    for n in 0..8 {
        let viewer = w.viewer(&w.sign_up(&format!("anna{n}")).await.id_token).await;
        let user = create_account(&w.backend, &viewer, &registration("anna", &w.invitation().await)).await.unwrap();
        names.push(user.username);
    }
    assert_eq!(names[..5], ["anna.beispiel", "anna.beispiel2", "anna.beispiel3", "anna.beispiel4", "anna.beispiel5"]);
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 8);
});

story!(fifty_people_with_one_code_make_one_account, |w| async move {
    let code = w.invitation().await;
    let tries: Vec<_> = (0..50)
        .map(|n| {
            let (w, code) = (w.clone(), code.clone());
            let uid = format!("uid-{n}");
            tokio::spawn(async move {
                let viewer = w.identity(&uid, &format!("anna{n}")).await;
                create_account(&w.backend, &viewer, &registration("anna", &code)).await
            })
        })
        .collect();
    let mut made = Vec::new();
    for one in tries {
        match one.await.unwrap() {
            Ok(user) => made.push(user),
            refused => assert_eq!(refusal(refused), ("invitation_used", 410)),
        }
    }
    assert_eq!(made.len(), 1);
    assert_eq!(made[0].username, "anna.beispiel", "the others left nothing");
    assert_eq!(refusal(check(&w, &code).await), ("invitation_used", 410));
});

story!(fifty_tabs_of_one_person_make_one_account_and_use_one_code, |w| async move {
    let codes = invite(&w.backend, 50).await.unwrap();
    let anna = w.identity("anna", "anna").await;
    let tries: Vec<_> = codes
        .iter()
        .map(|code| {
            let (w, code, viewer) = (w.clone(), code.clone(), anna.clone());
            tokio::spawn(async move { create_account(&w.backend, &viewer, &registration("anna", &code)).await })
        })
        .collect();
    let mut made = 0;
    for one in tries {
        match one.await.unwrap() {
            Ok(_) => made += 1,
            refused => assert_eq!(refusal(refused), ("already_registered", 409)),
        }
    }
    assert_eq!(made, 1);
    let mut unused = 0;
    for code in &codes {
        unused += usize::from(is_unused(&w, code).await);
    }
    assert_eq!(unused, 49);
});

story!(the_same_registration_sent_again_finds_the_account_that_it_made, |w| async move {
    let code = w.invitation().await;
    let viewer = w.viewer(&w.sign_up("anna").await.id_token).await;
    let tries: Vec<_> = (0..8)
        .map(|_| {
            let (w, viewer, form) = (w.clone(), viewer.clone(), registration("anna", &code));
            tokio::spawn(async move { create_account(&w.backend, &viewer, &form).await })
        })
        .collect();
    let mut made = 0;
    for one in tries {
        match one.await.unwrap() {
            Ok(_) => made += 1,
            refused => assert_eq!(refusal(refused), ("already_registered", 409)),
        }
    }
    assert_eq!(made, 1);
});

story!(the_first_start_prints_one_code_until_somebody_uses_it, |w| async move {
    let code = first_invitation(&w.backend).await.unwrap().unwrap();
    assert_eq!(first_invitation(&w.backend).await.unwrap(), Some(code.clone()), "the same at each start");
    let tokens = w.sign_up("anna").await;
    let viewer = w.viewer(&tokens.id_token).await;
    identity::create_account(&w.backend, &viewer, &registration("anna", &code)).await.unwrap();
    assert_eq!(first_invitation(&w.backend).await.unwrap(), None);

    let codes = invite(&w.backend, 200).await.unwrap();
    let distinct: std::collections::HashSet<_> = codes.iter().collect();
    assert_eq!(distinct.len(), 200);
    for code in &codes {
        assert_eq!(code.len(), 12);
        assert!(!code.contains(['0', 'O', '1', 'I', 'L', 'U']), "{code}");
    }
});
