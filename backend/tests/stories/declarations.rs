//! Cancelling and withdrawing from a contract, without an account and with one.

use crate::world::{diary::code, people::email};
use backend::{
    Backend, Settings, Viewer, audit,
    declarations::{self, Declared, check, declare},
    secret::rotate,
};
use chrono::TimeDelta;
use domain::{DeclarationForm, Language, StatementForm, limits};

const ADDRESS: &str = "192.0.2.1";

fn cancellation(name: &str) -> DeclarationForm {
    let statement = StatementForm::Cancellation {
        reason: Some("Umzug nach https://evil.example".into()),
        end: Some("2026-12-31".into()),
    };
    DeclarationForm { name: "Anna Berger".into(), email: email(name), contract: "Tagesecho Pro".into(), statement }
}

fn withdrawal(name: &str) -> DeclarationForm {
    DeclarationForm { statement: StatementForm::Withdrawal { ordered: String::new() }, ..cancellation(name) }
}

async fn guest(backend: &Backend, form: DeclarationForm) -> backend::Result<Declared> {
    declare(backend, &Viewer::Guest, form, Language::De, ADDRESS).await
}

fn with_address_of_operator(settings: &mut Settings) {
    settings.legal_mail = Some("recht@tagesecho.test".into());
}

story!(a_guest_cancels_and_both_sides_get_it_in_writing, with_address_of_operator, |w| async move {
    let declared = guest(&w.backend, cancellation("anna")).await.unwrap();
    let case = &declared.receipt.case_number;
    assert!(case.starts_with("K-20261120-") && case.len() == 19, "{case}");
    let parts = [case.as_str(), "20.11.2026, 11:00:00 Uhr", "Außerordentliche", "> Anna Berger", "31.12.2026"];
    let mail = w.mail("anna").await.unwrap();
    let copy = w.mail_to("recht@tagesecho.test").await.unwrap();
    for mail in [&mail, &copy] {
        for part in parts {
            assert!(mail.contains(part), "{part} in {mail}");
        }
        assert!(!mail.contains("https://evil.example"), "nobody sends links to strangers: {mail}");
    }
    assert!(copy.contains("nicht angemeldet") && copy.contains(&format!("--done {case}")), "{copy}");

    let receipt = declarations::receipt(&w.backend, &Viewer::Guest, &declared.token).await.unwrap();
    assert_eq!(receipt, declared.receipt);
    let forged = declarations::receipt(&w.backend, &Viewer::Guest, "nonsense").await;
    assert_eq!(code(forged), "receipt_not_found");
    w.later(TimeDelta::days(limits::RECEIPT_DAYS));
    let late = declarations::receipt(&w.backend, &Viewer::Guest, &declared.token).await;
    assert_eq!(code(late), "receipt_not_found");
});

story!(a_signed_in_person_is_named_to_the_operator, |w| async move {
    let anna = w.person("anna").await;
    let declared = declare(&w.backend, &anna, withdrawal("anna"), Language::Fr, ADDRESS).await.unwrap();
    assert!(declared.receipt.case_number.starts_with("W-"));
    assert!(w.mail("anna").await.unwrap().contains("je me rétracte"));
    let (open, count) = declarations::open_declarations(&w.backend).await.unwrap();
    let (name, id) = open[0].account.clone().unwrap();
    assert_eq!((count, name.as_str(), Some(id)), (1, anna.account().unwrap().user.username.as_str(), anna.user_id()));
    assert_eq!(open[0].receipt.as_ref(), Some(&declared.receipt));
});

story!(a_declaration_that_does_not_open_hides_no_other_one_and_was_not_read, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let broken =
        declare(&w.backend, &anna, withdrawal("anna"), Language::De, ADDRESS).await.unwrap().receipt.case_number;
    w.later(TimeDelta::minutes(1));
    declare(&w.backend, &ben, cancellation("ben"), Language::De, ADDRESS).await.unwrap();
    let damage = w.backend.db.write("UPDATE declarations SET content = $2 WHERE case_number = $1");
    damage.bind(broken.clone()).bind(vec![7_u8; 60]).execute().await.unwrap();
    let (open, _) = declarations::open_declarations(&w.backend).await.unwrap();
    assert_eq!(open.iter().map(|open| open.receipt.is_some()).collect::<Vec<_>>(), [false, true]);
    assert_eq!(open[0].case_number, broken);
    for (person, read) in [(&anna, 0), (&ben, 1)] {
        assert_eq!(audit::events(&w.backend, person, None, 10).await.unwrap().items.len(), read);
    }
    assert!(declarations::close(&w.backend, &broken).await.unwrap());
});

story!(the_operator_closes_what_is_done_and_it_is_forgotten_after_years, |w| async move {
    let first = guest(&w.backend, cancellation("anna")).await.unwrap().receipt.case_number;
    w.later(TimeDelta::minutes(1));
    let second = guest(&w.backend, withdrawal("ben")).await.unwrap().receipt.case_number;
    let open = async || {
        let (open, _) = declarations::open_declarations(&w.backend).await.unwrap();
        open.into_iter().map(|open| open.case_number).collect::<Vec<_>>()
    };
    assert_eq!(open().await, [first.clone(), second.clone()]);
    assert!(declarations::close(&w.backend, &first).await.unwrap());
    assert!(!declarations::close(&w.backend, &first).await.unwrap());
    assert_eq!(open().await, [second]);

    let kept = async || {
        let count = w.backend.db.read("SELECT COUNT(*) FROM declarations");
        count.fetch_one::<(i64,)>().await.unwrap().0
    };
    w.later(TimeDelta::days(limits::DECLARATION_DAYS));
    declarations::sweep(&w.backend).await.unwrap();
    assert_eq!(kept().await, 2);
    w.later(TimeDelta::days(1));
    declarations::sweep(&w.backend).await.unwrap();
    assert_eq!(kept().await, 1, "an open one is never forgotten");
});

story!(a_refusal_stores_nothing_and_sends_nothing, |w| async move {
    let unreachable = DeclarationForm { email: "anna@example..org".into(), ..cancellation("anna") };
    assert_eq!(code(check(unreachable.clone())), "invalid_email");
    assert_eq!(code(guest(&w.backend, unreachable).await), "invalid_email");
    let nobody = DeclarationForm { name: String::new(), ..cancellation("anna") };
    assert_eq!(code(guest(&w.backend, nobody).await), "declaration_name");
    assert_eq!(w.mail("anna").await, None);
    assert_eq!(declarations::open_declarations(&w.backend).await.unwrap().1, 0);
});

fn with_limits(settings: &mut Settings) {
    settings.throttle_factor = 1;
}

story!(one_address_declares_ten_times_an_hour, with_limits, |w| async move {
    for n in 0..10 {
        guest(&w.backend, cancellation(&format!("ben{n}"))).await.unwrap();
    }
    assert_eq!(code(guest(&w.backend, cancellation("carla")).await), "too_many_requests");
});

async fn from(backend: &Backend, network: usize, name: &str) -> Declared {
    let address = format!("2001:db8:{network:x}::1");
    declare(backend, &Viewer::Guest, cancellation(name), Language::De, &address).await.unwrap()
}

/// The mails that wait, due ones and later ones.
async fn waiting(backend: &Backend) -> i64 {
    backend.db.read("SELECT COUNT(*) FROM mails").fetch_one::<(i64,)>().await.unwrap().0
}

story!(every_declaration_is_taken_and_a_mailbox_gets_three_mails_a_day, with_address_of_operator, |w| async move {
    let mut mailed = Vec::new();
    for n in 0..20 {
        let declared = from(&w.backend, n, if n % 2 == 0 { "anna" } else { "anna+tag" }).await;
        let receipt = declarations::receipt(&w.backend, &Viewer::Guest, &declared.token).await.unwrap();
        assert_eq!(receipt, declared.receipt);
        mailed.push(receipt.is_mailed);
    }
    assert_eq!(mailed.iter().filter(|is_mailed| **is_mailed).count(), 3);
    assert_eq!(declarations::open_declarations(&w.backend).await.unwrap().1, 20);
    w.later(TimeDelta::days(1));
    assert!(from(&w.backend, 50, "anna").await.receipt.is_mailed, "the next day has mails again");
});

story!(the_operator_gets_five_copies_a_day_and_a_digest_of_the_rest, with_address_of_operator, |w| async move {
    let mut last = String::new();
    for n in 0..8 {
        last = from(&w.backend, n, &format!("ben{n}")).await.receipt.case_number;
    }
    let newest = async || w.mail_to("recht@tagesecho.test").await.unwrap();
    declarations::sweep(&w.backend).await.unwrap();
    assert!(!newest().await.contains(&last), "the digest waits for an hour without a mail");
    w.later(TimeDelta::hours(1));
    declarations::sweep(&w.backend).await.unwrap();
    let digest = newest().await;
    assert!(digest.contains("kamen 3 weitere Erklärungen") && digest.contains(&last), "{digest}");
    w.later(TimeDelta::hours(2));
    declarations::sweep(&w.backend).await.unwrap();
    assert_eq!(newest().await, digest, "nobody is told twice");
});

story!(a_flood_of_declarations_becomes_sixty_mails_an_hour, with_address_of_operator, |w| async move {
    for n in 0..130 {
        from(&w.backend, n, &format!("ben{n}")).await;
    }
    w.mail("ben0").await.unwrap();
    assert_eq!(waiting(&w.backend).await, 70, "the operator's copies and the first sixty have gone");
    w.later(TimeDelta::hours(1));
    w.mail("ben60").await.unwrap();
    assert_eq!(waiting(&w.backend).await, 10);
    for n in 130..190 {
        from(&w.backend, n, &format!("ben{n}")).await;
    }
    w.later(TimeDelta::hours(1));
    w.mail("ben130").await.unwrap();
    assert_eq!(waiting(&w.backend).await, 10, "sixty an hour, however many came in which hour");
});

story!(a_new_secret_keeps_declarations_and_their_receipts, |w| async move {
    const NEW: &str = "the second secret of a story, long enough";
    let declared = guest(&w.backend, cancellation("anna")).await.unwrap();
    w.mail("anna").await.unwrap();
    let stored = w.backend.db.read("SELECT content FROM declarations").fetch_one::<(Vec<u8>,)>().await.unwrap().0;
    assert!(!String::from_utf8_lossy(&stored).contains("Berger"), "names are stored encrypted");
    let old = std::fs::read_to_string(w.data.path().join("secret")).unwrap();
    let settings = Settings { secret: Some(NEW.into()), secret_old: Some(old), ..w.settings.clone() };
    rotate(&settings).await.unwrap();
    let server = Backend::open(Settings { secret_old: None, ..settings }, w.clock.clone()).await.unwrap();
    let receipt = declarations::receipt(&server, &Viewer::Guest, &declared.token).await.unwrap();
    assert_eq!(receipt, declared.receipt);
});
