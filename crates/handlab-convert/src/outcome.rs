//! What a written hand lacks, and why a hand is not written.

use std::fmt;

/// An enum whose variants have a short name for counting and a sentence for people, both defined in one place.
macro_rules! named {
    ($(#[$about:meta])* $name:ident { $($variant:ident $code:literal $sentence:literal)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $(#[doc = $sentence] $variant,)+
        }

        impl $name {
            pub const ALL: &[$name] = &[$($name::$variant),+];

            /// The stable short name.
            pub const fn code(self) -> &'static str {
                match self {
                    $($name::$variant => $code,)+
                }
            }

            /// Its meaning, in a sentence.
            pub const fn sentence(self) -> &'static str {
                match self {
                    $($name::$variant => $sentence,)+
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.sentence())
            }
        }
    };
}

named! {
    /// What a written hand lacks, found by reading its text again.
    Loss {
        Site "site" "the site, the network or the skin"
        HandId "hand_id" "the site's number of the hand, which the format does not allow"
        TableName "table_name" "the name of the table"
        MaxSeats "max_seats" "how many seats the table has"
        Button "button" "the seat of the button, or positions that follow from it"
        Time "time" "when the hand started"
        Fraction "fraction" "parts of a second of the start"
        PrintedTime "printed_time" "the start as the site printed it, in its own zone; the instant is kept"
        RepeatedHour "repeated_hour" "whether the hand started in the first or the second of two equal hours, when clocks go back: the first is written"
        Kind "kind" "whether the game was for money, for play money, or in a club"
        Currency "currency" "the currency"
        FastFold "fast_fold" "that players change tables when they fold"
        Stakes "stakes" "a straddle, bring-in or ante of the table"
        Bets "bets" "the blinds and bets that a fixed-limit table prints, or that a blind is not known: it is read again as none"
        AnteKind "ante_kind" "who pays the ante for the table"
        TournamentId "tournament_id" "the number of the tournament"
        TournamentName "tournament_name" "the name of the tournament"
        Level "level" "the level of the tournament"
        Price "price" "buy-in, fee or bounty of the tournament"
        SeatBounties "seat_bounties" "the bounty on a player's head"
        Bounties "bounties" "bounties won in the hand"
        Finishes "finishes" "who left the tournament, in which place and with which prize"
        Purchases "purchases" "rebuys and add-ons"
        Hero "hero" "which player is the hero"
        Spectators "spectators" "players who sat at the table and were not dealt in"
        SittingOut "sitting_out" "whether a player who was not dealt in was sitting out"
        Anonymous "anonymous" "that a name identifies a player only within the hand or the session"
        PostOrder "post_order" "the order in which blinds and antes were posted"
        Cap "cap" "that a player has reached the cap of the hand"
        Shows "shows" "who showed or mucked, in which order, and which of the known cards were shown"
        CardsSource "cards_source" "whether known cards were dealt, shown or only listed at the end"
        CardOrder "card_order" "the order in which known hole cards were dealt"
        HoleCards "hole_cards" "known hole cards of players who folded or did not have to show"
        Fees "fees" "which part of the rake is a fee"
        PotRake "pot_rake" "which pot paid the rake"
        PotShares "pot_shares" "which pot, board or half of a pot a player won"
        SidePayments "side_payments" "payments between a player and the house: cash-outs, insurance, time bank"
    }
}

named! {
    /// Why a hand is not written: the format cannot express it, or the text would be read as a different hand.
    Refusal {
        Unsound "unsound" "the hand does not add up or is unfinished, so payments are not known"
        RakeUnknown "rake_unknown" "the rake is not known"
        Game "game" "the format does not have this game with this betting"
        Runouts "runouts" "the format has one board"
        BombPot "bomb_pot" "the format has no bomb pots"
        Cancelled "cancelled" "the format has no cancelled hands"
        DeadBlind "dead_blind" "the format has no dead blind of that kind"
        HouseMoney "house_money" "the format has no money that the house adds to a pot"
        Blinds "blinds" "the format needs the small and the big blind left of the button"
        Newcomers "newcomers" "the format would read a new player's blind as a straddle"
        ShortBlind "short_blind" "the big blind is all-in for less, and other programs then require less for a call"
        RakedPots "raked_pots" "the format cannot say which of several pots paid the rake"
        Chips "chips" "the format cannot state the smallest chip, by which pots are split"
        NoTime "no_time" "the format needs a date and a time, and the hand has none that can be read"
        UnknownStack "unknown_stack" "the stack of a player is not known"
        Unreadable "unreadable" "what was written cannot be read again as one hand: a name, a number or an action means something else in the format"
        Players "players" "read again, players or their seats differ"
        Stacks "stacks" "read again, stacks differ"
        Stakes "stakes" "the format needs the blinds or bets, which are not known; or read again, they or antes differ"
        Cards "cards" "read again, hole cards differ"
        Board "board" "read again, boards differ"
        Posts "posts" "read again, posted blinds or antes differ"
        Actions "actions" "read again, actions differ"
        Uncalled "uncalled" "read again, uncalled bets differ"
        Pots "pots" "read again, pots or who may win them differ"
        Rake "rake" "read again, rake and fees differ"
        Payments "payments" "read again, payments to players differ"
        Moment "moment" "read again, the start differs"
        Doubtful "doubtful" "read again, everything is the same, but the hand breaks a rule of the other site, such as the order of turns or the split of a pot"
        Pseudonyms "pseudonyms" "two players of the hand would have the same pseudonym"
    }
}
