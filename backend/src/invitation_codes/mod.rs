//! Invitation codes. Each can be used once and is easy to read aloud. The operator makes some, and every person has some to give away
//! (product 19).

mod store;

pub(crate) use store::{end, reserve, set_user, take};

use crate::{Backend, Result, Viewer, db::Tx, throttle::Action};
use domain::{Refusal, UserId, identity::invitation_of, limits};
use store::Code;

/// Thirty symbols that cannot be confused: no 0 and O, no 1, I and L, and no U, which looks like V.
const SYMBOLS: &[u8; 30] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Ten symbols are 49 bits.
const LENGTH: usize = 10;

/// Refuses a code that does not exist (404), was used, or has expired (410). `address` is the client address, for throttling.
pub async fn validate_invitation(backend: &Backend, _viewer: &Viewer, code: &str, address: &str) -> Result<()> {
    backend.throttle.take(Action::Invitation, address).await?;
    check(backend, code).await.map(drop)
}

/// Returns the code as it is stored, or refuses it as [`validate_invitation`] does.
pub(crate) async fn check(backend: &Backend, typed: &str) -> Result<String> {
    let code = fold(invitation_of(typed).0);
    if code.is_empty() {
        return Err(Refusal::InvitationMissing.into());
    }
    if code.len() != LENGTH || !code.bytes().all(|symbol| SYMBOLS.contains(&symbol)) {
        return Err(Refusal::InvitationUnknown.into());
    }
    match store::find(&backend.db, &code, backend.clock.now()).await? {
        None => Err(Refusal::InvitationUnknown.into()),
        Some(Code::Used) => Err(Refusal::InvitationUsed.into()),
        Some(Code::Expired) => Err(Refusal::InvitationExpired.into()),
        Some(Code::Usable) => Ok(code),
    }
}

/// Makes codes for the operator.
pub async fn invite(backend: &Backend, count: usize) -> Result<Vec<String>> {
    let codes = (0..count).map(|_| new_code(backend)).collect::<Result<Vec<_>>>()?;
    let now = backend.clock.now();
    let mut tx = backend.db.begin().await?;
    for code in &codes {
        store::insert(&mut tx, code, None, now).await?;
    }
    tx.commit().await?;
    Ok(codes.iter().map(|code| readable(code)).collect())
}

/// An unused code for the operator to register with. It is printed at each start while no account exists, and is the same each time.
pub async fn first_invitation(backend: &Backend) -> Result<Option<String>> {
    if store::any_user(&backend.db).await? {
        return Ok(None);
    }
    if let Some(code) = store::unused_of_operator(&backend.db).await? {
        return Ok(Some(readable(&code)));
    }
    Ok(invite(backend, 1).await?.pop())
}

/// Gives a person `count` more codes, in the caller's transaction.
pub async fn give(backend: &Backend, tx: &mut Tx, owner: UserId, count: usize) -> Result<()> {
    let now = backend.clock.now();
    for _ in 0..count {
        store::insert(tx, &new_code(backend)?, Some(owner), now).await?;
    }
    Ok(())
}

/// Gives a person their first codes, once, even if several calls run at the same time.
pub(crate) async fn give_first(backend: &Backend, tx: &mut Tx, owner: UserId) -> Result<()> {
    if store::note_given(tx, owner, backend.clock.now()).await? {
        give(backend, tx, owner, limits::OWN_CODES).await?;
    }
    Ok(())
}

fn new_code(backend: &Backend) -> Result<String> {
    let mut code = String::with_capacity(LENGTH);
    while code.len() < LENGTH {
        // Five bits of each byte. The values 30 and 31 are dropped, so that every symbol is equally likely.
        let symbols = backend.secret.bytes(LENGTH)?.into_iter().map(|byte| usize::from(byte & 31));
        code.extend(symbols.filter_map(|n| SYMBOLS.get(n)).map(|symbol| char::from(*symbol)).take(LENGTH - code.len()));
    }
    Ok(code)
}

/// A link that opens the registration dialog with the code filled in.
pub(crate) fn link(origin: &str, code: &str) -> String {
    format!("{origin}/?invite={}", readable(code))
}

/// A code in groups, as it is shown to people: `K7QW-3MPA-XY`.
pub(crate) fn readable(code: &str) -> String {
    let mut text = String::with_capacity(LENGTH + 2);
    for (n, symbol) in code.chars().enumerate() {
        if n > 0 && n % 4 == 0 {
            text.push('-');
        }
        text.push(symbol);
    }
    text
}

/// A typed or pasted code in capitals, without white space and dashes of any kind.
fn fold(typed: &str) -> String {
    typed
        .chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '-' | '_' | '\u{2010}'..='\u{2015}' | '\u{2212}'))
        .flat_map(char::to_uppercase)
        .take(LENGTH + 1)
        .filter(char::is_ascii)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{fold, readable};

    #[test]
    fn a_code_is_read_however_it_was_typed() {
        assert_eq!(readable("K7QW3MPAXY"), "K7QW-3MPA-XY");
        for typed in ["K7QW-3MPA-XY", " k7qw3mpaxy ", "k7qw – 3mpa — xy", "K7QW 3MPA\u{a0}XY\n"] {
            assert_eq!(fold(typed), "K7QW3MPAXY", "{typed:?}");
        }
        assert_eq!(fold(" - "), "");
        assert_ne!(fold("K7QW3MPAXYZ"), "K7QW3MPAXY");
        assert!(fold(&"ß\0".repeat(10_000)).len() <= 11);
    }
}
