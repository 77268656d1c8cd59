//! Parquet's `DELTA_BINARY_PACKED`: each number is stored as the difference from the previous one, in as few bits as
//! its small block needs. See "Delta Encoding" in Parquet's `Encodings.md`.

use crate::hybrid::{pack, write_varint};

const BLOCK: usize = 128;
const MINIBLOCKS: usize = 4;
const MINIBLOCK: usize = BLOCK / MINIBLOCKS;

/// Whether differences wrap around at 32 or 64 bits: the width of the column's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    Bits32,
    Bits64,
}

impl Width {
    fn subtract(self, left: i64, right: i64) -> i64 {
        let difference = left.wrapping_sub(right);
        if self == Width::Bits32 { i64::from(difference as i32) } else { difference }
    }

    fn unsigned(self, difference: i64) -> u64 {
        if self == Width::Bits32 { u64::from(difference as u32) } else { difference as u64 }
    }
}

/// Writes numbers, preceded by their count.
pub(crate) fn write(out: &mut Vec<u8>, values: &[i64], width: Width) {
    write_varint(out, BLOCK as u64);
    write_varint(out, MINIBLOCKS as u64);
    write_varint(out, values.len() as u64);
    let first = values.first().copied().unwrap_or(0);
    write_varint(out, zigzag(first));
    let mut before = first;
    let mut deltas = [0_i64; BLOCK];
    for block in values.get(1..).unwrap_or_default().chunks(BLOCK) {
        for (delta, value) in deltas.iter_mut().zip(block) {
            *delta = width.subtract(*value, before);
            before = *value;
        }
        write_block(out, &deltas[..block.len()], width);
    }
}

fn write_block(out: &mut Vec<u8>, deltas: &[i64], width: Width) {
    let least = deltas.iter().copied().min().unwrap_or(0);
    write_varint(out, zigzag(least));
    let widths = out.len();
    out.extend_from_slice(&[0; MINIBLOCKS]);
    for (place, deltas) in deltas.chunks(MINIBLOCK).enumerate() {
        let above = |delta: &i64| width.unsigned(width.subtract(*delta, least));
        let all = deltas.iter().fold(0, |all, delta| all | above(delta));
        let bits = 64 - all.leading_zeros();
        out[widths + place] = bits as u8;
        if bits == 0 {
            continue;
        }
        let padding = std::iter::repeat_n(0, MINIBLOCK - deltas.len());
        pack(out, deltas.iter().map(above).chain(padding), bits);
    }
}

fn zigzag(value: i64) -> u64 {
    (value << 1 ^ value >> 63).cast_unsigned()
}
