//! `tagesecho doctor`: says whether all is well, and repairs nothing.

use super::{private_folder, say};
use crate::config::Config;
use backend::{
    Backend, Clock,
    doctor::{Findings, examine},
    error::StartError,
};

pub async fn run(config: Config) -> Result<(), StartError> {
    private_folder(&config.settings.data)?;
    let backend = Box::pin(Backend::open_to_look(config.settings, Clock::system())).await?;
    let found = Box::pin(examine(&backend)).await;
    backend.db.close().await;
    report(&found)
}

fn report(found: &Findings) -> Result<(), StartError> {
    say("The schema is that of this program, the secret is the one of the database, and the media belong to it.")?;
    let Findings { people, entries, values, pictures, recordings, left_over, .. } = found;
    say(&format!(
        "Accounts: {people}. Entries: {entries}. Pictures: {pictures}. Recordings: {recordings}. Sealed values that open: {values}."
    ))?;
    if *left_over > 0 {
        say(&format!(
            "Pictures and recordings that no row names: {left_over}. The server moves them to the trash, and deletes them after 30 days."
        ))?;
    }
    for fault in &found.named {
        say(fault)?;
    }
    if found.faults == 0 {
        return say("All is well.");
    }
    Err(StartError(format!("what is wrong: {} (the first ones are named above). Nothing was changed", found.faults)))
}
