#!/usr/bin/python3
"""Checks a rule of threads in src/app: a GTask never has a widget as its source.

    tasks.py [ROOT]        prints violations as FILE:LINE: WHAT, and exits 1 if there are any
    tasks.py --self-test   tests the check itself

A worker may drop the last reference to its task. That drops the source too, and a widget, or any object with timers,
would be finalized on the worker. Keep it in the callback's data instead, which is freed where the callback runs.
"""
import pathlib
import re
import sys
import tempfile
import unittest

# Other tasks, and models of tables, which do not depend on threads.
ALLOWED = {'NULL', 'task', 'model'}


def sources_of_tasks(text):
    """Returns (line, first argument) of each task that is created."""
    return [(text.count('\n', 0, found.start()) + 1, found[1].strip())
            for found in re.finditer(r'\bg_task_new\s*\(([^,]*),', text)]


def wrong(root):
    return [f'{path.relative_to(root)}:{line}: a task has “{source}” for its source: hand it on as the callback’s data'
            for path in sorted((root / 'src/app').rglob('*.c'))
            for line, source in sources_of_tasks(path.read_text()) if source not in ALLOWED]


class SelfTest(unittest.TestCase):
    def found(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, 'src/app/a.c')
            path.parent.mkdir(parents=True)
            path.write_text(text)
            return wrong(pathlib.Path(folder))

    def test_no_source_passes(self):
        self.assertEqual(self.found('task = g_task_new (NULL, cancellable, done, g_object_ref (self));\n'), [])

    def test_a_widget_fails(self):
        for source in ('self', 'job->page', 'GTK_WIDGET (self)'):
            found = self.found(f'\n  task = g_task_new (\n      {source}, cancellable, done, NULL);\n')
            self.assertEqual([text[:12] for text in found], ['src/app/a.c:'])
            self.assertIn(f'“{source}”', found[0])

    def test_the_tree_has_tasks(self):
        root = pathlib.Path(__file__).parents[2]
        self.assertTrue(any(sources_of_tasks(path.read_text()) for path in (root / 'src/app').rglob('*.c')))


def main(arguments):
    if arguments == ['--self-test']:
        return unittest.main(argv=[sys.argv[0]])
    root = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).parents[2]).resolve()
    found = wrong(root)
    for text in found:
        print(text)
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
