//! The use cases of the journal, their SQL, and the outside services. Native only.

pub mod archive;
pub mod assistant;
pub mod audit;
mod authorization;
pub mod background;
pub mod backup;
pub mod clock;
mod day_ticket;
pub mod db;
pub mod declarations;
pub mod doctor;
pub mod entries;
mod entry_words;
pub mod error;
pub mod feed;
pub mod friends;
pub mod heavy;
pub mod identity;
pub mod imports;
pub mod installation;
pub mod invitation_codes;
pub mod leaving;
pub mod legal;
pub mod linkedin;
pub mod media;
pub mod metrics;
pub mod moderation;
pub mod moving;
pub mod pace;
pub mod pagination;
pub mod per_key;
pub mod profile;
pub mod prose;
pub mod providers;
pub mod reflection;
pub mod reminders;
mod revocation;
mod sanitize;
pub mod sealing;
pub mod search;
pub mod secret;
pub mod settings;
mod share_links;
pub mod sharing;
pub mod stats;
pub mod subscription;
pub mod throttle;
pub mod viewer;
mod zip_file;

pub use background::Background;
pub use clock::Clock;
pub use db::Db;
pub use error::{Error, Result};
pub use secret::Secret;
pub use settings::Settings;
pub use viewer::{Account, Viewer};

use domain::UserId;
use per_key::PerKey;
use providers::{
    ai::AiService, identity::IdentityProvider, mail::Mail, media::MediaStore, openid::OpenIdProvider,
    payment::PaymentProvider,
};
use std::{ops::Deref, sync::Arc};

/// Everything that a use case needs. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Backend(Arc<Parts>);

#[derive(Debug)]
pub struct Parts {
    pub settings: Settings,
    pub clock: Clock,
    pub db: Db,
    pub secret: Secret,
    pub identity: IdentityProvider,
    /// Google, or another OpenID issuer in its place. None: not configured.
    pub google: Option<OpenIdProvider>,
    /// Transcription, summaries and LinkedIn posts by an outside service. None: not configured.
    pub ai: Option<AiService>,
    pub payment: PaymentProvider,
    pub media: MediaStore,
    pub mail: Mail,
    pub background: Background,
    pub throttle: throttle::Throttle,
    pub decoder: media::Decoder,
    pub packer: media::Packer,
    pub(crate) cards: sharing::Cards,
    pub(crate) refreshing: identity::Refreshing,
    /// The people with a running transcription. Each person may have one at a time, because it holds a recording in memory until the service
    /// answers.
    pub(crate) transcribing: PerKey<UserId>,
    /// The people who download an export. One at a time, because it holds a thread until the last byte is taken.
    pub(crate) exporting: PerKey<UserId>,
    _data: installation::FolderLock,
    /// The people who send a file to import.
    pub(crate) importing: PerKey<UserId>,
    /// All of these together.
    pub(crate) incoming: PerKey<()>,
    pub imports: imports::Waiting,
}

impl Deref for Backend {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl Backend {
    /// Opens the database, the media and the secret, and migrates the schema. Fails with a sentence for the operator. If the database
    /// and the media do not belong together, it changes nothing.
    pub async fn open(settings: Settings, clock: Clock) -> Result<Self, error::StartError> {
        let backend = Self::open_as_it_is(settings, clock).await?;
        if let Err(error) = leaving::delete_again(&backend).await {
            backend.db.close().await;
            return Err(error::StartError(format!(
                "nobody is served while the list of deleted accounts cannot be read, or somebody in it cannot be deleted again: {error}"
            )));
        }
        Ok(backend)
    }

    /// Opens what is there, to look at it: no migration, no new database, and nobody is deleted.
    pub async fn open_to_look(settings: Settings, clock: Clock) -> Result<Self, error::StartError> {
        if Db::is_missing(&settings.database_url) {
            return Err(error::StartError(format!("there is no database: DATABASE_URL ({})", settings.database_url)));
        }
        Self::open_as_it_is(Settings { migrations: db::Migrations::Compare, ..settings }, clock).await
    }

    async fn open_as_it_is(settings: Settings, clock: Clock) -> Result<Self, error::StartError> {
        let media = MediaStore::open(&settings).await?;
        let data = installation::beside(&settings)?;
        if Db::is_missing(&settings.database_url) {
            installation::refuse_new(&media, &settings).await?;
        }
        let db = Db::connect_within(&settings.database_url, settings.database).await?;
        let opened = Box::pin(Self::on(db.clone(), media, settings, clock, data)).await;
        if opened.is_err() {
            // Closing merges SQLite's write-ahead log into the database file. A leftover log would be applied to the next database of that name.
            db.close().await;
        }
        opened
    }

    async fn on(
        db: Db,
        media: MediaStore,
        settings: Settings,
        clock: Clock,
        data: installation::FolderLock,
    ) -> Result<Self, error::StartError> {
        let found = installation::check(&db, &media, &settings).await?;
        if settings.migrations != db::Migrations::Compare {
            media.try_out(&settings.media, &settings).await?;
        }
        let secret = Secret::open(&settings, found.is_known())?;
        db.migrate(settings.migrations).await?;
        let secret = secret.of_database(&db).await?;
        let db = db.with_keys(secret.keyring(), secret.number());
        installation::settle(found, &db, &media, &clock).await?;
        let background = Background::default();
        let mail = Mail::open(&settings, &db, &secret, &clock, &background)?;
        let google = OpenIdProvider::open(&settings, &clock)?;
        let ai = AiService::open(&settings, &clock)?;
        let payment = PaymentProvider::open(&settings, &db, &secret, &clock)?;
        let identity = IdentityProvider::open(&settings, &db, &secret, &clock, &mail, google.as_ref()).await?;
        Ok(Self(Arc::new(Parts {
            throttle: throttle::Throttle::new("server", &settings, &db, &secret, &clock),
            decoder: media::Decoder::default(),
            packer: media::Packer::default(),
            cards: sharing::Cards::default(),
            refreshing: identity::Refreshing::default(),
            transcribing: PerKey::default(),
            exporting: PerKey::default(),
            _data: data,
            importing: PerKey::default(),
            incoming: PerKey::default(),
            imports: imports::Waiting::default(),
            settings,
            clock,
            db,
            secret,
            identity,
            google,
            ai,
            payment,
            media,
            mail,
            background,
        })))
    }

    /// The readiness check: fails if the database does not answer, or has another secret by now.
    pub async fn ready(&self) -> Result<()> {
        self.db.ping().await
    }
}
