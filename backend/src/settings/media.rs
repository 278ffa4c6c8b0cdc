//! The choice of the place for pictures and recordings: a folder of the data folder, or a bucket of a service that speaks S3.

use std::{fmt, str::FromStr};

/// The place of pictures and recordings. As a text: `folder`, or `s3://BUCKET/PREFIX`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// `media` in the data folder.
    #[default]
    Folder,
    Bucket {
        name: String,
        /// Names with slashes between them, or nothing.
        prefix: String,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder => f.write_str("folder"),
            Self::Bucket { name, prefix } if prefix.is_empty() => write!(f, "s3://{name}"),
            Self::Bucket { name, prefix } => write!(f, "s3://{name}/{prefix}"),
        }
    }
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let refused = || format!("'{text}' must be `folder`, or a bucket such as s3://BUCKET or s3://BUCKET/PREFIX");
        if text == "folder" {
            return Ok(Self::Folder);
        }
        let path = text.strip_prefix("s3://").ok_or_else(refused)?.trim_end_matches('/');
        let (name, prefix) = path.split_once('/').unwrap_or((path, ""));
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '.');
        let is_prefix = prefix.is_empty() || prefix.split('/').all(is_part);
        if !(3..=63).contains(&name.len()) || !name.chars().all(is_name) || !is_prefix {
            return Err(refused());
        }
        Ok(Self::Bucket { name: name.to_owned(), prefix: prefix.to_owned() })
    }
}

/// Whether this is a name within a prefix.
fn is_part(part: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    part.chars().all(is_allowed) && !["", ".", ".."].contains(&part)
}

/// The service with the bucket, and the keys to it.
#[derive(Clone, Default, PartialEq, Eq, derive_more::Debug)]
#[debug("S3 {{ endpoint: {endpoint:?}, region: {region:?}, .. }}")]
pub struct S3 {
    /// Such as `https://s3.example`, without a slash at the end. `None`: Amazon's address for the region.
    pub endpoint: Option<String>,
    pub region: String,
    pub access_key: String,
    pub secret_key: String,
    /// Nobody else is on the way to the service, so that it may be reached with http.
    pub is_private: bool,
}

impl S3 {
    /// The reasons why a bucket cannot be used with these settings, one sentence each.
    pub fn objections(&self) -> Vec<String> {
        let mut found = Vec::new();
        // The library would ask the cloud's own service for keys if there were none.
        for (name, key) in
            [("TAGESECHO_S3_ACCESS_KEY", &self.access_key), ("TAGESECHO_S3_SECRET_KEY", &self.secret_key)]
        {
            if key.is_empty() {
                found.push(format!("{name} must be set for a bucket"));
            }
        }
        if !self.region.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') || self.region.is_empty() {
            found.push(format!("TAGESECHO_S3_REGION is '{}'; it must look like eu-central-1", self.region));
        }
        if let Some(endpoint) = &self.endpoint {
            let is_safe = super::is_safe_to_call(endpoint) || (self.is_private && endpoint.starts_with("http://"));
            let is_bare = url::Url::parse(endpoint).is_ok_and(|url| {
                url.has_host() && url.path() == "/" && url.query().is_none() && url.username().is_empty()
            });
            if !(is_safe && is_bare) {
                found.push(format!(
                    "TAGESECHO_S3_ENDPOINT is '{endpoint}'; it must look like https://s3.example, without a path. http is for this machine only; \
                     TAGESECHO_S3_NETWORK_IS_PRIVATE=1 says that nobody else is on the way"
                ));
            }
        }
        found
    }

    /// The service's name for messages.
    pub fn name(&self) -> String {
        self.endpoint.clone().unwrap_or_else(|| format!("https://s3.{}.amazonaws.com", self.region))
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, S3};

    #[test]
    fn a_place_is_the_folder_or_a_bucket_with_or_without_a_prefix() {
        for text in ["folder", "s3://diary", "s3://diary/media", "s3://my.diary-1/a/B_2/c"] {
            assert_eq!(text.parse::<Place>().unwrap().to_string(), text);
        }
        assert_eq!("s3://diary/".parse(), "s3://diary".parse::<Place>());
        for text in [
            "",
            "Folder",
            "s3://",
            "s3://ab",
            "s3://Diary",
            "s3://diary//x",
            "s3://diary/../x",
            "s3://diary/a b",
            "s3://diary/a?b",
            "s3://key:secret@diary",
            "https://diary",
            "/srv/media",
        ] {
            let refused = text.parse::<Place>().unwrap_err();
            assert!(refused.contains("s3://BUCKET/PREFIX"), "{text}: {refused}");
        }
    }

    #[test]
    fn a_bucket_wants_both_keys_and_a_protected_way() {
        let good = S3 {
            endpoint: Some("https://s3.example".into()),
            region: "eu-central-1".into(),
            access_key: "key".into(),
            secret_key: "hush".into(),
            is_private: false,
        };
        assert!(good.objections().is_empty());
        assert!(!format!("{good:?}").contains("hush"));
        let without = S3 { access_key: String::new(), secret_key: String::new(), ..good.clone() };
        assert_eq!(without.objections().len(), 2);
        assert!(S3 { region: "eu central".into(), ..good.clone() }.objections()[0].contains("TAGESECHO_S3_REGION"));
        let at = |endpoint: &str, is_private| S3 { endpoint: Some(endpoint.into()), is_private, ..good.clone() };
        for (endpoint, is_private, is_allowed) in [
            ("http://127.0.0.1:9000", false, true),
            ("http://localhost:9000", false, true),
            ("http://s3.example", false, false),
            ("http://minio:9000", true, true),
            ("https://s3.example/bucket", false, false),
            ("http://minio:9000/x", true, false),
            ("http://a:b@minio:9000", true, false),
            ("s3.example", false, false),
        ] {
            assert_eq!(at(endpoint, is_private).objections().is_empty(), is_allowed, "{endpoint}");
        }
    }
}
