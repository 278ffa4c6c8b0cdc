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

/// The session cookie; on https its prefix binds it to this host and to TLS.
#[derive(Clone, Copy, Debug)]
pub struct SessionCookie {
    secure: bool,
}

impl SessionCookie {
    pub fn of_origin(origin: &str) -> Self {
        Self { secure: origin.starts_with("https:") }
    }

    pub fn name(self) -> &'static str {
        if self.secure { "__Host-session" } else { "session" }
    }

    pub fn get(self, headers: &HeaderMap) -> Option<&str> {
        get(headers, self.name())
    }

    /// A `Set-Cookie` value.
    pub fn set(self, value: &str, now: DateTime<Utc>, expires_at: DateTime<Utc>) -> Option<HeaderValue> {
        HeaderValue::from_str(&self.line(value, (expires_at - now).num_seconds().max(0))).ok()
    }

    /// A `Set-Cookie` value that makes the browser forget it.
    pub fn clear(self) -> Option<HeaderValue> {
        HeaderValue::from_str(&self.line("", 0)).ok()
    }

    fn line(self, value: &str, max_age: i64) -> String {
        let secure = if self.secure { "; Secure" } else { "" };
        format!("{}={value}; Path=/; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}", self.name())
    }
}

/// Says that somebody signed in to an account in this browser before; it opens nothing.
#[derive(Clone, Copy, Debug)]
pub struct DeviceCookie;

impl DeviceCookie {
    /// As long as browsers keep a cookie.
    const DAYS: i64 = 400;

    fn name(origin: &str) -> &'static str {
        if origin.starts_with("https:") { "__Host-device" } else { "device" }
    }

    pub fn get<'h>(headers: &'h HeaderMap, origin: &str) -> Option<&'h str> {
        get(headers, Self::name(origin))
    }

    /// A `Set-Cookie` value.
    pub fn set(origin: &str, value: &str) -> Option<HeaderValue> {
        let (name, seconds) = (Self::name(origin), Self::DAYS * 86_400);
        let secure = if origin.starts_with("https:") { "; Secure" } else { "" };
        let line = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
        HeaderValue::from_str(&line).ok()
    }
}

/// Ties a sign-in with Google to the browser in which it began.
#[derive(Clone, Copy, Debug)]
pub struct FlowCookie {
    secure: bool,
}

impl FlowCookie {
    pub fn of_origin(origin: &str) -> Self {
        Self { secure: origin.starts_with("https:") }
    }

    fn name(self) -> &'static str {
        if self.secure { "__Host-google" } else { "google" }
    }

    pub fn get(self, headers: &HeaderMap) -> Option<&str> {
        get(headers, self.name())
    }

    /// A `Set-Cookie` value. Lax: the way back from the issuer is a navigation from another site.
    pub fn set(self, value: &str, seconds: i64) -> Option<HeaderValue> {
        let secure = if self.secure { "; Secure" } else { "" };
        let line = format!("{}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}", self.name());
        HeaderValue::from_str(&line).ok()
    }
}

/// What a browser keeps for one secret link. Each cookie is sent to the addresses of its own link only.
#[derive(Clone, Copy, Debug)]
pub struct LinkCookies;

impl LinkCookies {
    /// Seconds in which a browser that is sent to a page surely asks for it.
    const WAY_BACK: i64 = 60;

    fn name(origin: &str, secure: &'static str, plain: &'static str) -> &'static str {
        if origin.starts_with("https:") { secure } else { plain }
    }

    fn pass_name(origin: &str) -> &'static str {
        Self::name(origin, "__Secure-pass", "pass")
    }

    fn opened_name(origin: &str) -> &'static str {
        Self::name(origin, "__Secure-opened", "opened")
    }

    fn refused_name(origin: &str) -> &'static str {
        Self::name(origin, "__Secure-refused", "refused")
    }

    /// What stands for the PIN.
    pub fn pass<'h>(headers: &'h HeaderMap, origin: &str) -> Option<&'h str> {
        get(headers, Self::pass_name(origin))
    }

    pub fn was_opened(headers: &HeaderMap, origin: &str) -> bool {
        get(headers, Self::opened_name(origin)).is_some()
    }

    /// `Set-Cookie` values: for the page with its files, and for the call.
    pub fn set_pass(origin: &str, token: &str, value: &str, seconds: i64) -> impl Iterator<Item = HeaderValue> {
        let name = Self::pass_name(origin);
        let paths = [format!("/shared/{token}"), format!("/api/shared/{token}")];
        paths.into_iter().filter_map(move |path| Self::line(origin, name, value, &path, seconds))
    }

    /// A `Set-Cookie` value.
    pub fn set_opened(origin: &str, token: &str, seconds: i64) -> Option<HeaderValue> {
        Self::line(origin, Self::opened_name(origin), "1", &format!("/shared/{token}"), seconds)
    }

    /// Why the PIN that this browser has just sent did not open the link.
    pub fn refused(headers: &HeaderMap, origin: &str) -> Option<Error> {
        let value = get(headers, Self::refused_name(origin))?;
        match value.split_once('.') {
            None if value == Refusal::PinWrong.code() => Some(Refusal::PinWrong.into()),
            Some((code, seconds)) if code == Refusal::TooManyRequests.code() => {
                let seconds: u64 = seconds.parse().ok()?;
                Some(Error::from(Refusal::TooManyRequests).with("seconds", seconds).retry_after(seconds))
            }
            _ => None,
        }
    }

    /// A `Set-Cookie` value; none for what the page knows by itself.
    pub fn set_refused(origin: &str, token: &str, refused: &Error) -> Option<HeaderValue> {
        let value = match (refused.refusal, refused.retry_after) {
            (Refusal::PinWrong, _) => refused.code().to_owned(),
            (Refusal::TooManyRequests, Some(seconds)) => format!("{}.{seconds}", refused.code()),
            _ => return None,
        };
        Self::line(origin, Self::refused_name(origin), &value, &format!("/shared/{token}"), Self::WAY_BACK)
    }

    /// A `Set-Cookie` value that makes the browser forget it: it is told once.
    pub fn clear_refused(origin: &str, token: &str) -> Option<HeaderValue> {
        Self::line(origin, Self::refused_name(origin), "", &format!("/shared/{token}"), 0)
    }

    /// Lax: links are followed from other sites.
    fn line(origin: &str, name: &str, value: &str, path: &str, seconds: i64) -> Option<HeaderValue> {
        let secure = if origin.starts_with("https:") { "; Secure" } else { "" };
        let line = format!("{name}={value}; Path={path}; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
        HeaderValue::from_str(&line).ok()
    }
}

/// Names the form that was done just before, for the page that says so.
pub mod told {
    use backend::{Error, Result};
    use http::{HeaderMap, HeaderValue};

    const NAME: &str = "told";
    /// Seconds in which a browser that is sent to a page surely asks for it.
    const WAY_BACK: i64 = 60;

    pub fn get(headers: &HeaderMap) -> Option<&str> {
        super::get(headers, NAME)
    }

    pub fn set(form: &str) -> Result<HeaderValue> {
        HeaderValue::from_str(&format!("{NAME}={form}; Path=/; Max-Age={WAY_BACK}; HttpOnly; SameSite=Lax"))
            .map_err(|e| Error::broken("form", e))
    }

    pub fn clear() -> HeaderValue {
        HeaderValue::from_static("told=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax")
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
    fn what_a_browser_keeps_for_a_link_is_sent_to_that_link_alone() {
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
