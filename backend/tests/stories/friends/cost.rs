//! Lists between people use their indexes and read no row that is not shown.

use crate::world::{
    Engine,
    crowd::Crowd,
    friendships::id,
    plans::{explained, scans, steps},
    start,
};
use backend::{entries::statement_of_shown, friends::OF_INCOMING};
use chrono::TimeDelta;
use uuid::Uuid;

story!(declined_requests_cost_nothing, |w| async move {
    let anna = w.person("anna").await;
    Crowd { people: 3000, friends: 2, entries: 0 }.gather(&w.backend.db, &anna).await;
    let analyze = if w.backend.db.engine() == Engine::Sqlite { "ANALYZE" } else { "ANALYZE friend_requests" };
    for sql in [
        "INSERT INTO friend_requests (id, requester_id, addressee_id, created_at, declined_at) \
         SELECT id, id, $1, created_at, created_at FROM users WHERE id <> $1",
        "UPDATE friend_requests SET declined_at = NULL WHERE addressee_id = $1 AND requester_id IN \
         (SELECT id FROM users WHERE username LIKE 'crowd9_')",
    ] {
        w.backend.db.write(sql).bind(id(&anna).0).execute().await.unwrap();
    }
    w.backend.db.write(analyze).execute().await.unwrap();
    for sql in OF_INCOMING {
        let sql = explained(&w.backend.db, sql);
        let query = w.backend.db.read(sql).bind(id(&anna).0).bind(51_i64).bind(start() - TimeDelta::days(30));
        let plan = steps(&w, query).await;
        let shown = plan.join("\n");
        assert!(shown.contains("friend_requests_incoming") && scans(&plan).is_empty(), "{shown}");
    }
    assert_eq!(w.incoming(&anna).await.len(), 10);
});

story!(the_list_of_a_persons_entries_uses_an_index, |w| async move {
    let anna = w.person("anna").await;
    Crowd { people: 1000, friends: 2, entries: 20_000 }.gather(&w.backend.db, &anna).await;
    for (to_friends, index) in [(true, "entries_shown"), (false, "entries_public_of")] {
        for is_behind in [false, true] {
            let sql = explained(&w.backend.db, statement_of_shown(to_friends, is_behind));
            let query = w.backend.db.read(sql).bind(id(&anna).0).bind(21_i64);
            let query = if is_behind { query.bind(start() - TimeDelta::days(9)).bind(Uuid::max()) } else { query };
            let plan = steps(&w, query).await;
            let shown = plan.join("\n");
            assert!(shown.contains(index) && scans(&plan).is_empty(), "{index} in\n{shown}");
        }
    }
});
