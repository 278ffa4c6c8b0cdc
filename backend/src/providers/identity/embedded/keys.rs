//! The provider's key pairs. They are stored encrypted in the database, so that several servers share them.

use super::store;
use crate::{
    Clock, Db, Error, Result, Secret,
    error::StartError,
    providers::identity::{
        signature::{Algorithm, JwkSet},
        token::{Claims, LIFETIME},
    },
    secret::purpose::IDENTITY_KEY,
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::TimeDelta;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;

/// How long public keys stay after a newer key was made: the lifetime of their tokens, and an hour for servers that still sign
/// with them.
const KEPT: TimeDelta = TimeDelta::seconds(LIFETIME + 60 * 60);

/// The key that signs: the newest one when this server started.
#[derive(derive_more::Debug)]
#[debug("SigningKey {{ kid: {kid:?}, .. }}")]
pub struct SigningKey {
    kid: String,
    pair: EcdsaKeyPair,
    random: SystemRandom,
}

impl SigningKey {
    pub async fn open(db: &Db, secret: &Secret, clock: &Clock) -> Result<Self, StartError> {
        let broken = |e: Error| StartError(format!("the identity provider's key cannot be made: {e}"));
        if store::newest_key(db).await.map_err(broken)?.is_none() {
            insert(db, secret, clock).await.map_err(broken)?;
        }
        let row = store::newest_key(db).await.map_err(broken)?;
        let row = row.ok_or_else(|| StartError("the identity provider's key was not kept".into()))?;
        let private = secret
            .decrypt(IDENTITY_KEY, &row.private_key)
            .ok()
            .and_then(|text| URL_SAFE_NO_PAD.decode(text).ok())
            .ok_or_else(|| secret.another())?;
        let random = SystemRandom::new();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &private, &random)
            .map_err(|e| StartError(format!("the identity provider's key cannot be read: {e}")))?;
        Ok(Self { kid: row.kid, pair, random })
    }

    /// Signs the claims (RFC 7515, 7.1).
    pub fn sign(&self, claims: &Claims) -> Result<String> {
        let claims = serde_json::to_vec(claims).map_err(|e| Error::broken("claims", e))?;
        let header = json!({ "alg": Algorithm::Es256.as_str(), "kid": self.kid, "typ": "JWT" }).to_string();
        let signed = format!("{}.{}", URL_SAFE_NO_PAD.encode(header), URL_SAFE_NO_PAD.encode(claims));
        let signature = self.pair.sign(&self.random, signed.as_bytes());
        let signature = signature.map_err(|_| Error::broken("signature", "no random numbers".to_owned()))?;
        Ok(format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }
}

/// All public keys.
pub async fn public(db: &Db) -> Result<JwkSet> {
    let keys = store::public_keys(db).await?;
    let keys = keys.iter().map(|jwk| serde_json::from_str(jwk)).collect::<Result<_, _>>();
    Ok(JwkSet { keys: keys.map_err(|e| Error::broken("public key", e))? })
}

/// Makes a key for servers that start from now on, and deletes keys whose tokens have expired. Returns how many were deleted.
pub async fn renew(db: &Db, secret: &Secret, clock: &Clock) -> Result<u64> {
    let removed = store::delete_old_keys(db, clock.now() - KEPT).await?;
    insert(db, secret, clock).await?;
    Ok(removed)
}

async fn insert(db: &Db, secret: &Secret, clock: &Clock) -> Result<()> {
    let failed = |what: &str| Error::broken("key pair", what.to_owned());
    let random = SystemRandom::new();
    let private = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random)
        .map_err(|_| failed("no random numbers"))?;
    let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, private.as_ref(), &random)
        .map_err(|e| failed(&e.to_string()))?;
    // SEC 1: the byte 4, then both coordinates.
    let point = pair.public_key().as_ref();
    let [4, coordinates @ ..] = point else { return Err(failed("compressed point")) };
    let (x, y) = coordinates.split_at_checked(32).ok_or_else(|| failed("short point"))?;
    let kid = secret.token(12)?;
    let jwk = json!({
        "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": kid,
        "x": URL_SAFE_NO_PAD.encode(x), "y": URL_SAFE_NO_PAD.encode(y),
    });
    let sealed = secret.encrypt(IDENTITY_KEY, &URL_SAFE_NO_PAD.encode(private.as_ref()))?;
    store::insert_key(db, &kid, sealed, &jwk.to_string(), clock.now()).await
}
