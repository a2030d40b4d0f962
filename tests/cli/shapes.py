"""Reports of every kind for which answers about memory must be right: the real ones, and generated ones of 64 tiles."""
import pathlib
import tempfile

from harness import LONG, REPORTS, write_demo

FOLDER = tempfile.TemporaryDirectory(prefix='poplens-shapes-')
SEEDS = range(1, 11) if LONG else (1,)
PRESETS = {'encoder': (), 'mnist': ('--preset=mnist',), 'plain': ('--preset=plain',),
           'bert': ('--preset=bert-base', '--layers=2', '--steps=100')}
REAL = ('integrals', 'firehose')


def small(preset, seed=1, *more):
    """Returns a generated report: a key of PRESETS with more options; its name identifies preset and seed."""
    path = pathlib.Path(FOLDER.name, f'{preset}-{seed}')
    if not path.exists():
        write_demo(path, '--tiles=64', f'--seed={seed}', *PRESETS.get(preset, ()), *more, '--without=archive,json')
    return path


def reports(**more):
    """Yields the folders of all reports. more: further options of presets by name, whose reports come last."""
    yield from (REPORTS / name for name in REAL if (REPORTS / name).is_dir())
    yield from (small(preset, seed) for preset in PRESETS for seed in SEEDS)
    yield from (small(preset, seed, *options) for preset, options in more.items() for seed in SEEDS)
