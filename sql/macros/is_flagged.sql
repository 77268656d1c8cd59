-- Whether a counted hand of this verdict should be checked before it is trusted: `mismatch`, `winner_mismatch`,
-- `rake_unknown`, `rake_inferred`, `summary_reconciled`. The others add up as printed; in `reconciled_unverified`
-- all amounts add up and only the losers' cards are hidden.
create or replace macro is_flagged(hand_verdict) as
    coalesce(
        hand_verdict not in (
            'exact',
            'exact_uncalled_inferred',
            'exact_uncalled_in_collected',
            'exact_cashout',
            'odd_chip_only',
            'reconciled_unverified',
            'cancelled',
            'incomplete',
            'corrupt_actions'
        ),
        true
    );
