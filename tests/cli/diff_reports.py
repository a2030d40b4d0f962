"""Generated reports that differ, and what poplens-cli says of two, for the suites on comparisons."""
import contextlib
import json
import pathlib
import shutil
import tempfile

from harness import REPORTS, edit, rows, run, write_demo

FOLDER = tempfile.TemporaryDirectory(prefix='poplens-diff-')
SECTIONS = ('summary', 'options', 'time-causes', 'critical-path', 'time-findings', 'findings', 'memory-categories',
            'memory-tiles', 'variables', 'liveness-steps', 'programs', 'compute-sets', 'operations')
# What --by calls them.
BY = dict(zip(SECTIONS, ('figure', 'option', 'cause', 'critical-path', 'finding', 'finding', 'category', 'tile', 'variable', 'step',
                         'program', 'compute-set', 'operation')))


def demo(name, *options):
    path = pathlib.Path(FOLDER.name, name)
    if not path.exists():
        write_demo(path, '--tiles', '64', *options)
    return path


def one():
    return demo('one')


def two():
    return demo('two', '--seed', '3', '--runs', '2')


def fewer():
    """Of 96 tiles, where the others have 128."""
    return demo('fewer', '--tiles', '48')


def pairs():
    """Reports that differ a little, a report of which something moved, and real ones that have little in common."""
    yield one(), two()
    yield one(), moved()
    if (REPORTS / 'integrals').is_dir():
        yield REPORTS / 'integrals', REPORTS / 'firehose'


def moved():
    """The first with ids of programs and variables that all moved, and one program more."""
    path = pathlib.Path(FOLDER.name, 'moved')
    if not path.exists():
        with altered(one(), "update programs set name = name || '_new' where id = 5",
                     'update memory_by_tile set total_including_gaps = total_including_gaps + tile where tile < 9',
                     keep=path):
            pass
    return path


@contextlib.contextmanager
def altered(report, *statements, keep=None):
    """A copy after these statements of SQL."""
    folder = None if keep else tempfile.TemporaryDirectory(prefix='poplens-diff-')
    path = keep or pathlib.Path(folder.name, 'report')
    shutil.copytree(report, path)
    path.chmod(0o755)
    profile = next(path.glob('profile*.pop'))
    profile.chmod(0o644)
    edit(profile, *statements)
    yield path
    if folder:
        folder.cleanup()


def diff(first, second, *options):
    """The whole answer."""
    return json.loads(run('diff', first, second, '--json', *options).stdout)


def differences(answer):
    return sum(len(table['rows']) for table in answer['tables'].values())


def lacks(answer):
    """What cannot be compared, by what --by calls it: why."""
    return {one['what']: one['reason'] for one in answer['missing']}


def sentence(answer, *begins):
    """The one that begins so, or None."""
    return next((text for text in answer['answer'] if text.startswith(begins)), None)


def table(name, first, second, place=None):
    done = run('table', name, first, second, '--json', *(('--location', place) if place else ()))
    assert done.returncode == 0, done.stderr
    return rows(json.loads(done.stdout))
