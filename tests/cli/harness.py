"""What the tests of poplens-cli share: the programs, the real reports, a demo report."""
import contextlib
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile
import unittest

BIN = pathlib.Path(os.environ['POPLENS_BINDIR'])
SHARED = pathlib.Path(os.environ['POPLENS_SHARED']).resolve()
ORACLE = SHARED / 'tools/oracle.py'
SKIP = 77
REPORTS = SHARED / 'reports'
needs_reports = unittest.skipUnless(REPORTS.is_dir(), f'{REPORTS} is absent')


def run(*arguments, env=None, **options):
    """poplens-cli with these arguments, to its end; output as text."""
    plain = {k: v for k, v in os.environ.items() if k not in ('COLUMNS', 'LINES', 'NO_COLOR')}
    return subprocess.run([BIN / 'poplens-cli', *map(str, arguments)], capture_output=True, text=True,
                          encoding='utf-8', timeout=120, env={**plain, 'LC_ALL': 'C.UTF-8', **(env or {})},
                          **options)


class Demo:
    """A demo report in a directory of its own, written once."""
    folder = None

    @classmethod
    def path(cls):
        if cls.folder is None:
            cls.folder = tempfile.TemporaryDirectory(prefix='poplens-cli-')
            subprocess.run([BIN / 'poplens-demo', cls.report()], check=True, timeout=120,
                           stdout=subprocess.DEVNULL)
        return cls.report()

    @classmethod
    def report(cls):
        return pathlib.Path(cls.folder.name) / 'demo'


@contextlib.contextmanager
def changed(*statements, files=()):
    """A copy of the demo report after these statements of SQL, and with these (name, text) files."""
    with tempfile.TemporaryDirectory(prefix='poplens-cli-') as folder:
        report = pathlib.Path(folder, 'report')
        shutil.copytree(Demo.path(), report)
        with contextlib.closing(sqlite3.connect(report / 'profile.pop')) as file:
            for statement in statements:
                file.execute(statement)
            file.commit()
        for name, text in files:
            (report / name).write_text(text)
        yield report
