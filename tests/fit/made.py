"""Models that poplens-demo makes, with and without a change that saves memory or a planted cause, and the needs of
their tiles by plain SQL, to compare the program's predictions with."""
import contextlib
import functools
import json
import pathlib
import sqlite3
import subprocess
import tempfile

from harness import BIN, output, rows

FOLDER = tempfile.TemporaryDirectory(prefix='poplens-fit-')
CAPACITY = 638976
# Models that take a second: an embedding, layers that the update distinguishes, and a head.
TINY = ('--preset=bert-base', '--layers=2', '--ipus=1', '--tiles=32')
SMALL = ('--preset=bert-base', '--layers=6', '--ipus=2', '--tiles=64')
OVER = ('--preset=out-of-memory', '--tiles=64')
PASS = ('--tiles=64', '--plant=oom=activations')
CAUSES = ('optimiser', 'activations', 'embedding', 'code', 'exchange', 'gaps', 'imbalance', 'instrumentation')


@functools.cache
def made(*options, seed=1):
    """Returns the folder of a report with these options, without parts that memory does not need. The file beside it
    has the truth."""
    path = pathlib.Path(tempfile.mkdtemp(dir=FOLDER.name), 'report')
    subprocess.run([BIN / 'poplens-demo', *options, f'--seed={seed}', '--without=archive,json,execution',
                    f'--plant-file={path}.plant.json', path], check=True, stdout=subprocess.DEVNULL)
    return path


def truth(report):
    """Returns {"cause", "kind", "variable", "factor", "variables": [{"id", "variable", "category", "kind",
    "bytes"}]}."""
    return json.loads(pathlib.Path(f'{report}.plant.json').read_text(encoding='utf-8'))


@contextlib.contextmanager
def database(report):
    with contextlib.closing(sqlite3.connect(f'file:{report}/profile.pop?mode=ro', uri=True)) as file:
        yield file


def peaks(report):
    """Returns the peak of live bytes by tile."""
    with database(report) as file:
        return [bytes_ for bytes_, in file.execute(
            'SELECT always_live_bytes + not_always_live_max_bytes FROM memory_by_tile ORDER BY tile')]


def ends(report):
    """Returns the bytes including gaps by tile: those of the layout."""
    with database(report) as file:
        return [end for end, in file.execute('SELECT total_including_gaps FROM memory_by_tile ORDER BY tile')]


def bytes_of(report, *kinds):
    """Returns the bytes of all tiles, of the kinds that the generator gave its variables."""
    return sum(row['bytes'] for row in truth(report)['variables'] if row['kind'] in kinds)


def over(values):
    return sum(value > CAPACITY for value in values)


def changed(options, changes, seed=1):
    """Returns the same model with changes, given as keys of poplens-cli."""
    return made(*options, *(f'--change={key}' for key in changes), seed=seed)


def answer(report, *options):
    """Returns the answer of `fit`: sentences, figures and tables; callers must not modify it."""
    return output(report, 'fit', '--all', *options)


def planned(said):
    """Returns the keys of the changes of the plan."""
    return [row['change'] for row in rows(said, 'plan')]


def what_if(report, changes, estimate):
    """Returns the row of all tiles together, and the row of each tile, after changes."""
    found = rows(answer(report, f'--estimate={estimate}', *(f'--change={key}' for key in changes)), 'what-if')
    return found[0], sorted((row for row in found if row['tile'] is not None), key=lambda row: row['tile'])


def predicted(report, changes, estimate):
    """Returns the bytes at the peak by tile, after changes, as the program predicts them."""
    return [row['after'] for row in what_if(report, changes, estimate)[1]]
