#!/usr/bin/python3
"""Counts references: operations of module pva, including failing ones, leak none.

  references.py BUILD SOURCE COMPILER

Compiles the extension for python3-dbg with the library of the build, and runs this file with it.
Exit status 77 (skipped) if it is not installed."""
import copy
import gc
import os
import pathlib
import pickle
import shutil
import subprocess
import sys
import tempfile

ROUNDS = 60


def compile_for(python, build, source, compiler, folder):
    """Compiles the package with the extension for that interpreter. FALSE if its headers are
    missing."""
    ask = 'import sysconfig as s; print(s.get_paths()["include"], s.get_config_var("EXT_SUFFIX"))'
    include, suffix = subprocess.run([python, '-c', ask], text=True, capture_output=True, check=True).stdout.split()
    if not pathlib.Path(include, 'Python.h').exists():
        return False
    flags = subprocess.run(['pkg-config', '--cflags', '--libs', 'gio-2.0'], text=True, capture_output=True,
                           check=True).stdout.split()
    package = shutil.copytree(source / 'src/python/pva', folder / 'pva')
    # Debian's debug headers are links to the normal ones: following them would find the wrong
    # pyconfig.h.
    subprocess.run([compiler, '-shared', '-fPIC', '-g', '-fno-canonical-system-headers', '-w',
                    '-DPOPLENS_VERSION="0"', f'-I{source}/src', f'-I{source}/include', '-isystem', include,
                    *sorted(map(str, (source / 'src/python').glob('*.c'))), *flags, f'-L{build}/src/library',
                    '-l:libpoplens.so', f'-Wl,-rpath,{build}/src/library', '-o', package / f'_pva{suffix}'], check=True)
    return True


def good(pva, path, report):
    """Returns operations that succeed, by name."""
    compilation, steps = report.compilation, report.execution.steps
    tiles, programs, sets = compilation.tiles, compilation.programs, compilation.computeSets
    live, numbers = compilation.livenessProgramSteps, steps[0].cyclesByTile
    operations = pva.OperationAnalysis(report).operations
    some = [operations[i] for i in range(3)]
    frames = [report.frame(name) for name in ('tiles', 'programs', 'step-details', 'target', 'operation-layers')]

    def opened(ask):
        return lambda: ask(pva.openReport(path))
    return {
        'lists': lambda: (list(steps[:20]), steps[::-1][3:], steps[-1], steps.index(steps[3]), steps.count(steps[2]),
                          tiles == tiles[:], tiles != [], repr(tiles), reversed(tiles), hash(tiles[0])),
        'numbers': lambda: (numbers[::-2], numbers + [1], numbers == numbers[:], repr(numbers), memoryview(numbers),
                            copy.deepcopy(numbers), pickle.dumps(numbers), numbers.index(numbers[0])),
        'programs': lambda: [(p, p.name, p.type, p.children, p.controlCodeByTile, p.vars, p.debugContext,
                              p.accept(pva.ProgramVisitor()), copy.copy(p), repr(p)) for p in programs[:60]],
        'steps': lambda: [(s.program, s.ipus[0].cycles, s.ipus[0].activeCycles.cyclesFrom.max, s.cyclesByTile, s.computeSets,
                           s.ipus[1].dataIn, s.ipus[0].cyclesByTile, s.typeName) for s in steps[:20]],
        'runs': lambda: [(r.name, r.steps, r.microseconds.end, report.execution.totalCycles.byName)
                         for r in report.execution.runs],
        'tiles': lambda: [(t.memory.total.includingGaps, t.memory.category.vertexCode.total, t.memory.vertices,
                           t.memory.category.vertexCode.nonInterleaved.overlapped) for t in tiles[:20]],
        'sets': lambda: [(s.name, [(v.type.name, v.countByTile) for v in s.vertices], s.vars) for s in sets[:5]],
        'variables': lambda: [(v.name, v.category, v.equivalenceClass.steps) for v in compilation.loweredVariables.forTile(3)],
        'liveness': lambda: [(s.program, s.notAlwaysLiveMemory.variables, s.notAlwaysLiveMemoryForTile(1).bytes,
                              s.notAlwaysLiveMemoryForIpu(0).variables) for s in live[:20]],
        'operations': lambda: [(o.name, o.programs(), o.vars, o.debugContext.json, o.firstStepIndex,
                                o.replacedDebugContext) for o in some],
        'values': lambda: [[getattr(x, n) for n in dir(x) if n[0] != '_'] for x in (
            compilation.target, compilation.graph, report.poplarVersion, report.version, report.instrumentationSettings)],
        'frames': lambda: [(f.row(0), f.items(), f.keys(), f.title, f.note, list(f), repr(f),
                            [c.tolist() for c in f.columns], [c[::-3] for c in f.columns]) for f in frames],
        'columns': lambda: [(c.name, c.doc, c.valid, c.absent, c.copied, c.sum(0), repr(c)) for f in frames for c in f.columns],
        'buffers': lambda: [memoryview(c).tolist()[:3] for c in frames[0].columns],
        'texts': lambda: frames[1]['type'].text(0),
        'report': lambda: (report.table('trace-types'), report.explain('memory'), report.load('memory'), report.notices,
                           report.path, repr(report), report.closed, report.compareWith(None), report.listPrintLength(10)),
        'ask': lambda: (report.find('a'), report.find('variable', 0), report.budget('max-trace-cycles=1', 'program:*:max-share=9 %'),
                        report.exportTrace(f'{path}.folded', location='trace?range=0..900000')),
        'open': opened(lambda r: r.close()),
        'open target': opened(lambda r: r.compilation.target.numTiles),
        'open programs': opened(lambda r: [p.name for p in r.compilation.programs]),
        'open tiles': opened(lambda r: [(t.memory.vertices, t.memory.category.stack.total) for t in r.compilation.tiles]),
        'open steps': opened(lambda r: [s.ipus[0].activeTiles for s in r.execution.steps]),
        'open liveness': opened(lambda r: r.compilation.livenessProgramSteps[0].notAlwaysLiveMemory.variables),
        'open operations': opened(lambda r: pva.OperationAnalysis(r).operations[0].vars),
    }


def wrong(pva, path, report):
    """Returns operations that fail, by name."""
    steps, source, frame = report.execution.steps, report._source, report.frame('tiles')
    program, numbers = report.compilation.programs[0], steps[0].cyclesByTile
    closed = pva.openReport(path)
    rest = closed.execution.steps
    closed.close()
    return [
        lambda: steps['x'], lambda: steps[10 ** 9], lambda: steps[10 ** 40], lambda: steps.index(3), lambda: hash(steps),
        lambda: rest[0], lambda: repr(rest), lambda: list(rest), lambda: rest == rest, lambda: closed.load(),
        lambda: numbers['x'], lambda: numbers[10 ** 9], lambda: numbers + 3, lambda: memoryview(numbers).cast('z'),
        lambda: report.frame('no'), lambda: report.frame('\udcff'), lambda: report.frame('cycles', -1),
        lambda: report.frame('cycles', 'x'), lambda: report.frame('cycles', 2 ** 63), lambda: report.table('no'),
        lambda: report.table('runs', 3), lambda: report.table('memory-tiles', location='zz'), lambda: report.load('no'),
        lambda: report.load(3), lambda: report.load('\udcff'), lambda: report.explain('no'), lambda: report.explain(3),
        lambda: pva.openReport('/no'), lambda: pva.openReport(3), lambda: pva.openReport(b'\xff'),
        lambda: pva.openReport(path, '/no'), lambda: pva.openReport(path, 3), lambda: frame['no'], lambda: frame[3],
        lambda: frame.row(10 ** 9), lambda: frame.row('x'), lambda: frame['tile'].text(1), lambda: frame['tile'].text('x'),
        lambda: frame['tile'].sum('x'), lambda: frame['tile']['x'],
        lambda: memoryview(report.frame('programs')['control_code']), lambda: setattr(steps[0], 'id', 3),
        lambda: pva.Tile(), lambda: pva.Tile(3), lambda: pva.Rows(), lambda: pva.Tile.id.__get__(3),
        lambda: program.accept(3), lambda: program.accept(), lambda: report.compareWith(report),
        lambda: report.compareWith(3), lambda: report.listPrintLength('x'), lambda: pva._pva.attribute('no', 'doc'),
        lambda: pva._pva.Variants(1), lambda: source.gather('cycles', [10 ** 40], 5), lambda: source.gather('cycles', ['x'], 5),
        lambda: source.gather('no', [1], 5), lambda: source.gather('cycles', [0], 2 ** 62), lambda: source.numbers(['x']),
        lambda: source.numbers(3), lambda: source.rows(pva.Tile, 'x'), lambda: source.find('no', 1),
        lambda: report.compilation.livenessProgramSteps[0].notAlwaysLiveMemoryForIpu(99),
        lambda: report.find(3), lambda: report.find('a', -1), lambda: report.find('a', 'x'), lambda: closed.find('a'),
        lambda: report.budget(), lambda: report.budget('x'), lambda: report.budget('max-trace-cycles=1', 3),
        lambda: report.budget('max-trace-cycles=1', 'a\0b'), lambda: report.budget(file=3), lambda: report.budget(file='/no'),
        lambda: report.exportTrace(3), lambda: report.exportTrace(path), lambda: report.exportTrace('/no/a', 'svg'),
        lambda: report.exportTrace('/no/a', location='zz'), lambda: report.exportTrace('/no/a', 3),
    ]


def failing(ask):
    def run():
        try:
            ask()
        except Exception:
            return
        raise AssertionError('it worked')
    return run


def counts():
    gc.collect()
    return sys.gettotalrefcount(), sys.getallocatedblocks()


def count(name, ask):
    """Reports leaked references. A leak that does not occur twice is a cache of Python that grew."""
    for _ in range(3):
        ask()
    left = []
    for _ in range(2):
        before = counts()
        for _ in range(ROUNDS):
            ask()
        left.append(max(b - a for a, b in zip(before, counts())))
    if min(left) >= ROUNDS:
        print(f'{name}: {min(left) / ROUNDS:.1f} references or blocks a round are left')
    return min(left) < ROUNDS


def inside(path):
    import pva
    with pva.openReport(path) as report:
        asked = {**good(pva, path, report), **{f'failure {i}': failing(a) for i, a in enumerate(wrong(pva, path, report))}}
        kept = [count(name, ask) for name, ask in asked.items()]
    print(f'{sum(kept)} of {len(kept)} leave nothing')
    return 0 if all(kept) else 1


def main(build, source, compiler):
    python = shutil.which('python3-dbg')
    if not python:
        print('skipped: no python3-dbg')
        return 77
    with tempfile.TemporaryDirectory(prefix='poplens-references-') as name:
        folder = pathlib.Path(name)
        if not compile_for(python, pathlib.Path(build), pathlib.Path(source), compiler, folder):
            print('skipped: no headers of python3-dbg')
            return 77
        report = folder / 'report'
        subprocess.run([f'{build}/bin/poplens-demo', report, '--tiles=32', '--steps=200'], check=True)
        environment = {**os.environ, 'PYTHONPATH': str(folder), 'PYTHONDONTWRITEBYTECODE': '1'}
        return subprocess.run([python, __file__, report], env=environment, check=False).returncode


if __name__ == '__main__':
    sys.exit(inside(sys.argv[1]) if len(sys.argv) == 2 else main(*sys.argv[1:]))
