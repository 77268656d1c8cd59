//! Sites as named in the formats of trackers and researchers.

/// The start of a name, in lower case, and the name in the `site` column.
const SITES: [(&str, &str); 43] = [
    ("pokerstars", "pokerstars"),
    ("poker stars", "pokerstars"),
    ("winamax", "winamax"),
    ("ggpoker", "ggpoker"),
    ("gg poker", "ggpoker"),
    ("natural8", "ggpoker"),
    ("ggn", "ggpoker"),
    ("ggnetwork", "ggpoker"),
    ("888", "888poker"),
    ("poker888", "888poker"),
    ("pacific poker", "888poker"),
    ("full tilt", "fulltilt"),
    ("run it once", "runitonce"),
    ("betrivers", "betrivers"),
    ("betonline", "betonline"),
    ("sportsbetting", "betonline"),
    ("tigergaming", "betonline"),
    ("coinpoker", "coinpoker"),
    ("wpt global", "wptglobal"),
    ("partypoker", "party"),
    ("party poker", "party"),
    ("ipoker", "ipoker"),
    ("ignition", "ignition"),
    ("bovada", "ignition"),
    ("bodog", "ignition"),
    ("pokernow", "pokernow"),
    ("poker now", "pokernow"),
    ("america's cardroom", "winning"),
    ("americas cardroom", "winning"),
    ("americascardroom", "winning"),
    ("acr", "winning"),
    ("winning poker network", "winning"),
    ("winningpokernetwork", "winning"),
    ("blackchippoker", "winning"),
    ("truepoker", "winning"),
    ("yapoker", "winning"),
    ("absolute poker", "absolute"),
    ("ongame", "ongame"),
    ("microgaming", "microgaming"),
    ("everest", "everest"),
    ("merge", "merge"),
    ("unibet", "unibet"),
    ("betfair", "betfair"),
];

/// The site for a name, which may continue: `PokerStars.it`, `iPoker Network`.
pub(crate) fn site_called(name: &str) -> Option<&'static str> {
    let lower = name.to_ascii_lowercase();
    let is_named = |(known, _): &&(&str, &str)| {
        let rest = lower.strip_prefix(known);
        // `ACR Poker`, but not `Acrobat Poker`; `888poker`.
        let is_abbreviation = known.len() <= 3 && known.ends_with(char::is_alphabetic);
        rest.is_some_and(|rest| !(is_abbreviation && rest.starts_with(char::is_alphabetic)))
    };
    let found = SITES.iter().find(is_named);
    found.map(|(_, site)| *site).or_else(|| crate::site_named(&lower))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_name_may_have_a_suffix() {
        for (name, site) in [
            ("PokerStars.it", Some("pokerstars")),
            ("iPoker Network", Some("ipoker")),
            ("Pacific Poker", Some("888poker")),
            ("Full Tilt Poker", Some("fulltilt")),
            ("winamax", Some("winamax")),
            ("GGN", Some("ggpoker")),
            ("Poker888", Some("888poker")),
            ("PokerKing", Some("pokerking")),
            ("Rio All-Suite", None),
        ] {
            assert_eq!(site_called(name), site, "{name}");
        }
    }

    #[test]
    fn every_name_is_that_of_a_dialect() {
        for (_, site) in SITES {
            assert_eq!(crate::site_named(site), Some(site));
        }
    }
}
