"""Tests that no command changes the report: names, sizes, times and bytes of its directory stay as they are."""
import hashlib
import os
import pathlib
import shutil
import sqlite3
import sys
import tempfile

from harness import Small, leave_journal, run

PLAIN = ['summary', 'memory', 'liveness', 'fit', 'time', 'trace', 'programs', 'operations', 'check']
FILES = ['x.png', 'x.html', 'x.trace.json', 'x.sqlite']


def fingerprint(folder):
    """Returns everything that a write would change; the folder's own time changes if files come and go."""
    found = {'.': os.stat(folder).st_mtime_ns}
    for path in sorted(pathlib.Path(folder).rglob('*')):
        info = path.lstat()
        digest = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None
        found[path.name] = (info.st_ino, info.st_size, info.st_mtime_ns, info.st_mode, digest)
    return found


def commands(report, folder):
    for name in PLAIN:
        yield [name, report]
        yield [name, report, '--json']
    for line in run('table', '--list').stdout.splitlines():
        if line and not line.startswith(' '):
            yield ['table', line.split()[0], report, '--limit', '3']
    yield ['find', report, 'weights']
    yield ['show', report, 'tile', '5']
    for name in FILES:
        yield ['export', report, '--output', folder / name]


def compare(what, folder, arguments, env):
    before = fingerprint(folder)
    result = run(*arguments, env=env)
    after = fingerprint(folder)
    if before != after:
        print(f'{what}: {arguments[0]} changed {folder}: {before} → {after}')
    return before == after, result


def main():
    good = True
    with tempfile.TemporaryDirectory() as top:
        report = pathlib.Path(top) / 'report'
        shutil.copytree(Small.path(), report)
        env = {'XDG_CACHE_HOME': str(pathlib.Path(top) / 'cache')}
        n = 0
        for arguments in commands(report, pathlib.Path(top)):
            same, _ = compare('whole', report, arguments, env)
            good &= same
            n += 1
        leave_journal(report / 'profile.pop')
        same, refused = compare('journal', report, ['summary', report], env)
        good &= same and refused.returncode == 1 and '--recover' in refused.stderr
        same, shown = compare('journal', report, ['summary', report, '--recover'], env)
        good &= same and shown.returncode == 0 and 'Fullest tile' in shown.stdout
        same, shown = compare('journal', report, ['show', report, 'context', '758', '--recover', '--json'], env)
        good &= same and shown.returncode == 0 and 'recovered copy' in shown.stderr
        with sqlite3.connect(f'file:{next(pathlib.Path(top).glob("cache/**/profile.pop"))}?mode=ro', uri=True) as c:
            good &= c.execute('select min(total) from memory_by_tile').fetchone()[0] != 2
    print(f'{n} commands, {"none" if good else "some"} wrote to the report or failed to recover it')
    return 0 if good and n > 30 else 1


sys.exit(main())
