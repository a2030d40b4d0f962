#!/usr/bin/python3
"""bench.py BIN REPORT RUNS SCALE [ROWS]: prints the table of script/bench. BIN holds the programs, SCALE the reports of
bench's last rows ('variables-1', 'variables-4' and so on; '' leaves those rows out). With ROWS only those rows: pages,
parts, tiles, comparison, tables, check, lists, window, trace or scale.

Each row runs two commands alternately, A B A B …, each in a process of its own after one warm-up, and compares the
medians. A busy machine makes both slower, and the difference in milliseconds larger."""
import os
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

MS = 1000


def run(command, stdin=None, env=None):
    """Returns milliseconds from start to end, the peak of memory in bytes, processor time in ms, and bytes read."""
    with open(stdin or os.devnull, 'rb') as source:
        start = time.monotonic()
        child = subprocess.Popen(command, stdin=source, stdout=subprocess.DEVNULL, env=env)
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        took = time.monotonic() - start
        with open(f'/proc/{child.pid}/io') as counters:
            read = int(re.search(r'^rchar: (\d+)', counters.read(), re.M)[1])
        _, status, usage = os.wait4(child.pid, 0)
    child.returncode = status
    if status:
        sys.exit(f'{" ".join(command)}: failed')
    return took * MS, usage.ru_maxrss * 1024, (usage.ru_utime + usage.ru_stime) * MS, read


def show(command, stdin=None):
    text = ' '.join(os.path.basename(c) if i == 0 else c for i, c in enumerate(command))
    return text + (f' <{stdin}' if stdin else '')


class Table:
    def __init__(self, binaries, report, runs):
        self.bin, self.report, self.runs = binaries, report, runs
        self.profile = os.path.join(report, 'profile.pop')
        self.folder = tempfile.TemporaryDirectory()

    def program(self, *arguments):
        return [os.path.join(self.bin, 'bench'), *arguments]

    def row(self, what, ours, base, limit, commands, unit='ms'):
        """@limit: ('+', milliseconds) or ('x', ratio)."""
        kind, most = limit
        value = ours - base if kind == '+' else ours / base
        got = f'{"−" if value < 0 else "+"} {abs(value):.1f} ms' if kind == '+' else f'{value:.2f}'
        target = f'+ {most} ms' if kind == '+' else f'{most}'
        print(f'| {what} | {ours:.1f} {unit} | {base:.1f} {unit} | {got} | {target} | '
              f'{"yes" if value <= most else "no"} | `{commands[0]}` | `{commands[1]}` |', flush=True)

    def pair(self, a, b, b_stdin=None):
        """Returns the medians of @a and @b, which are run alternately."""
        times = ([], [])
        for i in range(self.runs + 1):
            for out, command, stdin in ((times[0], a, None), (times[1], b, b_stdin)):
                took = run(command, stdin)[0]
                if i:
                    out.append(took)
        return [statistics.median(t) for t in times]

    def against(self, what, a, b, limit, b_stdin=None):
        ours, base = self.pair(a, b, b_stdin)
        self.row(what, ours, base, limit, (show(a), show(b, b_stdin)))

    def statements(self, *what):
        """Returns a file with the SELECT statements of the page, of a part ('parts' and its name), or of all parts."""
        path = os.path.join(self.folder.name, f'{"-".join(what) or "parts"}.sql')
        with open(path, 'wb') as out:
            subprocess.run(self.program('sql', self.report, *what), stdout=out, check=True)
        return path

    def pages(self):
        empty = self.program('empty')
        self.against('`summary`, process start to end', [os.path.join(self.bin, 'poplens-cli'), 'summary', self.report],
                     empty, ('+', 8))
        for page, most in (('insights', 0.3), ('liveness', 0.5), ('trace', 0.2)):
            self.against(f'data of {page}', self.program('page', self.report, page),
                         ['sqlite3', '-readonly', self.profile], ('x', most), self.statements(page))
        self.against('data of memory', self.program('page', self.report, 'memory'), empty, ('+', 10))

    def parts(self):
        parts = self.program('parts', self.report)
        statements = self.statements()
        self.against('all parts of profile.pop', parts, self.program('loop', self.profile, statements),
                     ('x', 0.15))
        self.against('the same, beside their leaves decoded on one thread and nothing kept', parts,
                     self.program('limit', self.profile, statements), ('x', 1.5))
        self.against('executed steps: steps, steps_by_ipu, cycles_by_tile', self.program('parts', self.report, 'execution'),
                     ['sqlite3', '-readonly', self.profile], ('x', 0.1), self.statements('parts', 'execution'))
        debug = os.path.join(self.report, 'debug.cbor')
        if os.path.exists(debug):
            self.against('index of debug.cbor', self.program('debug', self.report), self.program('cbor', debug),
                         ('x', 1.5))
        peak = statistics.median(run(parts)[1] for _ in range(self.runs))
        self.row('peak memory, all parts', peak / 1e6, os.path.getsize(self.profile) / 1e6, ('x', 0.2),
                 (show(parts), 'size of profile.pop'), 'MB')

    def tiles(self):
        loop = os.path.join(self.folder.name, 'tiles.sql')
        with open(loop, 'w') as out:
            out.write('SELECT tile, size_bytes, equivalence_class, bitset FROM vars_info;\n')
        self.against('worst step of each tile, cold', self.program('tiles', self.report),
                     self.program('loop', self.profile, loop), ('x', 1))
        self.once_loaded('what-if over all tiles, once loaded', 'what-if', 100)
        self.once_loaded('contents of a tile, once loaded', 'contents', 16)
        self.once_loaded('operations of another layer, once loaded', 'layers', 16)
        self.once_loaded('another source of Liveness, once loaded', 'sources', 250)
        self.once_loaded('1, 2, 16 steps of Liveness, once loaded', 'steps', 100)
        self.once_loaded('a search in the program tree, once loaded', 'tree', 100)
        self.once_loaded('the program tree sorted by its slowest column, once loaded', 'sort', 50)
        self.once_loaded("a tile's memory map, once loaded", 'map', 16)
        self.once_loaded('a frame of the trace with all tiles, any zoom', 'bsp', 16)

    COLUMNS = 'tile,id,name,category,size,address,alignment,class,always_live,constraints,unlowered,unlowered_id'
    SAME = ("select v.tile, v.var_id, s.string || coalesce(v.name_suffix, ''), c.name, size_bytes, offset, alignment, "
            'equivalence_class, e.is_always_live, length(element_constraints), u.name, v.unlowered_var_id '
            'from vars_info v left join vars_string_table s on s.id = v.name_base_id '
            'left join var_categories c on c.id = v.category left join eq_classes e on e.id = v.equivalence_class '
            'left join unlowered_vars u on u.id = v.unlowered_var_id')

    def comparison(self):
        """Compares two reports; the baseline reads all of one: its parts, and the index of debug.cbor."""
        diff = [os.path.join(self.bin, 'poplens-cli'), 'diff', self.report, self.report]
        parts, debug = self.program('parts', self.report), self.program('debug', self.report)
        ours, base = self.pair(diff, parts)
        if os.path.exists(os.path.join(self.report, 'debug.cbor')):
            base += self.pair(debug, debug)[0]
        self.row('a report against itself', ours, base, ('x', 2.5),
                 ('poplens-cli diff REPORT REPORT', 'bench parts REPORT and bench debug REPORT'))

    def table(self, name, *options):
        return [os.path.join(self.bin, 'poplens-cli'), 'table', name, self.report, '--csv', *options]

    def tables(self):
        """Long tables, or tables that need a pass over all variables; also the memory of the long one."""
        with sqlite3.connect(f'file:{self.profile}?mode=ro', uri=True) as file:
            last = file.execute('select max(tile) from memory_by_tile').fetchone()[0]
        long = self.table('tile-variables', '--location', f'memory?tile=0-{last}', '--columns', self.COLUMNS)
        base = ['sqlite3', '-readonly', '-csv', self.profile, self.SAME]
        run(base)
        ours, peak, _, _ = run(long)
        self.row('variables of all tiles as CSV, one run', ours, run(base)[0], ('x', 0.8),
                 (show(long), 'sqlite3 -csv, these columns'))
        self.told('peak memory of that', peak / 1e6, os.path.getsize(self.profile) / 1e6,
                  (show(long), 'size of profile.pop'), 'MB')
        for name, *by in (['tile-gaps', '--location=memory?by=cause'], ['liveness-tiles'],
                          ['memory-imbalance', '--location=memory?by=variable']):
            commands = self.table(name, *by), self.program('loop', self.profile, self.passes())
            self.told(f'table {name}, cold', *self.pair(*commands), [show(c) for c in commands])

    def check(self):
        """Processor time of all checks of `check`."""
        command = [os.path.join(self.bin, 'poplens-cli'), 'check', self.report]
        took = run(command)[2] / MS
        print(f'| `check`, time of a processor, one run | {took:.1f} s | | | 8 s | {"yes" if took <= 8 else "no"} | '
              f'`{show(command)}` | |', flush=True)

    def lists(self, folder):
        """Processor time of a second `list --time`, with the figures that the first one cached."""
        nightly = os.path.join(folder, 'nightly')
        environment = {**os.environ, 'XDG_CACHE_HOME': os.path.join(self.folder.name, 'cached')}
        for what, path in (('the report', self.report), ('eight reports', nightly)):
            if not os.path.isdir(path):
                continue
            n = len(os.listdir(path)) if path == nightly else 1
            command = [os.path.join(self.bin, 'poplens-cli'), 'list', '--time', path]
            times = [run(command, env=environment)[2] for _ in range(self.runs + 1)]
            took = statistics.median(times[1:])
            print(f'| `list --time` of {what}, the second time, of a processor | {took:.1f} ms | {times[0]:.1f} ms | '
                  f'{took / times[0]:.2f} | {30 * n} ms | {"yes" if took <= 30 * n else "no"} | `{show(command)}` | '
                  'the first time |', flush=True)

    def told(self, what, ours, base, commands, unit='ms'):
        """Prints a row without a target."""
        print(f'| {what} | {ours:.1f} {unit} | {base:.1f} {unit} | {ours / base:.2f} | | | `{commands[0]}` | '
              f'`{commands[1]}` |', flush=True)

    def passes(self):
        """Returns a file with the statement that any pass over the variables has to run."""
        path = os.path.join(self.folder.name, 'pass.sql')
        with open(path, 'w') as out:
            out.write('SELECT tile, size_bytes, offset, equivalence_class, bitset FROM vars_info;\n')
        return path

    def once_loaded(self, name, mode, limit):
        """Prints a row of a command that measures its own time, without loading."""
        command = self.program(mode, self.report)
        took = self.printed(*command)
        print(f'| {name} | {took:.1f} ms | | | {limit} ms | '
              f'{"yes" if took <= limit else "no"} | `{show(command)}` | |', flush=True)

    # ---- the window -----------------------------------------------------------------------------

    def window_times(self, mode, report=None):
        command = [os.path.join(self.bin, 'bench-window'), mode, report or self.report]
        environment = dict(os.environ, BENCH_START=str(time.monotonic_ns() // 1000))
        out = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout
        return float(out.split()[0])

    def window(self):
        modes = {'empty': [], 'report': [], 'memory': []}
        for i in range(self.runs + 1):
            for mode, times in modes.items():
                took = self.window_times(mode)
                if i:
                    times.append(took)
        middle = {mode: statistics.median(times) for mode, times in modes.items()}
        for mode, what, most in (('report', 'first paint of the window', 2),
                                 ('memory', "Memory's graph on screen", 3)):
            self.row(what, middle[mode], middle['empty'], ('x', most),
                     (f'bench-window {mode} {self.report}', 'bench-window empty'))
        self.on_screen('where the time went', 'time', self.report, 1000)
        self.cost()
        self.stall()
        self.tree()

    def cost(self):
        """Cost of opening Summary until it shows the time classes: processor time, and bytes read."""
        command = [os.path.join(self.bin, 'bench-window'), 'time', self.report]
        runs = [run(command) for _ in range(self.runs + 1)][1:]
        processor, read = (statistics.median(column[i] for column in runs) for i in (2, 3))
        print(f'| a look at Summary until then, of a processor | {processor:.0f} ms | | | | | `{show(command)}` | |')
        self.told('bytes that it reads', read / 1e6, os.path.getsize(self.profile) / 1e6,
                  (show(command), 'size of profile.pop'), 'MB')

    STRETCH = re.compile(r'^([a-z ]+?) (\d+\.\d) \(.*\[(\d+\.\d)', re.M)

    def stretches(self, mode):
        """Returns the longest stretch of each page or operation of every run, and of "empty": elapsed time, and
        processor time of the main thread in it."""
        runs = []
        for _ in range(self.runs):
            out = subprocess.run([os.path.join(self.bin, 'bench-window'), mode, self.report], stdout=subprocess.PIPE,
                                 check=True, text=True).stdout
            runs.append({name: (float(wall), float(processor)) for name, wall, processor in self.STRETCH.findall(out)})
        return runs

    def beside_empty(self, what, mode, ours, base):
        self.row(what, statistics.median(ours), statistics.median(base), ('+', 16),
                 (f'bench-window {mode} {self.report}', 'the same run, its start page'))

    def tree(self):
        """One row for each operation in the Program Tree."""
        runs = self.stretches('tree')
        base = [run.pop('empty')[1] for run in runs]
        for name in dict.fromkeys(name for run in runs for name in run):
            # Operations that take less than a millisecond print nothing.
            self.beside_empty(f'Program Tree, {name}: longest stretch, of a processor', 'tree',
                              [run.get(name, (0, 0))[1] for run in runs], base)

    def stall(self):
        runs = self.stretches('stall')
        base = [run.pop('empty') for run in runs]
        for i, what in enumerate(('longest stall while everything loads', 'the same, of a processor')):
            self.beside_empty(what, 'stall', [max(page[i] for page in run.values()) for run in runs],
                              [empty[i] for empty in base])

    def printed(self, *command):
        """Returns the median of the times that the program prints."""
        return statistics.median(float(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
                                 for _ in range(self.runs))

    def trace(self, folder):
        """Processor time of the lanes of 10^7 blocks against those of 10^4, and memory for each block."""
        large, small = (os.path.join(folder, f'trace-{n}') for n in ('10m', '10k'))
        if not os.path.isdir(large) or not os.path.isdir(small):
            return
        for what, mode, most in (('lanes', [], 1.5), ('flame graph', ['flame'], 1.2)):
            commands = [self.program('frame', report, *mode) for report in (large, small)]
            self.row(f'a frame of the trace, {what}, of 10⁷ blocks', *[self.printed(*c) for c in commands], ('x', most),
                     [show(c) for c in commands])
        if os.environ.get('DISPLAY'):
            self.on_screen('the whole trace of 10⁷ blocks', 'trace', large, 2000)
            self.on_screen('where the time of 10⁷ blocks went', 'time', large, 3000)
        command = self.program('blocks', large)
        kept = float(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
        print(f'| what the page keeps of a block, beside the part | {kept:.1f} B | | | 32 B | '
              f'{"yes" if kept <= 32 else "no"} | `{show(command)}` | |', flush=True)

    def on_screen(self, what, mode, report, most):
        """Time from the start of the process until the mode's chart is on the screen."""
        times = []
        for _ in range(self.runs + 1):
            times.append(self.window_times(mode, report))
        took = statistics.median(times[1:])
        print(f'| {what} on screen, from the start | {took:.0f} ms | | | {most} ms | '
              f'{"yes" if took <= most else "no"} | `bench-window {mode} {report}` | |', flush=True)

    def scale(self, folder):
        for what in ('steps', 'variables', 'tiles'):
            small, large = (os.path.join(folder, f'{what}-{n}') for n in (1, 4))
            if os.path.isdir(small) and os.path.isdir(large):
                self.against(f'four times the {what}', self.program('parts', large), self.program('parts', small),
                             ('x', 4.2))


def main():
    binaries, report, runs, scale = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
    only = sys.argv[5] if len(sys.argv) > 5 else ''
    table = Table(binaries, report, runs)
    # A file in place of the cache folder prevents cached figures of another run.
    os.environ['XDG_CACHE_HOME'] = os.path.join(table.folder.name, 'cache')
    os.makedirs(os.path.join(table.folder.name, 'cache/poplens'))
    open(os.path.join(table.folder.name, 'cache/poplens/figures'), 'w').close()
    size = os.path.getsize(table.profile) / 1e6
    print(f'{os.path.basename(report)}: profile.pop has {size:,.0f} MB; medians of {runs} runs, warm; '
          f'{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} at the start\n')
    print('| what | Poplens | against | ratio | target | met | command | baseline |')
    print('|---|---|---|---|---|---|---|---|')
    rows = {'pages': table.pages, 'parts': table.parts, 'tiles': table.tiles, 'comparison': table.comparison,
            'tables': table.tables, 'check': table.check, 'lists': lambda: table.lists(scale)}
    if os.environ.get('DISPLAY'):
        rows['window'] = table.window
    if scale:
        rows['trace'], rows['scale'] = lambda: table.trace(scale), lambda: table.scale(scale)
    for name, function in rows.items():
        if only in ('', name):
            function()


if __name__ == '__main__':
    main()
