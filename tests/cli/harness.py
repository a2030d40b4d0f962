"""What the tests of poplens-cli share: the programs, the real reports, a demo report."""
import os
import pathlib
import subprocess
import tempfile

BIN = pathlib.Path(os.environ['POPLENS_BINDIR'])
SHARED = pathlib.Path(os.environ['POPLENS_SHARED']).resolve()
ORACLE = SHARED / 'tools/oracle.py'
SKIP = 77


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
