//! Exports columns as arrays of the C data interface: the buffers are handed over, and freed by `release`.
#![expect(unsafe_code, reason = "`release` takes back what was given away")]

use std::ffi::c_void;
use std::ptr;

use crate::bits::Bits;
use crate::c::{ArrowArray, ArrowSchema, SeriesExport};
use crate::column::{Buffer, Column, Frame, Values};
use crate::schema::export_field;

/// What an exported array owns.
struct Kept {
    _owned: Vec<Option<Box<dyn Buffer>>>,
    buffers: Vec<*const c_void>,
    children: Vec<*mut ArrowArray>,
}

/// Exports a column as an array that owns its buffers.
pub(super) fn export_array(column: Column) -> ArrowArray {
    let Column { len, known, values } = column;
    let null_count = known.as_ref().map_or(0, Bits::unset);
    let mut owned = vec![known.map(|known| boxed(known.into_bytes()))];
    let mut children = Vec::new();
    match values {
        Values::Numbers { buffer, .. } => owned.push(Some(buffer)),
        Values::Flags(flags) => owned.push(Some(boxed(flags.into_bytes()))),
        Values::Texts { views, data } => {
            let lengths: Vec<i64> = data.iter().map(|data| data.len() as i64).collect();
            owned.push(Some(views));
            owned.extend(data.into_iter().map(|data| Some(boxed(data))));
            owned.push(Some(boxed(lengths)));
        }
        Values::Lists { offsets, of } => {
            owned.push(Some(boxed(offsets)));
            children.push(*of);
        }
        Values::Structs(fields) => children.extend(fields.into_iter().map(|(_, field)| field)),
    }
    assemble(len, null_count, owned, children)
}

/// Exports a frame as an array of structs.
pub(super) fn export_frame(frame: Frame) -> ArrowArray {
    let columns = frame.columns.into_iter().map(|(_, column)| column).collect();
    assemble(frame.height, 0, vec![None], columns)
}

fn boxed<T: Send + Sync + 'static>(values: Vec<T>) -> Box<dyn Buffer> {
    Box::new(values)
}

fn assemble(
    len: usize,
    null_count: usize,
    owned: Vec<Option<Box<dyn Buffer>>>,
    children: Vec<Column>,
) -> ArrowArray {
    let start =
        |buffer: &Option<Box<dyn Buffer>>| buffer.as_ref().map_or(ptr::null(), |it| it.start());
    let buffers = owned.iter().map(start).collect();
    let child = |column| Box::into_raw(Box::new(export_array(column)));
    let children = children.into_iter().map(child).collect();
    let mut kept = Box::new(Kept { _owned: owned, buffers, children });
    ArrowArray {
        length: len as i64,
        null_count: null_count as i64,
        offset: 0,
        n_buffers: kept.buffers.len() as i64,
        n_children: kept.children.len() as i64,
        buffers: kept.buffers.as_mut_ptr(),
        children: kept.children.as_mut_ptr(),
        dictionary: ptr::null_mut(),
        release: Some(release_array),
        private_data: Box::into_raw(kept).cast::<c_void>(),
    }
}

/// # Safety
/// The array was made by [`assemble`] and has not been released.
unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: guaranteed by the caller. A child that was moved out has no `release`, so dropping it does nothing.
    unsafe {
        let Some(array) = array.as_mut() else { return };
        array.release = None;
        let kept = Box::from_raw(array.private_data.cast::<Kept>());
        for child in &kept.children {
            drop(Box::from_raw(*child));
        }
    }
}

/// What an exported Series owns.
struct KeptSeries {
    field: *mut ArrowSchema,
    arrays: [*mut ArrowArray; 1],
}

/// Exports a column in the form that Polars' plugins return.
pub fn export_series(name: &str, column: Column) -> SeriesExport {
    let field = Box::into_raw(Box::new(export_field(name, &column.dtype())));
    let array = Box::into_raw(Box::new(export_array(column)));
    let kept = Box::into_raw(Box::new(KeptSeries { field, arrays: [array] }));
    SeriesExport {
        field,
        // SAFETY: the box was just made, and only `release` frees it.
        arrays: unsafe { (&raw mut (*kept).arrays).cast() },
        len: 1,
        release: Some(release_series),
        private_data: kept.cast::<c_void>(),
    }
}

/// # Safety
/// The Series was made by [`export_series`] and has not been released.
unsafe extern "C" fn release_series(series: *mut SeriesExport) {
    // SAFETY: guaranteed by the caller. The reader moved the array out: its box is freed, not the array.
    unsafe {
        let Some(series) = series.as_mut() else { return };
        series.release = None;
        let kept = Box::from_raw(series.private_data.cast::<KeptSeries>());
        drop(Box::from_raw(kept.field));
        drop(Box::from_raw(kept.arrays[0].cast::<std::mem::ManuallyDrop<ArrowArray>>()));
    }
}
