"""Tests of pva's behaviour: lists, columns, closing, errors, threads, memory."""
import collections.abc
import contextlib
import copy
import gc
import importlib.util
import os
import pathlib
import pickle
import pydoc
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock

import pva
import support


class Lists(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.report = pva.openReport(support.demo(*support.SMALL))
        cls.lists = [cls.report.execution.steps, cls.report.compilation.tiles, cls.report.compilation.programs,
                     cls.report.compilation.programs[0].children, cls.report.execution.steps[3].ipus,
                     cls.report.execution.runs[0].steps, cls.report.compilation.computeSets[2].vertices]

    def test_like_lists(self):
        for found in self.lists:
            plain = [found[i] for i in range(len(found))]
            self.assertEqual(list(found), plain)
            self.assertEqual(list(iter(found)), plain)
            self.assertEqual(list(reversed(found)), plain[::-1])
            for part in (slice(None), slice(1, 3), slice(None, None, -1), slice(-3, None), slice(5, 1, -2),
                         slice(None, None, sys.maxsize), slice(-1, None, -sys.maxsize), slice(9 ** 20)):
                self.assertEqual(list(found[part]), plain[part], part)
                self.assertEqual(list(found[part][::-1][1:]), plain[part][::-1][1:], part)
            self.assertEqual(found[-1], plain[-1])
            self.assertIn(plain[0], found)
            self.assertEqual((found.index(plain[-1]), found.count(plain[0])), (plain.index(plain[-1]), 1))
            self.assertEqual((found, found[:]), (plain, plain))
            self.assertNotEqual(found, plain[1:])
            self.assertIsInstance(found, collections.abc.Sequence)
            self.assertEqual([random.Random(1).sample(found, 2)], [random.Random(1).sample(plain, 2)])
            with self.assertRaises(ValueError):
                found.index(None)
            with self.assertRaises(TypeError):
                hash(found)
            for wrong in (len(found), -len(found) - 1, sys.maxsize, 10 ** 30):
                with self.assertRaises(IndexError):
                    found[wrong]
            for wrong in ('a', 1.5, None):
                with self.assertRaises(TypeError):
                    found[wrong]

    def test_lazy(self):
        before = len(gc.get_objects())
        steps = self.report.execution.steps
        self.assertLess(len(gc.get_objects()) - before, 50)
        self.assertIsNot(steps[0], steps[0])
        self.assertEqual(steps[0], steps[0])
        self.assertEqual(len({steps[0], steps[0], steps[1]}), 2)

    def test_a_copy_is_the_same(self):
        step = self.report.execution.steps[3]
        self.assertEqual([copy.copy(step), copy.deepcopy({1: step})], [step, {1: step}])

    def test_nothing_can_be_set(self):
        tile = self.report.compilation.tiles[0]
        for thing, name in ((tile, 'id'), (tile, 'memory'), (tile, 'anything'), (tile.memory, 'alwaysLiveBytes')):
            with self.assertRaises(AttributeError):
                setattr(thing, name, 3)
            with self.assertRaises(AttributeError):
                delattr(thing, name)

    def test_numbers(self):
        code = next(p.controlCodeByTile for p in self.report.compilation.programs if any(p.controlCodeByTile))
        view = memoryview(code)
        self.assertEqual((view.format, view.readonly, view.ndim, view.shape), ('Q', True, 1, (len(code),)))
        self.assertEqual(view.tolist(), code.tolist())
        self.assertEqual(code, code.tolist())
        self.assertNotEqual(code, code.tolist()[1:])
        self.assertEqual(code[1:5], code.tolist()[1:5])
        self.assertEqual(code[::-3], code.tolist()[::-3])
        self.assertEqual(code + [1], code.tolist() + [1])
        self.assertEqual(repr(code[:3]), repr(code.tolist()[:3]))
        self.assertEqual([sum(x) for x in zip(code, code)], [2 * n for n in code])
        self.assertIsInstance(code, collections.abc.Sequence)
        self.assertEqual(code.index(max(code)), code.tolist().index(max(code)))
        for made in (pickle.loads(pickle.dumps(code)), copy.copy(code), copy.deepcopy(code)):
            self.assertEqual((type(made), made), (list, code.tolist()))
        with self.assertRaises(IndexError):
            code[len(code)]
        with self.assertRaises(TypeError):
            hash(code)

    def test_pandas_takes_columns_for_lists(self):
        """pandas.api.types.is_list_like () treats everything without __iter__ as a scalar."""
        cycles = next(s.cyclesByTile for s in self.report.execution.steps if len(s.cyclesByTile))
        for found in (cycles, self.report.frame('tiles')['total'], self.report.frame('programs')['name'],
                      self.report.compilation.tiles):
            plain = [found[i] for i in range(len(found))]
            self.assertIsNotNone(getattr(found, '__iter__', None))
            self.assertIsInstance(found, collections.abc.Iterable)
            self.assertNotIsInstance(found, (str, bytes))
            self.assertNotEqual(getattr(found, 'ndim', 1), 0)
            for method in ('__len__', '__getitem__', '__contains__'):
                self.assertTrue(hasattr(found, method), method)
            self.assertEqual(list(iter(found)), plain)
            self.assertTrue(plain[-1] in found)
            self.assertFalse('no such value' in found)

    def test_names_of_arguments(self):
        """Arguments have the names of libpva's documentation."""
        path = support.demo(*support.SMALL)
        debug = path / 'debug.cbor'
        for named in ({'profile': path}, {'filename': path}, {'profileFilename': path, 'debugInfoFilename': debug},
                      {'profile': path, 'debug': debug}):
            with pva.openReport(**named) as report:
                self.assertEqual(report.path, str(path))
                self.assertEqual(report.listPrintLength(newLength=7), 7)
        for wrong in ({}, {'debug': debug}, {'profile': path, 'filename': path},
                      {'filename': path, 'debug': debug, 'debugInfoFilename': debug}):
            with self.assertRaises(TypeError):
                pva.openReport(**wrong)

    def test_what_users_raise_comes_out(self):
        class Mine(Exception):
            pass

        class Bad:
            def __index__(self):
                raise Mine

            def __eq__(self, other):
                raise Mine

        class Three:
            def __index__(self):
                return 3
        compilation, frame = self.report.compilation, self.report.frame
        code = next(p.controlCodeByTile for p in compilation.programs if any(p.controlCodeByTile))
        for ask in (lambda n: compilation.tiles[n].id, lambda n: code[n], lambda n: frame('tiles')['total'][n],
                    lambda n: frame('tiles').row(n), lambda n: code[n:5], lambda n: frame('tile-variables', n)['id'].tolist(),
                    lambda n: self.report.find('tile', n)['id'].tolist(), compilation.alwaysLiveVariablesForTile,
                    lambda n: compilation.loweredVariables.forTile(n)[0].id):
            self.assertEqual(ask(Three()), ask(3))
            with self.assertRaises(Mine):
                ask(Bad())
        for ask in (code.index, code.count, code.__contains__, frame('tiles')['total'].__contains__):
            with self.assertRaises(Mine):
                ask(Bad())
        with self.assertRaises(Mine):
            max(compilation.tiles, key=lambda tile: Bad().__index__())

    def test_objects_are_not_made_by_hand(self):
        for kind in (pva.Rows, pva.Numbers, pva.Frame, pva.Column):
            with self.assertRaises(TypeError):
                kind()
        for kind in (pva.Tile, pva.Program):
            for arguments in ((), (3,), (None, 1)):
                with self.assertRaises(TypeError):
                    kind(*arguments)

    def test_rows_that_are_not_there(self):
        source = self.report._source
        for row in (10 ** 12, -5):
            for kind in (pva.Tile, pva.ComputeSet, pva.ExecutionStep, pva.OnTileExecuteProgram):
                item = kind(source, row)
                for name in dir(kind):
                    if not name.startswith('__'):
                        try:
                            getattr(item, name)
                        except (LookupError, pva.Error, OverflowError, TypeError, AttributeError):
                            pass


class Columns(unittest.TestCase):
    def setUp(self):
        self.path = support.demo(*support.SMALL)
        self.report = pva.openReport(self.path)

    def frames(self):
        for name in ('target', 'tiles', 'categories', 'programs', 'compute-sets', 'vertex-types', 'variables', 'classes',
                     'class-ranges', 'liveness-steps', 'steps', 'step-ipus', 'step-cycles', 'step-details', 'runs',
                     'host-streams', 'headline', 'peaks', 'findings', 'operations', 'debug-contexts'):
            yield self.report.frame(name)

    def test_buffers_are_the_values(self):
        kinds = set()
        for frame in self.frames():
            self.assertEqual(list(frame), [c.name for c in frame.columns])
            for column in frame.columns:
                self.assertEqual(len(column), frame.rows)
                values = column.tolist()
                try:
                    view = memoryview(column)
                except BufferError:
                    continue
                kinds.add(view.format)
                self.assertTrue(view.readonly)
                self.assertEqual(view.shape, (frame.rows,))
                self.check(column, view.tolist(), values, frame.name)
        self.assertLessEqual({'B', 'H', 'I', 'Q', 'q', 'd'}, kinds)

    def check(self, column, elements, values, frame):
        valid, absent = column.valid, column.absent
        for i, (element, value) in enumerate(zip(elements, values)):
            if (valid is not None and not valid[i]) or (absent is not None and element == absent):
                self.assertIsNone(value, (frame, column.name))
            elif isinstance(value, str):
                self.assertEqual(column.text(element), value)
            elif value is None:
                self.assertNotEqual(element, element, (frame, column.name, i))
            else:
                self.assertEqual(element, value, (frame, column.name, i))

    def test_no_copy(self):
        self.assertFalse(self.report.frame('step-ipus')['step'].copied)

    @unittest.skipUnless(importlib.util.find_spec('numpy'), 'no NumPy; script/bootstrap installs it')
    def test_numpy(self):
        import numpy
        array, again = (numpy.asarray(self.report.frame('step-ipus')['step']) for _ in range(2))
        self.assertEqual(array.__array_interface__['data'], again.__array_interface__['data'])
        self.assertEqual(array.dtype, numpy.uint32)
        self.assertFalse(array.flags.writeable)
        details = numpy.asarray(self.report.frame('step-details')['cycles'])
        self.assertEqual(int(details.sum()), sum(self.report.frame('step-details')['cycles']))

    def test_buffers_outlive_all(self):
        frame = self.report.frame('tiles')
        values, view = frame['total'].tolist(), memoryview(frame['total'])
        del frame
        self.report.close()
        gc.collect()
        self.assertEqual(view.tolist(), values)

    def test_tables_are_those_of_the_terminal(self):
        import csv
        import io
        environment = {k: v for k, v in os.environ.items() if k != 'LD_PRELOAD'}
        cli = support.BIN / 'poplens-cli'
        names = [line.split()[0] for line in subprocess.run(
            [cli, 'table', '--list'], text=True, capture_output=True, check=True, env=environment).stdout.splitlines()]
        self.assertGreater(len(names), 40)
        for name in names[::1 if support.without_sanitizer() else 9]:
            try:
                table = self.report.table(name)
            except pva.AbsentError:
                continue
            self.assertEqual(table.name, name)
            for column in table.columns:
                self.assertEqual(len(column), table.rows)
                self.assertTrue(column.unit and column.provenance)
        for name, place in (('memory-tiles', 'memory?tile=0-9'), ('programs', None), ('trace-types', None)):
            table = self.report.table(name, location=place)
            out = subprocess.run([cli, 'table', name, self.path, '--csv', *(['--location', place] if place else [])],
                                 text=True, capture_output=True, check=True, env=environment).stdout
            rows = list(csv.DictReader(io.StringIO(out)))
            self.assertEqual(len(rows), table.rows)
            for key in rows[0]:
                if key in table and table[key].unit in ('bytes', 'cycles', 'count', 'id'):
                    self.assertEqual([int(r[key]) if r[key] else None for r in rows], table[key].tolist(), key)
        with self.assertRaises(pva.UsageError) as caught:
            self.report.table('memory-tile')
        self.assertIn('memory-tiles', str(caught.exception))

    def test_rows_as_dicts(self):
        frame = self.report.frame('tiles')
        self.assertEqual(frame.row(-1)['tile'], frame['tile'][-1])
        self.assertEqual(dict(frame.items()).keys(), set(frame.keys()))
        with self.assertRaises(IndexError):
            frame.row(frame.rows)
        for name in ('no such column', '\ud800', 'tile\0', 'tile\udc80', 3):
            self.assertNotIn(name, frame)
            with self.assertRaises(KeyError) as caught:
                frame[name]
            self.assertEqual(caught.exception.args, (name,))
        self.assertIn('tile', frame)
        with self.assertRaises(pva.UsageError):
            self.report.frame('no such frame')

    def test_comparison(self):
        with self.assertRaises(pva.AbsentError):
            self.report.compareTable('memory-tiles')
        with pva.openReport(support.demo(*support.SMALL, '--seed=3')) as other:
            self.report.compareWith(other)
            self.assertGreater(self.report.compareTable('memory-tiles').rows, 0)
            for name in 'time-causes', 'critical-path':
                self.assertEqual(sum(self.report.compareTable(name)['cycles_change']), other.time.total - self.report.time.total)
            with self.assertRaises(ValueError):
                other.compareWith(self.report)
        with self.assertRaises(ValueError):
            self.report.compareWith(self.report)
        self.report.compareWith(None)


class Lifetime(unittest.TestCase):
    def setUp(self):
        self.path = support.demo(*support.SMALL)

    def test_closing(self):
        with pva.openReport(self.path) as report:
            tile, steps, step = report.compilation.tiles[0], report.execution.steps, report.execution.steps[0]
            numbers, target = step.cyclesByTile, report.compilation.target
            self.assertFalse(report.closed)
            self.assertEqual(target.numIPUs, 2)
        self.assertTrue(report.closed)
        for ask in (lambda: tile.memory, lambda: steps[0], lambda: step.program, lambda: target.numIPUs,
                    lambda: report.frame('tiles'), lambda: report.table('runs'), lambda: list(steps),
                    lambda: report.explain('memory'), lambda: report.execution.steps, lambda: report.path,
                    lambda: report.load(), lambda: step.cyclesByTile, lambda: tile.id, lambda: repr(steps)):
            with self.assertRaises(pva.ClosedError):
                ask()
        self.assertGreater(len(numbers), 0)
        report.close()
        self.assertIn('closed', repr(report))

    def test_objects_keep_their_report(self):
        step = pva.openReport(self.path).execution.steps[0]
        gc.collect()
        self.assertGreaterEqual(step.ipus[0].cycles, 0)
        program = step.program
        del step
        gc.collect()
        self.assertIsInstance(program.name, str)

    def walk(self):
        """Uses most of the interface."""
        with pva.openReport(self.path) as report:
            for step in report.execution.steps[:200]:
                step.ipus[0].activeCycles.cyclesFrom.max, step.program.name, step.cyclesByTile, step.computeSets
                step.program.accept(pva.ProgramVisitor())
            for program in report.compilation.programs[:100]:
                program.children, program.type, program.controlCodeByTile, program.vars, hash(program)
            for tile in report.compilation.tiles[:20]:
                tile.memory.category.vertexCode.total, tile.memory.vertices, tile.memory.total.includingGaps
            for var in report.compilation.loweredVariables.forTile(3):
                var.name, var.equivalenceClass.steps
            for step in report.compilation.livenessProgramSteps[:20]:
                step.notAlwaysLiveMemory.variables, step.notAlwaysLiveMemoryForTile(1).bytes
            for operation in pva.OperationAnalysis(report).operations[:5]:
                operation.debugContext.json, operation.programs()
            repr(report.compilation.tiles), report.frame('tiles').row(0), memoryview(report.frame('tiles')['total'])
            for wrong in ('x', 10 ** 9):
                try:
                    report.execution.steps[wrong]
                except (TypeError, IndexError):
                    pass

    def test_nothing_leaks(self):
        count = getattr(sys, 'gettotalrefcount', lambda: None)
        for _ in range(3):
            self.walk()
        gc.collect()
        before, objects, blocks = count(), len(gc.get_objects()), sys.getallocatedblocks()
        rounds = 5
        for _ in range(rounds):
            self.walk()
        gc.collect()
        self.assertLess(len(gc.get_objects()) - objects, 20)
        # A leaked object is at least one block per round.
        self.assertLess(sys.getallocatedblocks() - blocks, rounds * 10)
        if before is not None:
            self.assertLess(count() - before, rounds * 10)

    @unittest.skipUnless(support.without_sanitizer(), 'measures memory')
    def test_memory_does_not_grow(self):
        def resident():
            return int(pathlib.Path('/proc/self/statm').read_text().split()[1]) * os.sysconf('SC_PAGE_SIZE')
        for _ in range(5):
            self.walk()
        before = resident()
        for _ in range(20):
            self.walk()
        self.assertLess(resident() - before, 12 << 20)


class Errors(unittest.TestCase):
    def test_unreachable_computer(self):
        with unittest.mock.patch.dict(os.environ, POPLENS_SSH='/bin/false'):
            with self.assertRaises(pva.LinkError) as caught:
                pva.openReport('no-such-host:/data/run')
        self.assertIsInstance(caught.exception, pva.Error)
        self.assertIsInstance(caught.exception, ConnectionError)
        self.assertIn('no-such-host', str(caught.exception))

    def test_wrong_paths(self):
        with self.assertRaises(pva.NotFoundError) as caught:
            pva.openReport('/no/such/report')
        self.assertIn('/no/such/report', str(caught.exception))
        self.assertIsInstance(caught.exception, (FileNotFoundError, RuntimeError))
        self.assertIsInstance(caught.exception, pva.Error)
        with tempfile.TemporaryDirectory() as empty:
            with self.assertRaises(pva.NotAReportError):
                pva.openReport(empty)
        for wrong in (None, 3, b'\0', 'a\0b'):
            with self.assertRaises((TypeError, ValueError)):
                pva.openReport(wrong)
        with self.assertRaisesRegex(TypeError, 'profileFilename'):
            pva.openReport(None)
        with self.assertRaisesRegex(TypeError, 'budget'):
            pva.openReport(support.demo(*support.SMALL)).budget(5)
        path = support.demo(*support.SMALL)
        with self.assertRaises(pva.NotFoundError):
            pva.openReport(path, '/no/such/debug.cbor')
        for way in (path, str(path), bytes(path), path / 'profile.pop'):
            with pva.openReport(way) as report:
                self.assertEqual(report.compilation.target.numIPUs, 2)

    def test_damaged(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / 'profile.pop'
            shutil.copy(support.demo(*support.SMALL) / 'profile.pop', copy)
            import sqlite3
            with sqlite3.connect(copy) as db:
                db.execute("update programs set children = x'00'")
            db.close()
            with pva.openReport(copy) as report:
                with self.assertRaises(pva.DamagedError) as caught:
                    len(report.compilation.programs)
                self.assertIn('profile.pop', str(caught.exception))

    def test_changed(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / 'profile.pop'
            shutil.copy(support.demo(*support.SMALL) / 'profile.pop', copy)
            with pva.openReport(copy) as report:
                self.assertGreater(len(report.compilation.programs), 0)
                with open(copy, 'ab') as file:
                    file.write(bytes(4096))
                os.utime(copy, (1, 1))
                with self.assertRaises(pva.ChangedError):
                    report.frame('tiles')

    def test_names_that_are_not_text(self):
        for path in (b'/no/\xff/report', '/no/\udcff/report'):
            with self.assertRaises(pva.NotFoundError) as caught:
                pva.openReport(path)
            self.assertIn('/no/\\xff/report', str(caught.exception))

    def test_absent(self):
        with pva.openReport(support.demo(*support.SMALL, '--without=liveness')) as report:
            with self.assertRaises(pva.AbsentError) as caught:
                len(report.compilation.livenessProgramSteps)
            self.assertIsInstance(caught.exception, LookupError)
            self.assertEqual(str(caught.exception).strip() != '', True)
            self.assertIsNotNone(report.explain('liveness'))
            self.assertIsNone(report.explain('memory'))
            with self.assertRaises(pva.UsageError):
                report.explain('no such part')

    def test_every_class_is_an_error(self):
        for name in pva.__all__:
            found = getattr(pva, name)
            if isinstance(found, type) and issubclass(found, Exception):
                self.assertTrue(issubclass(found, pva.Error))
                self.assertTrue(found.__doc__)
                self.assertEqual(found.__module__, 'pva')


class Threads(unittest.TestCase):
    def test_threads_share_a_report(self):
        for _ in range(3):
            with pva.openReport(support.demo(*support.SMALL)) as report:
                said = []
                work = [lambda: sum(s.ipus[0].cycles for s in report.execution.steps),
                        lambda: sum(t.memory.total.excludingGaps for t in report.compilation.tiles),
                        lambda: len([p.name for p in report.compilation.programs]),
                        lambda: sum(v.bytes for v in report.compilation.loweredVariables.allBriefVars)]

                def run(function):
                    said.append((work.index(function), function()))
                threads = [threading.Thread(target=run, args=(w,)) for w in work * 3]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
                self.assertEqual(len(said), 12)
                self.assertEqual(len(set(said)), 4)

    def test_closing_while_others_read(self):
        for _ in range(10):
            report = pva.openReport(support.demo(*support.SMALL))

            def read():
                try:
                    sum(s.ipus[1].activeCycles.cyclesTo.max for s in report.execution.steps)
                    [v.name for v in report.compilation.loweredVariables.forTile(1)]
                except pva.ClosedError:
                    pass
            threads = [threading.Thread(target=read) for _ in range(4)]
            for thread in threads:
                thread.start()
            time.sleep(0.002)
            report.close()
            for thread in threads:
                thread.join()


class Interrupted(Exception):
    """Raised by the handler of a signal."""


class Signals(unittest.TestCase):
    """Signals while a load waits because another program locks the profile."""

    def setUp(self):
        folder = pathlib.Path(support.temporary_folder(self))
        self.copy = folder / 'profile.pop'
        shutil.copy(support.demo(*support.SMALL) / 'profile.pop', self.copy)
        self.addCleanup(signal.signal, signal.SIGALRM, signal.getsignal(signal.SIGALRM))

    def load_locked(self, report, seconds):
        """Returns the exception of a load while the profile is locked and a signal arrives after
        @seconds."""
        with contextlib.closing(sqlite3.connect(self.copy, isolation_level=None)) as db:
            db.execute('begin exclusive')
            try:
                signal.setitimer(signal.ITIMER_REAL, seconds)
                report.load('programs')
            except Exception as error:
                return error
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        return None

    def test_a_handler_that_raises_ends_the_load(self):
        def stop(*unused):
            raise Interrupted
        signal.signal(signal.SIGALRM, stop)
        # On a busy machine the library may stop waiting first, and the handler runs after its
        # error.
        for _ in range(20):
            with pva.openReport(self.copy) as report:
                error = self.load_locked(report, 0.01)
                if isinstance(error, Interrupted) and error.__context__ is None:
                    # The report is intact: further loads succeed.
                    self.assertGreater(len(report.compilation.programs), 0)
                    self.assertGreater(sum(s.ipus[0].cycles for s in report.execution.steps), 0)
                    return
        self.fail(f'loading was not interrupted: {error!r}')

    def test_one_that_does_not_raise_is_called(self):
        said = []
        signal.signal(signal.SIGALRM, lambda *unused: said.append(1))
        with pva.openReport(self.copy) as report:
            self.assertIsInstance(self.load_locked(report, 0.01), pva.BusyError)
            self.assertEqual(said, [1])
            self.assertGreater(len(report.compilation.programs), 0)


class Face(unittest.TestCase):
    def test_help(self):
        text = pydoc.render_doc(pva, renderer=pydoc.plaintext)
        for words in ('openReport', 'OperationAnalysis', 'Most not-always-live bytes', 'visitOnTileExecute', 'Raises pva.Error'):
            self.assertIn(words, text)
        # pydoc of Python 3.13 names the module of each inherited method.
        text = re.sub(r'\) from pva\._[\w.]+', ')', text)
        self.assertNotIn('pva._', text.replace('pva._pva', ''))

    def test_words_of_columns(self):
        """An attribute has the library's description of its column, with the unit."""
        with pva.openReport(support.demo(*support.SMALL)) as report:
            for attribute, frame, column, more in ((pva.Run.name, 'runs', 'name', ''), (pva.Tile.id, 'tiles', 'tile', ''),
                                                   (pva.BriefVariable.offset, 'variables', 'offset', ', in bytes'),
                                                   (pva.BriefVariable.bytes, 'variables', 'size', '')):
                self.assertEqual(attribute.__doc__, report.frame(frame)[column].doc + more + '.')
        for frame in ('no', 'findings'):
            self.assertEqual(pva._pva.describe(frame), {})

    def test_all_has_words(self):
        for name in pva.__all__:
            found = getattr(pva, name)
            self.assertTrue(found.__doc__, name)
            if not isinstance(found, type):
                continue
            for attribute, value in vars(found).items():
                if not attribute.startswith('_') and not isinstance(value, (int, type)) and value != ():
                    if name not in ('Type',) and not hasattr(value, 'name') or hasattr(value, '__get__'):
                        slots = getattr(found, '__slots__', ())
                        words = slots.get(attribute) if isinstance(slots, dict) else getattr(value, '__doc__', None)
                        self.assertTrue(words, f'{name}.{attribute}')

    def test_enumerations(self):
        self.assertEqual(str(pva.Program.Type.Sync), 'Type.Sync')
        self.assertEqual(int(pva.Program.Type.OnTileExecute), 2)
        settings = pva.InstrumentationSettings
        self.assertEqual([int(m) for m in settings.ComputeInstrumentationLevel], [0, 1, 2, 3, 4, 5])
        self.assertEqual([m.name for m in settings.ExternalExchangeInstrumentationLevel], ['Off', 'Tile', 'Unknown'])
        with self.assertRaises(TypeError):
            pickle.dumps(pva.openReport(support.demo(*support.SMALL)).compilation.tiles[0])

    def test_visitor_has_a_method_for_each_type(self):
        for kind in pva.Program.Type:
            self.assertIsNone(getattr(pva.ProgramVisitor(), f'visit{kind.name}')(None))

    def test_exceptions_of_visitors_come_through(self):
        class Visitor(pva.ProgramVisitor):
            def visitSequence(self, program):
                raise KeyError('mine')
        with pva.openReport(support.demo(*support.SMALL)) as report:
            with self.assertRaises(KeyError):
                report.compilation.programs[0].accept(Visitor())
            with self.assertRaises(AttributeError):
                report.compilation.programs[0].accept(object())
            report.load('memory', 'programs')
            report.load()
            with self.assertRaises(pva.UsageError):
                report.load('no such part')


if __name__ == '__main__':
    unittest.main()
