"""
Poker hand histories in, audited Parquet out, answers in SQL.

Examples
--------
>>> import handlab as hl
>>> hl.read_hands("data/samples")["hands"].height > 1000
True
"""

from handlab import process as _process

TYPE_CHECKING = False
if not TYPE_CHECKING and _process.is_command():
    # A command imports what it needs from the submodules when it runs: asking for help is quick.
    _process.catch_signals()
else:
    # First of all, with Polars: when the native module is loaded it looks for Polars' allocator.
    from handlab._handlab import __version__
    from handlab.answers.fairness_tests import fairness
    from handlab.answers.reading_differences import diff_readings
    from handlab.answers.stats import stats
    from handlab.answers.win_rate import win_rate
    from handlab.deals import deal, simulate_categories, simulate_equity, simulate_frequencies
    from handlab.export import export
    from handlab.frames import read_hands, scan_hands
    from handlab.functions import (
        GAMES,
        RULES,
        awards,
        best_five,
        best_low,
        card_fault,
        cards,
        category,
        compare_hands,
        encode,
        equity,
        equity_heads_up,
        hand_name,
        low,
        parse_hand,
        pots,
        rank_class,
        show_cards,
        side_pots,
        strength,
        uncalled,
    )
    from handlab.functions import namespace as _namespace  # noqa: F401  registers pl.Expr.poker
    from handlab.functions.namespace import poker
    from handlab.player_equity import PlayerEquity, player_equity
    from handlab.scanning import scan_table
    from handlab.views import connect
    from handlab.views.sql_functions import register_functions

    if TYPE_CHECKING:
        from handlab.ingest.public import ingest
        from handlab.report.public import report
    else:
        # Packages that can be called, see `handlab.calling`.
        from handlab import ingest, report

__all__ = [
    "GAMES",
    "RULES",
    "PlayerEquity",
    "__version__",
    "awards",
    "best_five",
    "best_low",
    "card_fault",
    "cards",
    "category",
    "compare_hands",
    "connect",
    "deal",
    "diff_readings",
    "encode",
    "equity",
    "equity_heads_up",
    "export",
    "fairness",
    "hand_name",
    "ingest",
    "low",
    "parse_hand",
    "player_equity",
    "poker",
    "pots",
    "rank_class",
    "read_hands",
    "register_functions",
    "report",
    "scan_hands",
    "scan_table",
    "show_cards",
    "side_pots",
    "simulate_categories",
    "simulate_equity",
    "simulate_frequencies",
    "stats",
    "strength",
    "uncalled",
    "win_rate",
]


def __dir__() -> list[str]:
    """What completion offers: most submodules are internal."""
    return [*__all__, "errors"]
