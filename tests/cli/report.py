"""Tests the HTML page that poplens-cli export writes: one file, parsed as HTML and, chart by chart, as XML; its numbers
against plain SQL; hostile names."""
import base64
import functools
import hashlib
import html.parser
import os
import pathlib
import re
import stat
import tempfile
import unittest
import xml.etree.ElementTree as xml

from harness import REPORTS, Compiled, Demo, Executed, Killed, Report, changed, needs_reports, run

SVG = '{http://www.w3.org/2000/svg}'
VOID = {'meta', 'wbr', 'br', 'hr', 'img', 'link', 'input'}
SECTIONS = ['summary', 'findings', 'memory', 'liveness', 'operations', 'trace', 'compilation', 'absent']
CHARTS = ['Memory by Tile', 'Live Memory by Step, All Tiles', 'Tile Cycles by Operation', 'Executed Steps']
HOSTILE = [
    '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "'><svg onload=alert(1)>", '</svg></table></body>',
    '<!-- ]]> <![CDATA[ &#0; &lt', 'line\nbreak\ttab\x1b[31m\x07', '\u202egnp.exe\u2066\u200b\u2028', '\ufffe\uffff\x01',
    'url(#glyph0-1) id="x" d="1.23456"', 'javascript:alert(1)', '', 'long <b>&' * (1 << 15),
]


class Document(html.parser.HTMLParser):
    """A parser of the page that rejects unclosed elements and unescaped characters."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.tags, self.attributes = [], [], [], []
        self.tables, self.sections, self.texts, self.row, self.heads = {}, [], [], None, []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.tags.append(tag)
        self.attributes += attributes
        self.ids += [values['id']] if 'id' in values else []
        if tag not in VOID:
            self.open.append(tag)
        if tag == 'section':
            self.sections.append(values['id'])
        elif tag == 'table':
            self.table = self.tables.setdefault(values['id'], [])
        elif tag == 'tr':
            self.row = []
            self.table.append(self.row)
        elif tag in ('td', 'th'):
            self.row.append([values.get('data-v'), ''])
            self.heads += [values] if tag == 'th' else []

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += attributes
        self.ids += [v for k, v in attributes if k == 'id']

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open[-5:])
        self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] not in ('style', 'script'):
            self.texts.append(data)
        if self.open and ('td' in self.open or 'th' in self.open):
            self.row[-1][1] += data

    def text(self):
        return ' '.join(''.join(self.texts).split())

    def rows(self, table):
        """Returns rows by the titles of columns, each cell as (value, text); without totals."""
        head, *rows = self.tables[table]
        names = [text for _, text in head]
        return [dict(zip(names, row)) for row in rows if not row[0][1].startswith('Total')]


def charts(text):
    return [xml.fromstring(svg) for svg in re.findall(r'<svg.*?</svg>', text, re.DOTALL)]


class Written:
    def __init__(self, report, *options):
        with tempfile.TemporaryDirectory(prefix='poplens-report-') as folder:
            path = pathlib.Path(folder, 'out.html')
            self.done = run('export', report, *options, '--output', path)
            assert (self.done.returncode, self.done.stdout, self.done.stderr) == (0, '', ''), self.done
            self.bytes = path.read_bytes()
        self.html = self.bytes.decode('utf-8')
        self.document = Document(self.html)
        self.check_document()

    def check_document(self):
        """Checks that ids are unique, headings are in order, tables have heads, and charts are pictures with a name."""
        document = self.document
        assert len(set(document.ids)) == len(document.ids), [i for i in document.ids if document.ids.count(i) > 1]
        levels = [int(tag[1]) for tag in document.tags if re.fullmatch('h[1-6]', tag)]
        assert levels.count(1) == 1 and all(b <= a + 1 for a, b in zip([0, *levels], levels)), levels
        assert all(values.get('scope') == 'col' for values in document.heads)
        assert document.tags.count('thead') == document.tags.count('table')
        for chart in charts(self.html):
            assert chart.get('role') == 'img' and chart.find(SVG + 'title').text


@functools.cache
def plain():
    return Written(Demo.path())


class Structure(unittest.TestCase):
    def setUp(self):
        self.written = plain()

    def test_sections_and_charts(self):
        document = self.written.document
        self.assertEqual(document.sections, SECTIONS)
        links = [v for k, v in document.attributes if k == 'href']
        self.assertEqual(links, ['#' + s for s in SECTIONS])
        drawn = charts(self.written.html)
        self.assertEqual([re.sub('^demo · ', '', c.find(SVG + 'title').text) for c in drawn],
                         [t for t in ('Program time', 'Fullest tile', 'Memory by tile', 'Live memory by step, all tiles',
                                      'Tile cycles', 'Executed steps') for _ in range(2)])
        for title in CHARTS:
            self.assertIn(title, document.text())

    def test_each_chart_refers_to_its_own(self):
        for chart in charts(self.written.html):
            ids = {e.get('id') for e in chart.iter() if e.get('id')}
            self.assertTrue(ids)
            for element in chart.iter():
                for name, value in element.attrib.items():
                    for wanted in re.findall(r'url\(#([^)]*)\)', value) + (
                            [value[1:]] if name.endswith('href') and value.startswith('#') else []):
                        self.assertIn(wanted, ids)
            self.assertEqual(chart.get('viewBox').split()[2], '1064')

    def test_nothing_from_elsewhere(self):
        document, text = self.written.document, self.written.html
        for name, value in document.attributes:
            if name in ('src', 'href', 'xlink:href', 'action', 'data'):
                self.assertRegex(value, '^(#|data:)', name)
            self.assertFalse(name.startswith('on'), name)
        outside = re.sub(r'http://www\.w3\.org/(2000/svg|1999/xlink)', '', text)
        self.assertEqual(re.findall(r'https?://|@import|url\([^#]', outside), [])
        self.assertEqual(document.tags.count('script'), 1)
        script = re.search('<script>(.*)</script>', text, re.DOTALL).group(1)
        allowed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        self.assertTrue(f"script-src 'sha256-{allowed}'" in text)

    def test_light_and_dark(self):
        text = self.written.html
        self.assertEqual(text.count('<div class="light">'), 6)
        self.assertEqual(text.count('<div class="dark">'), 6)
        self.assertTrue('prefers-color-scheme:dark' in text)
        drawn = re.findall(r'<svg.*?</svg>', text, re.DOTALL)
        self.assertNotEqual(drawn[0].replace('c0l-', ''), drawn[1].replace('c0d-', ''))

    def test_the_same_bytes_again(self):
        again = Written(Demo.path())
        command = re.compile(b'<code>poplens-cli export .*?</code>')
        self.assertEqual(command.sub(b'', again.bytes), command.sub(b'', self.written.bytes))

    def test_size(self):
        self.assertLess(len(self.written.bytes), 4 << 20)

    def test_says_version_and_command(self):
        version = run('--version').stdout.strip()
        text = self.written.document.text()
        self.assertIn(f'Written by {version}: poplens-cli export ', text)
        self.assertTrue(f'content="{version}"' in self.written.html)


class Numbers(unittest.TestCase):
    def test_against_sql(self):
        report, document = Report(Demo.path()), plain().document
        fullest = report.all('select tile, total, total_including_gaps from memory_by_tile '
                             'order by total_including_gaps desc limit 5')
        shown = [tuple(int(row[c][0]) for c in ('Tile', 'Excl. gaps', 'Need'))
                 for row in document.rows('t-insights-tiles')]
        self.assertEqual(sorted(b for *_, b in shown), sorted(b for *_, b in fullest))
        for tile, total, gaps in shown:
            self.assertEqual(report.all('select total, total_including_gaps from memory_by_tile where tile = ?', tile),
                             [(total, gaps)])
        options = dict(report.all('select name, value from compilation_parameters where not is_default union '
                                  'select name, value from target_parameters where not is_default union '
                                  'select name, value from execution_parameters where not is_default'))
        shown = {row['Name'][1]: row['Value'][1] for row in document.rows('t-options')}
        self.assertEqual(shown, options)
        cycles = [int(row['Cycles'][0]) for row in document.rows('t-trace-top')]
        self.assertEqual(cycles, sorted(cycles, reverse=True))
        most, = report.all("select max(i.cycles) from steps_by_ipu i join steps s on s.id = i.step_id "
                           "where s.type = 'OnTileExecute'")[0]
        self.assertEqual(max(int(r['Cycles'][0]) for r in document.rows('t-trace-top')
                             if r['Type'][1] == 'OnTileExecute'), most)

    def test_as_the_tables_say(self):
        document = plain().document
        report = Report(Demo.path())
        for table, column, title in (('live-variables', 'live', 'Live'), ('always-live-variables', 'always_live', 'Always live'),
                                     ('trace-types', 'tile_cycles', 'Tile cycles')):
            want = sorted((row[column] for row in report.table(table) if row[column] is not None), reverse=True)
            shown = [int(row[title][0]) for row in document.rows('t-' + table) if row[title][0]]
            self.assertEqual(sorted(shown, reverse=True), want[:len(shown)], table)
            if len(shown) < len(want):
                self.assertIn(f'{len(shown)} of {len(want):,} rows; all rows: poplens-cli table {table} demo',
                              document.text().replace("'", ''))


class Options(unittest.TestCase):
    def test_title_and_unit(self):
        written = Written(Demo.path(), '--title', 'Run <7> & "more"', '--unit', 'bytes')
        self.assertTrue('<title>Run &lt;7&gt; &amp; &quot;more&quot;</title>' in written.html)
        self.assertTrue('<h1>Run &lt;7&gt;' in written.html)
        self.assertNotRegex(' '.join(t for rows in (written.document.tables['t-memory-ipus'],) for row in rows for _, t in row),
                            '[KM]iB')

    def test_wrong_use(self):
        for arguments, says in (((), 'needs'), ((Demo.path(),), 'needs'),
                                ((Demo.path(), '-o', ''), 'needs a value'),
                                ((Demo.path(), 'x', 'z', '-o', 'y.html'), 'unexpected argument "z"'),
                                ((Demo.path(), '-o', 'y.html', '--unit', 'x'), 'unknown unit')):
            done = run('export', *arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ''))
            self.assertIn(says, done.stderr)

    def test_never_into_the_report(self):
        with changed() as report:
            before = {p.name: p.read_bytes() for p in report.iterdir()}
            with tempfile.TemporaryDirectory() as folder:
                link = pathlib.Path(folder, 'link.html')
                link.symlink_to(report / 'profile.pop')
                hard = pathlib.Path(folder, 'hard.html')
                os.link(report / 'profile.pop', hard)
                for name in (report / 'profile.pop', report / 'new.html', link, hard):
                    done = run('export', report, '--format=html', '-o', name)
                    self.assertEqual((done.returncode, done.stdout), (2, ''))
                    self.assertIn('never modified', done.stderr)
            self.assertEqual({p.name: p.read_bytes() for p in report.iterdir()}, before)

    def test_whole_or_not_at_all(self):
        with tempfile.TemporaryDirectory() as folder:
            old = pathlib.Path(folder, 'old.html')
            old.write_text('old')
            for report in ('/nowhere', folder):
                self.assertEqual(run('export', report, '-o', old).returncode, 1)
            self.assertEqual(old.read_text(), 'old')
            self.assertEqual([p.name for p in pathlib.Path(folder).iterdir()], ['old.html'])
            old.chmod(0o600)
            self.assertEqual(run('export', Demo.path(), '-o', old).returncode, 0)
            self.assertEqual(stat.S_IMODE(old.stat().st_mode), 0o600)
            Document(old.read_text())
            done = run('export', Demo.path(), '-o', pathlib.Path(folder, 'none', 'x.html'))
            self.assertEqual(done.returncode, 1)
            self.assertIn('none/x.html', done.stderr)
        full = run('export', Demo.path(), '--format=html', '-o', '/dev/full')
        self.assertEqual(full.returncode, 1)
        self.assertIn('/dev/full', full.stderr)


class Comparison(unittest.TestCase):
    def test_against_itself_nothing(self):
        written = Written(Demo.path(), Demo.path())
        self.assertEqual(written.document.sections, SECTIONS[:1] + ['comparison'] + SECTIONS[1:])
        self.assertEqual([t for t in written.document.tables if t.startswith('t-compare')], [])
        self.assertIn('No changes in', written.document.text())
        self.assertFalse('comparison' in plain().document.sections)

    def test_what_differs(self):
        with changed("update memory_by_tile set total = total + 4096, total_including_gaps = total_including_gaps + 4096",
                     "update compilation_parameters set value = 'other' where name = 'autoReport.directory'") as other:
            written = Written(Demo.path(), other)
            n, = Report(Demo.path()).all('select count(*) from memory_by_tile')[0]
            for path in (other / 'profile.pop', other / 'new.html'):
                done = run('export', Demo.path(), other, '--format=html', '-o', path)
                self.assertEqual((done.returncode, done.stdout), (2, ''))
        rows = {row['Figure'][1]: row for row in written.document.rows('t-summary')}
        self.assertEqual(int(rows['Memory used']['Change'][0]), 4096 * n)
        self.assertEqual([(row['Name'][1], row['After'][1]) for row in written.document.rows('t-options')],
                         [('autoReport.directory', 'other')])
        self.assertEqual(len(re.findall('<td class="n more" data-v="[0-9]+">', written.html)) > 0, True)
        self.assertEqual(len(charts(written.html)), 16)
        for title in ('Memory by Tile, Before and After', 'Live Memory, Before and After'):
            self.assertEqual(written.document.text().count(title), 1)

    def test_same_names(self):
        with tempfile.TemporaryDirectory() as folder, changed("update memory_by_tile set total = total + 4096") as changes:
            paths = [pathlib.Path(folder, parent, 'run') for parent in ('sx', 'sy')]
            for path, report in zip(paths, (Demo.path(), changes)):
                path.parent.mkdir()
                path.symlink_to(report)
            written = Written(*paths)
            text = written.html.replace('<wbr>', '')
            for words in ('<h1>sy/run</h1>', '>Compared with sx/run<', 'Before: sx/run. After: sy/run.'):
                self.assertTrue(words in text, words)

    def test_a_second_one_that_is_none(self):
        with tempfile.TemporaryDirectory() as folder:
            done = run('export', Demo.path(), folder, '-o', pathlib.Path(folder, 'x.html'))
            self.assertEqual((done.returncode, done.stdout), (1, ''))
            self.assertEqual(list(pathlib.Path(folder).iterdir()), [])


class Hostile(unittest.TestCase):
    TEXTS = [('programs', 'name'), ('unlowered_vars', 'name'), ('compute_sets', 'name'), ('vertex_types', 'name'),
             ('compilation_parameters', 'value'), ('target_parameters', 'value'), ('runs', 'name'),
             ('var_categories', 'description'), ('poplar_version', 'string'), ('date_time', 'string')]

    def spoilt(self):
        cases = ' '.join("when %d then '%s'" % (i, s.replace("'", "''")) for i, s in enumerate(HOSTILE))
        return changed(*(f"update {table} set {column} = case abs(rowid) % {len(HOSTILE)} {cases} end || rowid"
                         for table, column in self.TEXTS),
                       "update compilation_parameters set is_default = 0")

    def test_names_are_only_text(self):
        with self.spoilt() as report:
            written = Written(report, '--title', HOSTILE[0])
        document = written.document
        self.assertEqual(document.sections, SECTIONS)
        # Hostile names add no elements.
        self.assertEqual(set(document.tags), set(plain().document.tags))
        self.assertEqual(document.tags.count('script'), 1)
        self.assertEqual({k for k, _ in document.attributes}, {k for k, _ in plain().document.attributes})
        self.assertEqual(len(charts(written.html)), 12)
        self.assertIn(HOSTILE[0], document.text())
        self.assertIn('\\x1b[31m', document.text())
        for hidden in '\x1b\x07\x01\u202e\u2066\u200b\u2028\ufffe\uffff\0':
            self.assertFalse(hidden in written.html, repr(hidden))
        self.assertLess(len(written.bytes), 5 << 20)

    def test_pictures_too(self):
        with self.spoilt() as report, tempfile.TemporaryDirectory() as folder:
            for page in ('liveness', 'trace', 'operations'):
                path = pathlib.Path(folder, page + '.svg')
                self.assertEqual(run('export', report, '--location', page, '-o', path).returncode, 0)
                xml.parse(path)

    def test_name_of_the_report(self):
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder, "<b>'\"&\n\x1b")
            report.symlink_to(Demo.path())
            written = Written(report)
            self.assertTrue('<h1>&lt;b&gt;' in written.html)


class Absent(unittest.TestCase):
    def test_each_part_may_be_missing(self):
        for tables, section, says in ((('steps', 'blocks', 'runs'), 'trace', 'execution'),
                                      (('memory_by_tile',), 'memory', 'memory'),
                                      (('depth_first_steps',), 'liveness', 'liveness')):
            with changed(*(f'drop table {table}' for table in tables)) as report:
                written = Written(report)
            self.assertEqual(written.document.sections, SECTIONS, tables)
            part = re.search(rf'<section id="{section}">(.*?)</section>', written.html, re.DOTALL).group(1)
            self.assertTrue('class="absent"' in part, tables)
            absent = [row['Part'][1] for row in written.document.rows('t-files')]
            self.assertIn(says, absent)

    def test_files_that_are_not_there(self):
        text = plain().document.text()
        self.assertIn('archive.a', text)
        self.assertIn('autoReport.outputArchive', text)

    def test_damage_is_said(self):
        for statement, says in (("update memory_by_category set interleaved_overlapped = x'00'", 'memory_by_category'),
                                ('drop table steps', 'table steps_by_ipu, row 1')):
            with changed(statement) as report:
                written = Written(report)
            self.assertEqual(written.document.sections, SECTIONS)
            self.assertIn(says, written.document.text())

    def check_shape(self, path):
        written = Written(path)
        self.assertEqual(written.document.sections, SECTIONS, path.name)
        self.assertEqual(len(charts(written.html)) % 2, 0)
        self.assertLess(len(written.bytes), 9 << 18)

    def test_shapes(self):
        for report in Executed, Compiled, Killed:
            with self.subTest(report=report.__name__):
                self.check_shape(report.path())

    @needs_reports
    def test_real_reports(self):
        for name in ('integrals', 'firehose', 'firehose-killed'):
            self.check_shape(REPORTS / name)


if __name__ == '__main__':
    unittest.main()
