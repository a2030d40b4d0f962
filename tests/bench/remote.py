#!/usr/bin/python3
"""remote.py BIN REPORT RUNS: prints the tables of script/bench --remote: opening the report on another computer over
links with a delay and a rate (tests/remote), compared with copying it by sftp and reading it through sshfs.

Medians of RUNS. Each run is a process of its own without a cache; its time is from start to end, including connecting.
Waits are the longest chain of requests each of which waited for the reply before it, without logging in. The links have
neither slow start nor loss."""
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

import sshd

MBIT = 1e6 / 8
# Delay in seconds for each direction, and bytes per second.
LINKS = {'20 ms, 100 Mbit/s': (0.010, 100 * MBIT), '80 ms, 100 Mbit/s': (0.040, 100 * MBIT),
         '20 ms, 1 Gbit/s': (0.010, 1000 * MBIT), '80 ms, 1 Gbit/s': (0.040, 1000 * MBIT)}
SLOW, FAR, FAST, FAR_FAST = LINKS
HOST = 'gc-01'


class Measured:
    """Medians of several runs."""

    def __init__(self, runs):
        self.seconds, self.bytes, self.waits = (statistics.median(run[i] for run in runs) for i in range(3))

    def __str__(self):
        return f'{self.seconds:.2f} s | {self.bytes / 1e6:.2f} MB | {self.waits:.0f}'


class Bench:
    def __init__(self, binaries, report, runs, site):
        self.bin, self.report, self.runs, self.site = binaries, os.path.realpath(report), runs, site
        self.host = site.host(HOST)
        self.name = None
        self.fresh = 0

    def use(self, name):
        """Uses the link with that name from now on."""
        delay, rate = LINKS[name]
        self.name = name
        self.link = self.site.link(HOST, delay=delay, rate=rate)
        self.site.name(HOST, self.link.port)
        self.login = self.counted(lambda: self.site.log_in(HOST))[1]

    def cache(self):
        self.fresh += 1
        return {**self.site.env, 'XDG_CACHE_HOME': f'{self.site.folder}/cache-{self.fresh}'}

    def counted(self, what):
        self.link.settle()
        self.link.start_counting()
        start = time.monotonic()
        what()
        took = time.monotonic() - start
        return took, self.link.settle()

    def once(self, command, env):
        return self.counted(lambda: subprocess.run(command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                                   check=True))

    def measure(self, command, runs=None, env=None):
        found = []
        for _ in range(runs or self.runs):
            took, counted = self.once(command, env or self.cache())
            found.append((took, counted.down, counted.rounds - self.login.rounds))
        return Measured(found)

    def cli(self, *words):
        return [os.path.join(self.bin, 'poplens-cli'), *words]

    @property
    def address(self):
        return f'{HOST}:{self.report}'

    # ---- baselines ----------------------------------------------------------

    def sftp(self, size):
        """Returns the seconds for copying @size bytes with sftp."""
        there, here = self.host.home / 'bytes', self.site.folder / 'bytes'
        there.touch()
        os.truncate(there, int(size))
        took, _ = self.once(['sftp', '-q', '-S', str(self.site.ssh), f'{HOST}:{there}', str(here)], self.site.env)
        here.unlink()
        return took

    def sshfs(self, *words):
        """Returns the seconds for mounting and for running the command there; None if there is no FUSE."""
        folder = self.site.folder / 'mount'
        folder.mkdir(exist_ok=True)
        start = time.monotonic()
        done = subprocess.run(['sshfs', '-o', f'ro,ssh_command={self.site.ssh}', f'{HOST}:{self.report}', folder],
                              env=self.site.env, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if done.returncode:
            return None
        try:
            subprocess.run([str(folder) if word == self.address else word for word in words], check=True,
                           stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
            return time.monotonic() - start
        finally:
            subprocess.run(['fusermount3', '-u', folder], check=True)

    # ---- rows -----------------------------------------------------------------------------------------

    def row(self, what, found, limits, against='', base=None):
        """Prints a row. @limits: {'s' | 'MB' | 'waits' | 'ratio' | 'MB/s': number}; ratio (time of @base over ours) and
        MB/s are minima, the others maxima."""
        ratio = base / found.seconds if base else None
        rate = found.bytes / found.seconds / 1e6
        met = {'s': found.seconds <= limits.get('s', 0), 'MB': found.bytes / 1e6 <= limits.get('MB', 0),
               'waits': found.waits <= limits.get('waits', 0), 'ratio': (ratio or 0) >= limits.get('ratio', 0),
               'MB/s': rate >= limits.get('MB/s', 0)}
        wanted = ', '.join(f'{"≥" if name in ("ratio", "MB/s") else "≤"} {most:g}{" " + name if name != "ratio" else " ×"}'
                           for name, most in limits.items())
        missed = [name for name in limits if not met[name]]
        print(f'| {what} | {self.name} | {found} | {against} | {f"{base:.2f} s" if base else ""} | '
              f'{f"{ratio:.1f} ×" if ratio else ""} | {wanted} | {("no: " + ", ".join(missed)) if missed else "yes" if limits else ""} |',
              flush=True)
        return found

    def beside_sshfs(self, what, command, ratio):
        if not shutil.which('sshfs') or not os.access('/dev/fuse', os.R_OK | os.W_OK):
            print('no rows of sshfs: it or /dev/fuse is not here', file=sys.stderr)
            return
        times = [self.sshfs(*command) for _ in range(self.runs)]
        if None in times:
            print('no rows of sshfs: it cannot mount here', file=sys.stderr)
            return
        self.row(what, self.measure(command), {'ratio': ratio}, 'mounted with sshfs, and read there',
                 statistics.median(times))

    def pages(self, *names):
        return [os.path.join(self.bin, 'bench'), 'page', self.address, *names]

    def first_look(self):
        summary = self.cli('summary', self.address)
        profile = os.path.getsize(os.path.join(self.report, 'profile.pop'))
        self.use(SLOW)
        found = self.row('`summary`', self.measure(summary), {'s': 1.5, 'MB': 4, 'waits': 40})
        self.row('the same, beside copying profile.pop', found, {'ratio': 50}, '`sftp` of all of it', self.sftp(profile))
        self.row('Summary, then Memory, in one process', self.measure(self.pages('summary', 'memory')), {'s': 2.5, 'MB': 6})
        self.again(summary)
        for name in ('summary', 'memory', 'liveness'):
            self.beside_sshfs(f'`{name}`, beside sshfs', self.cli(name, self.address), 3)
        self.use(FAR)
        self.row('`summary`', self.measure(summary), {'s': 2.5, 'MB': 4})

    def again(self, command):
        """Measures the second time, with the blocks cached by the first."""
        env = self.cache()
        self.once(command, env)
        self.row('`summary`, opened again', self.measure(command, env=env), {'MB': 0.1, 'waits': 3})

    def much(self):
        self.use(SLOW)
        found = self.row('`liveness`', self.measure(self.cli('liveness', self.address)), {'s': 6.0})
        self.row('the same, beside copying as many bytes', found, {'ratio': 1 / 1.25}, '`sftp`', self.sftp(found.bytes))
        self.use(FAST)
        found = self.measure(self.cli('trace', self.address))
        self.row('`trace`', found, {'ratio': 1}, '`sftp` of as many bytes', self.sftp(found.bytes))
        self.use(FAR_FAST)
        self.row('`trace`, where a channel of ssh carries 2 MB a round trip', self.measure(self.cli('trace', self.address)),
                 {})
        self.row('`fetch` of all of it, there', self.fetch(), {'MB/s': 60})

    def fetch(self):
        found = []
        for _ in range(self.runs):
            copy = self.site.folder / 'copy'
            took, counted = self.once(self.cli('fetch', self.address, str(copy)), self.cache())
            found.append((took, counted.down, counted.rounds - self.login.rounds))
            shutil.rmtree(copy)
        return Measured(found)

    def window(self):
        """Shows the opening page, Summary and Memory for ten seconds each; only the data that these need is
        transferred."""
        self.use(SLOW)
        idle = [os.path.join(self.bin, 'bench-window'), 'stall', self.address, 'summary', 'memory']
        display = {'DISPLAY': os.environ['DISPLAY'], 'BENCH_PAGE': '10000'}
        found = self.measure(idle, runs=1, env={**self.cache(), **display})
        assert found.bytes > 1e6, 'the window did not open the report'
        self.row('the window: Summary, Memory, 10 s each', found, {'MB': 6})


def main():
    binaries, report, runs = sys.argv[1], sys.argv[2], int(sys.argv[3])
    reason = sshd.why_not()
    if reason:
        sys.exit(f'bench: --remote needs an SSH server: {reason}')
    size = sum(path.stat().st_size for path in pathlib.Path(report).iterdir()) / 1e6
    print(f'{os.path.basename(report)}: {size:,.0f} MB; medians of {runs} runs; {os.cpu_count()} processors, '
          f'load {os.getloadavg()[0]:.1f} at the start\n')
    print('| what | link | time | moved | waits | against | took | ratio | target | met |')
    print('|---|---|---|---|---|---|---|---|---|---|')
    with sshd.Site() as site:
        bench = Bench(binaries, report, runs, site)
        bench.first_look()
        bench.much()
        if os.environ.get('DISPLAY'):
            bench.window()


if __name__ == '__main__':
    main()
