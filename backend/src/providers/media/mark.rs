//! The mark: a small file that says to which installation the files beside it belong, so that no database meets those of another one.

use super::MediaStore;
use crate::{Error, Result};
use object_store::{ObjectStoreExt, PutPayload, path::Path};
use uuid::Uuid;

const MOVING: &str = "moving";
const MOVED: &str = "moved";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The files are those of this installation.
    Of(Uuid),
    /// Files of this installation come in by `tagesecho media move`, which is not finished.
    Moving(Uuid),
    /// The files of this installation were moved to the place with this name.
    Moved(Uuid, String),
}

impl Mark {
    fn text(&self) -> String {
        match self {
            Self::Of(id) => format!("{id}\n"),
            Self::Moving(id) => format!("{MOVING} {id}\n"),
            Self::Moved(id, to) => format!("{MOVED} {id} {to}\n"),
        }
    }

    fn read(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split_whitespace().collect();
        match parts.as_slice() {
            [id] => Some(Self::Of(id.parse().ok()?)),
            [MOVING, id] => Some(Self::Moving(id.parse().ok()?)),
            [MOVED, id, to] => Some(Self::Moved(id.parse().ok()?, (*to).to_owned())),
            _ => None,
        }
    }
}

impl MediaStore {
    /// The name of the mark's file.
    pub const MARK: &'static str = "installation";

    /// `None`: there is no mark yet. An unreadable mark is an error.
    pub async fn mark(&self) -> Result<Option<Mark>> {
        self.read_mark().await?
    }

    /// Like [`Self::mark`], with the error of the service itself.
    pub(super) async fn read_mark(&self) -> Result<Result<Option<Mark>>, object_store::Error> {
        let bytes = match self.files.get(&Path::from(Self::MARK)).await {
            Ok(found) => found.bytes().await?,
            Err(object_store::Error::NotFound { source, .. }) if source.to_string().contains("NoSuchBucket") => {
                return Err(object_store::Error::NotFound { path: Self::MARK.to_owned(), source });
            }
            Err(object_store::Error::NotFound { .. }) => return Ok(Ok(None)),
            Err(error) => return Err(error),
        };
        let mark = str::from_utf8(&bytes).ok().and_then(Mark::read);
        let unreadable = || Error::broken("media", format!("the file {} of {self} cannot be read", Self::MARK));
        Ok(mark.map(Some).ok_or_else(unreadable))
    }

    pub async fn set_mark(&self, mark: &Mark) -> Result<()> {
        self.files.put(&Path::from(Self::MARK), PutPayload::from(mark.text())).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Mark;
    use uuid::Uuid;

    #[test]
    fn a_mark_is_read_as_it_was_written_and_nothing_else_is_one() {
        let id = Uuid::from_u128(7);
        for mark in [Mark::Of(id), Mark::Moving(id), Mark::Moved(id, "s3://diary/media".into())] {
            assert_eq!(Mark::read(&mark.text()), Some(mark));
        }
        for text in ["", "moving", "moved 7", "x y z", &format!("moving {id} x y")] {
            assert_eq!(Mark::read(text), None, "{text}");
        }
    }
}
