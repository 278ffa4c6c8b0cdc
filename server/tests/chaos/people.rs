//! People who write, and remember which saves were acknowledged.

use super::program::{Answer, Program, send};
use serde_json::{Value, json};
use std::{net::SocketAddr, time::Duration};

pub const PHOTO: &[u8] = include_bytes!("../../../public/icon-192.png");
const PASSWORD: &str = "Kaffee & Kuchen";
const BOUNDARY: &str = "----FormBoundaryOfTheTests";

#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    pub id: String,
    pub text: String,
}

pub struct Person {
    cookie: String,
    name: String,
    count: u32,
    /// Today's entry after the last acknowledged save.
    saved: Option<Saved>,
    /// Texts of saves without an answer yet; `None` is a deletion.
    open: Vec<Option<String>>,
    pub acknowledged: u32,
    pub longest: Duration,
}

fn json_of(address: SocketAddr, method: &str, path: &str, headers: &str, body: &Value) -> Answer {
    let headers = format!("content-type: application/json\r\n{headers}");
    let answer = send(address, method, path, &headers, body.to_string().as_bytes()).expect("an answer");
    assert!(answer.status < 300, "{path}: {} {}", answer.status, answer.json());
    answer
}

/// Tokens of the identity provider, and the header with the first of them.
fn tokens(address: SocketAddr, call: &str, name: &str) -> (Value, String) {
    let form = json!({ "email": format!("{name}@example.org"), "password": PASSWORD, "returnSecureToken": true });
    let tokens = json_of(address, "POST", &format!("/identity/v1/accounts:{call}"), "", &form).json();
    let bearer = format!("authorization: Bearer {}\r\n", tokens["idToken"].as_str().unwrap());
    (tokens, bearer)
}

impl Person {
    /// Registered and signed in, where it is day now.
    pub fn new(program: &Program, name: &str, invitation: &str) -> Self {
        let address = program.address;
        let (tokens, bearer) = tokens(address, "signUp", name);
        let form = json!({ "invitationCode": invitation, "firstName": name, "lastName": "Beispiel" });
        json_of(address, "POST", "/api/auth/simple-register", &bearer, &form);
        let hour = chrono::Timelike::hour(&backend::Clock::system().now());
        let zone = if hour < 12 { "Etc/GMT-6" } else { "Etc/GMT+6" };
        let form = json!({ "refreshToken": tokens["refreshToken"], "zone": zone, "language": "de" });
        let session = json_of(address, "POST", "/api/auth/session", &bearer, &form);
        Self {
            cookie: session.cookie,
            name: name.into(),
            count: 0,
            saved: None,
            open: Vec::new(),
            acknowledged: 0,
            longest: Duration::ZERO,
        }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Signs in once more if the account is there.
    pub fn may_sign_in(&mut self, program: &Program) -> bool {
        let form =
            json!({ "email": format!("{}@example.org", self.name), "password": PASSWORD, "returnSecureToken": true });
        let headers = "content-type: application/json\r\n";
        let path = "/identity/v1/accounts:signInWithPassword";
        let answer = send(program.address, "POST", path, headers, form.to_string().as_bytes()).expect("an answer");
        if answer.status != 200 {
            return false;
        }
        let tokens = answer.json();
        let headers = format!("{headers}authorization: Bearer {}\r\n", tokens["idToken"].as_str().unwrap());
        let form = json!({ "refreshToken": tokens["refreshToken"] });
        let session = send(program.address, "POST", "/api/auth/session", &headers, form.to_string().as_bytes());
        let session = session.expect("an answer");
        self.cookie = session.cookie;
        session.status < 300
    }

    /// Signs in once more: a change of the secret ends every session.
    pub fn sign_in(&mut self, program: &Program) {
        let (tokens, bearer) = tokens(program.address, "signInWithPassword", &self.name);
        let form = json!({ "refreshToken": tokens["refreshToken"] });
        self.cookie = json_of(program.address, "POST", "/api/auth/session", &bearer, &form).cookie;
    }

    pub fn request(&self, address: SocketAddr, method: &str, path: &str, body: &Value) -> Option<Answer> {
        let headers = format!("cookie: {}\r\ncontent-type: application/json\r\n", self.cookie);
        send(address, method, path, &headers, body.to_string().as_bytes())
    }

    /// The next save: a new entry with a photo, another text and photo, or a deletion.
    pub fn save(&mut self, address: SocketAddr) -> Option<Answer> {
        match self.saved.clone() {
            Some(saved) if self.count % 4 == 3 => {
                self.count += 1;
                self.open.push(None);
                let answer = self.request(address, "DELETE", &format!("/api/entries/{}", saved.id), &json!({}));
                self.noted(answer, None)
            }
            Some(saved) => self.write(address, "PATCH", &format!("/api/entries/{}", saved.id), true),
            None => self.write(address, "POST", "/api/entries", true),
        }
    }

    /// Sends another text, with a new photo or the present one.
    pub fn write(&mut self, address: SocketAddr, method: &str, path: &str, with_photo: bool) -> Option<Answer> {
        self.count += 1;
        let text = format!("{} {}", self.name, self.count);
        self.open.push(Some(text.clone()));
        let part = |head: &str, value: &[u8]| {
            [format!("--{BOUNDARY}\r\nContent-Disposition: form-data; {head}\r\n\r\n").as_bytes(), value, b"\r\n"]
                .concat()
        };
        let mut form = part("name=\"text\"", text.as_bytes());
        if with_photo {
            form.extend(part("name=\"existingImages\"", b"[]"));
            form.extend(part("name=\"images\"; filename=\"a.png\"\r\nContent-Type: image/png", PHOTO));
        }
        form.extend(format!("--{BOUNDARY}--\r\n").as_bytes());
        let headers = format!("cookie: {}\r\ncontent-type: multipart/form-data; boundary={BOUNDARY}\r\n", self.cookie);
        let answer = send(address, method, path, &headers, &form);
        self.noted(answer, Some(text))
    }

    fn noted(&mut self, answer: Option<Answer>, text: Option<String>) -> Option<Answer> {
        let answer = answer?;
        self.longest = self.longest.max(answer.time);
        match answer.status {
            200 | 201 => {
                let id = answer.json()["id"].as_str().unwrap().to_owned();
                (self.saved, self.open) = (Some(Saved { id, text: text.unwrap() }), Vec::new());
                self.acknowledged += 1;
            }
            204 => {
                (self.saved, self.open) = (None, Vec::new());
                self.acknowledged += 1;
            }
            // An unanswered one before it was done after all.
            404 | 409 if self.open.len() > 1 => drop(self.open.pop()),
            // The secret was changed: sessions have ended, and this server opens no words any more.
            401 => {}
            _ if answer.json()["code"] == "entry_unreadable" => {}
            status => assert!(answer.is_for_later(), "{status}: {}", answer.json()),
        }
        Some(answer)
    }

    /// Checks that the entry is the acknowledged one, or one of the saves without an answer, whole and with its photo.
    pub fn find(&mut self, program: &Program) {
        let answer = program.get("/api/entries/today", &self.cookie).expect("an answer");
        assert_eq!(answer.status, 200, "{}", answer.json());
        let today = answer.json();
        let found = today["text"].as_str().map(str::to_owned);
        let expected = self.saved.as_ref().map(|saved| saved.text.clone());
        assert!(
            found == expected || self.open.contains(&found),
            "LOST: {} has {found:?}, acknowledged was {expected:?}, open were {:?}",
            self.name,
            self.open
        );
        if let Some(text) = found {
            let images = today["images"].as_array().unwrap();
            assert_eq!(images.len(), 1, "half an entry: {today}");
            for rendition in ["thumbnail", "optimized", "original"] {
                let path = format!("/media/{}/{rendition}", images[0]["id"].as_str().unwrap());
                let file = program.get(&path, &self.cookie).expect("a whole file");
                let is_whole = file.body.starts_with(&[0xFF, 0xD8]) && file.body.ends_with(&[0xFF, 0xD9]);
                assert!(file.status == 200 && is_whole, "{path}: {} {}", file.status, file.body.len());
            }
            self.saved = Some(Saved { id: today["id"].as_str().unwrap().to_owned(), text });
        } else {
            self.saved = None;
        }
    }

    pub fn email(&self) -> String {
        format!("{}@example.org", self.name)
    }

    pub fn entry(&self) -> Option<&Saved> {
        self.saved.as_ref()
    }

    pub fn cookie(&self) -> &str {
        &self.cookie
    }
}
