//! Mails about friends and invitations.

use super::{confirm, confirmed, mails};
use crate::world::{
    World,
    diary::code,
    friendships::id,
    people::{email, registration},
};
use backend::{
    Viewer,
    friends::{
        self,
        blocks::block,
        invitations::{InvitationForm, own_codes, send},
    },
    identity::create_account,
    reminders::{change, stop},
};
use chrono::TimeDelta;
use domain::{NotificationForm, RequestId, identity::RegistrationForm};

async fn ask(w: &World, one: &Viewer, other: &Viewer) -> RequestId {
    w.ask(one, other).await.unwrap().request.id
}

async fn call_anna(w: &World, first: &str) {
    let statement = w.backend.db.write("UPDATE users SET display_name = $2 WHERE email = $1");
    statement.bind(email("anna")).bind(first.to_owned()).execute().await.unwrap();
}

story!(a_friend_request_is_mailed_with_the_name_and_once_a_day, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    ask(&w, &anna, &ben).await;
    assert_eq!(mails(&w, "ben").await.len(), 0, "his address is not confirmed");
    confirm(&w, "ben").await;
    let carla = confirmed(&w, "carla").await;
    call_anna(&w, "Anna https://evil.example").await;
    let request = ask(&w, &anna, &carla).await;
    let mail = mails(&w, "carla").await.remove(0);
    assert!(mail.contains("Anna https: / /evil. example möchte"), "{mail}");
    assert!(!mail.contains(&email("anna")) && mail.contains("/friends?tab=incoming"), "{mail}");
    assert!(!mail.split_once("\n\n").unwrap().0.contains("evil"), "no name in the headers");
    friends::withdraw(&w.backend, &anna, request).await.unwrap();
    let again = ask(&w, &anna, &carla).await;
    assert_eq!(mails(&w, "carla").await.len(), 1, "one a day");
    ask(&w, &ben, &carla).await;
    assert_eq!(mails(&w, "carla").await.len(), 2, "somebody else is another one");
    w.later(TimeDelta::days(1));
    friends::withdraw(&w.backend, &anna, again).await.unwrap();
    let third = ask(&w, &anna, &carla).await;
    assert_eq!(mails(&w, "carla").await.len(), 3);

    friends::decline(&w.backend, &carla, third).await.unwrap();
    w.later(TimeDelta::days(2));
    friends::withdraw(&w.backend, &anna, third).await.unwrap();
    ask(&w, &anna, &carla).await;
    assert_eq!(mails(&w, "carla").await.len(), 3, "she does not see this one either");
});

story!(an_accepted_request_is_mailed_to_the_requester, |w| async move {
    let (anna, ben) = (confirmed(&w, "anna").await, confirmed(&w, "ben").await);
    let request = ask(&w, &anna, &ben).await;
    friends::accept(&w.backend, &ben, request).await.unwrap();
    let told = mails(&w, "anna").await;
    assert!(told.len() == 1 && told[0].contains("Ben Beispiel und du seid jetzt"), "{told:?}");
    assert_eq!(mails(&w, "ben").await.len(), 1, "of the request alone");
    // Two requests that meet.
    let carla = confirmed(&w, "carla").await;
    ask(&w, &anna, &carla).await;
    ask(&w, &carla, &anna).await;
    let told = mails(&w, "anna").await;
    assert!(told.len() == 2 && told[1].contains("Carla Beispiel und du seid jetzt"), "{told:?}");
});

story!(people_who_unsubscribed_or_are_blocked_get_no_such_mails, |w| async move {
    let (anna, ben) = (confirmed(&w, "anna").await, confirmed(&w, "ben").await);
    let off = NotificationForm { friend_requests: Some(false), ..NotificationForm::default() };
    change(&w.backend, &ben, &off).await.unwrap();
    let request = ask(&w, &anna, &ben).await;
    assert_eq!(mails(&w, "ben").await.len(), 0);
    friends::accept(&w.backend, &ben, request).await.unwrap();
    let mail = mails(&w, "anna").await.remove(0);
    let token = mail.rsplit_once("/stop-mails?token=").unwrap().1.lines().next().unwrap().to_owned();
    stop(&w.backend, &Viewer::Guest, &token).await.unwrap();
    let carla = confirmed(&w, "carla").await;
    let request = ask(&w, &anna, &carla).await;
    friends::accept(&w.backend, &carla, request).await.unwrap();
    assert_eq!(mails(&w, "anna").await.len(), 1);
    ask(&w, &confirmed(&w, "dora").await, &anna).await;
    assert_eq!(mails(&w, "anna").await.len(), 2, "requests are another kind");

    let emil = confirmed(&w, "emil").await;
    block(&w.backend, &carla, id(&emil)).await.unwrap();
    assert_eq!(code(w.ask(&emil, &carla).await), "user_not_found");
    assert_eq!(mails(&w, "carla").await.len(), 1);
});

story!(an_accepted_invitation_is_mailed_and_a_used_code_without_a_name, |w| async move {
    let anna = confirmed(&w, "anna").await;
    let own = own_codes(&w.backend, &anna).await.unwrap().remove(0).code;
    let tokens = w.sign_up("ben").await;
    create_account(&w.backend, &w.viewer(&tokens.id_token).await, &registration("ben", &own)).await.unwrap();
    let told = mails(&w, "anna").await;
    assert!(told.len() == 1 && told[0].contains("mit einem deiner Einladungscodes"), "{told:?}");
    assert!(!told[0].contains("Ben"), "its list does not say who either");

    let form = InvitationForm { email: email("carla"), message: String::new() };
    send(&w.backend, &anna, &form).await.unwrap();
    let invitation = w.mail("carla").await.unwrap();
    let (code, proof) = invitation.split_once("/?invite=").unwrap().1.split_once("#proof=").unwrap();
    let proof = proof.lines().next().unwrap().to_owned();
    let tokens = w.sign_up("carla").await;
    let form = RegistrationForm { email_token: proof, ..registration("carla", code) };
    create_account(&w.backend, &w.viewer(&tokens.id_token).await, &form).await.unwrap();
    let told = mails(&w, "anna").await;
    assert!(told.len() == 2 && told[1].contains("Carla Beispiel hat deine Einladung angenommen"), "{told:?}");
    assert_eq!(mails(&w, "carla").await.len(), 1, "the request that the invitation made waits without a mail");
    // The same day.
    let carla = w.viewer(&tokens.id_token).await;
    let request = w.incoming(&carla).await.remove(0);
    friends::accept(&w.backend, &carla, request.id).await.unwrap();
    assert_eq!(mails(&w, "anna").await.len(), 2);
});
