"""Generated reports that differ, and the answers of poplens-cli on two reports, for the tests of comparisons."""
import contextlib
import json
import pathlib
import shutil
import tempfile

from harness import REPORTS, edit, rows, run, write_demo

FOLDER = tempfile.TemporaryDirectory(prefix='poplens-diff-')
SECTIONS = ('summary', 'options', 'time-causes', 'critical-path', 'time-findings', 'findings', 'memory-categories',
            'memory-tiles', 'variables', 'liveness-steps', 'programs', 'compute-sets', 'operations')
# Names of the sections for --by.
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
    """Returns a report of 96 tiles; the others have 128."""
    return demo('fewer', '--tiles', '48')


def pairs():
    """Yields reports that differ a little, a report with changed ids, and real ones that have little in common."""
    yield one(), two()
    yield one(), moved()
    if (REPORTS / 'integrals').is_dir():
        yield REPORTS / 'integrals', REPORTS / 'firehose'


def moved():
    """Returns the first report with other ids of all programs and variables, and one more program."""
    path = pathlib.Path(FOLDER.name, 'moved')
    if not path.exists():
        with altered(one(), "update programs set name = name || '_new' where id = 5",
                     'update memory_by_tile set total_including_gaps = total_including_gaps + tile where tile < 9',
                     keep=path):
            pass
    return path


@contextlib.contextmanager
def altered(report, *statements, keep=None):
    """Returns a copy after running these SQL statements."""
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
    """Returns the whole answer of diff."""
    return json.loads(run('diff', first, second, '--json', *options).stdout)


def differences(answer):
    return sum(len(table['rows']) for table in answer['tables'].values())


def lacks(answer):
    """Returns the reasons why parts cannot be compared, by their names for --by."""
    return {one['what']: one['reason'] for one in answer['missing']}


def sentence(answer, *begins):
    """Returns the sentence that begins so, or None."""
    return next((text for text in answer['answer'] if text.startswith(begins)), None)


def table(name, first, second, place=None):
    done = run('table', name, first, second, '--json', *(('--location', place) if place else ()))
    assert done.returncode == 0, done.stderr
    return rows(json.loads(done.stdout))
