//! Where the files of pictures lie: a local folder.

use crate::{Settings, error::StartError};

#[derive(Debug)]
pub struct MediaStore {}

impl MediaStore {
    pub fn open(_settings: &Settings) -> Result<Self, StartError> {
        Ok(Self {})
    }
}
