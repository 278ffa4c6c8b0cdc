//! `tagesecho demo`: an account with a believable year.

use crate::config::Config;
use backend::error::StartError;

pub async fn run(_config: Config) -> Result<(), StartError> {
    Err(StartError("the demo is not there yet".into()))
}
