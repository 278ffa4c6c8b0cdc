//! A backend of its own for each test, with a fixed clock, and people who request pages.

use app::{
    Assets, PageRequest,
    request::Route,
    routes::{NOT_FOUND, ROUTES},
};
use axum::body::{Body, to_bytes};
use backend::{
    Account, Backend, Clock, Settings, Viewer, identity::Browser, media::Upload, providers::identity::Caller,
};
use domain::{Entry, EntryForm, FeedFilters, Language, Plan, day, identity::RegistrationForm};
use http::{HeaderMap, Request, StatusCode, header};
use std::sync::{Arc, Mutex};
use tempfile::TempDir;

pub const ORIGIN: &str = "https://tagesecho.example";

pub struct World {
    pub backend: Backend,
    pub clock: Clock,
    /// The own page with the link that the next pages are asked for by.
    pub referrer: Mutex<Option<String>>,
    _data: TempDir,
}

pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub html: String,
}

impl Answer {
    pub fn has(&self, text: &str) -> bool {
        self.html.contains(text)
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The content of the `<meta>` whose name or property is `name`, as it stands in the markup.
    pub fn meta(&self, name: &str) -> Option<&str> {
        let tag = self.html.split("<meta ").find(|tag| tag.contains(&format!("\"{name}\"")))?;
        tag.split("content=\"").nth(1)?.split('"').next()
    }
}

impl World {
    /// Friday, 20 November 2026, 21:00 in Berlin.
    pub async fn new() -> Self {
        Self::with(|_| ()).await
    }

    /// A world with other settings.
    pub async fn with(configure: impl FnOnce(&mut Settings)) -> Self {
        // The second test finds the executor already set.
        drop(any_spawner::Executor::init_tokio());
        let data = TempDir::new().unwrap();
        let clock = Clock::fixed("2026-11-20T20:00:00Z".parse().unwrap());
        let mut settings = Settings::local(data.path().to_owned(), ORIGIN);
        configure(&mut settings);
        let backend = Backend::open(settings, clock.clone()).await.unwrap();
        Self { backend, clock, referrer: Mutex::default(), _data: data }
    }

    /// Registered with the address `anna@example.org` for "Anna".
    pub async fn person(&self, first_name: &str) -> Viewer {
        let code = backend::invitation_codes::invite(&self.backend, 1).await.unwrap().remove(0);
        self.person_with(first_name, &code).await
    }

    /// Registered with this invitation.
    pub async fn person_with(&self, first_name: &str, invitation_code: &str) -> Viewer {
        let local: String = first_name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
        let email = format!("{local}@example.org");
        // Somebody at the provider, without the work of a password.
        let statement = self.backend.db.write(
            "INSERT INTO identity_accounts (local_id, email, email_folded, email_verified, valid_since, created_at, \
             last_login_at) VALUES ($1, $1, $1, FALSE, $2, $2, $2)",
        );
        statement.bind(email.clone()).bind(self.clock.now()).execute().await.unwrap();
        let identity = Viewer::Identity { uid: email.clone(), email, verified: false };
        let form = RegistrationForm {
            invitation_code: invitation_code.into(),
            first_name: first_name.into(),
            last_name: "Berger".into(),
            ..RegistrationForm::default()
        };
        let user = backend::identity::create_account(&self.backend, &identity, &form).await.unwrap();
        let account = Account {
            user,
            email_confirmed: true,
            plan: Plan::Free,
            entries: 0,
            came_back: false,
            hides_pro_card: false,
            zone: day::DEFAULT_ZONE,
            day_end: 0,
            day_floor: None,
            quota: None,
            language: Language::De,
            consent: domain::Consent::default(),
        };
        Viewer::User(Box::new(account))
    }

    pub async fn write(&self, viewer: &Viewer, form: EntryForm) -> Entry {
        backend::entries::create(&self.backend, viewer, form, Vec::new()).await.unwrap()
    }

    pub async fn write_with_photo(&self, viewer: &Viewer, form: EntryForm) -> Entry {
        let bytes = bytes::Bytes::from_static(include_bytes!("../../../backend/tests/data/rocket.jpg"));
        let upload = Upload { name: "rakete.jpg".into(), bytes };
        backend::entries::create(&self.backend, viewer, form, vec![upload]).await.unwrap()
    }

    pub async fn get(&self, viewer: &Viewer, address: &str) -> Answer {
        self.get_with(viewer, address, None).await
    }

    /// A request of a browser that stores these filters of the feed.
    pub async fn get_filtered(&self, viewer: &Viewer, address: &str, feed: FeedFilters) -> Answer {
        self.ask(viewer, address, None, Some(feed)).await
    }

    /// A request of a browser that stores a day ticket.
    pub async fn get_with(&self, viewer: &Viewer, address: &str, ticket: Option<&str>) -> Answer {
        self.ask(viewer, address, ticket, None).await
    }

    /// The viewer with the current number of entries, since the server reads an account anew for each request.
    async fn counted(&self, viewer: &Viewer) -> Viewer {
        match viewer.account() {
            Ok(account) if account.entries == 0 => {
                let written = backend::stats::figures(&self.backend, viewer).await.unwrap().total_entries;
                with_entries(viewer, i64::from(written).min(domain::limits::ENTRIES_BEFORE_PRO))
            }
            _ => viewer.clone(),
        }
    }

    async fn ask(&self, viewer: &Viewer, address: &str, ticket: Option<&str>, feed: Option<FeedFilters>) -> Answer {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let (route, parameter) = find(path);
        let waiting = backend::friends::count_incoming(&self.backend, viewer).await.unwrap_or_default();
        let viewer = &self.counted(viewer).await;
        let request = PageRequest {
            id: "test".into(),
            backend: self.backend.clone(),
            viewer: viewer.clone(),
            language: Language::De,
            browser: Browser { caller: Caller { address: "203.0.113.7".into(), device: None }, ..Browser::default() },
            renewed: Arc::default(),
            route,
            parameter,
            path: path.into(),
            query: query.into(),
            referrer: self.referrer.lock().unwrap().clone(),
            ticket: ticket.map(str::to_owned),
            pass: None,
            pin: None,
            was_ended_elsewhere: false,
            pin_refused: None,
            waiting,
            form_done: None,
            refused: None,
            theme: None,
            feed: feed.unwrap_or_default(),
            assets: Arc::new(Assets::default()),
        };
        let http = Request::get(address).header(header::ACCEPT, "text/html").body(Body::empty()).unwrap();
        let (head, body) = app::render(request, http).await.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.unwrap();
        let html = String::from_utf8(bytes.to_vec()).unwrap();
        for symbol in html.split("href=\"#icon-").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(html.contains(&format!("id=\"icon-{symbol}\"")), "{address} does not draw icon-{symbol}");
        }
        Answer { status: head.status, headers: head.headers, html }
    }
}

/// The route that the server's router finds, and its parameter.
fn find(path: &str) -> (&'static Route, String) {
    let parameter = |route: &'static Route| {
        let (names, values) = (route.path.split('/'), path.split('/'));
        let pairs: Vec<_> = names.zip(values).filter(|(name, value)| name != value).collect();
        let is_same_length = route.path.matches('/').count() == path.matches('/').count();
        match pairs[..] {
            [] if is_same_length => Some((route, String::new())),
            [(name, value)] if is_same_length && name.starts_with('{') => Some((route, value.to_owned())),
            _ => None,
        }
    };
    ROUTES.iter().find_map(parameter).unwrap_or((&NOT_FOUND, String::new()))
}

/// The same person with a given number of entries.
pub fn with_entries(viewer: &Viewer, entries: i64) -> Viewer {
    let Viewer::User(mut account) = viewer.clone() else { return viewer.clone() };
    account.entries = entries;
    Viewer::User(account)
}

pub fn text(text: &str) -> EntryForm {
    EntryForm { text: Some(text.into()), ..EntryForm::default() }
}
