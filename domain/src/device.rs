//! A browser's name in words that its owner recognises: 'Firefox auf Windows'.

/// Names found in the user agent. `None`: it contains no name that we know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Device {
    pub browser: Option<&'static str>,
    pub system: Option<&'static str>,
}

/// The order matters: many browsers also name the browsers that they resemble.
const BROWSERS: [(&str, &str); 13] = [
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("DuckDuckGo/", "DuckDuckGo"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
];

const SYSTEMS: [(&str, &str); 8] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
];

impl Device {
    pub fn of(user_agent: &str) -> Self {
        let named = |table: &[(&str, &'static str)]| {
            table.iter().find(|(mark, _)| user_agent.contains(mark)).map(|(_, name)| *name)
        };
        Self { browser: named(&BROWSERS), system: named(&SYSTEMS) }
    }

    /// As it is stored: 'Firefox/Windows'. An unknown part is empty.
    pub fn code(self) -> String {
        format!("{}/{}", self.browser.unwrap_or_default(), self.system.unwrap_or_default())
    }

    /// The device of a [`code`](Self::code).
    pub fn parse(code: &str) -> Self {
        let (browser, system) = code.split_once('/').unwrap_or_default();
        let named =
            |table: &[(&str, &'static str)], name| table.iter().map(|(_, known)| *known).find(|known| *known == name);
        Self { browser: named(&BROWSERS, browser), system: named(&SYSTEMS, system) }
    }

    /// A name that the owner of the device recognises.
    #[cfg(feature = "texts")]
    pub fn name(self, language: crate::Language) -> String {
        use crate::Key::{SessionsDevice, SessionsUnknownDevice};
        match (self.browser, self.system) {
            (Some(browser), Some(system)) => language.fill(SessionsDevice, &[("browser", browser), ("system", system)]),
            (Some(name), None) | (None, Some(name)) => name.to_owned(),
            (None, None) => language.text(SessionsUnknownDevice).to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Device;

    #[test]
    fn each_browser_is_itself_and_not_one_that_it_resembles() {
        for (agent, browser, system) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0",
                Some("Firefox"),
                Some("Windows"),
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 \
                 Safari/537.36 Edg/143.0.0.0",
                Some("Edge"),
                Some("Windows"),
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                 Version/26.1 Safari/605.1.15",
                Some("Safari"),
                Some("macOS"),
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                 CriOS/143.0.0.0 Mobile/15E148 Safari/604.1",
                Some("Chrome"),
                Some("iPhone"),
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 \
                 Chrome/136.0.0.0 Mobile Safari/537.36",
                Some("Samsung Internet"),
                Some("Android"),
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36",
                Some("Chrome"),
                Some("Linux"),
            ),
            ("curl/8.17.0", Some("curl"), None),
            ("", None, None),
            ("<script>alert(1)</script>", None, None),
        ] {
            let device = Device { browser, system };
            assert_eq!((Device::of(agent), Device::parse(&device.code())), (device, device), "{agent}");
        }
    }
}
