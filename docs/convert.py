"""
Print `docs/convert.md` from the losses and refusals that handlab knows and a run over real logs.

    python docs/convert.py [LOGS] > docs/convert.md

LOGS is the folder of real logs, by default `HANDLAB_CORPUS` or `../shared/corpus`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from handlab import conversion  # noqa: E402 - the checkout comes first
from handlab._handlab import conversion_outcomes  # noqa: E402

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator

HEADER = """\
# Hands in other formats

`handlab convert` writes hands of any site as the text of PokerStars, which most programs read, as
PHH (`.phhs`, for research and pokerkit), or as Open Hand History (`.ohh`, JSON for trackers).

```sh
handlab convert logs/ --to pokerstars --out converted/
handlab convert logs/ --to phh --out hands.phhs
handlab convert hands.zip --to ohh --out - | head
```

It reads what `handlab ingest` reads and stores nothing. `--out` is a file for all hands, a folder
(one that exists, or a path with a slash at its end) with a file for each text read, or `-` for
stdout. Files are written under a temporary name, and renamed when they are complete. Counts go to
stderr, or with `--json` as one object to stdout. The exit status is 1 if a hand was refused or
cannot be read, and 0 if all hands were written, with losses or without. A hand that is in several
files is written several times: only `handlab ingest` recognises copies.

## What is promised

Every hand is written, read again by handlab's own reader of that format, and compared. Players,
seats, stacks, cards, boards, posts, actions with their amounts, what came back uncalled, pots, rake
and what each player won are the same; otherwise the hand is **refused**, and not written. Other
facts about the hand that the format cannot hold are **lost**, and counted. A hand that does not add
up is refused, because it is not known who won what.

The tables below are printed from the program and a run over real logs, which are not part of the
project. Print them again after a change: `make convert`.

Facts about the text and not about the hand are not compared: the verdict, where the rake was found,
lines that were not read. Chat is not part of a hand and is never written.

- **PokerStars**: one block per hand, with its marks and the empty lines between blocks that
  importers such as fpdb look for. Importers take numbers of hands and tournaments as digits: other
  names become 18 digits that follow from site and name. The time is Eastern, as PokerStars prints
  it; in the hour that comes twice, UTC with Eastern time in brackets. Where a hand has no zone its
  digits are kept: give `--timezone`. Rake and fees are one number.
- **PHH**: amounts and the end of each stack are those of the hand, and site, number of the hand,
  rake and fees are in fields of our own (`_handlab_...`), which other programs pass over and
  handlab reads. pokerkit plays the hands and pays the same, where the cards of the contenders are
  known and its rake is set to that of the hand.
- **Open Hand History**: version 1.4.7, one object per line and an empty line after it.
"""

PSEUDONYMS = """\
## Pseudonyms

`--anonymize KEYFILE` writes hands without names:

```sh
openssl rand -hex 32 > key.txt
handlab convert logs/ --to pokerstars --anonymize key.txt --out published/
```

- A player's pseudonym is `p` and 16 hexadecimal digits of BLAKE2b, with your key, of site and name:
  the same person has the same one in all hands, files and runs with that key, and another key gives
  another. On sites whose names mean nothing beyond a hand or a session, the number of the hand is
  included, so that such players are never joined across hands.
- Numbers of hands and tournaments become 18 digits, and names of tables pseudonyms as well.
  `--keep hand_id`, `--keep tournament_id` and `--keep table_name` keep them; the option can be
  given several times.
- It is done on the hand that was read, never by replacing text: chat, and all lines that handlab
  does not read, are gone. Whose file it is stays known: that seat's cards are dealt face up.
- Files of a folder are numbered, since the name of a log may hold that of its owner.
- The key has 16 to 64 bytes; spaces and line ends around it are not part of it. Whoever has the key
  can find out whether a name is in the hands; without the key nobody can.

**What it does not hide:** site, time, stakes, cards and amounts stay as they are. Someone who has
the same hands with their names, because they sat at the table or bought the logs, finds the players
again by these.
"""

REFUSED = """\
## What is refused

Hands of the real logs that handlab is tested with, by format.
"""
LOST = """\
## What is lost

Hands written that lack something, by format. A hand may lack several things.
"""


def main(logs: Path) -> None:
    """Print the page."""
    results = {to: run(logs, to) for to in conversion.FORMATS}
    losses, refusals = map(dict, conversion_outcomes())
    print(HEADER)
    print("## How much of real logs can be written\n")
    print("\n".join(shares(results)) + "\n")
    print(REFUSED)
    refused = {to: result.refused for to, result in results.items()}
    print("\n".join(table(refused, refusals)) + "\n")
    print(LOST)
    print("\n".join(table({to: result.lost for to, result in results.items()}, losses)) + "\n")
    print(PSEUDONYMS, end="")


def run(logs: Path, to: str) -> conversion.Conversion:
    """Write all logs in a format, to nowhere."""
    converter = conversion.Converter(to)
    for _ in converter.texts(conversion.find([logs], None, is_folder=False), is_one_file=True):
        pass
    return converter.result


def shares(results: dict[str, conversion.Conversion]) -> Iterator[str]:
    """How many hands each format holds."""
    yield "| format | hands read | written | of those that add up | without a loss |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for to, result in results.items():
        hands = result.headers - result.rejected - result.partial
        sound = hands - result.refused["unsound"] - result.refused["rake_unknown"]
        yield (
            f"| `{to}` | {hands:,} | {result.written:,} | {100 * result.written / sound:.1f} % |"
            f" {result.lossless:,} |"
        )


def table(counts: dict[str, Counter[str]], sentences: dict[str, str]) -> Iterator[str]:
    """One row for each outcome, in the order of the sentences."""
    yield "| name | meaning | " + " | ".join(f"`{to}`" for to in counts) + " |"
    yield "| --- | --- |" + " ---: |" * len(counts)
    for code, sentence in sentences.items():
        cells = " | ".join(f"{count[code]:,}" for count in counts.values())
        yield f"| `{code}` | {sentence} | {cells} |"


if __name__ == "__main__":
    corpus = os.environ.get("HANDLAB_CORPUS") or ROOT.parent / "shared" / "corpus"
    main(Path(sys.argv[1] if len(sys.argv) > 1 else corpus))
