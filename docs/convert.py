"""
Print `docs/convert.md`: all losses and refusals, with their counts from a run over real logs.

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

`handlab convert` writes hands of any site in the text format of PokerStars, which most programs
read, in PHH (`.phhs`, for research and pokerkit), or in Open Hand History (`.ohh`, JSON for
trackers).

```sh
handlab convert logs/ --to pokerstars --out converted/
handlab convert logs/ --to phh --out hands.phhs
handlab convert hands.zip --to ohh --out - | head
```

It reads what `handlab ingest` reads and stores nothing. `--out` is a file for all hands, a folder
(one that exists, or a path with a slash at its end) with a file for each text read, or `-` for
stdout. Files are written under a temporary name, and renamed when they are complete. Counts go to
stderr, or with `--json` as one object to stdout; the first refused hands are named, always by the
number that the log prints. The exit status is 1 if a hand was refused or
could not be read, and 0 if all hands were written, with or without losses. A hand that is in
several files is written several times: only `handlab ingest` recognises copies.

## What is guaranteed

handlab writes every hand, reads it again from the new text, and compares the two. If players,
seats, stacks, cards, boards, posts, actions with their amounts, uncalled bets, pots, rake or
payments differ, the hand is **refused**, and not written. Other facts about the hand that the
format cannot hold are **lost**, and counted. A hand that does not add up is refused, because it is
not known who won how much.

The tables below are generated from the program and a run over real logs, which are not part of the
project. After a change, generate them again with `make convert`.

Facts about the text rather than the hand are not compared: the verdict, where the rake was found,
and lines that were not read. Chat is not part of a hand and is never written.

- **PokerStars**: one block per hand, with the markers and the empty lines between blocks that
  importers such as fpdb look for. Importers expect hand and tournament numbers to consist of
  digits: others become 18 digits computed from site and number. The time is Eastern, as on
  PokerStars; in the hour that repeats when clocks go back, it is UTC with Eastern time in brackets.
  If a hand has no time zone, its time is copied as it is: set the zone with `--timezone`. Rake and
  fees are one number.
- **PHH**: amounts and final stacks are those of the hand. Site, hand number, rake and fees are in
  fields of our own (`_handlab_...`), which other programs ignore and handlab reads. pokerkit
  replays the hands with the same payments if the winners' cards are known and its rake is set to
  that of the hand; it refuses some bets that sites allow, such as a fifth bet of fixed limit
  heads-up. A player without known cards mucks (`p1 sm`), and a winner has `????`.
- **Open Hand History**: version 1.4.7, one object per line and an empty line after it. What a hand
  does not say is left out, even if the format requires it: the start if there is no time zone, the
  number of seats, the button of stud. The format has no words for stud's streets and bring-in:
  `Third` to `Seventh` and `Bring In` are our own.
"""

PSEUDONYMS = """\
## Pseudonyms

`--anonymize KEYFILE` writes hands without names:

```sh
openssl rand -hex 32 > key.txt
handlab convert logs/ --to pokerstars --anonymize key.txt --out published/
```

- A player's pseudonym is `p` and 16 hexadecimal digits of the BLAKE2b hash of site and name, keyed
  with your key. The same person has the same pseudonym in all hands, files and runs with that key,
  and a different one with another key. On sites where a name identifies a player only within a hand
  or a session, the hash includes the hand number, so such players are never linked across hands.
- Hand and tournament numbers become 18 digits, and table names become pseudonyms as well.
  `--keep hand_id`, `--keep tournament_id` and `--keep table_name` keep them; the option can be
  given several times.
- Names are replaced in the hand that was read, not in its text: chat and all lines that handlab
  does not read are left out. The hero remains recognisable: that seat's cards are dealt face up.
- Files of a folder are numbered, since the name of a log may contain the hero's name.
- The key has 16 to 64 bytes; spaces and line ends around it are not part of it. Anyone with the key
  can find out whether a name is in the hands; without the key nobody can.

**What it does not hide:** site, time, stakes, cards and amounts remain. Anyone who has the same
hands with names, because they sat at the table or bought the logs, can identify the players from
these.
"""

REFUSED = """\
## What is refused

Hands of the real logs with which handlab is tested, by format.
"""
LOST = """\
## What is lost

Written hands that lack something, by format. A hand may lack several things.
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
    """Convert all logs to a format, and discard the text."""
    converter = conversion.Converter(to)
    for _ in converter.texts(conversion.find([logs], None, is_folder=False), is_one_file=True):
        pass
    return converter.result


def shares(results: dict[str, conversion.Conversion]) -> Iterator[str]:
    """One row per format: how many hands could be written."""
    yield "| format | hands read | written | share of those that add up | without a loss |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for to, result in results.items():
        hands = result.headers - result.rejected - result.partial
        sound = hands - result.refused["unsound"] - result.refused["rake_unknown"]
        yield (
            f"| `{to}` | {hands:,} | {result.written:,} | {100 * result.written / sound:.1f} % |"
            f" {result.lossless:,} |"
        )


def table(counts: dict[str, Counter[str]], sentences: dict[str, str]) -> Iterator[str]:
    """One row per outcome, in the order of the sentences."""
    yield "| name | meaning | " + " | ".join(f"`{to}`" for to in counts) + " |"
    yield "| --- | --- |" + " ---: |" * len(counts)
    for code, sentence in sentences.items():
        cells = " | ".join(f"{count[code]:,}" for count in counts.values())
        yield f"| `{code}` | {sentence} | {cells} |"


if __name__ == "__main__":
    corpus = os.environ.get("HANDLAB_CORPUS") or ROOT.parent / "shared" / "corpus"
    main(Path(sys.argv[1] if len(sys.argv) > 1 else corpus))
