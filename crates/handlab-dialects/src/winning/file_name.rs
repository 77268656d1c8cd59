//! The names of the site's files, which alone print the name of most tournaments.
//!
//! ```text
//! HH20210223 SITGOID-G24121376T1 TN-$0{FULLSTOP}50 Hold'Em Turbo - On Demand GAMETYPE-Hold'em LIMIT-no CUR-REAL OND-T BUYIN-0.txt
//! HH20250426 SCHEDULEDID-G33460037T7 TN-Lightning PKO - $8 GTD GAMETYPE-Hold'em LIMIT-no CUR-REAL OND-F BUYIN-0.txt
//! HH20230624 CASHID-G29913950T624 TN-La Harpe GAMETYPE-Hold'em LIMIT-no CUR-REAL OND-F BUYIN-0 MIN-1 MAX-2.txt
//! ```
//!
//! `BUYIN` is 0 whatever the price is. An amount in the name may be a price or a guarantee, and is not read.

use handlab_core::hand::Hand;

use crate::syntax::text::split_once;

/// Adds the name of the hand's tournament, if the hand prints none and its number is that of the file's name.
pub(super) fn read(name: &str, hand: &mut Hand) {
    let Some(tournament) = hand.tournament.as_ref() else { return };
    if !hand.str(tournament.name).is_empty() {
        return;
    }
    let Some(title) = parse(name, hand.str(tournament.tournament_id)) else { return };
    let title = hand.push_text(&title);
    if let Some(tournament) = &mut hand.tournament {
        tournament.name = title;
    }
}

/// Returns the tournament's name.
fn parse(name: &str, number: &str) -> Option<String> {
    let (kind, rest) = split_once(name.strip_prefix("HH")?, "ID-G")?;
    let is_tournament = kind.ends_with(" SITGO") || kind.ends_with(" SCHEDULED");
    let rest = rest.strip_prefix(number)?.strip_prefix('T')?;
    let (table, rest) = split_once(rest, " TN-")?;
    let (title, _) = split_once(rest, " GAMETYPE-")?;
    let is_whole =
        is_tournament && !number.is_empty() && table.bytes().all(|digit| digit.is_ascii_digit());
    // Characters that a file's name cannot have, or should not.
    let title =
        title.replace("{FULLSTOP}", ".").replace("{BACKSLASH}", "\\").replace('\u{a0}', " ");
    (is_whole && !title.contains('{')).then(|| title.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tournaments_have_their_name_from_the_file() {
        let cases = [
            (
                "HH20210223 SITGOID-G77T1 TN-$0{FULLSTOP}50\u{a0}Hold'Em Turbo - On Demand GAMETYPE-Hold'em LIMIT-no CUR-REAL OND-T BUYIN-0.txt",
                Some("$0.50 Hold'Em Turbo - On Demand"),
            ),
            (
                "HH20250426 SCHEDULEDID-G77T145 TN-Lightning PKO - $8 GTD GAMETYPE-Hold'em LIMIT-no CUR-REAL OND-F BUYIN-0.txt",
                Some("Lightning PKO - $8 GTD"),
            ),
            ("HH20250426 SITGOID-G77T1 TN-PLO Hi{BACKSLASH}Lo GAMETYPE-Omaha", Some("PLO Hi\\Lo")),
            ("HH20250426 SITGOID-G77T1 TN-PLO Hi{COLON}Lo GAMETYPE-Omaha", None),
            ("HH20230624 CASHID-G77T624 TN-La Harpe GAMETYPE-Hold'em LIMIT-no.txt", None),
            ("HH20250426 SITGOID-G777T1 TN-PLO GAMETYPE-Omaha", None),
            ("HH20250426 SITGOID-G7T1 TN-PLO GAMETYPE-Omaha", None),
            ("HH20160828 T77-G33949698.txt", None),
            ("", None),
        ];
        for (name, expected) in cases {
            assert_eq!(parse(name, "77").as_deref(), expected, "{name}");
        }
    }
}
