"""
Jobs: reports as code, for a timer or a scheduler.

A job is a TOML file: what to ingest, whose hands and which, and which answers go where.

1. [`job.read`] reads the file, and refuses what it does not know.
2. [`run.run`] takes the job's lock, ingests, checks, and delivers every report.
3. `selection` shows a lake as if it held only the chosen hands, so that every view, report and
   query is about these.
4. `delivery` writes a file aside and renames it, or gives it to a command.
"""

from __future__ import annotations

from handlab.jobs.job import Job, read
from handlab.jobs.run import Outcome, run

__all__ = ["Job", "Outcome", "read", "run"]
