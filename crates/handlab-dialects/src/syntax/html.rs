//! Tables in HTML pages, as a site shows them and a person saves them: rows, cells, column titles.

use xxhash_rust::xxh3::Xxh3;

use handlab_core::framing::page_text;

/// No table has more columns: `colspan="4000000000"` must stay cheap.
const MAX_COLUMNS: usize = 200;

/// A row whose cells are found by the titles of their columns.
pub(crate) struct Row {
    pub(crate) titles: Vec<String>,
    cells: Vec<Cell>,
}

impl Row {
    /// The row at the start of `text`, in the table with whose titles `page` ends; `None` if cells are missing.
    pub(crate) fn read(page: &str, text: &str) -> Option<Row> {
        let row = Row { titles: column_titles(page), cells: cells(text) };
        (row.cells.len() >= row.titles.len()).then_some(row)
    }

    /// The contents of a column, which may be empty.
    pub(crate) fn cell(&self, title: &str) -> Option<&str> {
        let number = self.titles.iter().position(|other| other == title)?;
        Some(&self.cells[number].text)
    }

    /// The contents of a column, unless empty.
    pub(crate) fn column(&self, title: &str) -> Option<&str> {
        self.cell(title).filter(|text| !text.is_empty())
    }

    /// A hash of the row and of the player whose page it is on.
    pub(crate) fn digest(&self, player: &str) -> u64 {
        let mut digest = Xxh3::new();
        digest.update(player.as_bytes());
        for cell in &self.cells {
            digest.update(cell.text.as_bytes());
            digest.update(b"\n");
        }
        digest.digest()
    }
}

/// A cell of a row.
struct Cell {
    /// Without tags, entities, and white space around it.
    text: String,
    /// The number of columns that it spans.
    columns: usize,
    is_title: bool,
}

/// The cells of the row that `page` starts with or starts in.
fn cells(page: &str) -> Vec<Cell> {
    let row = &page[..find_tag(page, 1, &["tr", "/tr"]).unwrap_or(page.len())];
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = find_tag(row, from, &["td", "th"]) {
        let end = find_tag(row, start + 1, &["td", "th", "/td", "/th"]).unwrap_or(row.len());
        let (tag, text) = row[start..end].split_once('>').unwrap_or((&row[start..end], ""));
        found.push(Cell {
            text: page_text(text).trim().to_owned(),
            columns: span_of(tag),
            is_title: tag[1..].starts_with(['t', 'T']) && tag[2..].starts_with(['h', 'H']),
        });
        from = end;
        if found.len() == MAX_COLUMNS {
            break;
        }
    }
    found
}

/// The column titles of the last table in `page` that has some, each after the title of the group above it: `Buy In
/// Real`.
fn column_titles(page: &str) -> Vec<String> {
    let mut titles = Vec::new();
    let mut above: Vec<Cell> = Vec::new();
    let mut from = 0;
    while let Some(start) = find_tag(page, from, &["tr"]) {
        let row = cells(&page[start..]);
        if row.iter().any(|cell| cell.is_title) {
            let groups = spread(&above);
            let is_grouped = groups.len() == row.len();
            let group_of = |column: usize| if is_grouped { groups[column] } else { "" };
            let named = row.iter().enumerate();
            titles = named
                .map(|(column, cell)| {
                    format!("{} {}", group_of(column), cell.text).trim().to_owned()
                })
                .collect();
        }
        above = row;
        from = start + 1;
    }
    titles
}

/// The cell text for each column.
fn spread(row: &[Cell]) -> Vec<&str> {
    let columns = row.iter().flat_map(|cell| std::iter::repeat_n(&cell.text[..], cell.columns));
    columns.take(MAX_COLUMNS).collect()
}

/// The number in `colspan="3"`, else 1.
fn span_of(tag: &str) -> usize {
    let lower = tag.to_ascii_lowercase();
    let value =
        lower.split_once("colspan=").map(|(_, value)| value.trim_start_matches(['"', '\'']));
    let digits = value.map(|value| &value[..value.bytes().take_while(u8::is_ascii_digit).count()]);
    digits.and_then(|digits| digits.parse().ok()).unwrap_or(1).clamp(1, MAX_COLUMNS)
}

/// Where one of these tags starts at or after `from`, ignoring case: `<td>`, `<TD align=right>`.
fn find_tag(text: &str, from: usize, names: &[&str]) -> Option<usize> {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'<', &bytes[from..]).map(|at| from + at).find(|at| {
        names.iter().any(|name| {
            let rest = &bytes[at + 1..];
            let is_named =
                rest.get(..name.len()).is_some_and(|tag| tag.eq_ignore_ascii_case(name.as_bytes()));
            is_named && rest.get(name.len()).is_none_or(|end| !end.is_ascii_alphanumeric())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(page: &str) -> Vec<String> {
        cells(page).into_iter().map(|cell| cell.text).collect()
    }

    #[test]
    fn cells_are_read_without_tags_entities_and_attributes() {
        let row = "<TR class=a><TD align=right>1&nbsp;</TD><td><b>Ann &amp; Bo</td> <td/>x</tr><tr><td>no";
        assert_eq!(texts(row), ["1", "Ann & Bo", "x"]);
        assert_eq!(texts("<td>7</td><td>Ho"), ["7", "Ho"]);
        assert_eq!(texts("nothing <tdx>"), Vec::<String>::new());
    }

    #[test]
    fn titles_follow_those_of_their_groups() {
        let page = "<table><tr><td colspan=\"1\"></td><td COLSPAN=2>Fee</td></tr>\
            <tr><th>ID</th><th>Real</th><th>Play</th></tr>";
        assert_eq!(column_titles(page), ["ID", "Fee Real", "Fee Play"]);
        let alone = "<tr><td>To</td></tr><tr><th>Date</th><th>ReBuys<br>AddOns</th></tr><tr><td>1</td></tr>";
        assert_eq!(column_titles(alone), ["Date", "ReBuys\nAddOns"]);
    }

    #[test]
    fn hostile_tables_stay_small() {
        let wide = format!("<tr>{}</tr>", "<td colspan=99999999999>x</td>".repeat(5000));
        assert_eq!(cells(&wide).len(), MAX_COLUMNS);
        assert!(spread(&cells(&wide)).len() <= MAX_COLUMNS);
    }
}
