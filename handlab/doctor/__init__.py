"""
Say why files do not parse: which dialect was guessed, the first line that failed, what to send us.

Files are found and read as `ingest` does, in pieces, and nothing is stored. What is said about a
cause holds no names: see `masking`.
"""

from __future__ import annotations

from handlab.doctor.diagnosis import Cause, Diagnosis, diagnose
from handlab.doctor.excerpts import Line

__all__ = ["Cause", "Diagnosis", "Line", "diagnose"]
