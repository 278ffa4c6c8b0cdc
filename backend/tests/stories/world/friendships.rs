//! Friendships of a story, made by the use cases.

use super::World;
use backend::{
    Result, Viewer,
    friends::{self, Sent, Whom},
};
use domain::{Friend, FriendRequest, UserId};

pub fn id(viewer: &Viewer) -> UserId {
    viewer.user_id().unwrap()
}

impl World {
    /// Makes a friendship: one asks, the other accepts.
    pub async fn make_friends(&self, one: &Viewer, other: &Viewer) {
        let sent = self.ask(one, other).await.unwrap();
        friends::accept(&self.backend, other, sent.request.id).await.unwrap();
    }

    pub async fn ask(&self, one: &Viewer, other: &Viewer) -> Result<Sent> {
        friends::send_request(&self.backend, one, &Whom::User(id(other))).await
    }

    pub async fn friends_of(&self, viewer: &Viewer) -> Vec<UserId> {
        friends::friends(&self.backend, viewer).await.unwrap().iter().map(|friend: &Friend| friend.person.id).collect()
    }

    pub async fn incoming(&self, viewer: &Viewer) -> Vec<FriendRequest> {
        friends::incoming(&self.backend, viewer, None, 100).await.unwrap().items
    }

    pub async fn outgoing(&self, viewer: &Viewer) -> Vec<FriendRequest> {
        friends::outgoing(&self.backend, viewer, None, 100).await.unwrap().items
    }
}
