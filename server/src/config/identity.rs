//! The chosen identity provider, and errors in its settings.

use super::{Sources, text};
use backend::settings::identity::{Choice, Firebase};

/// The provider, and its project if one is named. A setting without its partner chooses nothing and is an error.
pub fn choice(given: &Sources) -> (Choice, Option<String>) {
    let firebase_project = text(given.firebase_project_id.clone());
    let choice = match (text(given.firebase_auth_emulator_host.clone()), text(given.firebase_api_key.clone())) {
        (Some(address), _) => Choice::Emulator(address),
        (None, None) if firebase_project.is_none() => Choice::Embedded,
        (None, key) => Choice::Firebase(Firebase::at_google(&key.unwrap_or_default())),
    };
    let project = match choice {
        Choice::Embedded => text(given.project_id.clone()),
        _ => Some(firebase_project.unwrap_or_default()),
    };
    (choice, project)
}

/// A line for the log.
pub fn line(choice: &Choice, project_id: &str) -> String {
    match choice {
        Choice::Embedded => {
            "identity: the embedded provider, under /identity/v1; FIREBASE_PROJECT_ID names another".into()
        }
        Choice::Firebase(_) => format!("identity: Firebase, project {project_id}"),
        Choice::Emulator(address) => {
            format!(
                "identity: Firebase's emulator at {address}, project {project_id}; whoever reaches this server can be anybody"
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Config, Sources};
    use backend::settings::identity::Choice;

    fn given(project: &str, key: &str, emulator: &str) -> Sources {
        let some = |text: &str| Some(text.to_owned());
        Sources {
            firebase_project_id: some(project),
            firebase_api_key: some(key),
            firebase_auth_emulator_host: some(emulator),
            project_id: some("mine"),
            ..Sources::default()
        }
    }

    #[test]
    fn empty_settings_choose_the_embedded_provider() {
        let settings = Config::read(given("", " ", "")).unwrap().settings;
        assert_eq!((settings.identity, settings.project_id.as_str()), (Choice::Embedded, "mine"));
    }

    #[test]
    fn project_and_key_choose_firebase_and_belong_together() {
        let config = Config::read(given("tagesecho-live", "AIzaSy_x", "")).unwrap();
        assert_eq!(config.settings.project_id, "tagesecho-live");
        assert!(matches!(&config.settings.identity, Choice::Firebase(firebase) if firebase.api_key == "AIzaSy_x"));
        assert!(config.running().iter().any(|line| line == "identity: Firebase, project tagesecho-live"));
        let refused = |project, key| Config::read(given(project, key, "")).unwrap_err().0;
        assert!(refused("tagesecho-live", "").contains("FIREBASE_API_KEY"));
        assert!(refused("", "AIzaSy_x").contains("FIREBASE_PROJECT_ID"));
    }

    #[test]
    fn the_emulator_needs_no_key_but_a_demo_project() {
        let config = Config::read(given("demo-x", "", "127.0.0.1:9099")).unwrap();
        assert_eq!(config.settings.identity, Choice::Emulator("127.0.0.1:9099".into()));
        assert!(Config::read(given("", "", "127.0.0.1:9099")).is_err());
        assert!(Config::read(given("real", "AIzaSy_x", "127.0.0.1:9099")).is_err());
    }
}
