//! The file `restoring` of the data folder: a restore is replacing database and media, and nothing else may use them.

use crate::error::StartError;
use std::path::Path;

pub(crate) const FILE: &str = "restoring";

pub(crate) fn refuse(data: &Path) -> Result<(), StartError> {
    if !data.join(FILE).exists() {
        return Ok(());
    }
    Err(StartError(
        "a restore was interrupted, so database and pictures may come from two copies. Run `tagesecho restore` again: it goes on where \
         it ended"
            .into(),
    ))
}
