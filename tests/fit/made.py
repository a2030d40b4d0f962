"""Models that poplens-demo makes, without and with a change that saves memory or a planted cause, and what their tiles
need: by plain SQL, so that predictions of the program can be held against them."""
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
# Models of a second: an embedding, layers of which the update knows one from the other, and a head.
TINY = ('--preset=bert-base', '--layers=2', '--ipus=1', '--tiles=32')
SMALL = ('--preset=bert-base', '--layers=6', '--ipus=2', '--tiles=64')
OVER = ('--preset=out-of-memory', '--tiles=64')
PASS = ('--tiles=64', '--plant=oom=activations')
CAUSES = ('optimiser', 'activations', 'embedding', 'code', 'exchange', 'gaps', 'imbalance', 'instrumentation')


@functools.cache
def made(*options, seed=1):
    """The folder of a report with these options, without what memory does not need. The truth of it lies beside it."""
    path = pathlib.Path(tempfile.mkdtemp(dir=FOLDER.name), 'report')
    subprocess.run([BIN / 'poplens-demo', *options, f'--seed={seed}', '--without=archive,json,execution',
                    f'--plant-file={path}.plant.json', path], check=True, stdout=subprocess.DEVNULL)
    return path


def truth(report):
    """{"cause", "kind", "variable", "factor", "variables": [{"id", "variable", "category", "kind", "bytes"}]}"""
    return json.loads(pathlib.Path(f'{report}.plant.json').read_text(encoding='utf-8'))


@contextlib.contextmanager
def database(report):
    with contextlib.closing(sqlite3.connect(f'file:{report}/profile.pop?mode=ro', uri=True)) as file:
        yield file


def peaks(report):
    """Bytes live at the step at which most are, by tile."""
    with database(report) as file:
        return [bytes_ for bytes_, in file.execute(
            'SELECT always_live_bytes + not_always_live_max_bytes FROM memory_by_tile ORDER BY tile')]


def ends(report):
    """Bytes with gaps, by tile: what the layout takes."""
    with database(report) as file:
        return [end for end, in file.execute('SELECT total_including_gaps FROM memory_by_tile ORDER BY tile')]


def bytes_of(report, *kinds):
    """Of all tiles, by the kinds that the generator gave its variables."""
    return sum(row['bytes'] for row in truth(report)['variables'] if row['kind'] in kinds)


def over(values):
    return sum(value > CAPACITY for value in values)


def changed(options, changes, seed=1):
    """The same model with changes, as keys of poplens-cli."""
    return made(*options, *(f'--change={key}' for key in changes), seed=seed)


def answer(report, *options):
    """What `fit` says of it: sentences, figures and tables; not to be changed."""
    return output(report, 'fit', '--all', *options)


def planned(said):
    """Keys of the changes of its plan."""
    return [row['change'] for row in rows(said, 'plan')]


def what_if(report, changes, estimate):
    """All tiles together, and each of them, after changes."""
    found = rows(answer(report, f'--estimate={estimate}', *(f'--change={key}' for key in changes)), 'what-if')
    return found[0], sorted((row for row in found if row['tile'] is not None), key=lambda row: row['tile'])


def predicted(report, changes, estimate):
    """Bytes at the peak by tile, after changes, as the program predicts them."""
    return [row['after'] for row in what_if(report, changes, estimate)[1]]
