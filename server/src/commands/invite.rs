//! `tagesecho invite`: codes for new people.

use super::{failed, open_beside, say};
use crate::config::Config;
use backend::{error::StartError, invitation_codes};

pub async fn run(config: Config, count: usize) -> Result<(), StartError> {
    let backend = open_beside(&config).await?;
    for code in invitation_codes::invite(&backend, count).await.map_err(failed("no invitation could be made"))? {
        say(&format!("{code}  {}/?invite={code}", config.settings.origin))?;
    }
    backend.db.close().await;
    Ok(())
}
