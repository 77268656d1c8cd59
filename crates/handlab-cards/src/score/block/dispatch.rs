//! Runs code with the widest instructions of the machine, chosen once; the same code is compiled for each set.
//!
//! The only unsafe code of the crate: a function that requires certain instructions may be called once these are detected.

#![expect(unsafe_code, reason = "calling a function with a target feature needs it")]

use std::sync::OnceLock;

/// Work that is compiled once for each level. `run` must be `#[inline(always)]`.
pub(super) trait Work {
    /// Whether every row was a complete hand.
    fn run(self) -> bool;
}

/// Which instructions may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// What every machine of the target has: SSE2 on x86-64; plus POPCNT if present, as on all since 2008.
    Baseline,
    Avx2,
    /// AVX-512 with the extensions of Ice Lake and Zen 4, which excludes the early machines that throttle.
    Avx512,
}

impl Level {
    /// Names for `HANDLAB_CPU`.
    const NAMES: [(&str, Level); 3] =
        [("baseline", Level::Baseline), ("avx2", Level::Avx2), ("avx512", Level::Avx512)];

    /// The best level of this machine; the environment variable `HANDLAB_CPU` (`baseline`, `avx2`, `avx512`) can lower
    /// it.
    pub fn of_machine() -> Level {
        static LEVEL: OnceLock<Level> = OnceLock::new();
        *LEVEL.get_or_init(|| {
            let cap = std::env::var("HANDLAB_CPU").ok();
            let cap = Level::NAMES.iter().find(|(name, _)| Some(*name) == cap.as_deref());
            cap.map_or(Level::found(), |(_, cap)| Level::found().min(*cap))
        })
    }

    #[cfg(target_arch = "x86_64")]
    fn found() -> Level {
        let has_avx2 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        let has_avx512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("avx512vpopcntdq");
        match (has_avx2, has_avx512) {
            (true, true) => Level::Avx512,
            (true, false) => Level::Avx2,
            _ => Level::Baseline,
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn found() -> Level {
        Level::Baseline
    }
}

/// Runs the work with the instructions of `level`, or the machine's best if that is lower.
#[inline]
pub(super) fn run(level: Level, work: impl Work) -> bool {
    match level.min(Level::of_machine()) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the feature was just detected.
        Level::Baseline if is_x86_feature_detected!("popcnt") => unsafe { with_popcnt(work) },
        Level::Baseline => work.run(),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `Level::found` detected every feature that the function requires.
        Level::Avx2 => unsafe { with_avx2(work) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Level::Avx512 => unsafe { with_avx512(work) },
        #[cfg(not(target_arch = "x86_64"))]
        _ => work.run(),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt")]
fn with_popcnt(work: impl Work) -> bool {
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2(work: impl Work) -> bool {
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[target_feature(
    enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512bitalg,avx512vpopcntdq"
)]
fn with_avx512(work: impl Work) -> bool {
    work.run()
}

/// Transposes eight rows of four suits to four suits of eight rows.
///
/// Three rounds of interleaving, each an instruction of baseline x86-64; a plain loop over `mask >> 16 * suit` takes
/// three times as many.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn transposed(rows: &[u64; 8]) -> [[u16; 8]; 4] {
    use std::arch::x86_64::{
        __m128i, _mm_unpackhi_epi16, _mm_unpackhi_epi64, _mm_unpacklo_epi16, _mm_unpacklo_epi64,
    };

    // SAFETY: SSE2 is part of x86-64; a register and eight lanes are both 16 bytes, and any pattern is a valid value.
    unsafe {
        let [first, second, third, fourth] = std::mem::transmute::<[u64; 8], [__m128i; 4]>(*rows);
        // For four rows: clubs and diamonds, then hearts and spades.
        let four = |a: __m128i, b: __m128i| -> (__m128i, __m128i) {
            let (even, odd) = (_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b));
            (_mm_unpacklo_epi16(even, odd), _mm_unpackhi_epi16(even, odd))
        };
        let ((minor_a, major_a), (minor_b, major_b)) = (four(first, second), four(third, fourth));
        std::mem::transmute::<[__m128i; 4], [[u16; 8]; 4]>([
            _mm_unpacklo_epi64(minor_a, minor_b),
            _mm_unpackhi_epi64(minor_a, minor_b),
            _mm_unpacklo_epi64(major_a, major_b),
            _mm_unpackhi_epi64(major_a, major_b),
        ])
    }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn transposed(rows: &[u64; 8]) -> [[u16; 8]; 4] {
    [0, 16, 32, 48].map(|shift| rows.map(|mask| (mask >> shift) as u16))
}

/// The integer part of a number from 0 to a million, without the saturation of `as`.
#[inline(always)]
pub(super) fn whole(number: f32) -> u32 {
    // SAFETY: callers pass at most five rank digits, below 2^20.
    let whole: i32 = unsafe { number.to_int_unchecked() };
    whole as u32
}

/// Prefetches the rows of the block eight further on, about 4 KB ahead: the hardware prefetcher stops at page
/// boundaries.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn prefetch<const ROWS: usize>(block: &[u64; ROWS]) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

    let ahead = block.as_ptr().wrapping_add(8 * ROWS);
    for row in (0..ROWS).step_by(8) {
        // SAFETY: a hint, which neither reads nor faults, wherever it points; for the last blocks that is past the end
        // of the column.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(ahead.wrapping_add(row).cast()) };
    }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn prefetch<const ROWS: usize>(_: &[u64; ROWS]) {}
