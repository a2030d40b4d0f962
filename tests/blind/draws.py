"""Draws reports with causes of known size from a seed; poplens-demo makes them."""
import dataclasses
import functools
import json
import pathlib
import random
import subprocess
import tempfile

from executed import Profile
from harness import BIN

FOLDER = tempfile.TemporaryDirectory(prefix='poplens-blind-')
LEAN = '--without=archive,debug,liveness'
PLAIN = ('--preset=plain',)
BERT = ('--preset=bert-base', '--layers=4', '--tiles=128')
# Share of the program. A smaller cause makes no case, as it is below the threshold of findings.
LEAST = .03
INSIDE = ('straggler', 'imbalance', 'unused', 'exchange', 'host-wait', 'bubble', 'inter-ipu', 'slow-iteration')
PLANTS = (*INSIDE, 'late-host', 'between-runs')
# Options for causes that need two runs.
MORE = {'between-runs': ('--runs=2',)}
MATMULS = 'encoder/layer.*/dense/MatMul', 'encoder/layer.*/output/MatMul'
OF_BERT = ('bert/encoder/layer.*/intermediate/dense/MatMul/split0', 'bert/encoder/layer.*/output/dense/MatMul/split0')


def chance(seed, *what):
    return random.Random('/'.join(map(str, (seed, *what))))


def folder(name='report'):
    return pathlib.Path(tempfile.mkdtemp(dir=FOLDER.name), name)


@functools.cache
def demo(seed, *options):
    path = folder()
    subprocess.run([BIN / 'poplens-demo', LEAN, f'--seed={seed}', *options, path], check=True, stdout=subprocess.DEVNULL)
    return path


def planted(path):
    """Returns [{'kind', 'subject', 'cycles'}]: without that cause alone the program takes so many cycles less."""
    return json.loads((path / 'app.json').read_text(encoding='utf-8')).get('planted', [])


@functools.cache
def program(path):
    """Returns the cycles of the program, by plain SQL."""
    profile = Profile(path / 'profile.pop')
    return profile.total - sum(end - start for start, end in profile.outside())


@functools.cache
def streams(path):
    profile = Profile(path / 'profile.pop')
    return {name for table in ('from_host', 'to_host')
            for name, in profile.all(f'select distinct stream from host_exchange_{table}')}


def plain_plant(seed, name):
    """Returns an option for --plant, for the preset plain: 2.6 million cycles, 6 iterations, 4 IPUs of 256 tiles, the
    last of which is for copies."""
    at = chance(seed, 'plain', name)
    return f'{name}=' + {
        'straggler': lambda: f'{256 * at.randrange(4) + at.randrange(255)}:{at.randrange(4000, 30000)}',
        'imbalance': lambda: f'{at.choice(MATMULS)}:{at.randrange(30, 90) / 100}',
        'unused': lambda: f'{at.choice(MATMULS)}:{at.randrange(60, 180)}',
        'exchange': lambda: f'{at.choice(MATMULS)}:{at.randrange(4000, 12000)}',
        'host-wait': lambda: f'Update/learningRate:{at.randrange(150000, 900000)}',
        'late-host': lambda: f'{at.randrange(200000, 900000)}',
        'between-runs': lambda: f'{at.randrange(200000, 900000)}',
        'bubble': lambda: f'{at.randrange(4)}:{at.randrange(10, 40) / 100}',
        'inter-ipu': lambda: f'{at.randrange(3000, 12000)}',
        'slow-iteration': lambda: f'{at.randrange(1, 7)}:{at.randrange(90000, 300000)}'}[name]()


def bert_plant(seed, name):
    """Returns an option for --plant, for a small bert-base: 3.8 million cycles, 8 iterations. IPU 2 has most work;
    other IPUs would hide more of the cause."""
    at = chance(seed, 'bert', name)
    return f'{name}=' + {
        'straggler': lambda: f'{2 * 128 + at.randrange(120)}:{at.randrange(1000, 4000)}',
        'imbalance': lambda: f'{at.choice(OF_BERT)}:{at.randrange(40, 90) / 100}',
        'unused': lambda: f'{at.choice(OF_BERT)}:{at.randrange(40, 70)}',
        'exchange': lambda: f'{at.choice(OF_BERT)}:{at.randrange(4000, 12000)}',
        'host-wait': lambda: f'Input/labels:{at.randrange(200000, 600000)}',
        'bubble': lambda: f'2:{at.randrange(10, 40) / 100}',
        'inter-ipu': lambda: f'{at.randrange(3000, 12000)}',
        'slow-iteration': lambda: f'{at.randrange(1, 9)}:{at.randrange(150000, 400000)}'}[name]()


@dataclasses.dataclass
class Case:
    """A report with causes, and the report without any; @truths: causes that are large enough to be reported, the
    largest first."""
    name: str
    path: pathlib.Path
    without: pathlib.Path
    truths: list


def case(seed, model, plants, more=()):
    options = tuple(f'--plant={plant}' for plant in plants)
    path, without = demo(seed, *model, *options, *more), demo(seed, *model, *more)
    least = LEAST * program(without)
    truths = sorted((truth for truth in planted(path) if truth['cycles'] >= least), key=lambda truth: -truth['cycles'])
    return Case(' + '.join(plants), path, without, truths)
