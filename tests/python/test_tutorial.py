"""Tests libpva's public tutorial: its code blocks, unchanged, on a real report; and a script with
the same calls on a generated one.

Two blocks cannot run: "%pip install" is a command of notebooks, and the block that trains MNIST
needs an IPU; its result, mydirectory/training/profile.pop, is provided instead. Without matplotlib
(script/bootstrap installs it) a stand-in records the calls."""
import contextlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import types
import unittest

import support

SEED = support.SHARED / 'seeds/001_46a64b9dd94be32a.txt'


def blocks():
    """Returns (language, code) of each block of the tutorial."""
    return re.findall(r'^```(\w+)\n(.*?)^```$', SEED.read_text(), flags=re.M | re.S)


# The tutorial's calls in a script of our own, for machines that have neither its text nor a real
# report.
SCRIPT = ("""
import pva
import matplotlib
import matplotlib.pyplot as plt
report = pva.openReport('mydirectory/training/profile.pop')
""", """
print("Number of compute sets: ", report.compilation.graph.numComputeSets)
print("Number of tiles on target: ", report.compilation.target.numTiles)
print("Version of Poplar used: ", report.poplarVersion.string)
""", """sum(step.ipus[0].cycles for step in report.execution.steps)
""", """
class Several(pva.ProgramVisitor):
    def visitOnTileExecute(self, program):
        if len(program.computeset.vertices) > 1:
            print(program.name)
""", """
v = Several()
for step in report.execution.steps:
    step.program.accept(v)
""", """
matplotlib.use("Agg")
plt.plot([tile.memory.total.includingGaps for tile in report.compilation.tiles])
plt.savefig("MemoryByTilePlot.png")
""")


def stand_in(drawn):
    """Returns modules that replace matplotlib's and record calls in @drawn."""
    top, plots = types.ModuleType('matplotlib'), types.ModuleType('matplotlib.pyplot')
    top.use, top.pyplot = (lambda name: drawn.append(('use', name))), plots
    for name in ('plot', 'xlabel', 'ylabel', 'savefig'):
        setattr(plots, name, lambda value, name=name: drawn.append((name, value)))
    return {'matplotlib': top, 'matplotlib.pyplot': plots}


class Script(unittest.TestCase):
    """The tutorial's calls on a generated report."""

    def report(self):
        return support.demo('--preset=mnist', '--runs=1', '--without=archive,debug,json')

    def code(self):
        return SCRIPT

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='poplens-tutorial-')
        self.addCleanup(shutil.rmtree, self.folder)
        os.makedirs(f'{self.folder}/mydirectory/training')
        shutil.copy(self.report() / 'profile.pop', f'{self.folder}/mydirectory/training')
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        self.sql = support.Sql(self.report())

    def run_blocks(self):
        """Runs the blocks. Returns their outputs, and the names that they define."""
        names, said = {}, []
        for code in self.code():
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(code, 'tutorial', 'exec'), names)
            said.append((code, out.getvalue()))
        return names, said

    def check(self, names, said):
        printed = next(out for code, out in said if 'numComputeSets' in code)
        sets, tiles = (self.sql.one(q)[0] for q in ('select num_compute_sets from graph_info',
                                                    'select num_tiles from target_info'))
        version = self.sql.one('select string from poplar_version')[0]
        self.assertEqual(printed, f'Number of compute sets:  {sets}\nNumber of tiles on target:  {tiles}\n'
                                  f'Version of Poplar used:  {version}\n')
        total = eval(next(code for code, _ in said if code.startswith('sum(')), names)
        self.assertEqual(total, self.sql.one('select sum(cycles) from steps_by_ipu where ipu = 0')[0])
        visited = next(out for code, out in said if 'accept(v)' in code)
        executed = self.sql.all('select c.name, (select count(*) from vertex_instances i where i.compute_set ='
                                ' c.compute_set) from steps s join compute_sets c using (compute_set)'
                                " where s.type = 'OnTileExecute' order by s.id")
        self.assertEqual(visited.splitlines(), [name for name, n in executed if n > 1])

    def test_answers(self):
        drawn = []
        try:
            import matplotlib
        except ImportError:
            matplotlib = None
        if matplotlib:
            self.check(*self.run_blocks())
            with open('MemoryByTilePlot.png', 'rb') as file:
                self.assertEqual(file.read(8), b'\x89PNG\r\n\x1a\n')
            from matplotlib import pyplot
            self.addCleanup(pyplot.close)
            drawn = [('plot', list(pyplot.gca().get_lines()[0].get_ydata()))]
        else:
            print('no matplotlib: a stand-in notes what is drawn')
            sys.modules.update(stand_in(drawn))
            self.addCleanup(lambda: [sys.modules.pop(name) for name in stand_in([])])
            self.check(*self.run_blocks())
            self.assertEqual(drawn[-1], ('savefig', 'MemoryByTilePlot.png'))
        plotted = next(value for name, value in drawn if name == 'plot')
        self.assertEqual(plotted, self.sql.column('select total_including_gaps from memory_by_tile order by tile'))


@unittest.skipUnless(SEED.exists() and support.REAL, 'no tutorial, or no real reports')
class Tutorial(Script):
    """The tutorial itself, on a real report."""

    def report(self):
        return support.SHARED / 'reports/integrals'

    def code(self):
        return [code for language, code in blocks() if language == 'python' and 'mnist_poptorch.py' not in code]

    def test_blocks_are_those_that_are_known(self):
        kinds = [language for language, _ in blocks()]
        self.assertEqual(kinds.count('python'), 8)
        self.assertEqual([code for language, code in blocks() if language == 'ipython'],
                         ['%pip install -r requirements.txt\n'])
        self.assertEqual(sum('mnist_poptorch.py' in code for language, code in blocks() if language == 'python'), 1)


class Notebook(unittest.TestCase):
    """Runs the cells of examples/report.ipynb one after the other."""

    def test_cells(self):
        notebook = json.loads((pathlib.Path(__file__).parents[2] / 'examples/report.ipynb').read_text())
        folder = tempfile.mkdtemp(prefix='poplens-notebook-')
        self.addCleanup(shutil.rmtree, folder)
        report = support.demo(*support.SMALL)
        os.symlink(report, f'{folder}/report')
        environment = {k: v for k, v in os.environ.items() if k != 'LD_PRELOAD'}
        limits = subprocess.run([support.BIN / 'poplens-cli', 'budget', '--init', report], capture_output=True, text=True,
                                check=True, env=environment).stdout
        pathlib.Path(folder, 'budget.ini').write_text(limits)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder)
        names, said = {}, io.StringIO()
        with contextlib.redirect_stdout(said):
            for cell in notebook['cells']:
                if cell['cell_type'] == 'code':
                    exec(compile(''.join(cell['source']), 'notebook', 'exec'), names)
        bytes_by_tile = support.Sql(report).column('select total_including_gaps from memory_by_tile')
        self.assertIn(f'{max(bytes_by_tile)} bytes on the fullest of {len(bytes_by_tile)} tiles', said.getvalue())
        self.assertIn('5 passed, 0 failed, 0 unknown.', said.getvalue())


if __name__ == '__main__':
    unittest.main()
