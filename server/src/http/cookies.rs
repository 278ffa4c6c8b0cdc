//! Reading cookies, and the session cookie's own rules.

use chrono::{DateTime, Utc};
use domain::{Error, Refusal};
use http::{HeaderMap, HeaderValue, header};

/// The value of the first cookie of this name.
pub fn get<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(found, value)| *found == name && !value.is_empty())
        .map(|(_, value)| value)
}

/// A cookie by its name; on https a prefix binds it to TLS, and `__Host-` to this host as well.
#[derive(Clone, Copy, Debug)]
struct Cookie {
    is_https: bool,
    name: &'static str,
}

impl Cookie {
    fn new(origin: &str, [secure, plain]: [&'static str; 2]) -> Self {
        let is_https = origin.starts_with("https:");
        Self { is_https, name: if is_https { secure } else { plain } }
    }

    /// A `Set-Cookie` value. Without value and time it removes the cookie. `Lax`, because links and redirects from an
    /// issuer are navigations from other sites.
    fn set(self, value: &str, path: &str, seconds: i64) -> Option<HeaderValue> {
        let (name, secure) = (self.name, if self.is_https { "; Secure" } else { "" });
        let line = format!("{name}={value}; Path={path}; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
        HeaderValue::from_str(&line).ok()
    }
}

/// A `Set-Cookie` value for language or theme, as the page's script writes it (`frontend-react/src/shared/cookie.ts`).
pub fn preference(origin: &str, name: &str, value: &str) -> Option<HeaderValue> {
    let secure = if origin.starts_with("https:") { "; Secure" } else { "" };
    HeaderValue::from_str(&format!("{name}={value}; Path=/; Max-Age=31536000; SameSite=Lax{secure}")).ok()
}

/// The session cookie.
#[derive(Clone, Copy, Debug)]
pub struct SessionCookie(Cookie);

impl SessionCookie {
    pub fn of_origin(origin: &str) -> Self {
        Self(Cookie::new(origin, ["__Host-session", "session"]))
    }

    pub fn name(self) -> &'static str {
        self.0.name
    }

    pub fn get(self, headers: &HeaderMap) -> Option<&str> {
        get(headers, self.name())
    }

    pub fn set(self, value: &str, now: DateTime<Utc>, expires_at: DateTime<Utc>) -> Option<HeaderValue> {
        self.0.set(value, "/", (expires_at - now).num_seconds().max(0))
    }

    pub fn clear(self) -> Option<HeaderValue> {
        self.0.set("", "/", 0)
    }
}

/// Marks a browser in which somebody signed in before. It gives no access.
#[derive(Clone, Copy, Debug)]
pub struct DeviceCookie;

impl DeviceCookie {
    /// The longest that browsers keep a cookie.
    const DAYS: i64 = 400;

    fn of_origin(origin: &str) -> Cookie {
        Cookie::new(origin, ["__Host-device", "device"])
    }

    pub fn get<'h>(headers: &'h HeaderMap, origin: &str) -> Option<&'h str> {
        get(headers, Self::of_origin(origin).name)
    }

    pub fn set(origin: &str, value: &str) -> Option<HeaderValue> {
        Self::of_origin(origin).set(value, "/", Self::DAYS * 86_400)
    }
}

/// Binds a sign-in with Google to the browser in which it began.
#[derive(Clone, Copy, Debug)]
pub struct FlowCookie(Cookie);

impl FlowCookie {
    pub fn of_origin(origin: &str) -> Self {
        Self(Cookie::new(origin, ["__Host-google", "google"]))
    }

    pub fn get(self, headers: &HeaderMap) -> Option<&str> {
        get(headers, self.0.name)
    }

    pub fn set(self, value: &str, seconds: i64) -> Option<HeaderValue> {
        self.0.set(value, "/", seconds)
    }
}

/// Seconds within which a redirected browser requests the page.
const WAY_BACK: i64 = 60;

/// Cookies of one secret link. Each is sent to the addresses of its own link only.
#[derive(Clone, Copy, Debug)]
pub struct LinkCookies;

const PASS: [&str; 2] = ["__Secure-pass", "pass"];
const OPENED: [&str; 2] = ["__Secure-opened", "opened"];
const REFUSED: [&str; 2] = ["__Secure-refused", "refused"];

impl LinkCookies {
    /// Value that stands for the right PIN.
    pub fn pass<'h>(headers: &'h HeaderMap, origin: &str) -> Option<&'h str> {
        get(headers, Cookie::new(origin, PASS).name)
    }

    pub fn was_opened(headers: &HeaderMap, origin: &str) -> bool {
        get(headers, Cookie::new(origin, OPENED).name).is_some()
    }

    /// One cookie for the page with its files and one for the call.
    pub fn set_pass(origin: &str, token: &str, value: &str, seconds: i64) -> impl Iterator<Item = HeaderValue> {
        let paths = [format!("/shared/{token}"), format!("/api/shared/{token}")];
        paths.into_iter().filter_map(move |path| Cookie::new(origin, PASS).set(value, &path, seconds))
    }

    pub fn set_opened(origin: &str, token: &str, seconds: i64) -> Option<HeaderValue> {
        Cookie::new(origin, OPENED).set("1", &format!("/shared/{token}"), seconds)
    }

    /// The reason why this browser's last PIN did not open the link.
    pub fn refused(headers: &HeaderMap, origin: &str) -> Option<Error> {
        let value = get(headers, Cookie::new(origin, REFUSED).name)?;
        match value.split_once('.') {
            None if value == Refusal::PinWrong.code() => Some(Refusal::PinWrong.into()),
            Some((code, seconds)) if code == Refusal::TooManyRequests.code() => {
                let seconds: u64 = seconds.parse().ok()?;
                Some(Error::from(Refusal::TooManyRequests).with("seconds", seconds).retry_after(seconds))
            }
            _ => None,
        }
    }

    /// `None` for a refusal that the page can find out itself.
    pub fn set_refused(origin: &str, token: &str, refused: &Error) -> Option<HeaderValue> {
        let value = match (refused.refusal, refused.retry_after) {
            (Refusal::PinWrong, _) => refused.code().to_owned(),
            (Refusal::TooManyRequests, Some(seconds)) => format!("{}.{seconds}", refused.code()),
            _ => return None,
        };
        Cookie::new(origin, REFUSED).set(&value, &format!("/shared/{token}"), WAY_BACK)
    }

    /// Removes the cookie, so that a refusal is shown once.
    pub fn clear_refused(origin: &str, token: &str) -> Option<HeaderValue> {
        Cookie::new(origin, REFUSED).set("", &format!("/shared/{token}"), 0)
    }
}

/// Names the form that has just succeeded, for the message of the next page.
#[derive(Clone, Copy, Debug)]
pub struct FormDoneCookie;

impl FormDoneCookie {
    fn of_origin(origin: &str) -> Cookie {
        Cookie::new(origin, ["__Host-form-done", "form-done"])
    }

    pub fn get<'h>(headers: &'h HeaderMap, origin: &str) -> Option<&'h str> {
        get(headers, Self::of_origin(origin).name)
    }

    pub fn set(origin: &str, form: &str) -> Option<HeaderValue> {
        Self::of_origin(origin).set(form, "/", WAY_BACK)
    }

    pub fn clear(origin: &str) -> Option<HeaderValue> {
        Self::of_origin(origin).set("", "/", 0)
    }
}

#[cfg(test)]
mod tests {
    use super::{DeviceCookie, FlowCookie, LinkCookies, SessionCookie, get};
    use chrono::{DateTime, TimeDelta};
    use domain::{Error, Refusal};
    use http::{HeaderMap, HeaderValue, header::COOKIE};

    #[test]
    fn cookies_are_found_among_others_and_in_several_headers() {
        let mut headers = HeaderMap::new();
        headers.append(COOKIE, HeaderValue::from_static("a=1; xsession=no; language=de"));
        headers.append(COOKIE, HeaderValue::from_static("session=s=1"));
        assert_eq!(get(&headers, "language"), Some("de"));
        assert_eq!(get(&headers, "session"), Some("s=1"));
        assert_eq!(get(&headers, "b"), None);
    }

    #[test]
    fn on_https_the_cookie_is_bound_to_host_and_tls() {
        let now = DateTime::UNIX_EPOCH;
        let line = |origin| SessionCookie::of_origin(origin).set("v", now, now + TimeDelta::seconds(60)).unwrap();
        assert_eq!(line("https://x"), "__Host-session=v; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure");
        assert_eq!(line("http://x"), "session=v; Path=/; Max-Age=60; HttpOnly; SameSite=Lax");
    }

    #[test]
    fn on_https_all_cookies_of_the_sign_in_are_bound_to_the_host() {
        let flow = |origin| FlowCookie::of_origin(origin).set("v", 60).unwrap();
        assert_eq!(flow("https://x"), "__Host-google=v; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure");
        assert_eq!(flow("http://x"), "google=v; Path=/; Max-Age=60; HttpOnly; SameSite=Lax");
        let device = DeviceCookie::set("https://x", "v").unwrap();
        assert_eq!(device, "__Host-device=v; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure");
    }

    #[test]
    fn cookies_of_a_link_are_sent_to_that_link_only() {
        let lines: Vec<_> = LinkCookies::set_pass("https://x", "abc", "v", 60).collect();
        let rest = "Max-Age=60; HttpOnly; SameSite=Lax; Secure";
        assert_eq!(lines[0], format!("__Secure-pass=v; Path=/shared/abc; {rest}"));
        assert_eq!(lines[1], format!("__Secure-pass=v; Path=/api/shared/abc; {rest}"));
        let line = LinkCookies::set_opened("http://x", "abc", 60).unwrap();
        assert_eq!(line, "opened=1; Path=/shared/abc; Max-Age=60; HttpOnly; SameSite=Lax");
        let line = LinkCookies::clear_refused("https://x", "abc").unwrap();
        let rest = "Max-Age=0; HttpOnly; SameSite=Lax; Secure";
        assert_eq!(line, format!("__Secure-refused=; Path=/shared/abc; {rest}"));
    }

    #[test]
    fn why_a_pin_was_refused_comes_back_as_it_went_and_nothing_else_does() {
        let kept = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.append(COOKIE, HeaderValue::from_str(&format!("refused={value}")).unwrap());
            LinkCookies::refused(&headers, "http://x")
        };
        let wait = Error::from(Refusal::TooManyRequests).with("seconds", 3540).retry_after(3540);
        for refused in [Error::from(Refusal::PinWrong), wait] {
            let line = LinkCookies::set_refused("http://x", "abc", &refused).unwrap();
            let (pair, rest) = line.to_str().unwrap().split_once("; ").unwrap();
            assert_eq!(rest, "Path=/shared/abc; Max-Age=60; HttpOnly; SameSite=Lax");
            assert_eq!(kept(pair.strip_prefix("refused=").unwrap()), Some(refused));
        }
        assert_eq!(LinkCookies::set_refused("http://x", "abc", &Refusal::PinSpent.into()), None);
        for value in ["pin_spent", "access_denied", "too_many_requests", "too_many_requests.soon", "pin_wrong.5"] {
            assert_eq!(kept(value), None, "{value}");
        }
    }
}
