//! `tagesecho secret`: another secret, or another key that signs ID tokens.

use super::{failed, open_beside, private_folder, say};
use crate::config::Config;
use backend::{
    error::StartError,
    installation,
    secret::{self, Rotation},
    settings::identity::Choice,
};

pub async fn run(config: Config, rotates: bool, renews_signing_key: bool) -> Result<(), StartError> {
    if renews_signing_key && config.settings.identity != Choice::Embedded {
        return Err(StartError(
            "--new-signing-key needs the embedded identity provider: Firebase has its own keys".into(),
        ));
    }
    if rotates {
        private_folder(&config.settings.data)?;
        let _data = installation::beside(&config.settings)?;
        report(secret::rotate(&config.settings).await?)?;
    }
    if renews_signing_key {
        renew_signing_key(&config).await?;
    }
    Ok(())
}

fn report(done: Rotation) -> Result<(), StartError> {
    let Rotation { is_new, encrypted, unreadable, hashes, sessions, people } = done;
    if is_new {
        say(&format!(
            "The database now has the new secret. Values encrypted anew: {encrypted}; hashes carried on: {hashes}."
        ))?;
        say(&format!(
            "Sessions ended: {sessions}. Everybody signs in once more; what they have not saved stays in their browsers."
        ))?;
        say(
            "Leave TAGESECHO_SECRET_OLD set for some days, so that tickets and links in mails that people hold stay good; not if somebody else may know it.",
        )?;
    } else if people > 0 {
        say("The database had the new secret already, but some data keys were still wrapped by the old one.")?;
    } else {
        say("The database had the new secret already. Nothing was changed.")?;
    }
    if people > 0 {
        say(&format!("People whose data key was wrapped anew: {people}."))?;
    }
    if unreadable > 0 {
        say(&format!("Values that neither secret opens: {unreadable}. They were left as they are."))?;
    }
    Ok(())
}

async fn renew_signing_key(config: &Config) -> Result<(), StartError> {
    let backend = open_beside(config).await?;
    let removed = backend.identity.renew_signing_key().await.map_err(failed("no new signing key could be made"))?;
    backend.db.close().await;
    say(&format!("There is a new signing key. Older ones removed: {}.", removed.unwrap_or_default()))?;
    say(
        "Start every server anew: until then it signs with the older key, which this command removes when it is run again, from two \
         hours on.",
    )
}
