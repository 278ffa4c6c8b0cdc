//! The people that a search finds, and what a result says about them.

use crate::world::{diary::code, friendships::id};
use backend::friends::{Sought, decline, friends, search};
use domain::Standing;

story!(somebody_is_found_by_the_whole_address_or_the_whole_name, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let is_address = |typed: &str| typed.contains("@e") || typed.contains("@E");
    for typed in ["ben@example.org", " BEN@Example.ORG ", "ben.beispiel", " Ben.Beispiel ", "@ben.beispiel"] {
        let found = search(&w.backend, &anna, &Sought::parse(typed)).await.unwrap();
        assert_eq!((found.person.id, found.standing), (id(&ben), Standing::Stranger), "{typed}");
        assert_eq!(found.email.as_deref(), is_address(typed).then(|| typed.trim()), "only what was typed");
        let told = serde_json::to_string(&found).unwrap();
        assert_eq!(told.to_lowercase().contains("example.org"), is_address(typed));
        assert_eq!(found.email_confirmed, is_address(typed).then_some(false), "nobody has confirmed it");
    }
    for typed in ["ben", "ben@", "ben.beispie", "ben%", "_en.beispiel", "@", "ben@example.com", "ben\0", "Ben Beispiel"]
    {
        assert_eq!(code(search(&w.backend, &anna, &Sought::parse(typed)).await), "user_not_found", "{typed}");
    }
    for typed in ["", "  "] {
        assert_eq!(code(search(&w.backend, &anna, &Sought::parse(typed)).await), "search_empty");
    }
});

story!(a_search_says_how_the_two_stand, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let bens = Sought::Username("ben.beispiel".into());
    let annas = Sought::Username("anna.beispiel".into());
    assert_eq!(search(&w.backend, &anna, &annas).await.unwrap().standing, Standing::Oneself);
    let request = w.ask(&anna, &ben).await.unwrap().request;
    for (viewer, sought, expected) in [(&anna, &bens, Standing::Requested), (&ben, &annas, Standing::Incoming)] {
        let found = search(&w.backend, viewer, sought).await.unwrap();
        assert_eq!((found.standing, found.request_id), (expected, Some(request.id)));
    }
    decline(&w.backend, &ben, request.id).await.unwrap();
    let found = search(&w.backend, &ben, &annas).await.unwrap();
    assert_eq!((found.standing, found.request_id), (Standing::Stranger, None));
    assert_eq!(search(&w.backend, &anna, &bens).await.unwrap().standing, Standing::Requested);
    w.ask(&ben, &anna).await.unwrap();
    for (viewer, sought) in [(&anna, &bens), (&ben, &annas)] {
        let found = search(&w.backend, viewer, sought).await.unwrap();
        assert_eq!((found.standing, found.request_id, found.since), (Standing::Friend, None, Some(w.clock.now())));
    }
});

story!(the_two_people_of_a_block_do_not_find_each_other, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let sql = "INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES ($1, $2, $3)";
    w.backend.db.write(sql).bind(id(&anna).0).bind(id(&ben).0).bind(w.clock.now()).execute().await.unwrap();
    for (viewer, name) in [(&anna, "ben"), (&ben, "anna")] {
        for typed in [format!("{name}@example.org"), format!("{name}.beispiel")] {
            assert_eq!(code(search(&w.backend, viewer, &Sought::parse(&typed)).await), "user_not_found");
        }
    }
});

story!(friends_are_listed_by_their_names, |w| async move {
    let anna = w.person("anna").await;
    for name in ["zoe", "ägidius", "Bodo", "änne"] {
        w.make_friends(&anna, &w.person(name).await).await;
    }
    let names: Vec<_> =
        friends(&w.backend, &anna).await.unwrap().into_iter().map(|friend| friend.person.first_name).collect();
    assert_eq!(names, ["Ägidius", "Änne", "Bodo", "Zoe"]);
});
