//! The database behind a network that refuses, says nothing, or breaks off.

use super::{
    cluster::{self, Cluster},
    crash::people,
    people::Person,
    program::Program,
    proxy::{Proxy, Way},
    random, rounds,
};
use serde_json::json;
use std::{
    thread,
    time::{Duration, Instant},
};

/// The requirement is two seconds; the rest is for a machine that does much else.
const ENDS: Duration = Duration::from_millis(2500);
const WELL_AGAIN: Duration = Duration::from_secs(2);

/// Reads and writes of everybody, and the longest that one took. Each is done, or put off in words.
fn all_at_once(program: &Program, people: &mut [Person]) -> Duration {
    let address = program.address;
    thread::scope(|scope| {
        let work = |person| {
            let person: &mut Person = person;
            scope.spawn(move || {
                let read = person.request(address, "GET", "/api/entries/today", &json!({})).expect("an answer");
                assert!(read.status == 200 || read.is_for_later(), "{}: {}", read.status, read.json());
                let saved = person.save(address).expect("an answer");
                read.time.max(saved.time)
            })
        };
        let all: Vec<_> = people.iter_mut().map(work).collect();
        all.into_iter().map(|one| one.join().unwrap()).max().unwrap()
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_without_a_database_end_soon_and_recover_soon_after() {
    let (folder, rounds, cluster) = (tempfile::tempdir().unwrap(), rounds(3), Cluster::start());
    let proxy = Proxy::start(cluster.port).await;
    let url = cluster::url(proxy.port);
    let mut program = Program::start(folder.path(), Some(&url));
    let mut people = tokio::task::block_in_place(|| people(&program, folder.path(), Some(&url), 8));
    let (mut longest, mut latest) = (Duration::ZERO, Duration::ZERO);
    for round in 0..rounds {
        let way = [Some(Way::Stall), Some(Way::Refuse), None][round as usize % 3];
        tokio::task::block_in_place(|| {
            thread::scope(|scope| {
                let under_way = scope.spawn(|| all_at_once(&program, &mut people));
                thread::sleep(Duration::from_millis(random(60)));
                way.map_or_else(|| proxy.reset(), |way| proxy.set(way));
                longest = longest.max(under_way.join().unwrap());
            });
            if way.is_some() {
                longest = longest.max(all_at_once(&program, &mut people));
                let (live, ready) = (program.get("/livez", "").unwrap(), program.get("/readyz", "").unwrap());
                assert_eq!((live.status, ready.status), (200, 503));
                assert!(live.time < Duration::from_secs(1) && ready.is_for_later(), "{live:?} {ready:?}");
                longest = longest.max(ready.time);
                proxy.set(Way::Pass);
            }
            let again = Instant::now();
            while program.get("/api/entries/today", people[0].cookie()).unwrap().status != 200 {
                assert!(again.elapsed() < WELL_AGAIN, "{way:?}: it is not well again");
                thread::sleep(Duration::from_millis(20));
            }
            latest = latest.max(again.elapsed());
            assert!(program.lives());
            // A save whose answer was lost may still wait for a lock there.
            for person in &mut people {
                person.find(&program);
            }
        });
        assert!(longest < ENDS, "{way:?}: a request took {longest:?}");
    }
    println!(
        "chaos: database away: {rounds} rounds, longest answer {longest:.2?}, well again after {latest:.2?} at most"
    );
}
