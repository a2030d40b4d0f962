"""What the tests of poplens-cli share: running the programs, real reports, and generated reports."""
import contextlib
import functools
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(os.environ['POPLENS_BINDIR'])
SHARED = pathlib.Path(os.environ['POPLENS_SHARED']).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
ORACLE = SHARED / 'tools/oracle.py'
SKIP = 77
# script/test --long runs all seeds, instead of one for each property.
LONG = os.environ.get('POPLENS_TEST_LONG') == '1'
REPORTS = SHARED / 'reports'
DEMO_REPORT = ROOT / 'tests/support/demo-report'
sys.path.insert(0, str(ROOT / 'tests/support'))

from damage import copied, cut, edit, empty, leave_journal
from lists import rle, varints
from temporary import temporary_folder

needs_reports = unittest.skipUnless(REPORTS.is_dir(), f'{REPORTS} is absent')


def run(*arguments, env=None, **options):
    """Runs poplens-cli with these arguments; output is text."""
    plain = {k: v for k, v in os.environ.items() if k not in ('COLUMNS', 'LINES', 'NO_COLOR')}
    return subprocess.run([BIN / 'poplens-cli', *map(str, arguments)], capture_output=True, text=True,
                          encoding='utf-8', timeout=600, env={**plain, 'LC_ALL': 'C.UTF-8', **(env or {})},
                          **options)


def paired(*sequences):
    """Like zip (), for sequences that must have equal lengths; strict= needs Python 3.10."""
    lists = [list(one) for one in sequences]
    assert len({len(one) for one in lists}) == 1, lists
    return zip(*lists)


def write_demo(path, *options):
    """Writes a report of poplens-demo; each is generated once for a build."""
    subprocess.run([DEMO_REPORT, *options, path], check=True, timeout=600, stdout=subprocess.DEVNULL)


class Demo:
    """A demo report in its own directory, written once."""
    folder = None
    options = ()

    @classmethod
    def path(cls):
        if cls.folder is None:
            cls.folder = tempfile.TemporaryDirectory(prefix='poplens-cli-')
            write_demo(cls.report(), *cls.options)
        return cls.report()

    @classmethod
    def report(cls):
        return pathlib.Path(cls.folder.name) / 'demo'


class Small(Demo):
    """The demo report with few tiles, for tests that run hundreds of commands and do not depend on size."""
    folder = None
    options = ('--tiles', '64')


class Overflowing(Demo):
    """A report that is over capacity and was not executed."""
    folder = None
    options = ('--preset=out-of-memory', '--tiles=32', '--layers=1', '--without=archive,json')


# Generated reports that resemble the real ones (tests/support/report-fixture.h).

class Executed(Demo):
    """One IPU of 1,472 tiles, one run, only the profile: like "integrals"."""
    folder = None
    options = ('--preset=mnist', '--runs=1', '--without=archive,debug,json')


class Compiled(Demo):
    """Compiled and not executed, with debug.cbor: like "firehose"."""
    folder = None
    options = ('--preset=mnist', '--without=archive,execution,json')


class Killed(Demo):
    """The profile has a temporary name, and debug.cbor is truncated: like "firehose-killed"."""
    folder = None
    options = ('--preset=mnist', '--without=archive,execution,json', '--cut-debug')
    profile = 'profile_me5mjvuv.pop'

    @classmethod
    def path(cls):
        path = super().path()
        if (path / 'profile.pop').exists():
            (path / 'profile.pop').rename(path / cls.profile)
        return path


class Aborted(Killed):
    """All tables without rows: like "aborted"."""
    folder = None
    options = ('--tiles=64', '--without=archive,debug,json')
    profile = 'profile_tvsri9nv.pop'

    @classmethod
    def path(cls):
        path = super().path()
        empty(path / cls.profile)
        return path


@contextlib.contextmanager
def changed(*statements, files=(), of=Demo):
    """Yields a copy of the demo report @of after these SQL statements, and with these (name, text) files."""
    with tempfile.TemporaryDirectory(prefix='poplens-cli-') as folder:
        report = copied(of.path(), pathlib.Path(folder, 'report'), *statements)
        for name, text in files:
            (report / name).write_text(text)
        yield report


@functools.cache
def output(path, command, *arguments):
    """Returns the whole answer of a command: answer, figures, tables, missing, notices, next."""
    done = run(command, path, *arguments, '--json')
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def rows(answer, name=None):
    """Returns the rows of a table of an answer; without a name, of the main table."""
    tables = answer['tables']
    return tables[name or next(iter(tables))]['rows']


@functools.cache
def table(path, name, location=None):
    """Returns all rows of a table by name."""
    done = run('table', name, path, '--json', *(['--location', location] if location else []))
    assert done.returncode == 0, done.stderr
    return rows(json.loads(done.stdout))


class Report:
    """A report's file by plain SQL, and what the program says of it."""

    def __init__(self, path):
        self.path = path
        profile = sorted(path.glob('profile.pop')) or sorted(path.glob('profile_*.pop'))
        self.file = sqlite3.connect(f'file:{profile[0]}?mode=ro', uri=True)

    def all(self, sql, *values):
        return self.file.execute(sql, values).fetchall()

    def json(self, *arguments):
        return output(self.path, *arguments)

    def table(self, name, location=None):
        return table(self.path, name, location)


def streams(report):
    """Returns the streams of each part of a StreamCopy: those of the Mid next to it in the tree."""
    kind = dict(report.all('select p.id, t.name from programs p join program_types t on t.id = p.variant'))
    copies = {}
    for table in 'from_host', 'to_host':
        for copy, name in report.all(f'select stream_copy_mid_id, stream from host_exchange_{table} '
                                     'order by stream_copy_mid_id, rowid'):
            names = copies.setdefault(copy, [])
            if name and name not in names and not name.startswith('streamCopyTimingInfoStream_'):
                names.append(name)
    index = dict(report.all('select id, variant_index from programs'))
    out = {}
    for children, in report.all('select children from programs'):
        below = varints(children)
        for at, child in enumerate(below):
            if kind[child] == 'StreamCopyMid':
                names = copies.get(index[child], [])
                text = ', '.join(names[:8]) + (f' and {len(names) - 8} more' if len(names) > 8 else '')
                for beside, part in ((at - 1, 'Begin'), (at, 'Mid'), (at + 1, 'End')):
                    if 0 <= beside < len(below) and kind[below[beside]] == f'StreamCopy{part}':
                        out[below[beside]] = text
    return out


def reports():
    """Yields the demo report, and the real ones that are available."""
    yield Demo.path()
    for name in ('integrals', 'firehose', 'firehose-killed'):
        if (REPORTS / name).is_dir():
            yield REPORTS / name
