//! `tagesecho seed`: one account with many entries, for measurements.

use crate::config::Config;
use backend::error::StartError;

pub async fn run(_config: Config, _entries: usize) -> Result<(), StartError> {
    Err(StartError("seeding is not there yet".into()))
}
