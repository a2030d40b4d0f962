"""Makes calls on files and allocations fail, one at a time (inject.c), in: opening, all parts, every export, a
recovery, settings, bookmarks, and files of another computer with their blocks on the disk.

Each command is first run without faults, which lists its calls and their call sites. Then it is run again and again,
each time with one call that fails, from the first to the last:

    EINTR, SHORT            the program copes: its output is the same
    EIO, ENOSPC, NOMEM      the output is the same, or the program says what failed
    always                  no signal, nothing left beside a target, the old file or the new one, no leak

The sample first takes each call site of a command, with one kind of fault, then random calls, shuffled by a fixed seed:
always the same number for each command, so that the sample is the same on every machine. POPLENS_TEST_LONG=1 takes
every call with every kind of fault that it can meet, but only every 20th of the allocations of one site.

    faults.py [--most N]               the sample: N faults of a command
    faults.py --only NAME              one command, every call (NAME of the list below)
    faults.py --only NAME "EIO 17"     one fault again, with the program's messages
"""
import argparse
import collections
import contextlib
import difflib
import os
import pathlib
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'support'))

from damage import leave_journal

BIN = pathlib.Path(os.environ['POPLENS_BINDIR'])
INJECT = os.environ['POPLENS_INJECT']
PRELOAD = os.environ.get('POPLENS_FAULT_PRELOAD', '')  # libraries of sanitizers, which must come first
DEMO_REPORT = pathlib.Path(__file__).resolve().parents[1] / 'support/demo-report'
SERVERS = ('/usr/lib/openssh/sftp-server', '/usr/libexec/openssh/sftp-server', '/usr/lib/ssh/sftp-server')
LONG = os.environ.get('POPLENS_TEST_LONG') == '1'
SEED = 'one seed'
MOST = 14  # faults of a command in the sample
SAME_SITE = 20
OLD = b'the old file\n'
KEPT = ('config/poplens/settings.ini', 'data/poplens/bookmarks.ini', 'config/poplens/recent.ini')
SAYS = re.compile(r'I/O error|Input/output error|[Nn]ot enough memory|[Oo]ut of memory|No space left|full\b|unable to open database file')
# Calls that GLib and SQLite do not repeat, as local disks do not interrupt them.
NOT_AGAIN = re.compile(r'open(64)? libglib|f(data)?sync lib')
# Kinds of faults, and the calls that can fail so (inject.c).
MEETS = {'EIO': ('read', 'write', 'open', 'create', 'make', 'look'), 'ENOSPC': ('write', 'create', 'make'),
         'EINTR': ('read', 'write', 'open', 'create'), 'SHORT': ('read', 'write'), 'NOMEM': ('memory',)}


def read_bytes(path):
    return path.read_bytes()


def read_database(path):
    """Returns the contents of the database, after SQLite has rolled back an unfinished change, without times of
    writing."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        return re.sub(r"'[-0-9]{10}T[:0-9]{8}Z'", "'now'", '\n'.join(database.iterdump())).encode()


class Case:
    """A command, and the file that it writes. OUT in an argument is replaced by the target, which has the contents @old
    before the command (a file of the ground); @read returns the target's contents for comparison."""

    def __init__(self, name, *arguments, target=None, program='poplens-cli', report='report', keeps=(), old='old',
                 read=read_bytes):
        self.name, self.arguments, self.target, self.program = name, arguments, target, program
        self.report, self.keeps, self.old, self.read = report, keeps, old, read


CASES = [
    Case('summary', 'summary', 'REPORT'),
    Case('check', 'check', 'REPORT', '--all'),
    Case('json', 'memory', 'REPORT', '--json'),
    Case('csv', 'table', 'trace-steps', 'REPORT', '--csv'),
    Case('insights', 'table', 'findings', 'REPORT'),
    Case('operations', 'operations', 'REPORT'),
    Case('debug', 'table', 'layers', 'REPORT', '--location', 'operations?by=type', '--json'),
    Case('framework', 'table', 'metadata', 'REPORT', '--csv'),
    Case('bookmarks', 'table', 'bookmarks', 'REPORT', '--csv'),
    Case('sources', 'show', 'REPORT', '/src/model/encoder.py:105', '--source-map=/src/model=SOURCES'),
    Case('diff', 'diff', 'REPORT', 'REPORT', '--json'),
    Case('png', 'export', 'REPORT', '--location', 'memory', '-o', 'OUT', target='page.png'),
    Case('html', 'export', 'REPORT', '-o', 'OUT', target='report.html'),
    Case('chrome', 'export', 'REPORT', '-o', 'OUT', target='t.trace.json'),
    Case('perfetto', 'export', 'REPORT', '-o', 'OUT', target='trace.pftrace'),
    Case('rows', 'export', 'REPORT', '--tables', 'trace-steps', '-o', 'OUT', target='rows.csv'),
    Case('budget', 'budget', 'REPORT', '--rules', 'RULES', '--junit', 'OUT', target='junit.xml'),
    Case('recover', 'summary', 'REPORT', '--recover', report='killed', keeps=('cache',)),
    Case('list', 'list', 'TOP', '--json'),
    Case('export', 'export', 'REPORT', '--output', 'OUT', target='runs.sqlite', report='second', old='first.sqlite',
         read=read_database),
    Case('far', 'summary', 'HOST', keeps=('cache',)),
    Case('fetch', 'fetch', 'HOST', 'OUT', target='copy', keeps=('out',)),
    Case('settings', 'SETTINGS', 'BOOKMARKS', 'RECENT', program='fault-settings', keeps=('config',)),
]


class Ground:
    """A folder for everything: the reports, the written files, and the user's settings."""

    def __init__(self, top):
        self.top = top
        self.log = top.parent / (top.name + '.log')
        subprocess.run([DEMO_REPORT, '--tiles', '32', top / 'report'], check=True, stdout=subprocess.DEVNULL)
        shutil.copytree(top / 'report', top / 'killed')
        leave_journal(top / 'killed/profile.pop')
        (top / 'old').write_bytes(OLD)
        shutil.copytree(top / 'report', top / 'second')
        subprocess.run([BIN / 'poplens-cli', 'export', top / 'report', '--output', top / 'first.sqlite'], check=True,
                       stdout=subprocess.DEVNULL)
        (top / 'sources').mkdir()
        (top / 'sources/encoder.py').write_text('line\n' * 2000)
        (top / 'rules').write_text('[budget]\nmax-tile-bytes = 10 MiB\n')
        (top / 'bin').mkdir()
        server = next((server for server in SERVERS if os.path.exists(server)), None)
        if server:
            (top / 'bin/ssh').write_text(f'#!/bin/sh\nexec {server}\n')
            (top / 'bin/ssh').chmod(0o755)
        self.has_server = server is not None
        self.reports = self.look('report', 'second', 'killed', 'sources', 'rules')

    def look(self, *folders):
        """Returns {name: bytes} of all files below the folders."""
        files = {}
        for folder in folders:
            root = self.top / folder
            for path in sorted(root.rglob('*')) if root.is_dir() else [root]:
                if path.is_file() and not path.is_symlink():
                    files[str(path.relative_to(self.top))] = path.read_bytes()
        return files

    def reset(self, case):
        for folder in ('out', 'cache', 'config', 'data', 'run'):
            shutil.rmtree(self.top / folder, ignore_errors=True)
            (self.top / folder).mkdir(mode=0o700)
        for name in KEPT:
            (self.top / name).parent.mkdir(exist_ok=True)
            (self.top / name).write_text('[report-0]\nuri=file:///kept\nname=kept\nopened=1\n')
        if case.target and 'out' not in case.keeps:
            shutil.copy(self.top / case.old, self.top / 'out' / case.target)

    def run(self, case, fault=None, log=False):
        self.reset(case)
        words = {'TOP': self.top, 'REPORT': self.top / case.report, 'OUT': self.top / 'out' / (case.target or ''),
                 'RULES': self.top / 'rules', 'HOST': f'far:{self.top}/report',
                 'SETTINGS': self.top / KEPT[0], 'BOOKMARKS': self.top / KEPT[1], 'RECENT': self.top / KEPT[2],
                 '--source-map=/src/model=SOURCES': f'--source-map=/src/model={self.top}/sources'}
        env = {'PATH': f'{self.top}/bin:/usr/bin:/bin', 'HOME': str(self.top / 'config'), 'LC_ALL': 'C.UTF-8',
               'XDG_CACHE_HOME': str(self.top / 'cache'), 'XDG_CONFIG_HOME': str(self.top / 'config'),
               'XDG_DATA_HOME': str(self.top / 'data'), 'XDG_RUNTIME_DIR': str(self.top / 'run'), 'TMPDIR': str(self.top / 'run'),
               'G_DEBUG': 'fatal-warnings', 'POPLENS_FAULT_FOLDER': str(self.top),
               'LD_PRELOAD': ':'.join(filter(None, [PRELOAD, INJECT])),
               **{name: value for name, value in os.environ.items() if name.endswith('SAN_OPTIONS')}}
        if fault:
            env['POPLENS_FAULT'] = fault
        self.log.unlink(missing_ok=True)
        env['POPLENS_FAULT_LOG'] = str(self.log) if log else ''
        if not log:
            del env['POPLENS_FAULT_LOG']
        with open(self.top / 'run/stdout', 'wb') as out:
            done = subprocess.run([BIN / case.program, *(str(words.get(word, word)) for word in case.arguments)], env=env,
                                  stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.PIPE, timeout=120, check=False)
        return Result(self, case, done)


class Result:
    def __init__(self, ground, case, done):
        self.code = done.returncode
        self.told = done.stderr.decode('utf-8', 'replace')
        # The path of a recovered copy depends on the file's identity.
        self.out = re.sub(rb'/recovered/[0-9a-f/]+/', b'/recovered/', (ground.top / 'run/stdout').read_bytes())
        target = ground.top / 'out' / case.target if case.target else None
        self.target = case.read(target) if target and target.is_file() else None
        self.old = case.read(ground.top / case.old) if case.target else None
        self.files = ground.look('out', 'cache', 'config', 'data')
        self.left = [name for name in ground.look('run') if name != 'run/stdout']
        self.touched = ground.look('report', 'second', 'killed', 'sources', 'rules') != ground.reports

    def says(self):
        return SAYS.search(self.told) or SAYS.search(self.out.decode('utf-8', 'replace'))


def wrong(case, kind, whole, now):
    """Returns the broken promise in words, or None."""
    same = (now.code, now.out) == (whole.code, whole.out)
    if now.code < 0 or now.code > 3:
        return f'ended with {now.code}'
    if now.touched:
        return 'a report was changed'
    if now.left:
        return f'left {now.left}'
    strange = [name for name in now.files if name not in whole.files and name.split('/')[0] not in case.keeps]
    if strange:
        return f'left {strange}'
    if kind in ('EINTR', 'SHORT') and not same:
        return f'is seen: exit {now.code}, {now.told.strip()[:200]}'
    if not same and now.code == 0 and not now.says():
        return 'another output, and not a word why'
    if not same and now.code and not now.told.strip():
        return f'exit {now.code}, and not a word why'
    if case.target and now.target not in (now.old, whole.target) and 'out' not in case.keeps and not (now.code == 0 and now.says()):
        return 'half a target'
    if case.target and now.code == 0 and now.target == now.old:
        return 'no target, and no error'
    return kept_wrong(case, whole, now)


def difference(whole, now):
    lines = [(result.told + result.out.decode('utf-8', 'replace')).splitlines() for result in (whole, now)]
    return [line[:300] for line in difflib.unified_diff(*lines, 'without', 'with', lineterm='', n=0)]


def kept_wrong(case, whole, now):
    """Compares saved files with those of a run without faults: each must be equal to that, or to the file before the
    run."""
    if 'config' in case.keeps:
        for name in KEPT:
            text = now.files.get(name, b'')
            if b'kept' not in text:
                return f'{name} lost what it had: {text!r}'
            if text != whole.files[name] and not now.told.strip():
                return f'{name} was not saved, and not a word'
        return None
    for name, content in now.files.items():
        if 'out' in case.keeps and name.startswith('out/') and name.endswith('.part'):
            continue
        if 'out' in case.keeps and name.startswith('out/') and content != whole.files.get(name):
            return f'half a file: {name}'
        if name.endswith('/profile.pop') and 'cache' in case.keeps and content not in whole.files.values():
            return f'half a copy: {name}'
    return None


def read_log(path):
    """Returns [(what, number, function, site)], and the number of blocks that are still allocated."""
    calls, held = [], 0
    for line in path.read_text().splitlines():
        what, number, function, site = line.split(' ')
        if what == 'held':
            held = int(number)
        else:
            calls.append((what, int(number), f'{function} {site}'))
    return calls, held


def faults_of(case, calls, dice):
    """Yields (kind, number, site): each site with one kind that it can meet, then all others in random order."""
    first, others, every = [], [], collections.defaultdict(list)
    for what, number, site in calls:
        every[what, site].append(number)
    for (what, site), numbers in every.items():
        kinds = [kind for kind in MEETS if what in MEETS[kind] and not (kind == 'EINTR' and NOT_AGAIN.match(site))]
        of_site = [(kind, number, site) for kind in kinds
                   for number in (numbers[::SAME_SITE] if what == 'memory' else numbers)]
        dice.shuffle(of_site)
        first += of_site[:1]
        others += of_site[1:]
    dice.shuffle(others)
    return first + others


class Count:
    def __init__(self):
        self.runs, self.of_case = collections.Counter(), collections.Counter()
        self.sites, self.met = set(), set()
        self.found = []

    def report(self):
        print(f'{sum(self.runs.values()):,} faults ({", ".join(f"{n:,} {kind}" for kind, n in sorted(self.runs.items()))}), '
              f'{len(self.met)} of {len(self.sites)} call sites, {len(self.found)} findings')
        for line in self.found:
            print(line)


def try_faults(ground, case, faults, whole, held, count):
    for kind, number, site in faults:
        fault = f'{kind} {number}{"+" if kind == "ENOSPC" else ""}'
        count.runs[kind] += 1
        count.of_case[case.name] += 1
        count.met.add((case.name, site))
        try:
            now = ground.run(case, fault, log=kind == 'NOMEM')
            problem = wrong(case, kind, whole, now)
            if kind == 'NOMEM' and not problem and read_log(ground.log)[1] > held:
                problem = f'{read_log(ground.log)[1]} blocks are held at the end, and {held} without a fault'
        except subprocess.TimeoutExpired:
            problem = 'does not end'
        if problem:
            count.found.append(f'{case.name} "{fault}" ({site}): {problem}')
            print(count.found[-1], *difference(whole, now)[:20], sep='\n', flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--only', metavar='NAME')
    parser.add_argument('--most', type=int, default=MOST)
    parser.add_argument('--kind', choices=sorted(MEETS))
    parser.add_argument('fault', nargs='?', metavar='"KIND N"')
    options = parser.parse_args()
    global LONG
    LONG = LONG or options.only is not None
    count, dice = Count(), random.Random(SEED)
    with tempfile.TemporaryDirectory(prefix='poplens-faults-') as folder:
        top = pathlib.Path(folder).resolve() / 'ground'
        top.mkdir()
        ground = Ground(top)
        cases = [case for case in CASES if options.only in (None, case.name)]
        cases = [case for case in cases if ground.has_server or 'HOST' not in case.arguments]
        for case in cases:
            begun = time.monotonic()
            whole = ground.run(case, log=True)
            if options.fault:
                now = ground.run(case, options.fault, log=True)
                print(*difference(whole, now), sep='\n')
                print(now.code, now.told, sorted(now.files), sep='\n')
                print(wrong(case, options.fault.split()[0], whole, now))
                return 0
            calls, held = read_log(ground.log)
            if whole.code != 0 or not calls:
                count.found.append(f'{case.name}: exit {whole.code} without a fault: {whole.told}')
                continue
            count.sites |= {(case.name, site) for _, _, site in calls}
            faults = faults_of(case, calls, dice)
            if options.kind:
                faults = [fault for fault in faults if fault[0] == options.kind]
            try_faults(ground, case, faults if LONG else faults[:options.most], whole, held, count)
            print(f'{case.name}: {len(calls):,} calls, {count.of_case[case.name]:,} of {len(faults):,} faults, '
                  f'{time.monotonic() - begun:.0f} s', flush=True)
    count.report()
    return 1 if count.found else 0


if __name__ == '__main__':
    sys.exit(main())
