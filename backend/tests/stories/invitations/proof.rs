//! The token in an invitation's mail confirms the address that it went to.

use super::{after, codes, id, invite, invited, only};
use crate::world::{
    World,
    diary::code,
    people::{email, registration},
};
use backend::{
    Viewer,
    friends::invitations::{InvitationState, OwnCode, invitations, resend, unsubscribe, withdraw},
    identity::{create_account, credentials, send_verification},
};
use chrono::TimeDelta;
use domain::{
    Standing,
    identity::{RegistrationForm, Tokens},
};

/// Behind the hash of the newest link to somebody.
async fn proof(w: &World, name: &str) -> String {
    after(w, &email(name), "#proof=").await
}

/// Registers with an address that the provider has not verified.
async fn registers(w: &World, name: &str, code: &str, proof: &str) -> (Tokens, Viewer) {
    let tokens = w.sign_up(name).await;
    let form = RegistrationForm { email_token: proof.into(), ..registration(name, code) };
    create_account(&w.backend, &w.viewer(&tokens.id_token).await, &form).await.unwrap();
    let viewer = w.viewer(&tokens.id_token).await;
    (tokens, viewer)
}

async fn is_confirmed(w: &World, (tokens, viewer): &(Tokens, Viewer)) -> bool {
    credentials(&w.backend, viewer, &tokens.id_token).await.unwrap().is_verified
}

story!(registering_through_the_mail_confirms_the_address, |w| async move {
    let anna = w.person("anna").await;
    invite(&w, &anna, " ben@Example.ORG").await.unwrap();
    let mail = w.mail_to("ben@Example.ORG").await.unwrap();
    let link = mail.split_once("https://tagesecho.test/?invite=").unwrap().1.lines().next().unwrap();
    let (code, proof) = link.split_once("#proof=").unwrap();
    for OwnCode { link, .. } in codes(&w, &anna).await {
        assert!(!link.contains("proof") && !link.contains(proof), "its sender knows the code, and no more");
    }
    let ben = registers(&w, "ben", code, proof).await;
    assert!(is_confirmed(&w, &ben).await);
    let request = w.incoming(&ben.1).await.remove(0);
    assert_eq!((request.requester.id, request.created_at), (id(&anna), w.clock.now()));
    let shown = only(&w, &anna).await;
    assert_eq!((shown.state, shown.standing), (InvitationState::Accepted, Some(Standing::Requested)));
    assert_eq!(shown.email_confirmed, Some(true));
    let again = send_verification(&w.backend, &ben.1, &ben.0.id_token, "192.0.2.1").await;
    assert_eq!(super::code(again), "already_confirmed");
    assert_eq!(w.mail("ben").await.as_ref(), Some(&mail), "as any confirmation it sends nothing");
    w.session(&w.sign_in("ben").await).await;
    assert_eq!(w.incoming(&ben.1).await.len(), 1);
});

story!(a_proof_is_of_one_mail_to_one_address, |w| async move {
    let anna = w.person("anna").await;
    for name in ["ben", "carla", "dora"] {
        invite(&w, &anna, name).await.unwrap();
    }
    let of_dora = proof(&w, "dora").await;
    let hers = invited(&w, &email("dora")).await;
    for (name, proof) in [("ben", of_dora.as_str()), ("carla", "")] {
        let guest = registers(&w, name, &invited(&w, &email(name)).await, proof).await;
        assert!(!is_confirmed(&w, &guest).await && w.incoming(&guest.1).await.is_empty(), "{name}");
    }
    let emil = registers(&w, "emil", &hers, &of_dora).await;
    assert!(!is_confirmed(&w, &emil).await && w.incoming(&emil.1).await.is_empty(), "it went to another address");
    let frida = registers(&w, "frida", &w.invitation().await, &of_dora).await;
    assert!(!is_confirmed(&w, &frida).await, "the operator's code has no mail");
});

story!(a_token_mailed_to_another_mailbox_proves_nothing, |w| async move {
    let anna = w.person("anna").await;
    for (name, mailed) in [("max", "Max@example.org"), ("ben", "ben+1@example.org")] {
        invite(&w, &anna, mailed).await.unwrap();
        let (code, proof) = (invited(&w, mailed).await, after(&w, mailed, "#proof=").await);
        let guest = registers(&w, name, &code, &proof).await;
        assert!(!is_confirmed(&w, &guest).await && w.incoming(&guest.1).await.is_empty(), "{mailed}");
    }
    let tagged = invite(&w, &anna, "carla").await.unwrap();
    let (code, proof) = (invited(&w, &email("carla")).await, proof(&w, "carla").await);
    let carla = registers(&w, "carla+1", &code, &proof).await;
    assert!(!is_confirmed(&w, &carla).await && w.incoming(&carla.1).await.is_empty());
    let shown = invitations(&w.backend, &anna).await.unwrap();
    let shown = |email: &str| shown.iter().find(|one| one.email == email).map(|one| (one.state, one.email_confirmed));
    assert_eq!(shown(&tagged.email), Some((InvitationState::Redeemed, None)));
    assert_eq!(shown("ben+1@example.org"), Some((InvitationState::Redeemed, None)));
    assert_eq!(shown("Max@example.org"), Some((InvitationState::Accepted, Some(false))), "accounts know no case");
});

story!(an_identity_whose_address_changed_meanwhile_is_not_confirmed, |w| async move {
    let anna = w.person("anna").await;
    invite(&w, &anna, "ben").await.unwrap();
    let (code, proof) = (invited(&w, &email("ben")).await, proof(&w, "ben").await);
    let tokens = w.sign_up("ben").await;
    let before = w.viewer(&tokens.id_token).await;
    w.backend
        .db
        .write("UPDATE identity_accounts SET email = $2, email_folded = $2 WHERE email_folded = $1")
        .bind(email("ben"))
        .bind(email("fremd"))
        .execute()
        .await
        .unwrap();
    let form = RegistrationForm { email_token: proof, ..registration("ben", &code) };
    create_account(&w.backend, &before, &form).await.unwrap();
    assert_eq!(only(&w, &anna).await.email_confirmed, Some(false));
    assert!(w.outgoing(&anna).await.is_empty());
    let statement = w.backend.db.read("SELECT email_verified FROM identity_accounts WHERE email_folded = $1");
    assert_eq!(statement.bind(email("fremd")).fetch_one::<(bool,)>().await.unwrap(), (false,));
});

story!(an_invitation_that_ended_proves_nothing, |w| async move {
    let anna = w.person("anna").await;
    let withdrawn = invite(&w, &anna, "ben").await.unwrap();
    invite(&w, &anna, "carla").await.unwrap();
    let mut mailed = Vec::new();
    for name in ["ben", "carla"] {
        mailed.push((name, invited(&w, &email(name)).await, proof(&w, name).await));
    }
    withdraw(&w.backend, &anna, withdrawn.id).await.unwrap();
    w.later(TimeDelta::days(30));
    for (name, mailed, proof) in mailed {
        let tokens = w.sign_up(name).await;
        let guest = w.viewer(&tokens.id_token).await;
        let form = RegistrationForm { email_token: proof.clone(), ..registration(name, &mailed) };
        assert_eq!(code(create_account(&w.backend, &guest, &form).await), "invitation_expired", "{name}");
        let form = RegistrationForm { invitation_code: w.invitation().await, ..form };
        create_account(&w.backend, &guest, &form).await.unwrap();
        let viewer = w.viewer(&tokens.id_token).await;
        let guest = (tokens, viewer);
        assert!(!is_confirmed(&w, &guest).await && w.incoming(&guest.1).await.is_empty(), "{name}");
    }
});

story!(the_newest_mail_alone_proves_something, |w| async move {
    let anna = w.person("anna").await;
    for (name, newest) in [("ben", false), ("carla", true)] {
        let sent = invite(&w, &anna, name).await.unwrap();
        let first = proof(&w, name).await;
        w.later(TimeDelta::days(1));
        resend(&w.backend, &anna, sent.id).await.unwrap();
        let second = proof(&w, name).await;
        assert_ne!(first, second);
        let code = invited(&w, &email(name)).await;
        let guest = registers(&w, name, &code, if newest { &second } else { &first }).await;
        assert_eq!((is_confirmed(&w, &guest).await, w.incoming(&guest.1).await.len()), (newest, usize::from(newest)));
    }
});

story!(a_mail_that_is_not_to_be_sent_leaves_the_one_before_it_as_it_was, |w| async move {
    let anna = w.person("anna").await;
    let sent = invite(&w, &anna, "carla").await.unwrap();
    let proof = proof(&w, "carla").await;
    let token = after(&w, &email("carla"), "/stop-invitations?token=").await;
    unsubscribe(&w.backend, &Viewer::Guest, &token).await.unwrap();
    w.later(TimeDelta::days(1));
    resend(&w.backend, &anna, sent.id).await.unwrap();
    let guest = registers(&w, "carla", &invited(&w, &email("carla")).await, &proof).await;
    assert!(is_confirmed(&w, &guest).await && w.incoming(&guest.1).await.len() == 1);
});

story!(a_newer_mail_and_a_registration_with_the_older_one_at_once_are_one_after_the_other, |w| async move {
    let anna = w.person("anna").await;
    for n in 0..3 {
        let name = format!("gast{n}");
        let sent = invite(&w, &anna, &name).await.unwrap();
        let (mailed, older) = (invited(&w, &email(&name)).await, proof(&w, &name).await);
        w.later(TimeDelta::days(1));
        let again = {
            let (w, anna) = (w.clone(), anna.clone());
            tokio::spawn(async move { code(resend(&w.backend, &anna, sent.id).await) })
        };
        let guest = registers(&w, &name, &mailed, &older).await;
        let is_first = again.await.unwrap() != "ok";
        assert_eq!(is_confirmed(&w, &guest).await, is_first, "what counts is which mail was the newest");
        assert_eq!(w.incoming(&guest.1).await.len(), usize::from(is_first));
    }
});
