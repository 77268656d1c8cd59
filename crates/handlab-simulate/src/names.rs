//! Invented names of players and tables. Those of players are as difficult to parse as real ones.

use handlab_cards::deal::Generator;

/// Names that contain what elsewhere separates parts of a line: colons, brackets, quotes, markup, verbs, other scripts.
const HOSTILE: [&str; 24] = [
    "Ana: folds",
    "mr. calls $5",
    "[x]Lucky[x]",
    "Ms (Button)",
    "T-Bone (all-in)",
    "Käse_Brot",
    "ДимаПокер",
    "山猫42",
    "l'Étoile d'Or",
    "$hortStack$",
    "<b>Bold</b> Bob",
    "\"Quote\" Queen",
    "two  blanks",
    "o'brien & sons",
    "semi;colon,99",
    "No Pair 7",
    "-=VIPER=-",
    "Seat 3",
    "wo_olly :D",
    "ñandú 1",
    "100% Bluff",
    "Πόκερ_7",
    "a",
    "collected 7",
];

const FRONT: [&str; 20] = [
    "river", "quiet", "Old", "blue", "Silver", "lazy", "north", "tiny", "Red", "foggy", "lucky",
    "Iron", "salty", "Grand", "wild", "Mellow", "pixel", "cosmic", "rusty", "Honest",
];
const BACK: [&str; 20] = [
    "otter", "Miller", "canyon", "Fox", "harbor", "Pilot", "_ace", "Mango", "drum", "Badger",
    "wave", "Tailor", "comet", ".jay", "Turtle", "lantern", "Duke", " moss", "kite", "Wren",
];
const TABLES: [&str; 16] = [
    "Ardelia",
    "Bellweather",
    "Corvina",
    "Dunmore",
    "Elstree",
    "Fenwick",
    "Galdera",
    "Hexham",
    "Ilvermere",
    "Jorvik",
    "Kestrelle",
    "Lunaria",
    "Montrose",
    "Norwenna",
    "Ostrava",
    "Petrichor",
];
const NUMERALS: [&str; 6] = ["", " II", " III", " IV", " V", " VI"];

/// The `index`-th player's name; the names for indexes below 96 are distinct. `turn` chooses which names are hostile.
pub(crate) fn player(index: usize, turn: usize, source: &mut Generator) -> String {
    if index % 4 == 1 {
        return HOSTILE[(turn + index / 4) % HOSTILE.len()].to_owned();
    }
    let (front, back) = (pick(&FRONT, source), pick(&BACK, source));
    format!("{front}{back}{index}")
}

/// A table's name, such as `Corvina IV`.
pub(crate) fn table(source: &mut Generator) -> String {
    format!("{}{}", pick(&TABLES, source), pick(&NUMERALS, source))
}

fn pick<'a>(words: &[&'a str], source: &mut Generator) -> &'a str {
    words[source.between(0, words.len() as u32 - 1) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_repeated() {
        let mut source = Generator::new(1);
        let mut names: Vec<String> = (0..96).map(|index| player(index, 5, &mut source)).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 96);
    }
}
