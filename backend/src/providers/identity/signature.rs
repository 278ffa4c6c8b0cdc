//! Signatures of ID tokens: JSON Web Keys (RFC 7517) for the two algorithms that providers use (RFC 7518).

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::signature::{ECDSA_P256_SHA256_FIXED, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    Es256,
    Rs256,
}

impl Algorithm {
    /// The name in a token's header.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Es256 => "ES256",
            Self::Rs256 => "RS256",
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub struct JwkSet {
    pub keys: Vec<Jwk>,
}

/// A public key. Fields that its kind does not have are empty.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Jwk {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub alg: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub crv: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub e: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub kid: String,
    pub kty: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub n: String,
    #[serde(rename = "use", skip_serializing_if = "String::is_empty")]
    pub usage: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub x: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub y: String,
}

#[derive(Clone, Debug)]
pub enum PublicKey {
    /// An uncompressed point of P-256 (SEC 1, 2.3.3).
    Es256(Vec<u8>),
    Rs256 {
        modulus: Vec<u8>,
        exponent: Vec<u8>,
    },
}

impl PublicKey {
    /// None: the key is of another kind.
    pub fn from_jwk(jwk: &Jwk) -> Option<Self> {
        let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text).ok().filter(|bytes| !bytes.is_empty());
        match (jwk.kty.as_str(), jwk.crv.as_str()) {
            ("EC", "P-256") => Some(Self::Es256([vec![4], bytes(&jwk.x)?, bytes(&jwk.y)?].concat())),
            ("RSA", _) => Some(Self::Rs256 { modulus: bytes(&jwk.n)?, exponent: bytes(&jwk.e)? }),
            _ => None,
        }
    }

    pub fn algorithm(&self) -> Algorithm {
        match self {
            Self::Es256(_) => Algorithm::Es256,
            Self::Rs256 { .. } => Algorithm::Rs256,
        }
    }

    /// The bytes that identify the key: the point or the modulus.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Es256(bytes) | Self::Rs256 { modulus: bytes, .. } => bytes,
        }
    }

    pub fn has_signed(&self, message: &[u8], signature: &[u8]) -> bool {
        let verified = match self {
            Self::Es256(point) => UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point).verify(message, signature),
            Self::Rs256 { modulus: n, exponent: e } => {
                RsaPublicKeyComponents { n, e }.verify(&RSA_PKCS1_2048_8192_SHA256, message, signature)
            }
        };
        verified.is_ok()
    }
}
