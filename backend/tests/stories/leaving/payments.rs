//! What stays of payments, and that nothing is collected from somebody who is gone.

use crate::world::{World, people::email};
use backend::{
    leaving, moderation,
    providers::payment::sandbox::{Calls, Return, Sandbox},
    subscription,
};
use chrono::TimeDelta;
use domain::ReportReason;

async fn records(w: &World) -> Vec<(String, String, String)> {
    let all = "SELECT amount, currency, status FROM payment_records ORDER BY paid_at";
    w.backend.db.read(all).fetch_all().await.unwrap()
}

async fn count(w: &World, sql: &'static str) -> i64 {
    w.backend.db.read(sql).fetch_one::<(i64,)>().await.unwrap().0
}

fn sandbox(w: &World) -> &Sandbox {
    w.backend.payment.sandbox().unwrap()
}

async fn buy(w: &World, name: &str) -> String {
    let viewer = w.viewer(&w.sign_in(name).await.id_token).await;
    let url = subscription::order(&w.backend, &viewer, true).await.unwrap();
    let token = url.split_once("ba_token=").unwrap().1;
    sandbox(w).approve(token).await.unwrap().unwrap();
    let id = format!("I-{}", token.trim_start_matches("BA-"));
    subscription::activate(&w.backend, &viewer, Some(&id)).await.unwrap();
    id
}

async fn look(w: &World) {
    for _ in 0..2 {
        subscription::look(&w.backend).await.unwrap();
        w.backend.background.settled().await;
    }
}

story!(who_is_locked_pays_no_more, |w| async move {
    w.person("anna").await;
    buy(&w, "anna").await;
    moderation::lock(&w.backend, &email("anna"), ReportReason::Spam).await.unwrap();
    look(&w).await;
    assert_eq!(count(&w, "SELECT COUNT(*) FROM subscriptions WHERE paypal_status = 'CANCELLED'").await, 1);
});

story!(payments_stay_without_a_person_until_the_eighth_year_is_over, |w| async move {
    w.person("anna").await;
    let id = buy(&w, "anna").await;
    w.leave("anna", false).await.unwrap();
    look(&w).await;
    assert_eq!(count(&w, "SELECT COUNT(*) FROM subscriptions WHERE paypal_status = 'CANCELLED'").await, 1);
    w.fourteen_days().await;
    look(&w).await;
    assert_eq!(records(&w).await, [("3.99".to_owned(), "EUR".to_owned(), "COMPLETED".to_owned())]);
    assert_eq!(count(&w, "SELECT COUNT(*) FROM subscriptions").await, 0);
    assert!(w.mail("anna").await.unwrap().contains("bis zum 31.12.2034"));

    // A refund's message matches the record, and makes nobody anew.
    assert!(sandbox(&w).give_back(&id, Some(Return::Refunded)).await.unwrap());
    look(&w).await;
    assert!(records(&w).await.iter().any(|(_, _, status)| status == "REFUNDED"), "{:?}", records(&w).await);
    assert_eq!(w.accounts("anna").await, 0);
    w.later(TimeDelta::days(40));
    look(&w).await;
    assert_eq!(sandbox(&w).payments(&id).await.unwrap().len(), 1, "nothing more is collected");
    w.later(TimeDelta::days(8 * 365 - 30));
    subscription::sweep(&w.backend).await.unwrap();
    assert!(!records(&w).await.is_empty(), "2034 is not over");
    w.later(TimeDelta::days(60));
    subscription::sweep(&w.backend).await.unwrap();
    assert_eq!(count(&w, "SELECT COUNT(*) FROM payment_records").await, 0);
    assert_eq!(count(&w, "SELECT COUNT(*) FROM ended_subscriptions").await, 0);
});

story!(an_account_goes_while_paypal_is_away_and_its_subscription_ends_later, |w| async move {
    w.person("anna").await;
    let id = buy(&w, "anna").await;
    sandbox(&w).set_calls(Calls::Away);
    w.leave("anna", true).await.unwrap();
    w.backend.background.settled().await;
    assert_eq!(w.accounts("anna").await, 0);
    look(&w).await;
    assert_eq!(records(&w).await, []);
    w.later(TimeDelta::hours(1));
    sandbox(&w).set_calls(Calls::Answer);
    look(&w).await;
    assert_eq!(records(&w).await.len(), 1);
    w.later(TimeDelta::days(40));
    look(&w).await;
    assert_eq!(sandbox(&w).payments(&id).await.unwrap().len(), 1);
});

story!(an_order_that_never_began_leaves_nothing, |w| async move {
    let anna = w.person("anna").await;
    subscription::order(&w.backend, &anna, true).await.unwrap();
    w.leave("anna", true).await.unwrap();
    look(&w).await;
    assert_eq!(count(&w, "SELECT COUNT(*) FROM ended_subscriptions").await, 1, "it might still be activated");
    w.later(TimeDelta::days(2));
    look(&w).await;
    assert_eq!(count(&w, "SELECT COUNT(*) FROM ended_subscriptions").await, 0);
    assert!(!w.mail("anna").await.unwrap().contains("Steuerrecht"));
});

story!(who_comes_back_has_the_paid_time_but_no_subscription, |w| async move {
    w.person("anna").await;
    buy(&w, "anna").await;
    w.leave("anna", false).await.unwrap();
    look(&w).await;
    assert_eq!(w.mails_to("anna").await, 2, "the contract and the receipt, no mail about the end");
    w.session(&w.sign_in("anna").await).await;
    let anna = w.viewer(&w.sign_in("anna").await.id_token).await;
    let seen = subscription::overview(&w.backend, &anna).await.unwrap().current.unwrap();
    assert!(!seen.can_reactivate && seen.can_renew);
    assert_eq!(anna.account().unwrap().plan, domain::Plan::Pro);
    assert_eq!(
        leaving::outlook(&w.backend, &anna).await.unwrap().payments_until.unwrap().to_string(),
        "2034-12-31 00:00:00 UTC"
    );
    assert_eq!(anna.account().unwrap().user.email, email("anna"));
});
