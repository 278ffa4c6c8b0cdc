//! Settings of the place for pictures and recordings.

use super::{Sources, text};
use backend::{
    error::StartError,
    settings::media::{Place, S3},
};

const REGION: &str = "us-east-1";

/// The place, and the service for buckets, which `tagesecho media move` needs without one in use, too.
pub fn read(given: &Sources) -> Result<(Place, S3), StartError> {
    let place = text(given.media.clone()).map_or(Ok(Place::default()), |place| place.parse());
    let place = place.map_err(|refused| StartError(format!("TAGESECHO_MEDIA is wrong: {refused}")))?;
    let s3 = S3 {
        endpoint: text(given.s3_endpoint.clone()).map(|endpoint| endpoint.trim_end_matches('/').to_owned()),
        region: text(given.s3_region.clone()).unwrap_or_else(|| REGION.into()),
        access_key: text(given.s3_access_key.clone()).unwrap_or_default(),
        secret_key: text(given.s3_secret_key.clone()).unwrap_or_default(),
        is_private: given.s3_network_is_private.unwrap_or_default(),
    };
    Ok((place, s3))
}

pub fn objections(place: &Place, s3: &S3) -> Vec<String> {
    if *place == Place::Folder { Vec::new() } else { s3.objections() }
}

pub fn line(place: &Place, s3: &S3) -> String {
    match place {
        Place::Folder => {
            "pictures and recordings: a folder below the data folder; TAGESECHO_MEDIA names a bucket".into()
        }
        Place::Bucket { .. } => format!("pictures and recordings: {place} at {}", s3.name()),
    }
}

#[cfg(test)]
mod tests {
    use crate::config::{Config, Sources};

    #[test]
    fn a_bucket_needs_keys_and_a_place_that_can_be_read() {
        let bucket = || Sources { media: Some("s3://diary/media".into()), ..Sources::default() };
        let refused = Config::read(bucket()).unwrap_err().0;
        assert!(
            refused.contains("TAGESECHO_S3_ACCESS_KEY") && refused.contains("TAGESECHO_S3_SECRET_KEY"),
            "{refused}"
        );
        let keys = |given| Sources { s3_access_key: Some("k".into()), s3_secret_key: Some("hush".into()), ..given };
        let open = Sources { s3_endpoint: Some("http://s3.example/".into()), ..keys(bucket()) };
        let refused = Config::read(open).unwrap_err().0;
        assert!(refused.contains("TAGESECHO_S3_ENDPOINT") && !refused.contains("hush"), "{refused}");
        let config = Config::read(keys(bucket())).unwrap();
        assert!(
            config.running().contains(
                &"pictures and recordings: s3://diary/media at https://s3.us-east-1.amazonaws.com".to_owned()
            )
        );
        let wrong = Sources { media: Some("/srv/media".into()), ..Sources::default() };
        assert!(Config::read(wrong).unwrap_err().0.contains("TAGESECHO_MEDIA"));
        assert!(Config::read(Sources { media: Some("folder".into()), ..Sources::default() }).is_ok());
    }
}
