"""Damages copies of reports: with SQL, by truncating files, and as a killed Poplar leaves them."""
import contextlib
import pathlib
import shutil
import sqlite3
import subprocess
import sys


def edit(report, *statements):
    """Runs SQL on a report, or on another database. A statement is text, or (text, parameters)."""
    path = pathlib.Path(report)
    with contextlib.closing(sqlite3.connect(path / 'profile.pop' if path.is_dir() else path)) as file:
        for statement in statements:
            file.execute(*(statement if isinstance(statement, tuple) else (statement,)))
        file.commit()


def copied(report, path, *statements):
    """Copies the report to @path and runs the statements there. Returns @path."""
    shutil.copytree(report, path, copy_function=shutil.copyfile)
    pathlib.Path(path).chmod(0o755)
    edit(path, *statements)
    return path


def empty(profile):
    """Deletes all rows of all tables."""
    with contextlib.closing(sqlite3.connect(profile)) as file:
        tables = [table for table, in file.execute("select name from sqlite_schema where type = 'table'")]
    edit(profile, *(f'delete from {table}' for table in tables))


def cut(path, part=0.5):
    """Truncates a file to that share of its size."""
    path = pathlib.Path(path)
    path.write_bytes(path.read_bytes()[:int(path.stat().st_size * part)])


def leave_journal(profile):
    """Leaves a hot journal, as a killed Poplar does."""
    script = ('import sqlite3, os, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None);'
              'c.execute("pragma cache_size=1"); c.execute("begin");'
              'c.execute("update memory_by_tile set total = 2"); c.execute("create table filler (x)");'
              'c.execute("insert into filler values (zeroblob(3000000))"); os._exit(0)')
    subprocess.run([sys.executable, '-c', script, str(profile)], check=True)
