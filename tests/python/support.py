"""Shared by the tests of module pva: real and generated reports, and their tables by plain SQL.

It uses no code of the project: it decodes lists of profile.pop independently, by formats.md 3.2."""
import atexit
import functools
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'support'))

from damage import copied
from lists import rle, varints
from temporary import temporary_folder

BIN = pathlib.Path(os.environ['POPLENS_BINDIR'])
SHARED = pathlib.Path(os.environ.get('POPLENS_SHARED', '/nonexistent'))
REAL = [p for p in (SHARED / 'reports' / name for name in ('integrals', 'firehose', 'firehose-killed')) if p.is_dir()]


@functools.lru_cache(maxsize=None)
def scratch():
    """Returns a folder that is deleted after the tests."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix='poplens-python-'))
    atexit.register(shutil.rmtree, folder)
    return folder


@functools.lru_cache(maxsize=None)
def demo(*arguments):
    """Generates a report; without arguments a small encoder on two IPUs. Returns its path."""
    folder = scratch() / ('demo' + ''.join(arguments).replace('/', '_'))
    environment = {k: v for k, v in os.environ.items() if k != 'LD_PRELOAD'}
    subprocess.run([pathlib.Path(__file__).resolve().parents[1] / 'support/demo-report', *arguments, folder],
                   check=True, env=environment)
    return folder


SMALL = ('--tiles=64', '--steps=600')


def all_reports():
    """Returns generated reports, and real ones if they are available."""
    return [*REAL, demo(*SMALL), demo(*SMALL, '--runs=2', '--seed=7'), demo(*SMALL, '--replicas=2')]


def profile_of(report):
    return next(iter(sorted(pathlib.Path(report).glob('*.pop'))))


class Sql:
    """The tables of a report."""

    def __init__(self, report):
        self.db = sqlite3.connect(f'file:{profile_of(report)}?mode=ro', uri=True)

    def all(self, query, *values):
        return self.db.execute(query, values).fetchall()

    def column(self, query, *values):
        return [row[0] for row in self.all(query, *values)]

    def one(self, query, *values):
        return self.all(query, *values)[0]


def differences(blob):
    """Decodes a run-length list of differences."""
    found, value = [], 0
    for number in rle(blob):
        value += number
        found.append(value)
    return found


@functools.lru_cache(maxsize=None)
def oracle():
    """Returns the project's independent oracle, or None if it is not available."""
    sys.path.insert(0, str(SHARED / 'tools'))
    try:
        import oracle as found
    except ImportError:
        return None
    return found


def without_sanitizer():
    """FALSE under AddressSanitizer, for tests that take too long or measure."""
    return 'asan' not in os.environ.get('LD_PRELOAD', '')


class Case(unittest.TestCase):
    """A test that runs on all reports, and names the report if it fails."""
    on = None

    def each(self):
        import pva
        for path in all_reports():
            self.on = path
            with pva.openReport(path) as report:
                yield report, Sql(path)

    def _formatMessage(self, msg, standardMsg):
        said = super()._formatMessage(msg, standardMsg)
        return f'{said} [{self.on}]' if self.on else said
