//! A file that comes in: it is sealed piece by piece, and no plain byte of it is ever on the disk.

use super::store::{self, Stored};
use crate::{
    Backend, Error, Result,
    per_key::Counted,
    providers::media::{IncomingFile, import_key_name},
    throttle::Action,
};
use domain::{
    Refusal, UserId,
    imports::{Import, ImportReport, ImportState},
    limits,
};
use uuid::Uuid;

/// Characters of a file's name that are kept.
const NAME: usize = 120;

#[derive(Debug)]
pub struct Incoming {
    backend: Backend,
    owner: UserId,
    id: Uuid,
    file: IncomingFile,
    bytes: u64,
    turn: Counted<UserId>,
    _place: Counted<()>,
}

impl Incoming {
    pub(super) async fn begin(backend: &Backend, owner: UserId) -> Result<Self> {
        let turn = backend.importing.take(owner, 1).ok_or(Refusal::ImportRunning)?;
        let place = backend.incoming.take((), limits::IMPORTS_AT_ONCE).ok_or(Refusal::ImportsFull)?;
        let bytes: u64 = backend.media.list_imports().await?.iter().map(|file| file.bytes).sum();
        if bytes > limits::IMPORTS_BYTES {
            return Err(Refusal::ImportsFull.into());
        }
        backend.throttle.take(Action::Import, &owner.to_string()).await?;
        if store::has_open(&backend.db, owner).await? {
            return Err(Refusal::ImportRunning.into());
        }
        // Version 4: it reveals nothing, and no file of another id is ever sealed with the same key.
        let id = Uuid::new_v4();
        let key = backend.db.data_key(owner).await?.file(&import_key_name(id))?;
        let file = backend.media.begin_import(id, key).await?;
        Ok(Self { backend: backend.clone(), owner, id, file, bytes: 0, turn, _place: place })
    }

    /// The next bytes. `import_too_large` once there are too many.
    pub async fn push(&mut self, bytes: &[u8]) -> Result<()> {
        self.bytes = self.bytes.saturating_add(bytes.len() as u64);
        if self.bytes > limits::IMPORT_BYTES {
            return Err(Refusal::ImportTooLarge.into());
        }
        self.file.push(bytes).await
    }

    /// The whole file is here, and a worker looks at it. An empty one: `import_empty`, or `missing_file` if nobody chose one.
    pub async fn finish(self, name: &str) -> Result<Import> {
        let Self { backend, owner, id, file, bytes, turn, .. } = self;
        if bytes == 0 {
            file.abort().await;
            // A browser sends an empty part without a name where no file was chosen.
            let why = if name.is_empty() { Refusal::MissingFile } else { Refusal::ImportEmpty };
            return Err(why.into());
        }
        file.finish().await?;
        let file = name.chars().filter(|c| !c.is_control()).take(NAME).collect();
        let import = Stored {
            id,
            owner,
            state: ImportState::Looking,
            appends: false,
            done: 0,
            last_day: None,
            failures: 0,
            report: ImportReport { file, ..ImportReport::default() },
            created_at: backend.clock.now(),
            taken_at: None,
        };
        let inserted = insert(&backend, &import).await;
        drop(turn);
        match inserted {
            Ok(true) => {
                backend.imports.notify();
                Ok(super::view(&backend, import))
            }
            Ok(false) => {
                super::remove_files(&backend, vec![id]).await;
                Err(Error::from(Refusal::ImportRunning))
            }
            // The row may be there all the same. Without one the sweep removes the file.
            Err(error) => Err(error),
        }
    }

    /// What came in is forgotten.
    pub async fn abort(self) {
        self.file.abort().await;
    }
}

async fn insert(backend: &Backend, import: &Stored) -> Result<bool> {
    let mut tx = backend.db.begin().await?;
    if !store::insert(&mut tx, import).await? {
        return Ok(false);
    }
    store::delete_refused(&mut tx, import.owner, import.id).await?;
    tx.commit().await.map(|()| true)
}
