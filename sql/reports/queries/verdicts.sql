-- The verdicts of the audit, over all hands of the lake, in the order of the README: exact ones first.
-- grain: (verdict)    reads: rpt_verdicts
select *
from rpt_verdicts
order by
    list_position(
        [
            'exact',
            'exact_uncalled_inferred',
            'exact_uncalled_in_collected',
            'exact_cashout',
            'odd_chip_only',
            'summary_reconciled',
            'reconciled_unverified',
            'rake_inferred',
            'rake_unknown',
            'winner_mismatch',
            'mismatch',
            'corrupt_actions',
            'incomplete',
            'cancelled'
        ],
        verdict
    ) nulls last,
    verdict;
