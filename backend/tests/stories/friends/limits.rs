//! How many friends, how many requests, how often.

use crate::world::{World, diary::code, friendships::id};
use backend::{
    Settings, Viewer,
    friends::{Sought, Whom, accept, count_incoming, search, send_request, withdraw},
};
use chrono::TimeDelta;
use domain::{UserId, limits};
use uuid::Uuid;

fn as_in_production(settings: &mut Settings) {
    settings.throttle_factor = 1;
    settings.sign_ups_per_hour = 1000;
}

impl World {
    /// People who only exist.
    async fn crowd(&self, count: u16) -> Vec<UserId> {
        let mut tx = self.backend.db.begin().await.unwrap();
        let mut crowd = Vec::new();
        for n in 0..count {
            let id = Uuid::new_v4();
            let name = format!("crowd{n}");
            tx.query(
                "INSERT INTO users (id, uid, email, email_folded, username, first_name, last_name, display_name, \
                 default_visibility, zone, day_end_minutes, language, valid_since, created_at, data_key) \
                 VALUES ($1, $2, $2, $2, $2, 'A', 'B', 'A B', 'private', 'Europe/Berlin', 0, 'de', $3, $3, $4)",
            )
            .bind(id)
            .bind(name)
            .bind(self.clock.now())
            .bind(Vec::<u8>::new())
            .execute()
            .await
            .unwrap();
            crowd.push(UserId(id));
        }
        tx.commit().await.unwrap();
        crowd
    }

    async fn tie_all(&self, person: &Viewer, others: &[UserId]) {
        let mut tx = self.backend.db.begin().await.unwrap();
        for other in others {
            let sql = "INSERT INTO friendships (user_id, friend_id, created_at) VALUES ($1, $2, $3), ($2, $1, $3)";
            tx.query(sql).bind(id(person).0).bind(other.0).bind(self.clock.now()).execute().await.unwrap();
        }
        tx.commit().await.unwrap();
    }
}

story!(nobody_has_more_than_a_thousand_friends, |w| async move {
    let (anna, ben, carla) = (w.person("anna").await, w.person("ben").await, w.person("carla").await);
    let crowd = w.crowd(limits::FRIENDS - 1).await;
    w.tie_all(&anna, &crowd).await;
    let bens = w.ask(&ben, &anna).await.unwrap().request.id;
    let carlas = w.ask(&carla, &anna).await.unwrap().request.id;
    let (one, two) = tokio::join!(accept(&w.backend, &anna, bens), accept(&w.backend, &anna, carlas));
    let mut codes = [code(one), code(two)];
    codes.sort_unstable();
    assert_eq!(codes, ["ok", "too_many_friends"], "the last place is taken once");
    assert_eq!(w.friends_of(&anna).await.len(), usize::from(limits::FRIENDS));
    assert_eq!(w.incoming(&anna).await.len(), 1, "the other request still waits");

    let dora = w.person("dora").await;
    assert_eq!(code(w.ask(&anna, &dora).await), "too_many_friends");
    let to_her = w.ask(&dora, &anna).await.unwrap().request;
    assert_eq!(to_her.addressee.id, id(&anna), "asking her is no answer about her");
    assert_eq!(code(accept(&w.backend, &anna, to_her.id).await), "too_many_friends");
});

story!(a_hundred_requests_stand_at_most, |w| async move {
    let anna = w.person("anna").await;
    let crowd = w.crowd(limits::PENDING_REQUESTS + 1).await;
    let mut last = None;
    for other in &crowd[..100] {
        last = Some(send_request(&w.backend, &anna, &Whom::User(*other)).await.unwrap().request.id);
    }
    assert_eq!(code(send_request(&w.backend, &anna, &Whom::User(crowd[100])).await), "too_many_pending");
    assert_eq!(code(send_request(&w.backend, &anna, &Whom::User(crowd[0])).await), "ok", "that one stands already");
    withdraw(&w.backend, &anna, last.unwrap()).await.unwrap();
    assert_eq!(code(send_request(&w.backend, &anna, &Whom::User(crowd[100])).await), "ok");
});

story!(the_mark_counts_no_further_than_it_can_show, |w| async move {
    let anna = w.person("anna").await;
    for (n, other) in w.crowd(limits::COUNTED_REQUESTS + 5).await.into_iter().enumerate() {
        let sql = "INSERT INTO friend_requests (id, requester_id, addressee_id, created_at) VALUES ($1, $2, $3, $4)";
        let insert = w.backend.db.write(sql).bind(Uuid::new_v4()).bind(other.0).bind(id(&anna).0);
        insert.bind(w.clock.now() + TimeDelta::seconds(i64::try_from(n).unwrap())).execute().await.unwrap();
    }
    assert_eq!(count_incoming(&w.backend, &anna).await.unwrap(), limits::COUNTED_REQUESTS + 1);
});

story!(an_account_searches_thirty_times_in_ten_minutes, as_in_production, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let sought = Sought::parse("nobody");
    for _ in 0..30 {
        assert_eq!(code(search(&w.backend, &anna, &sought).await), "user_not_found");
    }
    assert_eq!(code(search(&w.backend, &anna, &sought).await), "too_many_requests");
    assert_eq!(code(search(&w.backend, &ben, &sought).await), "user_not_found", "another one may");
    w.later(TimeDelta::seconds(20));
    assert_eq!(code(search(&w.backend, &anna, &sought).await), "user_not_found");
});

story!(an_account_asks_thirty_times_an_hour, as_in_production, |w| async move {
    let anna = w.person("anna").await;
    let whom = Whom::User(UserId(Uuid::nil()));
    for _ in 0..30 {
        assert_eq!(code(send_request(&w.backend, &anna, &whom).await), "user_not_found");
    }
    assert_eq!(code(send_request(&w.backend, &anna, &whom).await), "too_many_requests");
});
