//! Polars' memory allocator, used for our memory too.
//!
//! Our results are freed when Polars drops them, and the next one is as large. Polars' allocator keeps such memory
//! ready; the system's returns it and takes new pages for the next result, which costs more than scoring it. Polars
//! offers its allocator to plugins as the capsule `polars._plr._allocator`: four functions. They are looked up once; a
//! program that has not imported Polars by then uses the system's allocator.
#![expect(unsafe_code, reason = "an allocator hands out memory")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi::{
    Py_DecRef, Py_IsInitialized, PyCapsule_GetName, PyCapsule_GetPointer, PyErr_Clear,
    PyGILState_Ensure, PyGILState_Release, PyImport_GetModule, PyObject_GetAttrString,
    PyUnicode_FromString,
};

/// The functions that the capsule points to; sizes come before alignments.
#[repr(C)]
struct Functions {
    alloc: unsafe extern "C" fn(usize, usize) -> *mut u8,
    dealloc: unsafe extern "C" fn(*mut u8, usize, usize),
    alloc_zeroed: unsafe extern "C" fn(usize, usize) -> *mut u8,
    realloc: unsafe extern "C" fn(*mut u8, usize, usize, usize) -> *mut u8,
}

/// Polars' allocator, or the system's without it: the one that served the first allocation serves all.
pub(crate) struct PolarsAllocator;

static FUNCTIONS: AtomicPtr<Functions> = AtomicPtr::new(ptr::null_mut());

impl PolarsAllocator {
    #[inline]
    fn functions() -> &'static Functions {
        // SAFETY: it is null, or points to a table that lives forever.
        match unsafe { FUNCTIONS.load(Ordering::Acquire).as_ref() } {
            Some(functions) => functions,
            None => find(),
        }
    }
}

/// Whether memory comes from Polars' allocator.
#[pyo3::pyfunction]
pub(crate) fn shares_polars_memory() -> bool {
    !ptr::eq(PolarsAllocator::functions(), &raw const OF_SYSTEM)
}

/// Looks up the functions, once: at the first allocation, which is when Python loads the module. Nothing here may
/// allocate through Rust.
#[cold]
fn find() -> &'static Functions {
    // SAFETY: Python's state is held during the call.
    let found = unsafe {
        if Py_IsInitialized() == 0 {
            ptr::null_mut()
        } else {
            let state = PyGILState_Ensure();
            let found = of_polars();
            PyGILState_Release(state);
            found
        }
    };
    let found = if found.is_null() { (&raw const OF_SYSTEM).cast_mut() } else { found };
    let first =
        FUNCTIONS.compare_exchange(ptr::null_mut(), found, Ordering::AcqRel, Ordering::Acquire);
    // SAFETY: both point to tables that live forever: a static, and one in a module that is never unloaded.
    unsafe { &*first.map_or_else(|earlier| earlier, |_| found) }
}

/// Polars' table of functions; null if it has none.
///
/// # Safety
/// The thread holds Python's lock.
unsafe fn of_polars() -> *mut Functions {
    // SAFETY: guaranteed by the caller; null pointers are not used, and errors are cleared.
    unsafe {
        let mut found = ptr::null_mut();
        let name = PyUnicode_FromString(c"polars._plr".as_ptr());
        let module = if name.is_null() { ptr::null_mut() } else { PyImport_GetModule(name) };
        Py_DecRef(name);
        if !module.is_null() {
            let capsule = PyObject_GetAttrString(module, c"_allocator".as_ptr());
            if !capsule.is_null() {
                found = PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule));
            }
            Py_DecRef(capsule);
        }
        Py_DecRef(module);
        if found.is_null() {
            PyErr_Clear();
        }
        found.cast()
    }
}

// SAFETY: all memory is allocated and freed by the same allocator, with the sizes and alignments that Rust passes.
unsafe impl GlobalAlloc for PolarsAllocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: guaranteed by the caller; likewise below.
        unsafe { (Self::functions().alloc)(layout.size(), layout.align()) }
    }

    #[inline]
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { (Self::functions().dealloc)(pointer, layout.size(), layout.align()) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        unsafe { (Self::functions().alloc_zeroed)(layout.size(), layout.align()) }
    }

    #[inline]
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        unsafe { (Self::functions().realloc)(pointer, layout.size(), layout.align(), size) }
    }
}

static OF_SYSTEM: Functions = Functions { alloc, dealloc, alloc_zeroed, realloc };

/// # Safety
/// Sizes and alignments are those of a [`Layout`]; likewise below.
unsafe extern "C" fn alloc(size: usize, align: usize) -> *mut u8 {
    // SAFETY: guaranteed by the caller; likewise below.
    unsafe { System.alloc(Layout::from_size_align_unchecked(size, align)) }
}

unsafe extern "C" fn dealloc(pointer: *mut u8, size: usize, align: usize) {
    unsafe { System.dealloc(pointer, Layout::from_size_align_unchecked(size, align)) }
}

unsafe extern "C" fn alloc_zeroed(size: usize, align: usize) -> *mut u8 {
    unsafe { System.alloc_zeroed(Layout::from_size_align_unchecked(size, align)) }
}

unsafe extern "C" fn realloc(
    pointer: *mut u8,
    size: usize,
    align: usize,
    new_size: usize,
) -> *mut u8 {
    unsafe { System.realloc(pointer, Layout::from_size_align_unchecked(size, align), new_size) }
}
