"""Generated reports to export, and the exported database, for the tests of exports."""
import contextlib
import pathlib
import sqlite3
import tempfile

from harness import run, write_demo

FOLDER = tempfile.TemporaryDirectory(prefix='poplens-export-')
ROOM = pathlib.Path(FOLDER.name)


def report(name, *options):
    path = ROOM / name
    if not path.exists():
        write_demo(path, *options)
    return path


def before():
    return report('before', '--tiles=64', '--seed=1')


def after():
    return report('after', '--tiles=64', '--seed=2')


def wider():
    """Returns a report with other tiles and IPUs, and without debug contexts: its tables have fewer columns."""
    return report('wider', '--preset=plain', '--tiles=96', '--without=debug,json,archive')


def export(*arguments, status=0, **options):
    done = run('export', *arguments, **options)
    assert done.returncode == status, (done.returncode, done.stdout, done.stderr)
    return done


class Database:
    def __init__(self, path):
        self.path = path
        self.file = sqlite3.connect(path)
        self.file.row_factory = sqlite3.Row

    def all(self, sql, *values):
        return self.file.execute(sql, values).fetchall()

    def one(self, sql, *values):
        (row,), = self.all(sql, *values)
        return row

    def tables(self):
        return [row[0] for row in self.all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]

    def content(self):
        """Returns all rows of all tables, without the time of the export."""
        self.file.text_factory = bytes
        rows = {}
        for table in self.tables():
            found = [tuple(row) for row in self.all(f'SELECT * FROM "{table.decode()}"')]
            if table == b'reports':
                at = [c[1] for c in self.all('SELECT * FROM pragma_table_info(?)', 'reports')].index(b'exported_at')
                found = [row[:at] + row[at + 1:] for row in found]
            rows[table] = sorted(found, key=repr)
        return rows


@contextlib.contextmanager
def opened(path):
    database = Database(path)
    try:
        yield database
    finally:
        database.file.close()
