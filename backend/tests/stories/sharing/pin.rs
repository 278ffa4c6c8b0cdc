//! Links with a PIN: what they show without it, and how seldom it can be tried.

use super::{ADDRESS, full_entry, real_limits};
use crate::world::{World, diary::code};
use backend::{
    Viewer, entries,
    sharing::{self, Visitor, create, open_audio, open_media, unlock, update_options},
};
use chrono::TimeDelta;
use domain::{Entry, EntryId, Language, LinkForm, PinChange, ShareOptions, media::Rendition};
use futures::future::join_all;

const PIN: &str = "2468";

fn with(pin: PinChange) -> LinkForm {
    LinkForm { pin: Some(pin), ..LinkForm::default() }
}

fn set(pin: &str) -> LinkForm {
    with(PinChange::Set(pin.into()))
}

fn typed<'a>(address: &'a str, pin: &'a str) -> Visitor<'a> {
    Visitor { pin: Some(pin), ..Visitor::from(address) }
}

fn shows(pass: &str) -> Visitor<'_> {
    Visitor { pass: Some(pass), ..Visitor::from(ADDRESS) }
}

async fn guarded(w: &World, anna: &Viewer) -> (Entry, String) {
    let entry = full_entry(w, anna).await;
    let everything = ShareOptions { original_text: true, audio: true, ..ShareOptions::default() };
    let form = LinkForm { options: Some(everything), ..set(PIN) };
    let token = create(&w.backend, anna, entry.id, form).await.unwrap();
    (entry, token)
}

/// The answers of all addresses of a link to a guest.
async fn all(w: &World, token: &str, entry: &Entry, visitor: Visitor<'_>) -> Vec<&'static str> {
    let (backend, guest, image) = (&w.backend, &Viewer::Guest, entry.images[1].id);
    let mut said = vec![
        code(sharing::open(backend, guest, token, visitor, Language::De).await),
        code(open_media(backend, guest, token, image, Rendition::Thumbnail, visitor).await),
        code(open_audio(backend, guest, token, visitor).await),
        code(sharing::card(backend, guest, token, visitor).await),
    ];
    said.dedup();
    said
}

async fn pass(w: &World, token: &str) -> String {
    unlock(&w.backend, &Viewer::Guest, token, typed(ADDRESS, PIN)).await.unwrap().unwrap().value
}

async fn change(w: &World, anna: &Viewer, id: EntryId, form: LinkForm) {
    update_options(&w.backend, anna, id, form).await.unwrap();
}

story!(a_link_with_a_pin_shows_nothing_without_it, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let (entry, token) = guarded(&w, &anna).await;
    assert_eq!(all(&w, &token, &entry, ADDRESS.into()).await, ["pin_needed"]);
    assert_eq!(all(&w, &token, &entry, typed(ADDRESS, "8642")).await, ["pin_wrong"]);
    assert_eq!(all(&w, &token, &entry, typed(ADDRESS, "")).await, ["pin_wrong"]);
    assert_eq!(all(&w, &token, &entry, shows("bm9uc2Vuc2U.bm9uc2Vuc2U")).await, ["pin_needed"]);
    assert_eq!(all(&w, &token, &entry, typed(ADDRESS, PIN)).await, ["ok"]);
    assert_eq!(all(&w, &token, &entry, shows(&pass(&w, &token).await)).await, ["ok"]);
    let other = sharing::open(&w.backend, &ben, &token, ADDRESS, Language::De).await;
    assert_eq!(code(other), "pin_needed", "an account is no PIN");
    let own = sharing::open(&w.backend, &anna, &token, ADDRESS, Language::De).await.unwrap();
    assert_eq!((own.own, own.has_pin), (Some(entry.id), true), "its owner knows what is in it");
    assert_eq!(code(unlock(&w.backend, &Viewer::Guest, "x", typed(ADDRESS, PIN)).await), "link_not_found");
});

story!(a_pass_is_of_one_link_and_one_pin_and_ends_after_a_day, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let ((entry, token), (his, his_token)) = (guarded(&w, &anna).await, guarded(&w, &ben).await);
    let first = pass(&w, &token).await;
    assert_eq!(all(&w, &his_token, &his, shows(&first)).await, ["pin_needed"], "the same PIN is another one there");

    change(&w, &anna, entry.id, ShareOptions::default().into()).await;
    let looked = sharing::open(&w.backend, &Viewer::Guest, &token, shows(&first), Language::De).await;
    assert_eq!(code(looked), "ok", "what the link shows is nothing that a PIN is about");
    change(&w, &anna, entry.id, set(PIN)).await;
    assert_eq!(all(&w, &token, &entry, shows(&first)).await, ["pin_needed"], "set anew is changed");

    let second = pass(&w, &token).await;
    w.later(TimeDelta::hours(24) - TimeDelta::seconds(1));
    assert_eq!(code(sharing::card(&w.backend, &Viewer::Guest, &token, shows(&second)).await), "ok");
    w.later(TimeDelta::seconds(1));
    assert_eq!(all(&w, &token, &entry, shows(&second)).await, ["pin_needed"]);

    change(&w, &anna, entry.id, with(PinChange::Remove)).await;
    assert_eq!(code(sharing::card(&w.backend, &Viewer::Guest, &token, ADDRESS).await), "ok");
    assert!(unlock(&w.backend, &Viewer::Guest, &token, typed(ADDRESS, PIN)).await.unwrap().is_none());
});

story!(an_invalid_pin_changes_nothing_and_no_pin_is_shown_again, |w| async move {
    let anna = w.person("anna").await;
    let (entry, token) = guarded(&w, &anna).await;
    for bad in ["", "123", "123456789", "12 34", "abcd", "١٢٣٤"] {
        assert_eq!(code(update_options(&w.backend, &anna, entry.id, set(bad)).await), "invalid_pin", "{bad}");
    }
    assert_eq!(all(&w, &token, &entry, typed(ADDRESS, PIN)).await, ["ok"]);
    let own = entries::open(&w.backend, &anna, entry.id).await.unwrap();
    assert!(own.share_link.as_ref().unwrap().has_pin);
    let (salt, hash): (Vec<u8>, Vec<u8>) =
        w.backend.db.read("SELECT pin_salt, pin_hash FROM share_links").fetch_one().await.unwrap();
    for stored in [salt, hash] {
        assert!(!stored.windows(PIN.len()).any(|part| part == PIN.as_bytes()));
    }
});

story!(pins_are_guessed_ten_times_an_hour_from_an_address_and_fifty_times_at_a_link, real_limits, |w| async move {
    let anna = w.person("anna").await;
    let (entry, token) = guarded(&w, &anna).await;
    let known = pass(&w, &token).await;
    let ask = async |address: &str, pin: &str| {
        code(sharing::open(&w.backend, &Viewer::Guest, &token, typed(address, pin), Language::De).await)
    };
    for _ in 0..10 {
        assert_eq!(ask(ADDRESS, "0000").await, "pin_wrong");
    }
    assert_eq!(ask(ADDRESS, PIN).await, "too_many_requests", "the right one, too: nobody learns which it is");
    assert_eq!(all(&w, &token, &entry, shows(&known)).await, ["ok"], "who is in stays in");

    // A network of IPv6 is one address.
    for n in 0..10 {
        assert_eq!(ask(&format!("2001:db8:1:2::{n}"), "0000").await, "pin_wrong");
    }
    assert_eq!(ask("2001:db8:1:2:ffff::1", "0000").await, "too_many_requests");
    for n in 0..30 {
        assert_eq!(ask(&format!("203.0.114.{n}"), PIN).await, "ok", "right ones cost nothing");
        assert_eq!(ask(&format!("198.51.100.{n}"), "0000").await, "pin_wrong");
    }
    assert_eq!(ask("203.0.113.7", PIN).await, "too_many_requests", "fifty for the link, from wherever");
    change(&w, &anna, entry.id, set("1357")).await;
    assert_eq!(ask(ADDRESS, "1357").await, "ok", "who was given the new one is not kept out by tries of the old one");
    for n in 0..50 {
        assert_eq!(ask(&format!("198.51.101.{n}"), "0000").await, "pin_wrong");
    }
    assert_eq!(ask("203.0.113.8", "1357").await, "too_many_requests");

    w.later(TimeDelta::minutes(72) / 60);
    assert_eq!(ask("203.0.113.9", " 13 57 ").await, "ok", "one comes back after the other");
    assert_eq!(ask("203.0.113.9", "0000").await, "pin_wrong");
    assert_eq!(ask("203.0.113.9", "1357").await, "too_many_requests");
});

story!(right_pins_give_their_own_try_back_and_no_wrong_one, real_limits, |w| async move {
    let anna = w.person("anna").await;
    let (_, token) = guarded(&w, &anna).await;
    let ask = async |pin: &str| {
        code(sharing::open(&w.backend, &Viewer::Guest, &token, typed(ADDRESS, pin), Language::De).await)
    };
    for _ in 0..60 {
        assert_eq!(ask(PIN).await, "ok", "a family behind one address");
    }
    for _ in 0..10 {
        assert_eq!(ask("0000").await, "pin_wrong");
        if ask(PIN).await == "too_many_requests" {
            break;
        }
    }
    assert_eq!(ask("0000").await, "too_many_requests", "ten wrong ones, however many right ones between");
    assert_eq!(failures(&w, &anna).await, 10);
});

/// The number of wrong PINs that the owner sees.
async fn failures(w: &World, anna: &Viewer) -> i64 {
    let (id,): (uuid::Uuid,) = w.backend.db.read("SELECT entry_id FROM share_links").fetch_one().await.unwrap();
    sharing::state(&w.backend, anna, EntryId(id)).await.unwrap().pin_failures
}

story!(a_hundred_wrong_pins_close_a_link_however_slowly, real_limits, |w| async move {
    let anna = w.person("anna").await;
    let (entry, token) = guarded(&w, &anna).await;
    let known = pass(&w, &token).await;
    let another = w.another_server().await;
    for n in 0..100 {
        w.later(TimeDelta::minutes(10));
        let backend = if n % 2 == 0 { &w.backend } else { &another };
        let tried = sharing::card(backend, &Viewer::Guest, &token, typed(ADDRESS, "0000")).await;
        assert_eq!(code(tried), "pin_wrong", "{n}");
    }
    assert_eq!(failures(&w, &anna).await, 100);
    for visitor in [typed(ADDRESS, PIN), typed(ADDRESS, "0000"), shows(&known), ADDRESS.into()] {
        assert_eq!(all(&w, &token, &entry, visitor).await, ["pin_spent"], "the right one and the cookie as well");
    }
    assert_eq!(code(unlock(&w.backend, &Viewer::Guest, &token, typed(ADDRESS, PIN)).await), "pin_spent");
    assert_eq!(failures(&w, &anna).await, 100);
    assert_eq!(code(sharing::open(&w.backend, &anna, &token, ADDRESS, Language::De).await), "ok", "not to its owner");

    change(&w, &anna, entry.id, ShareOptions::default().into()).await;
    assert_eq!(code(sharing::card(&w.backend, &Viewer::Guest, &token, ADDRESS).await), "pin_spent");
    create(&w.backend, &anna, entry.id, set(PIN)).await.unwrap();
    assert_eq!(failures(&w, &anna).await, 0);
    assert_eq!(code(sharing::card(&w.backend, &Viewer::Guest, &token, typed(ADDRESS, PIN)).await), "ok");
});

story!(wrong_pins_at_the_same_time_are_all_counted_and_no_more_than_close_the_link, |w| async move {
    let anna = w.person("anna").await;
    let (_, token) = guarded(&w, &anna).await;
    w.backend.db.write("UPDATE share_links SET pin_failures = 80").execute().await.unwrap();
    let another = w.another_server().await;
    let tries = (0..40).map(|n| {
        let (backend, token) = (if n % 2 == 0 { w.backend.clone() } else { another.clone() }, token.clone());
        tokio::spawn(async move {
            let address = format!("198.51.100.{n}");
            code(unlock(&backend, &Viewer::Guest, &token, typed(&address, "0000")).await)
        })
    });
    let said: Vec<_> = join_all(tries).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(said.iter().filter(|code| **code == "pin_wrong").count(), 20, "{said:?}");
    assert_eq!(said.iter().filter(|code| **code == "pin_spent").count(), 20);
    assert_eq!(failures(&w, &anna).await, 100);
});

story!(guesses_at_the_same_time_are_no_more, real_limits, |w| async move {
    let anna = w.person("anna").await;
    let (_, token) = guarded(&w, &anna).await;
    let tries = (0..40).map(|n| {
        let (w, token) = (w.clone(), token.clone());
        tokio::spawn(async move {
            let pin = format!("{n:04}");
            code(unlock(&w.backend, &Viewer::Guest, &token, typed(ADDRESS, &pin)).await)
        })
    });
    let said: Vec<_> = join_all(tries).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(said.iter().filter(|code| **code == "pin_wrong").count(), 10, "{said:?}");
    assert_eq!(said.iter().filter(|code| **code == "too_many_requests").count(), 30);
});

story!(a_pin_throttles_no_other_link_and_no_wrong_token, real_limits, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let ((_, hers), (_, his)) = (guarded(&w, &anna).await, guarded(&w, &ben).await);
    for _ in 0..11 {
        drop(unlock(&w.backend, &Viewer::Guest, &hers, typed(ADDRESS, "0000")).await);
    }
    assert_eq!(code(unlock(&w.backend, &Viewer::Guest, &hers, typed(ADDRESS, PIN)).await), "too_many_requests");
    assert_eq!(code(unlock(&w.backend, &Viewer::Guest, &his, typed(ADDRESS, PIN)).await), "ok");
    assert_eq!(code(sharing::card(&w.backend, &Viewer::Guest, "x", ADDRESS).await), "link_not_found");
});
