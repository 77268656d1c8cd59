//! Memory is loaded before it is written or read.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "an instruction that only loads the cache, whatever the address")
)]

/// Bytes of a line of the cache.
#[cfg(target_arch = "x86_64")]
const LINE: usize = 64;

/// Loads what follows the last row: the next hand's rows are written there.
///
/// A hand writes to more than two hundred columns, far more than the processor recognises as sequences, and would wait
/// for each of them: a sixth of the time that filling the tables takes.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn load<T>(rows: &[T]) {
    use std::arch::x86_64::{_MM_HINT_ET0, _mm_prefetch};

    let end = rows.as_ptr_range().end.cast::<i8>();
    // The last row's line is there already. A hand's rows rarely take more than two lines.
    for line in 1..=2 {
        unsafe { _mm_prefetch::<_MM_HINT_ET0>(end.wrapping_byte_add(line * LINE)) };
    }
}

/// Loads bytes that are read soon: some kilobytes before, since loading a line takes as long as searching a kilobyte.
#[cfg(target_arch = "x86_64")]
#[inline]
pub fn load_text(bytes: &[u8]) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

    for line in bytes.chunks(LINE) {
        unsafe { _mm_prefetch::<_MM_HINT_T0>(line.as_ptr().cast()) };
    }
}

#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn load<T>(_: &[T]) {}

#[cfg(not(target_arch = "x86_64"))]
pub fn load_text(_: &[u8]) {}
