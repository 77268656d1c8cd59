//! Fields in the form of the C data interface: a format string, and children for nested types.
#![expect(unsafe_code, reason = "schemas are made of C strings and pointers")]

use std::borrow::Cow;
use std::ffi::{CStr, CString, c_char, c_void};
use std::{ptr, slice};

use crate::c::ArrowSchema;
use crate::dtype::{DataType, Field};

const NULLABLE: i64 = 2;

/// Reads a field; an unsupported type is kept as its name.
///
/// # Safety
/// The schema is valid and has not been released.
pub unsafe fn import_field(schema: &ArrowSchema) -> Field {
    // SAFETY: guaranteed by the caller; likewise below.
    let (name, format) = unsafe { (text(schema.name), text(schema.format)) };
    let children: Vec<Field> =
        unsafe { children(schema) }.map(|child| unsafe { import_field(child) }).collect();
    let dtype = if schema.dictionary.is_null() {
        dtype(&format, children)
    } else {
        DataType::Other(unsafe { categories(schema.metadata) })
    };
    Field { name, dtype }
}

/// # Safety
/// As for [`import_field`].
unsafe fn children<'a>(schema: &'a ArrowSchema) -> impl Iterator<Item = &'a ArrowSchema> {
    let count = usize::try_from(schema.n_children).unwrap_or(0);
    let pointers: &'a [*mut ArrowSchema] = if count == 0 {
        &[]
    } else {
        // SAFETY: there are that many pointers to valid schemas.
        unsafe { slice::from_raw_parts(schema.children, count) }
    };
    // SAFETY: as above.
    pointers.iter().filter_map(|child| unsafe { child.as_ref() })
}

/// # Safety
/// The pointer is null or points to a C string.
unsafe fn text(pointer: *const c_char) -> String {
    if pointer.is_null() {
        return String::new();
    }
    // SAFETY: guaranteed by the caller.
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}

fn dtype(format: &str, mut children: Vec<Field>) -> DataType {
    let mut child = || children.pop().map_or(DataType::Other("Null".to_owned()), |it| it.dtype);
    let other = match format {
        "b" => return DataType::Boolean,
        "c" => return DataType::Int8,
        "s" => return DataType::Int16,
        "i" => return DataType::Int32,
        "l" => return DataType::Int64,
        "C" => return DataType::UInt8,
        "S" => return DataType::UInt16,
        "I" => return DataType::UInt32,
        "L" => return DataType::UInt64,
        "f" => return DataType::Float32,
        "g" => return DataType::Float64,
        "vu" => return DataType::String,
        "vz" => return DataType::Binary,
        "+L" => return DataType::list(child()),
        "+s" => return DataType::Struct(children),
        // Polars' own: Arrow has no integers of that width.
        "_pli128" => return DataType::Int128,
        "_plu128" => return DataType::UInt128,
        "n" => "Null",
        "e" => "Float16",
        "tdD" => "Date",
        "ttm" | "tts" | "ttu" | "ttn" => "Time",
        "tDm" => "Duration('ms')",
        "tDu" => "Duration('μs')",
        "tDn" => "Duration('ns')",
        _ => match format.strip_prefix("tsu:") {
            Some(zone) => return DataType::Timestamp(zone.to_owned()),
            None => return DataType::Other(parametrised(format, child)),
        },
    };
    DataType::Other(other.to_owned())
}

/// The name of a type with parameters.
fn parametrised(format: &str, child: impl FnOnce() -> DataType) -> String {
    let (kind, of) = format.split_once(':').unwrap_or((format, ""));
    let unit = match kind {
        "tsm" => "ms",
        "tsn" => "ns",
        _ => "",
    };
    match kind {
        "+w" => format!("Array({}, {of})", child()),
        "d" => {
            let mut parts = of.split(',');
            let mut next = || parts.next().unwrap_or_default();
            format!("Decimal({}, {})", next(), next())
        }
        // Only Python objects have such values: their addresses.
        "w" => "Object".to_owned(),
        _ if unit.is_empty() => format!("Arrow {format}"),
        _ if of.is_empty() => format!("Datetime('{unit}')"),
        _ => format!("Datetime('{unit}', '{of}')"),
    }
}

/// The name of a categorical type, from its field's metadata.
///
/// # Safety
/// The pointer is null or points to metadata: 32-bit counts and lengths, with each key and value after its length.
unsafe fn categories(metadata: *const c_char) -> String {
    let mut at = metadata.cast::<u8>();
    let mut take = |len: usize| {
        // SAFETY: the metadata holds as many bytes as its lengths say.
        let bytes = unsafe { slice::from_raw_parts(at, len) };
        at = unsafe { at.add(len) };
        bytes
    };
    let global = "Categorical".to_owned();
    if metadata.is_null() {
        return global;
    }
    let length = |bytes: &[u8]| {
        let bytes = bytes.first_chunk().copied().unwrap_or_default();
        usize::try_from(i32::from_ne_bytes(bytes)).unwrap_or(0)
    };
    for _ in 0..length(take(4)) {
        let len = length(take(4));
        let key = take(len);
        let len = length(take(4));
        let value = take(len);
        if key.starts_with(b"_PL_ENUM_VALUES") {
            return "Enum([...])".to_owned();
        }
        if key.starts_with(b"_PL_CATEGORICAL") {
            return categorical(&String::from_utf8_lossy(value)).unwrap_or(global);
        }
    }
    global
}

/// The name of the categories, which are stored as name and namespace (each after its length) and the type of their
/// codes.
fn categorical(written: &str) -> Option<String> {
    let part = |text: &str| {
        let (len, rest) = text.split_once(';')?;
        let (part, rest) = rest.split_at_checked(len.parse().ok()?)?;
        Some((part.to_owned(), rest.to_owned()))
    };
    let (name, rest) = part(written)?;
    let (namespace, rest) = part(&rest)?;
    let codes = rest.split(';').next()?.to_uppercase();
    Some(match (name.as_str(), namespace.as_str(), codes.as_str()) {
        ("", "", "U32") => "Categorical".to_owned(),
        (_, "", "U32") => format!("Categorical('{name}')"),
        _ => format!("Categorical('{name}', '{namespace}', {codes})"),
    })
}

/// What an exported schema owns.
struct Kept {
    name: CString,
    format: CString,
    children: Vec<*mut ArrowSchema>,
}

/// Exports a schema with that name and type. None of our columns has a type that is known only by name.
pub fn export_field(name: &str, dtype: &DataType) -> ArrowSchema {
    let children = match dtype {
        DataType::List(of) => vec![export_field("item", of)],
        DataType::Struct(fields) => {
            fields.iter().map(|field| export_field(&field.name, &field.dtype)).collect()
        }
        _ => Vec::new(),
    };
    let children = children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect();
    // A name with NUL cannot cross: Polars itself could not have passed it.
    let name = CString::new(name.replace('\0', "\\0")).unwrap_or_default();
    let mut kept = Box::new(Kept {
        format: CString::new(&*format_of(dtype)).unwrap_or_default(),
        name,
        children,
    });
    ArrowSchema {
        format: kept.format.as_ptr(),
        name: kept.name.as_ptr(),
        metadata: ptr::null(),
        flags: NULLABLE,
        n_children: kept.children.len() as i64,
        children: kept.children.as_mut_ptr(),
        dictionary: ptr::null_mut(),
        release: Some(release),
        private_data: Box::into_raw(kept).cast::<c_void>(),
    }
}

/// # Safety
/// The schema was made by [`export_field`] and has not been released.
unsafe extern "C" fn release(schema: *mut ArrowSchema) {
    // SAFETY: guaranteed by the caller; its children are boxes that no one else owns.
    unsafe {
        let Some(schema) = schema.as_mut() else { return };
        schema.release = None;
        let kept = Box::from_raw(schema.private_data.cast::<Kept>());
        for child in &kept.children {
            drop(Box::from_raw(*child));
        }
    }
}

fn format_of(dtype: &DataType) -> Cow<'static, str> {
    Cow::Borrowed(match dtype {
        DataType::Boolean => "b",
        DataType::Int8 => "c",
        DataType::Int16 => "s",
        DataType::Int32 => "i",
        DataType::Int64 => "l",
        DataType::Int128 => "_pli128",
        DataType::UInt8 => "C",
        DataType::UInt16 => "S",
        DataType::UInt32 => "I",
        DataType::UInt64 => "L",
        DataType::UInt128 => "_plu128",
        DataType::Float32 => "f",
        DataType::Float64 => "g",
        DataType::String => "vu",
        DataType::Binary => "vz",
        DataType::Timestamp(zone) => return Cow::Owned(format!("tsu:{zone}")),
        DataType::List(_) => "+L",
        DataType::Struct(_) => "+s",
        DataType::Other(_) => "n",
    })
}

#[cfg(test)]
mod tests {
    use super::{categorical, dtype, export_field, import_field};
    use crate::{DataType, Field};

    #[test]
    fn a_field_comes_back_as_it_went_out() {
        let inner = vec![
            Field::new("gross", DataType::Int64),
            Field::new("eligible", DataType::list(DataType::Int8)),
            Field::new("at", DataType::Timestamp("UTC".to_owned())),
        ];
        let wanted = DataType::list(DataType::Struct(inner));
        let schema = export_field("pots", &wanted);
        // SAFETY: it was just made.
        let field = unsafe { import_field(&schema) };
        assert_eq!(field.name, "pots");
        assert!(field.dtype == wanted, "got {}", field.dtype);
    }

    #[test]
    fn types_are_named_as_polars_names_them() {
        let item = || vec![Field::new("item", DataType::Int8)];
        assert_eq!(dtype("+w:2", item()).to_string(), "Array(Int8, 2)");
        assert_eq!(dtype("d:38,1", vec![]).to_string(), "Decimal(38, 1)");
        assert_eq!(dtype("tsn:UTC", vec![]).to_string(), "Datetime('ns', 'UTC')");
        assert_eq!(dtype("tsu:", vec![]).to_string(), "Datetime('μs')");
        assert_eq!(dtype("+?", vec![]).to_string(), "Arrow +?");
        assert_eq!(categorical("0;0;u32;").as_deref(), Some("Categorical"));
        assert_eq!(categorical("1;x2;nsu8;").as_deref(), Some("Categorical('x', 'ns', U8)"));
        assert_eq!(categorical("9;x"), None);
    }
}
