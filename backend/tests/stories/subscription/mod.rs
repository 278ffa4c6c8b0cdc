//! Pro: as a gift, and paid for through the sandbox.

mod forgotten;
mod gift;
mod paid;
mod random;
mod refund;
mod sandbox;
mod trouble;

use crate::world::World;
use backend::{
    Viewer,
    providers::payment::sandbox::Sandbox,
    subscription::{activate, look, order, overview},
};
use chrono::{DateTime, Utc};
use domain::{Plan, Subscription, SubscriptionStatus};

impl World {
    fn sandbox(&self) -> &Sandbox {
        self.backend.payment.sandbox().unwrap()
    }

    /// The person's plan now, and whether the badge shows.
    async fn pro(&self, viewer: &Viewer) -> (Plan, bool) {
        let statement = self.backend.db.read("SELECT pro_until, paid_until, renews FROM users WHERE id = $1");
        let (gift, paid, renews): (Option<DateTime<Utc>>, Option<DateTime<Utc>>, bool) =
            statement.bind(viewer.user_id().unwrap().0).fetch_one().await.unwrap();
        let now = self.clock.now();
        let plan = Plan::until(gift.max(paid), now);
        (plan, plan == Plan::Pro && (renews || gift.is_some_and(|until| until > now)))
    }

    /// Orders and approves; answers the subscription's id at the provider.
    async fn approve(&self, viewer: &Viewer) -> String {
        let url = order(&self.backend, viewer, true).await.unwrap();
        let token = url.split_once("ba_token=").unwrap().1;
        let back = self.sandbox().approve(token).await.unwrap().unwrap();
        assert!(back.starts_with("https://tagesecho.test/subscription/success?subscription_id=I-"), "{back}");
        format!("I-{}", token.trim_start_matches("BA-"))
    }

    /// Orders, approves and comes back.
    async fn buy(&self, viewer: &Viewer) -> String {
        let id = self.approve(viewer).await;
        let bought = activate(&self.backend, viewer, Some(&id)).await.unwrap();
        assert_eq!((bought.status, bought.end_date), (SubscriptionStatus::Active, None));
        id
    }

    /// Reads the subscriptions that are due, as the server does every few seconds.
    async fn look(&self) {
        // The second look reads the work that a message began in the background.
        for _ in 0..2 {
            look(&self.backend).await.unwrap();
            self.backend.background.settled().await;
        }
    }

    async fn newest(&self, viewer: &Viewer) -> Subscription {
        overview(&self.backend, viewer).await.unwrap().subscriptions.remove(0)
    }

    async fn payments(&self, id: &str) -> usize {
        self.sandbox().payments(id).await.unwrap().len()
    }
}
