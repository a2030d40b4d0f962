#!/usr/bin/python3
"""Tests module pva as a program uses it: installed by CMake into a prefix that is moved, and as a
wheel by pip.

  installed.py BUILD SOURCE"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD, SOURCE = (pathlib.Path(a).resolve() for a in sys.argv[1:3])
FILES = {'__init__.py', '__init__.pyi', 'py.typed', '_base.py', '_debug.py', '_enums.py', '_execution.py', '_liveness.py',
         '_memory.py', '_programs.py', '_report.py', '_time.py', 'pva_core.py', 'pva_core.pyi'}
SCRIPT = '''
import pva, sys
with pva.openReport(sys.argv[1]) as report:
    print(pva.__file__)
    print(report.compilation.target.numTiles, sum(s.ipus[0].cycles for s in report.execution.steps) > 0)
    print(len(memoryview(report.frame('tiles')['total'])), {'numpy', 'matplotlib'} & set(sys.modules))
'''


def run(*command, **more):
    done = subprocess.run([str(c) for c in command], text=True, capture_output=True, check=False, **more)
    if done.returncode:
        raise AssertionError(f'{command}: {done.returncode}\n{done.stdout}{done.stderr}')
    return done.stdout


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix='poplens-pva-'))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        run(BUILD / 'bin/poplens-demo', cls.folder / 'report', '--tiles=64', '--steps=300')

    def ask(self, path):
        environment = {k: v for k, v in os.environ.items() if not k.startswith(('PYTHON', 'LD_'))}
        out = run(sys.executable, '-c', SCRIPT, self.folder / 'report', cwd='/',
                  env={**environment, 'PYTHONPATH': str(path)}).splitlines()
        self.assertEqual(out, [f'{path}/pva/__init__.py', '128 True', '128 set()'])

    def check_files(self, package, more=()):
        found = {p.name for p in package.iterdir()} - {'__pycache__'}
        self.assertEqual({n for n in found if not n.startswith('_pva.')}, FILES | set(more))
        self.assertEqual(sum(n.startswith('_pva.') for n in found), 1)

    def test_by_cmake(self):
        for component in ('library', 'python'):
            run('cmake', '--install', BUILD, '--component', component, '--prefix', self.folder / 'made')
        prefix = self.folder / 'a moved prefix'
        (self.folder / 'made').rename(prefix)
        packages, = prefix.glob('lib/python3*/dist-packages')
        self.check_files(packages / 'pva')
        self.ask(packages)

    def test_as_a_wheel(self):
        target = self.folder / 'wheel'
        # Uses a separate build folder, and no network.
        environment = {**os.environ, 'PIP_NO_INDEX': '1', 'PIP_DISABLE_PIP_VERSION_CHECK': '1'}
        pip = (sys.executable, '-m', 'pip')
        source = (f'--config-settings=build={BUILD}', SOURCE)
        if '--config-settings' not in run(*pip, 'wheel', '--help', env=environment):
            # pip before 22.1 does not pass settings on, and would build everything again.
            run(sys.executable, '-c', f'import poplens_wheel; poplens_wheel.build_wheel({str(self.folder)!r}, {{"build": {str(BUILD)!r}}})',
                env={**environment, 'PYTHONPATH': str(SOURCE / 'script/wheel')})
            source = self.folder.glob('*.whl')
        run(*pip, 'install', '--no-index', '--no-build-isolation', '--no-deps', '--target', target, *source,
            cwd=self.folder, env=environment)
        self.check_files(target / 'pva', ['libpoplens.so.0'])
        self.ask(target)
        listed = run(sys.executable, '-m', 'pip', 'list', '--path', target, env=environment)
        self.assertIn('poplens-pva', listed)
        # The wheel has no dependencies: scripts that need NumPy install it themselves.
        metadata = next(target.glob('*.dist-info')) / 'METADATA'
        self.assertNotIn('Requires-Dist', metadata.read_text())

    def test_what_a_wheel_is_built_of(self):
        # The wheel above used this build to save time: checks only that it can be built without
        # GTK.
        run('cmake', '-S', SOURCE, '-B', self.folder / 'only', '-G', 'Ninja', '-DPOPLENS_WINDOW=OFF', '-DPOPLENS_TERMINAL=OFF',
            f'-DPython3_EXECUTABLE={sys.executable}')
        made = (self.folder / 'only/build.ninja').read_text()
        self.assertIn('libpoplens.so', made)
        self.assertIn('python/pva/_pva.', made)
        self.assertNotIn('gtk', made)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1], verbosity=2)
