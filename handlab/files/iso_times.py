"""
Times in texts for programs, as ISO 8601 has them: `2024-05-31T18:30:00Z`.

DuckDB writes `2024-05-31 18:30:00+00`, which few readers of JSON and CSV take for a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from handlab.sql_text import identifier

if TYPE_CHECKING:
    from duckdb.sqltypes import DuckDBPyType

MOMENT = "timestamp with time zone"


def has_times(kind: DuckDBPyType) -> bool:
    """Whether values of a type are times, or have times in them."""
    if kind.id == "struct" and not all(name for name, _ in kind.children):
        # The fields of `row(...)`: without names they could not be made anew.
        return False
    return kind.id.startswith("timestamp") or any(has_times(of) for _, of in _parts(kind))


def cell(value: str, kind: DuckDBPyType) -> str:
    """The expression of a value of some type, with its times as texts."""
    if not has_times(kind):
        return value
    parts = _parts(kind)
    if not parts:
        return _text(value, has_zone=kind.id == MOMENT)
    if kind.id == "struct":
        fields = ", ".join(
            f"{identifier(name)} := {cell(f'({value}).{identifier(name)}', of)}"
            for name, of in parts
        )
        return f"if({value} is null, null, struct_pack({fields}))"
    part = cell("each", parts[-1][1])
    if kind.id == "map":
        found = f"list_transform(map_values({value}), lambda each: {part})"
        return f"if({value} is null, null, map(map_keys({value}), {found}))"
    return f"list_transform(cast({value} as {parts[0][1]}[]), lambda each: {part})"


def _parts(kind: DuckDBPyType) -> list[tuple[str, DuckDBPyType]]:
    """The types of the values in a list, array, map or struct."""
    if kind.id not in {"list", "array", "map", "struct"}:
        return []
    # An array has its size among them.
    return [(name, of) for name, of in kind.children if not isinstance(of, int | list)]


def _text(value: str, *, has_zone: bool) -> str:
    text = f"replace(cast({value} as varchar), ' ', 'T')"
    if not has_zone:
        return text
    utc = rf"regexp_replace({text}, '\+00$', 'Z')"
    return rf"regexp_replace({utc}, '([+-]\d\d)$', '\1:00')"
