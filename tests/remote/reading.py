"""Tests that a remote report reads as a local one: every table and command, byte by byte; addresses
and names."""
import concurrent.futures
import json
import os
import shutil

import changes
import harness
import sshd
import support

COMMANDS = [('summary', '--all'), ('memory', '--json'), ('memory', '--tile', '5'), ('liveness',), ('liveness', '--by', 'tile'),
            ('memory', '--by', 'variable'), ('trace',), ('time', '--json'), ('programs',), ('operations',), ('check',), ('fit', '--json'),
            ('fit', '--change', 'half'), ('find', 'weights'), ('show', 'tile', '5', '--json'), ('show', 'context', '758')]


def tables():
    return [line.split()[0] for line in harness.run('table', '--list').stdout.splitlines()
            if line and not line.startswith(' ')]

# All parts of a comparison: those on time are computed over a link only if they are requested.
PARTS = 'figure,option,cause,critical-path,finding,category,tile,variable,step,program,compute-set'


class Reading(support.Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.host = cls.site.host('gc-01')
        cls.site.host('gc-02', jump='gc-01')
        cls.site.share_connections()
        cls.report = cls.put_report(cls, cls.host)
        cls.other = cls.put_report(cls, cls.host, 'other', harness.Executed)

    def same(self, words, host='gc-01'):
        """Returns None, or the difference of the outputs of @words for the local and the remote
        report. "REPORT" and "OTHER" stand for paths."""
        here = {'REPORT': str(self.report), 'OTHER': str(self.other)}
        done = [harness.run(*[(prefix + here[word]) if word in here else word for word in words], env=self.site.env)
                for prefix in ('', f'{host}:')]
        # Compares words, as lines with a longer path are broken differently.
        said = [(one.returncode, one.stdout.replace(f'{host}:', '').split(), one.stderr.replace(f'{host}:', '').split())
                for one in done]
        # Where the time went needs all steps, which summary reads only locally: for a remote report
        # it names the command.
        if words[0] == 'summary' and said[1][1][:1] == ['Memory']:
            self.assertIn('Next poplens-cli time', ' '.join(said[1][1]))
            said = [(status, out[out.index('Memory'):], err) for status, out, err in said]
        return None if said[0] == said[1] else (words, *(tuple(str(part)[:400] for part in one) for one in said))

    def all_same(self, lines):
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            differing = [found for found in pool.map(self.same, lines) if found]
        self.assertEqual(differing, [], f'{len(differing)} of {len(lines)}')

    def test_tables(self):
        """All tables of two reports, and some of one, as the terminal prints them; test_python
        compares the rows of all."""
        names = tables()
        self.assertGreater(len(names), 40)
        two = [line.split()[0] for line in harness.run('table', '--list').stdout.splitlines() if '[BEFORE AFTER' in line]
        self.all_same([('table', name, 'REPORT', 'OTHER', '--csv') for name in two])
        self.all_same([('table', name, 'REPORT', '--csv') for name in names[::5]])

    def test_a_folder_of_reports(self):
        """A folder's list has all reports below it and the regressions, as locally."""
        here, there = (self.run_cli('list', f'{prefix}{self.host.home}', '--json') for prefix in ('', 'gc-01:'))
        self.assertEqual(there.stdout.replace('gc-01:', ''), here.stdout)
        self.assertEqual([row['path'] for row in harness.rows(json.loads(here.stdout))], ['other', 'training'])
        self.fails(('list', f'gc-01:{self.report}/none'), 'No such file or directory')
        self.fails(('list', f'gc-01:{self.report}/profile.pop'), 'is not a folder')

    def test_the_host_is_only_read(self):
        """fixtures.py proves that the host's log shows writes."""
        self.run_cli('summary', f'gc-01:{self.report}', '--no-cache')
        self.assertIn(f'open "{self.report}/profile.pop" flags READ mode 0666', self.host.asked())
        self.assertEqual(self.host.not_harmless(), [])

    def test_every_command(self):
        self.all_same([(command, 'REPORT', *options) for command, *options in COMMANDS])
        self.all_same([('diff', 'REPORT', 'OTHER', '--json', '--by', PARTS), ('summary', 'OTHER', '--all'), ('memory', 'OTHER')])

    def test_what_is_written(self):
        for name, *words in ('page.svg',), ('x.trace.json',), ('page.html', '--title', 'Training'), ('x.json', '--tables', 'programs'):
            found = []
            for prefix in ('', 'gc-01:'):
                out = self.site.folder / name
                self.run_cli('export', prefix + str(self.report), *words, '-o', out)
                found.append(out.read_bytes().replace(b'gc-01:/', b'/'))
            self.assertEqual(found[0], found[1], name)

    def test_here_and_there(self):
        """One of two reports can be remote, or both on different computers."""
        plain = self.run_cli('diff', self.report, self.other, '--json', '--by', PARTS).stdout
        for pair in ((f'gc-01:{self.report}', self.other), (self.report, f'gc-02:{self.other}'),
                     (f'gc-01:{self.report}', f'gc-02:{self.other}')):
            found = self.run_cli('diff', *pair, '--json', '--by', PARTS).stdout
            self.assertEqual(found.replace('gc-01:', '').replace('gc-02:', ''), plain)

    def test_behind_a_jump(self):
        self.assertIsNone(self.same(('summary', 'REPORT', '--all'), 'gc-02'))

    def test_addresses(self):
        table = ('table', 'memory-details', '--csv')
        plain = self.run_cli(*table, self.report).stdout
        for address in ('gc-01:training', f'{sshd.USER}@gc-01:training', f'gc-01:{self.report}/profile.pop',
                        'gc-01:./training/', 'gc-01:other/../training', 'ssh://gc-01/~/training',
                        f'ssh://{sshd.USER}@gc-01:{self.host.port}{self.report}', 'ssh://gc-01/~/%74raining'):
            self.assertEqual(self.run_cli(*table, address).stdout, plain, address)

    def test_a_local_name_goes_first(self):
        """A local name has precedence, as in scp."""
        here = self.site.folder / 'here'
        here.mkdir()
        shutil.copytree(self.other, here / 'gc-01:training')
        for address, report in (('gc-01:training', self.other), ('./gc-01:training', self.other), (f'gc-01:{self.report}', self.report)):
            found = [json.loads(self.run_cli('memory', one, '--json', cwd=here).stdout) for one in (address, report)]
            self.assertEqual(found[0]['tables'], found[1]['tables'])

    def test_what_is_not_there(self):
        os.mkdir(self.host.home / 'empty')
        for path in ('nowhere', 'empty', 'training/nothing.pop'):
            self.fails(('summary', f'gc-01:{self.host.home}/{path}'), f'gc-01:{self.host.home}/{path.split("/")[0]}')
            here = harness.run('summary', self.host.home / path)
            there = harness.run('summary', f'gc-01:{self.host.home}/{path}', env=self.site.env)
            self.assertEqual((there.returncode, there.stderr.replace('gc-01:', '')), (here.returncode, here.stderr))

    def test_several(self):
        """A folder of several reports has the same message as locally."""
        folder = self.host.home / 'several'
        for name in ('a', 'b'):
            shutil.copytree(self.report, folder / name)
        here = harness.run('summary', folder)
        there = harness.run('summary', f'gc-01:{folder}', env=self.site.env)
        self.assertEqual((there.returncode, there.stderr.replace('gc-01:', '')), (here.returncode, here.stderr))

    def test_names(self):
        """Names are bytes, whatever a shell, a URI or a locale would do with them."""
        host = self.site.host('gc-05')
        table = ('table', 'memory-details', '--csv')
        plain = self.run_cli(*table, self.report).stdout
        for name in (b'a b', b'a\nb', b"it's \"$HOME\" `x` \\", b'-x', b'\xff\xfe', b'n' * 255, b'%41', b'~', b'[a]*?',
                     'größer'.encode(), b'a:b', b'#x', b'\x1b[31m'):
            folder = os.path.join(os.fsencode(host.home), name)
            shutil.copytree(os.fsencode(self.report), folder)
            for path in (folder, name):
                self.assertEqual(self.run_cli(*table, 'gc-05:' + os.fsdecode(path)).stdout, plain, path)
            shown = self.run_cli('memory', 'gc-05:' + os.fsdecode(folder)).stdout
            self.assertFalse([c for c in shown if c < ' ' and c != '\n'], shown)
            shutil.rmtree(folder)
            self.fails((*table, 'gc-05:' + os.fsdecode(folder)), 'gc-05:|gc-05/')
        # A name with a newline adds a line to the host's log, so it is not checked.
        del self.site.hosts['gc-05']

    def test_links_are_followed_there(self):
        """Links to the folder and to debug.cbor are followed."""
        folder = self.host.home / 'linked'
        shutil.copytree(self.report, folder / 'real', ignore=shutil.ignore_patterns('debug.cbor'))
        shutil.copy(self.report / 'debug.cbor', folder / 'elsewhere')
        (folder / 'real/debug.cbor').symlink_to(folder / 'elsewhere')
        (folder / 'link').symlink_to('real')
        here, there = (self.run_cli('table', 'layers', f'{prefix}{folder}/link', '--location', 'operations?by=type', '--json').stdout for prefix in ('', 'gc-01:'))
        self.assertEqual(there.replace('gc-01:/', '/'), here)
        self.assertTrue(any(line.startswith(f'open "{folder}') and 'flags' in line for line in self.host.asked()))

    def test_python(self):
        os.environ.update(self.site.env)
        import pva
        with pva.openReport(f'gc-01:{self.report}') as far, pva.openReport(str(self.report)) as near:
            for name in tables():
                here, there = near.table(name), far.table(name)
                self.assertEqual([str(there.row(i)).replace('gc-01:/', '/') for i in range(there.rows)],
                                 [str(here.row(i)) for i in range(here.rows)], name)
            self.assertEqual([step.program.name for step in far.execution.steps],
                             [step.program.name for step in near.execution.steps])

    def test_unfinished(self):
        """A hot journal, a write-ahead log and half a page are refused as locally, with the advice
        to fetch."""
        for name, spoil in changes.UNFINISHED.items():
            folder = self.host.home / f'unfinished-{name}'
            shutil.copytree(self.report, folder)
            spoil(folder / 'profile.pop')
            here = harness.run('summary', folder)
            there = harness.run('summary', f'gc-01:{folder}', env=self.site.env)
            self.assertEqual(there.returncode, here.returncode, (name, here.stderr, there.stderr))
            if here.returncode:
                self.assertIn(f'gc-01:{folder}', there.stderr, name)
                self.assertEqual(there.stdout, here.stdout)


if __name__ == '__main__':
    support.main()
