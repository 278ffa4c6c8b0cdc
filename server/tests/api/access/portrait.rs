//! The picture of a person, asked for by its address, which anybody may have copied.

use super::{
    actors::{Actor, Cast},
    kinds::{Asks, Body},
    model::Relationship,
};
use crate::world::{
    form::{Form, PHOTO},
    world,
};
use http::Method;

#[tokio::test]
async fn a_portrait_is_for_registered_people_without_a_block_before_any_304() {
    let world = world().await;
    let (mut cast, _) = Cast::write(&world, &Actor::ALL).await;
    let form = Form::default().field("firstName", "Anna").field("lastName", "Berger").part(
        "name=\"profileImage\"; filename=\"ich.jpg\"",
        Some("image/jpeg"),
        PHOTO,
    );
    let user = world.form_as(cast.person(Actor::Owner), Method::PATCH, "/api/profile", form).await.expect(200);
    let path = user["profileImageUrl"].as_str().unwrap().to_owned();
    let own = cast.send(&world, Actor::Owner, &Method::GET, &path, Body::None, &Asks::Plainly).await;
    let (_, file) = path.rsplit_once("/media/").unwrap();
    cast.etags.insert(file.to_owned(), own.header("etag").to_owned());
    for actor in Actor::ALL {
        for asks in [Asks::Plainly, Asks::Again, Asks::ForPart] {
            let reply = cast.send(&world, actor, &Method::GET, &path, Body::None, &asks).await;
            let status = reply.status.as_u16();
            match actor.tie_by_cookie() {
                Relationship::Guest => reply.refused(401, "unauthenticated"),
                Relationship::Blocked => reply.refused(404, "media_not_found"),
                _ => assert!([200, 206, 304].contains(&status), "{actor:?} {asks:?} {status}"),
            }
        }
    }
}
