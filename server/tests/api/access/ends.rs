//! Access ends at the next request, even with the page open, the pictures known and the sound playing.

use super::{
    actors::{Actor, Cast},
    kinds::{Asks, Body},
    model::State,
    planted::Diary,
};
use crate::world::{World, world};
use http::Method;
use serde_json::json;

#[derive(Clone, Copy, Debug)]
enum End {
    OwnerEndsFriendship,
    FriendEndsIt,
    OwnerBlocks,
    FriendBlocks,
    FewerReaders,
    Deleted,
}

/// Everything that the friend's open page asks for again.
async fn asked_again(world: &World, cast: &Cast, diary: &Diary) -> Vec<(String, Asks, u16)> {
    let entry = diary.entry(State::Friends);
    let mut all = Vec::new();
    for path in [format!("/api/entries/{}", entry.id), format!("/entry/{}", entry.id)] {
        all.push((path, Asks::Plainly));
    }
    for path in diary.files_of(State::Friends) {
        all.extend([Asks::Plainly, Asks::Again, Asks::ForPart].map(|asks| (path.clone(), asks)));
    }
    let mut answered = Vec::new();
    for (path, asks) in all {
        let reply = cast.send(world, Actor::Friend, &Method::GET, &path, Body::None, &asks).await;
        answered.push((path, asks, reply.status.as_u16()));
    }
    answered
}

async fn happens(world: &World, cast: &Cast, diary: &Diary, end: End) {
    let entry = format!("/api/entries/{}", diary.entry(State::Friends).id);
    let (owner, friend) = (cast.id(world, Actor::Owner).await, cast.id(world, Actor::Friend).await);
    let (who, method, path, body) = match end {
        End::OwnerEndsFriendship => (Actor::Owner, Method::DELETE, format!("/api/friends/{friend}"), Body::None),
        End::FriendEndsIt => (Actor::Friend, Method::DELETE, format!("/api/friends/{owner}"), Body::None),
        End::OwnerBlocks => return cast.block(world, Actor::Owner, Actor::Friend).await,
        End::FriendBlocks => return cast.block(world, Actor::Friend, Actor::Owner).await,
        End::FewerReaders => {
            let body = Body::Json(json!({ "visibility": "private" }));
            (Actor::Owner, Method::PUT, format!("{entry}/visibility"), body)
        }
        End::Deleted => (Actor::Owner, Method::DELETE, entry, Body::None),
    };
    let reply = cast.send(world, who, &method, &path, body, &Asks::Plainly).await;
    assert!(reply.status.is_success(), "{end:?}: {}", reply.text());
}

#[tokio::test]
async fn access_ends_at_the_next_request_for_pages_pictures_and_sound() {
    for end in [
        End::OwnerEndsFriendship,
        End::FriendEndsIt,
        End::OwnerBlocks,
        End::FriendBlocks,
        End::FewerReaders,
        End::Deleted,
    ] {
        let world = world().await;
        let (cast, diary) = Cast::write(&world, &[Actor::Friend]).await;
        for (path, asks, status) in asked_again(&world, &cast, &diary).await {
            assert!([200, 206, 304].contains(&status), "{end:?}: {path} {asks:?} {status}");
        }
        let link = format!("/shared/{}", diary.entry(State::Friends).token);
        happens(&world, &cast, &diary, end).await;
        let expected = if matches!(end, End::Deleted) { 404 } else { 403 };
        for (path, asks, status) in asked_again(&world, &cast, &diary).await {
            assert_eq!(status, expected, "{end:?}: {path} {asks:?}");
        }
        let shared = cast.send(&world, Actor::Friend, &Method::GET, &link, Body::None, &Asks::Plainly).await;
        let still = if matches!(end, End::Deleted) { 404 } else { 200 };
        assert_eq!(shared.status, still, "{end:?}: a secret link is another matter");
    }
}
