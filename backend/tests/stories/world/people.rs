//! People of the stories.

use super::World;
use backend::{Account, Viewer};
use domain::{Language, Plan, User, UserId, Visibility, day};

impl World {
    /// A registered person, `anna@example.org` for "anna".
    pub async fn person(&self, name: &str) -> Viewer {
        let id = UserId(uuid::Uuid::new_v4());
        let first = capital(name);
        let user = User {
            id,
            uid: format!("uid-{name}"),
            email: format!("{name}@example.org"),
            display_name: format!("{first} Beispiel"),
            first_name: first,
            last_name: "Beispiel".into(),
            username: name.to_owned(),
            profile_image_url: None,
            pro_account: false,
            default_visibility: Visibility::Private,
        };
        self.backend
            .db
            .write(
                "INSERT INTO users (id, uid, email, email_folded, username, first_name, last_name, display_name, \
                 default_visibility, zone, day_end_minutes, language, valid_since, created_at) \
                 VALUES ($1, $2, $3, $3, $4, $5, $6, $7, 'private', 'Europe/Berlin', 0, 'de', $8, $8)",
            )
            .bind(id.0)
            .bind(user.uid.clone())
            .bind(user.email.clone())
            .bind(user.username.clone())
            .bind(user.first_name.clone())
            .bind(user.last_name.clone())
            .bind(user.display_name.clone())
            .bind(self.clock.now())
            .execute()
            .await
            .unwrap();
        Viewer::User(Box::new(Account {
            user,
            plan: Plan::Free,
            zone: day::DEFAULT_ZONE,
            day_end: 0,
            language: Language::De,
        }))
    }
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
