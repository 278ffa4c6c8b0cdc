//! The pages of Pro in each state.

use crate::world::{World, text, with_entries};
use backend::{
    Viewer,
    providers::payment::sandbox::{Calls, Return},
    subscription,
};
use chrono::TimeDelta;
use http::StatusCode;

/// Orders and approves; answers the subscription's id at the provider.
async fn approve(world: &World, viewer: &Viewer) -> String {
    let url = subscription::order(&world.backend, viewer, true).await.unwrap();
    let token = url.split_once("ba_token=").unwrap().1;
    world.backend.payment.sandbox().unwrap().approve(token).await.unwrap().unwrap();
    token.replace("BA-", "I-")
}

async fn buy(world: &World, viewer: &Viewer) -> String {
    let id = approve(world, viewer).await;
    subscription::activate(&world.backend, viewer, Some(&id)).await.unwrap();
    id
}

#[tokio::test]
async fn the_page_shows_what_somebody_has_and_what_can_be_done() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let page = world.get(&anna, "/subscription").await;
    for text in ["Beliebt", "0 €", "3,99 €", "Jetzt upgraden", "3,99 € pro Monat inkl. MwSt.", "Testmodus"] {
        assert!(page.has(text), "{text}");
    }
    assert!(page.has("href=\"/subscription/order\"") && !page.has("Abonnement kündigen"));

    let today = world.backend.clock.now().date_naive();
    let email = &anna.account().unwrap().user.email;
    for (days, is_offered) in [(365, false), (20, true)] {
        subscription::grant(&world.backend, email, today + TimeDelta::days(days)).await.unwrap();
        let page = world.get(&anna, "/subscription").await;
        assert!(page.has("Pro als Geschenk bis") && page.has("Dein Plan"));
        assert_eq!(page.has("Jetzt upgraden"), is_offered, "nobody pays twice by mistake");
    }

    let id = buy(&world, &anna).await;
    let page = world.get(&anna, "/subscription").await;
    assert!(page.has("Pro Mitglied") && page.has("Abonnement kündigen") && page.has("Ja, kündigen"));
    assert!(page.has("wird automatisch verlängert, das nächste Mal am 20.12.2026") && !page.has("Jetzt upgraden"));
    // Nothing to order: back to what there is.
    assert_eq!(world.get(&anna, "/subscription/order").await.header("location"), Some("/subscription"));

    subscription::cancel(&world.backend, &anna).await.unwrap();
    let page = world.get(&anna, "/subscription").await;
    for text in ["Pro Mitglied (gekündigt)", "Ihr Abonnement wurde gekündigt", "20.12.2026", "Kündigung zurücknehmen"]
    {
        assert!(page.has(text), "{text}");
    }
    subscription::reactivate(&world.backend, &anna).await.unwrap();

    let sandbox = world.backend.payment.sandbox().unwrap();
    sandbox.cancel_there(&id).await.unwrap();
    subscription::look(&world.backend).await.unwrap();
    world.backend.background.settled().await;
    let page = world.get(&anna, "/subscription").await;
    assert!(
        page.has("Jetzt upgraden")
            && page.has("lässt sich nicht wieder aufnehmen")
            && !page.has("Kündigung zurücknehmen")
    );
    assert!(world.get(&anna, "/subscription/order").await.has("Am 20.12.2026"));
}

#[tokio::test]
async fn a_payment_that_failed_says_what_can_be_done() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let id = buy(&world, &anna).await;
    world.backend.payment.sandbox().unwrap().fail_payments(&id, true).await.unwrap();
    world.backend.clock.advance(TimeDelta::days(32));
    subscription::look(&world.backend).await.unwrap();
    world.backend.background.settled().await;
    subscription::look(&world.backend).await.unwrap();
    let page = world.get(&anna, "/subscription").await;
    assert!(page.has("ruht") && page.has("Jetzt upgraden") && page.has("Abonnement kündigen"));
}

#[tokio::test]
async fn a_payment_that_went_back_is_said_in_one_sentence() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let id = buy(&world, &anna).await;
    world.backend.payment.sandbox().unwrap().give_back(&id, Some(Return::Refunded)).await.unwrap();
    for _ in 0..2 {
        subscription::look(&world.backend).await.unwrap();
        world.backend.background.settled().await;
    }
    let page = world.get(&anna, "/subscription").await;
    assert!(page.has("Du hast Geld für Pro zurückbekommen: Pro ist seit dem 20.11.2026 zu Ende"));
    assert!(page.has("Jetzt upgraden") && !page.has("Abonnement kündigen?"));
}

#[tokio::test]
async fn an_order_that_can_no_longer_begin_is_said_to_be_over() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let id = approve(&world, &anna).await;
    world.backend.payment.sandbox().unwrap().fail_payments(&id, true).await.unwrap();
    let back = world.get(&anna, &format!("/subscription/success?subscription_id={id}&ba_token=x&token=x")).await;
    assert_eq!(back.header("location"), Some("/subscription?over=1"));
    let page = world.get(&anna, "/subscription?over=1").await;
    assert!(page.has("Diese Bestellung gilt nicht mehr. Es wurde nichts abgebucht") && page.has("Jetzt upgraden"));
}

#[tokio::test]
async fn the_order_names_price_term_and_the_duty_to_pay() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let page = world.get(&anna, "/subscription/order").await;
    for text in
        ["Zahlungspflichtig abonnieren", "3,99 € pro Monat inkl. MwSt.", "Ein Monat", "Sofort nach deiner Zustimmung"]
    {
        assert!(page.has(text), "{text}");
    }
    assert!(page.has("name=\"confirmed\""));
}

#[tokio::test]
async fn coming_back_takes_the_tokens_out_of_the_address_and_believes_none() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let forged = world.get(&anna, "/subscription/success?subscription_id=I-0&ba_token=BA-0&token=0").await;
    let clean = "/subscription/success?subscription_id=I-0";
    assert_eq!((forged.status, forged.header("location")), (StatusCode::FOUND, Some(clean)));
    assert_eq!(world.get(&anna, clean).await.header("location"), Some("/subscription"));
    assert_eq!(world.get(&anna, "/subscription/success").await.header("location"), Some("/subscription"));
    let url = subscription::order(&world.backend, &anna, true).await.unwrap();
    let waiting = world.get(&anna, "/subscription/success").await;
    assert!(waiting.has("Aktivierung läuft...") && waiting.has("url=/subscription/success?wait=1"));
    let later = world.get(&anna, "/subscription/success?wait=12").await;
    assert_eq!(later.header("location"), Some("/subscription"), "nobody approved it");
    let sandbox = world.backend.payment.sandbox().unwrap();
    sandbox.set_calls(Calls::Away);
    let unknown = world.get(&anna, "/subscription/success?wait=12").await;
    assert!(unknown.has("Zahlung erfolgreich") && unknown.has("kann einige Minuten dauern"));
    sandbox.set_calls(Calls::Answer);
    let token = url.split_once("ba_token=").unwrap().1.to_owned();
    sandbox.approve(&token).await.unwrap();
    let id = token.replace("BA-", "I-");
    let back = world.get(&anna, &format!("/subscription/success?subscription_id={id}&ba_token={token}&token=x")).await;
    let clean = format!("/subscription/success?subscription_id={id}");
    assert_eq!(back.header("location"), Some(clean.as_str()));
    let page = world.get(&anna, &clean).await;
    assert!(page.has("Willkommen bei Tagesecho Pro!") && page.has("Bis zu 3 Fotos") && !page.has("BA-"));
    let another = world.get(&anna, "/subscription/success?subscription_id=I-0").await;
    assert_eq!(another.header("location"), Some("/subscription"), "only the named order is welcomed");
}

#[tokio::test]
async fn the_sandbox_asks_for_approval_in_its_own_name() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let url = subscription::order(&world.backend, &anna, true).await.unwrap();
    let path = &url[url.find("/sandbox").unwrap()..];
    let page = world.get(&Viewer::Guest, path).await;
    for text in ["Testmodus – es wird nichts abgebucht", "3,99 € pro Monat", "Zustimmen und abonnieren", "Abbrechen"]
    {
        assert!(page.has(text), "{text}");
    }
    assert_eq!(world.get(&Viewer::Guest, "/sandbox/paypal/approve?ba_token=BA-0").await.status, StatusCode::GONE);
}

#[tokio::test]
async fn only_free_accounts_with_five_entries_hear_of_pro_and_in_one_place() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let card = "Mehr Platz für deine Tage";
    for (entries, is_told) in [(0, false), (1, false), (4, false), (5, true)] {
        let anna = with_entries(&anna, entries);
        assert_eq!(world.get(&anna, "/dashboard").await.has(card), is_told, "{entries}");
        let editor = world.get(&anna, "/create").await.html.matches("<p class=\"pro-line\">").count();
        assert_eq!(editor, usize::from(is_told), "{entries}");
        assert_eq!(world.get(&anna, "/calendar?day=2026-10-01").await.has("mit Pro nachtragen"), is_told, "{entries}");
    }
    let anna = with_entries(&anna, 5);
    assert!(!world.get(&anna, "/friends").await.has(card));
    let entry = world.write_with_photo(&anna, text("Mit Foto")).await;
    let editor = world.get(&anna, &format!("/edit/{}", entry.id)).await;
    assert!(
        editor.has("Mit Pro sind es drei Fotos am Tag.") && editor.html.matches("<p class=\"pro-line\">").count() == 1
    );
    let Viewer::User(mut account) = anna.clone() else { unreachable!() };
    account.hides_pro_card = true;
    assert!(!world.get(&Viewer::User(account.clone()), "/dashboard").await.has(card));
    account.hides_pro_card = false;
    account.plan = domain::Plan::Pro;
    assert!(!world.get(&Viewer::User(account), "/dashboard").await.has(card));
}
