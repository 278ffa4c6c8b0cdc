//! Secrets in files of their own, as container platforms hand them over: `<NAME>_FILE` in the environment names the file.

use super::{Sources, text};
use backend::error::StartError;
use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

fn places(given: &mut Sources) -> [(&'static str, &mut Option<String>); 10] {
    [
        ("DATABASE_URL", &mut given.database_url),
        ("TAGESECHO_SECRET", &mut given.secret),
        ("TAGESECHO_SECRET_OLD", &mut given.secret_old),
        ("TAGESECHO_S3_ACCESS_KEY", &mut given.s3_access_key),
        ("TAGESECHO_S3_SECRET_KEY", &mut given.s3_secret_key),
        ("SMTP_URL", &mut given.smtp_url),
        ("GOOGLE_CLIENT_SECRET", &mut given.google_client_secret),
        ("FIREBASE_API_KEY", &mut given.firebase_api_key),
        ("AI_API_KEY", &mut given.ai_api_key),
        ("PAYPAL_CLIENT_SECRET", &mut given.paypal_client_secret),
    ]
}

/// The settings that may lie in files.
pub fn names() -> Vec<&'static str> {
    places(&mut Sources::default()).into_iter().map(|(name, _)| name).collect()
}

/// The variable with the file's name.
pub fn variable(name: &str) -> String {
    format!("{name}_FILE")
}

pub fn read(mut given: Sources, env: impl Fn(&str) -> Option<OsString>) -> Result<Sources, StartError> {
    for (name, value) in places(&mut given) {
        let variable = variable(name);
        let Some(path) = env(&variable).filter(|path| !path.is_empty()).map(PathBuf::from) else { continue };
        if text(value.clone()).is_some() {
            return Err(StartError(format!("{name} and {variable} are both given; leave one of them out")));
        }
        let fail = |e: &dyn std::fmt::Display| StartError(format!("{variable} ({}): {e}", path.display()));
        let content = fs::read_to_string(&path).map_err(|e| fail(&e))?;
        *value = Some(text(Some(content)).ok_or_else(|| fail(&"the file is empty"))?);
    }
    Ok(given)
}

/// Whether the secret lies in the data folder, so that a copy of the folder holds both the sealed words and their key.
pub fn is_beside(data: &Path, secret: Option<&str>, env: impl Fn(&str) -> Option<OsString>) -> bool {
    let file = env(&variable("TAGESECHO_SECRET")).filter(|path| !path.is_empty());
    let whole = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    secret.is_none() || file.is_some_and(|file| whole(Path::new(&file)).starts_with(whole(data)))
}

#[cfg(test)]
mod tests {
    use super::{Sources, is_beside, names, read, variable};
    use crate::commands::cli::Cli;
    use clap::CommandFactory;
    use std::{collections::HashMap, ffi::OsString, fs};

    fn with_files(given: Sources, files: &[(&str, &str)]) -> Result<Sources, String> {
        let folder = tempfile::tempdir().unwrap();
        let variables: HashMap<String, OsString> = files
            .iter()
            .map(|(name, content)| {
                let path = folder.path().join(name);
                fs::write(&path, content).unwrap();
                (variable(name), path.into())
            })
            .collect();
        read(given, |name| variables.get(name).cloned()).map_err(|error| error.0)
    }

    #[test]
    fn every_secret_can_lie_in_a_file() {
        let files: Vec<_> = names().into_iter().map(|name| (name, "hush hush\n")).collect();
        let read = with_files(Sources::default(), &files).unwrap();
        let (google, firebase, ai) = (read.google_client_secret, read.firebase_api_key, read.ai_api_key);
        let s3 = [read.s3_access_key, read.s3_secret_key];
        let others = [read.database_url, read.secret, read.secret_old, read.smtp_url, google, firebase, ai];
        for value in s3.into_iter().chain(others) {
            assert_eq!(value.as_deref(), Some("hush hush"), "without the line's end");
        }
        let command = Cli::command();
        let hidden = command.get_arguments().filter(|argument| argument.is_hide_env_values_set());
        for name in hidden.filter_map(|argument| argument.get_env()?.to_str()) {
            assert!(names().contains(&name), "{name} cannot lie in a file");
        }
    }

    #[test]
    fn a_secret_in_the_data_folder_is_told_from_one_elsewhere() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        fs::create_dir(&data).unwrap();
        let is_beside = |secret, file: Option<&str>| {
            let path = file.map(|file| folder.path().join(file).into_os_string());
            if let Some(path) = &path {
                fs::write(path, "hush").unwrap();
            }
            is_beside(&data, secret, |_| path.clone())
        };
        assert!(is_beside(None, None), "made there at the first start");
        assert!(is_beside(Some("hush"), Some("data/secret")) && is_beside(Some("hush"), Some("data/../data/key")));
        assert!(!is_beside(Some("hush"), Some("secret")) && !is_beside(Some("hush"), None));
    }

    #[test]
    fn a_secret_given_twice_or_not_at_all_is_refused_without_being_told() {
        let given = |secret: &str| Sources { secret: Some(secret.into()), ..Sources::default() };
        let refused = with_files(given("spoken"), &[("TAGESECHO_SECRET", "hush")]).err().unwrap();
        assert!(refused.contains("TAGESECHO_SECRET and TAGESECHO_SECRET_FILE are both given"), "{refused}");
        assert!(!refused.contains("spoken") && !refused.contains("hush"));
        let read_one = with_files(given(" "), &[("TAGESECHO_SECRET", "hush")]).unwrap();
        assert_eq!(read_one.secret.as_deref(), Some("hush"), "an empty value is no value");
        let empty = with_files(Sources::default(), &[("SMTP_URL", " \n")]).err().unwrap();
        assert!(empty.contains("SMTP_URL_FILE") && empty.contains("empty"), "{empty}");
        let missing = read(Sources::default(), |name| (name == "DATABASE_URL_FILE").then(|| "/nowhere/at/all".into()));
        assert!(missing.err().unwrap().0.contains("DATABASE_URL_FILE (/nowhere/at/all)"));
        assert!(read(Sources::default(), |_| Some("".into())).is_ok());
    }
}
