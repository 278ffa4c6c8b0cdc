//! The choice of the identity provider: the embedded one, Firebase, or Firebase's emulator.

use std::net::IpAddr;

/// Projects with this prefix exist only in the emulator.
const DEMO: &str = "demo-";
const LONGEST: usize = 128;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    #[default]
    Embedded,
    Firebase(Firebase),
    /// `HOST:PORT` on this machine. Its tokens are not signed.
    Emulator(String),
}

/// The addresses of Firebase's services, without a slash at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Firebase {
    /// Identifies the project to Google. It is not secret: every browser sees it.
    pub api_key: String,
    /// The address before `/accounts:signUp`.
    pub toolkit: String,
    /// The full address of the refresh call.
    pub tokens: String,
    /// The full address of the public keys.
    pub keys: String,
}

impl Firebase {
    /// The emulator accepts any API key, and publishes no public keys.
    pub(crate) fn at_emulator(address: &str) -> Self {
        Self {
            api_key: "emulator".into(),
            toolkit: format!("http://{address}/identitytoolkit.googleapis.com/v1"),
            tokens: format!("http://{address}/securetoken.googleapis.com/v1/token"),
            keys: String::new(),
        }
    }

    pub fn at_google(api_key: &str) -> Self {
        Self {
            api_key: api_key.into(),
            toolkit: "https://identitytoolkit.googleapis.com/v1".into(),
            tokens: "https://securetoken.googleapis.com/v1/token".into(),
            keys: "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com".into(),
        }
    }
}

impl Choice {
    /// The reasons why this choice must not run, one sentence each.
    pub fn objections(&self, project_id: &str, production: bool) -> Vec<String> {
        let mut found = Vec::new();
        if *self != Self::Embedded && !is_plain(project_id, "-.:") {
            found.push(format!("FIREBASE_PROJECT_ID is '{project_id}'; it must be the id of a Firebase project"));
        }
        match self {
            Self::Embedded => {}
            Self::Firebase(firebase) => {
                if !is_plain(&firebase.api_key, "-_") {
                    found.push("FIREBASE_API_KEY must be the web API key of the Firebase project".into());
                }
            }
            Self::Emulator(address) => {
                if production {
                    found.push(
                        "FIREBASE_AUTH_EMULATOR_HOST must not be set in production: anybody can make its tokens".into(),
                    );
                }
                if !project_id.starts_with(DEMO) {
                    found.push(format!(
                        "FIREBASE_AUTH_EMULATOR_HOST needs a FIREBASE_PROJECT_ID that begins with {DEMO}, not '{project_id}'"
                    ));
                }
                if !is_here(address) {
                    found.push(format!(
                        "FIREBASE_AUTH_EMULATOR_HOST is '{address}'; it must be an address of this machine with a port, such as 127.0.0.1:9099"
                    ));
                }
            }
        }
        found
    }
}

fn is_plain(text: &str, besides: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || besides.contains(c);
    !text.is_empty() && text.len() <= LONGEST && text.chars().all(is_allowed)
}

fn is_here(address: &str) -> bool {
    let Some((host, port)) = address.rsplit_once(':') else { return false };
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    let is_loopback = host == "localhost" || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    is_loopback && port.parse::<u16>().is_ok_and(|port| port > 0)
}

#[cfg(test)]
mod tests {
    use super::{Choice, Firebase};

    #[test]
    fn the_emulator_runs_only_on_this_machine_for_demo_projects_and_never_in_production() {
        for (address, project, production, expected) in [
            ("127.0.0.1:9099", "demo-tagesecho", false, None),
            ("localhost:9099", "demo-tagesecho", false, None),
            ("[::1]:9099", "demo-tagesecho", false, None),
            ("127.0.0.1:9099", "demo-tagesecho", true, Some("production")),
            ("127.0.0.1:9099", "tagesecho", false, Some("begins with demo-")),
            ("127.0.0.1:9099", "xdemo-tagesecho", false, Some("begins with demo-")),
            ("127.0.0.1", "demo-tagesecho", false, Some("an address of this machine")),
            ("127.0.0.1:0", "demo-tagesecho", false, Some("an address of this machine")),
            ("192.0.2.1:9099", "demo-tagesecho", false, Some("an address of this machine")),
            ("emulator.example:9099", "demo-tagesecho", false, Some("an address of this machine")),
            ("127.0.0.1:9099/x@evil.example:80", "demo-tagesecho", false, Some("an address of this machine")),
            ("127.0.0.1:9099", "demo-\"><script>", false, Some("FIREBASE_PROJECT_ID is")),
        ] {
            let found = Choice::Emulator(address.into()).objections(project, production);
            assert_eq!(found.len(), usize::from(expected.is_some()), "{address} {project}: {found:?}");
            assert!(expected.is_none_or(|expected| found[0].contains(expected)), "{found:?}");
        }
    }

    #[test]
    fn firebase_needs_a_key_and_a_project_that_fit_into_an_address() {
        let firebase = |key: &str| Choice::Firebase(Firebase::at_google(key));
        assert!(firebase("AIzaSy-0_x").objections("tagesecho", true).is_empty());
        for (key, project) in [("", "tagesecho"), ("a&b", "tagesecho"), ("AIzaSy", ""), ("AIzaSy", "a b")] {
            assert_eq!(firebase(key).objections(project, true).len(), 1, "{key} {project}");
        }
    }
}
