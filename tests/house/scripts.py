#!/usr/bin/python3
"""Tests the scripts themselves: script/bootstrap, script/demo, script/test, script/fuzz, script/walk and script/chroot
with stand-ins for the programs that they call (nothing is installed or built here), and tests/with-display with its
real programs.

    scripts.py bootstrap|demo|suite|fuzz|walk|chroot|display   one of the classes below, or all
"""
import os
import pathlib
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ('bash', 'sh', 'env', 'cat', 'sed', 'grep', 'sort', 'comm', 'mktemp', 'rm', 'tail', 'sleep', 'mkdir',
         'mv', 'cp', 'ls', 'wc', 'cut', 'od', 'tr', 'tar', 'gzip', 'find', 'xargs', 'nice', 'head', 'dirname', 'basename',
         'nproc', 'flock', 'rmdir', 'tee', 'touch', 'realpath', 'true', 'false', 'printf')


class Stage(unittest.TestCase):
    """A PATH of real tools and stand-ins, each of which writes its name and arguments to a log."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='poplens-scripts-'))
        self.addCleanup(shutil.rmtree, self.folder)
        self.bin = self.folder / 'bin'
        self.bin.mkdir()
        self.log = self.folder / 'log'
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool, path='/usr/bin:/bin'))

    def write(self, path, text):
        path = self.folder / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    def stand_in(self, name, body=''):
        self.write(f'bin/{name}', f'#!/bin/bash\necho "{name} $*" >>"{self.log}"\n{body}\n')

    def checkout(self):
        """Returns a copy of the scripts in a tree without sources, with a space in its path."""
        tree = self.folder / 'a tree'
        shutil.copytree(ROOT / 'script', tree / 'script')
        self.write('a tree/script/bootstrap', f'#!/bin/bash\necho "bootstrap $*" >>"{self.log}"\n')
        return tree

    def run_script(self, *command, cwd=None, **more):
        env = {'PATH': str(self.bin), 'HOME': str(self.folder), 'POPLENS_RETRY_SECONDS': '0', **more}
        return subprocess.run([str(part) for part in command], env=env, cwd=cwd or self.folder, timeout=600,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def calls(self):
        return self.log.read_text().splitlines() if self.log.exists() else []


class Bootstrap(Stage):
    def setUp(self):
        super().setUp()
        self.script = ROOT / 'script/bootstrap'
        self.packages = self.run_script(self.script, '--list').stdout.split()
        self.state = self.folder / 'state'
        self.stand_in('dpkg-query', f'cat "{self.state}"')
        self.stand_in('id', 'echo 0')
        self.stand_in('apt-get')

    def installed(self, packages):
        self.state.write_text(''.join(f'ii  {name}\n' for name in packages))

    def apt_calls(self):
        return [('install' if ' install ' in call else 'update') for call in self.calls()
                if call.startswith('apt-get')]

    def test_all_there_does_nothing(self):
        self.installed(self.packages)
        done = self.run_script(self.script)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, '', ''))
        self.assertEqual(self.apt_calls(), [])

    def test_what_is_missing_and_only_that_is_installed(self):
        self.installed(name for name in self.packages if name not in ('xvfb', 'gcc'))
        self.stand_in('apt-get', f'[[ "$*" != *install* ]] || printf "ii  xvfb\\nii  gcc\\n" >>"{self.state}"')
        done = self.run_script(self.script)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.apt_calls(), ['update', 'install'])
        self.assertTrue(self.calls()[-2].endswith('--no-install-recommends gcc xvfb'), self.calls())

    def test_removed_but_configured_is_missing(self):
        self.installed(self.packages)
        self.state.write_text(self.state.read_text().replace('ii  xvfb', 'rc  xvfb'))
        self.assertEqual(self.run_script(self.script).returncode, 1)
        self.assertIn('install', self.apt_calls())

    def test_a_failure_is_tried_again_and_then_told(self):
        self.installed(self.packages[1:])
        self.stand_in('apt-get', 'echo "no such mirror"; exit 100')
        done = self.run_script(self.script)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(self.apt_calls(), ['update', 'install'] * 2)
        self.assertIn('no such mirror', done.stderr)
        self.assertIn(f'could not install: {self.packages[0]}', done.stderr)

    def test_neither_root_nor_sudo(self):
        self.installed(self.packages[1:])
        self.stand_in('id', 'echo 1000')
        done = self.run_script(self.script)
        self.assertEqual((done.returncode, self.apt_calls()), (1, []))
        self.assertIn('Neither root nor sudo', done.stderr)

    def test_who_only_builds_needs_no_more(self):
        """--build: if the user cannot install packages, only those for building Poplens are required."""
        self.stand_in('id', 'echo 1000')
        for lacking, code, says in (('xvfb', 0, ''), ('doxygen', 0, ''), ('fonts-cantarell', 0, 'not installed: fonts-cantarell'),
                                    ('gcc', 1, 'missing packages: gcc'), ('libgtk-4-dev', 1, 'Neither root nor sudo')):
            self.installed(name for name in self.packages if name != lacking)
            done = self.run_script(self.script, '--build')
            self.assertEqual((done.returncode, done.stdout, self.apt_calls()), (code, '', []), (lacking, done.stderr))
            self.assertTrue(says in done.stderr if says else not done.stderr, done.stderr)

    def test_build_installs_nothing_to_test_with(self):
        self.state.write_text('')
        self.stand_in('apt-get', f'[[ "$*" != *install* ]] || printf "ii  %s\\n" "${{@}}" >>"{self.state}"')
        done = self.run_script(self.script, '--build')
        self.assertEqual(done.returncode, 0, done.stderr)
        asked = self.calls()[-2].split('--no-install-recommends ')[1].split()
        self.assertTrue({'gcc', 'libgtk-4-dev', 'fonts-cantarell'} <= set(asked), asked)
        self.assertFalse({'xvfb', 'doxygen', 'openssh-server', 'clang-format'} & set(asked), asked)

    def test_terminal_asks_for_nothing_of_the_window(self):
        self.state.write_text('')
        self.stand_in('apt-get', f'[[ "$*" != *install* ]] || printf "ii  %s\\n" "${{@}}" >>"{self.state}"')
        self.assertEqual(self.run_script(self.script, '--terminal').returncode, 0)
        asked = self.calls()[-2].split('--no-install-recommends ')[1].split()
        self.assertTrue({'gcc', 'libglib2.0-dev', 'libsqlite3-dev', 'python3-dev'} <= set(asked), asked)
        self.assertFalse([name for name in asked if any(part in name for part in ('gtk', 'adwaita', 'cmark', 'font', 'xvfb'))], asked)

    def test_terminal_check_has_what_tests_call(self):
        self.state.write_text('')
        self.stand_in('apt-get', f'[[ "$*" != *install* ]] || printf "ii  %s\\n" "${{@}}" >>"{self.state}"')
        self.assertEqual(self.run_script(self.script, '--terminal-check').returncode, 0)
        asked = self.calls()[-2].split('--no-install-recommends ')[1].split()
        self.assertTrue({'gcc', 'g++', 'openssh-server', 'python3-numpy'} <= set(asked), asked)
        self.assertFalse([name for name in asked if any(part in name for part in ('gtk', 'adwaita', 'cmark', 'xvfb'))], asked)

    def test_sudo_is_used(self):
        self.installed(self.packages[1:])
        self.stand_in('id', 'echo 1000')
        self.stand_in('sudo', 'while [[ "$1" == -* ]]; do shift; done; exec "$@"')
        self.stand_in('apt-get',
                      f'[[ "$*" != *install* ]] || printf "ii  {self.packages[0]}\\n" >>"{self.state}"')
        done = self.run_script(self.script)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(any(call.startswith('sudo') and 'apt-get' in call for call in self.calls()))

    def test_other_systems(self):
        (self.bin / 'apt-get').unlink()
        done = self.run_script(self.script)
        self.assertEqual(done.returncode, 1)
        self.assertIn('Debian and Ubuntu only', done.stderr)
        self.assertEqual(self.run_script(self.script, POPLENS_SKIP_BOOTSTRAP='1').returncode, 0)


class Demo(Stage):
    def setUp(self):
        super().setUp()
        self.tree = self.checkout()
        self.script = self.tree / 'script/demo'
        programs = self.tree / 'build/release/bin'
        make = ' && '.join(f'printf "#!/bin/bash\\necho {name} \\"\\$@\\" >>\'{self.log}\'\\n%s" "{more}" '
                           f'>"{programs}/{name}" && chmod +x "{programs}/{name}"'
                           for name, more in (('poplens', ''), ('poplens-cli', ''),
                                              ('poplens-demo', 'mkdir -p \\"\\$1\\" && touch \\"\\$1/profile.pop\\"')))
        chmod = shutil.which('chmod')
        (self.bin / 'chmod').symlink_to(chmod)
        self.stand_in('cmake', f'mkdir -p "{programs}"; touch build/release/build.ninja; '
                               f'echo "CMAKE_HOME_DIRECTORY:INTERNAL=$(pwd -P)" >build/release/CMakeCache.txt')
        self.stand_in('ninja', f'[[ "$*" == *" -n" ]] || [ -e "{programs}/poplens" ] || {{ {make}; }}; '
                               f'[[ "$*" != *" -n" ]] || echo "ninja: no work to do."')

    def test_a_relative_report_opens_in_the_window(self):
        self.write('reports/one/profile.pop', '')
        done = self.run_script(self.script, 'one', cwd=self.folder / 'reports', DISPLAY=':9')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.calls()[-1], f'poplens {self.folder}/reports/one')
        self.assertIn('cmake --preset release', self.calls())

    def test_without_display_summary_and_html(self):
        self.write('one/profile.pop', '')
        done = self.run_script(self.script, 'one')
        self.assertEqual(done.returncode, 0, done.stderr)
        calls = [call for call in self.calls() if call.startswith('poplens')]
        self.assertEqual(calls[0], f'poplens-cli summary {self.folder}/one')
        page = f'{self.tree}/build/report.html'
        self.assertEqual(calls[1:], [f'poplens-cli export {self.folder}/one -o {page}'])
        self.assertIn(page, done.stdout)

    def test_the_demo_report_is_made_once(self):
        for _ in range(2):
            done = self.run_script(self.script, XDG_CACHE_HOME=str(self.folder / 'ca che'), DISPLAY=':9')
            self.assertEqual(done.returncode, 0, done.stderr)
        report = self.folder / 'ca che/poplens/demo'
        self.assertEqual(self.calls()[-1], f'poplens {report}')
        self.assertEqual(len([call for call in self.calls() if call.startswith('poplens-demo')]), 1)
        self.assertEqual(len([call for call in self.calls() if call.startswith('cmake')]), 1)
        os.utime(report / 'profile.pop', (0, 0))
        self.run_script(self.script, XDG_CACHE_HOME=str(self.folder / 'ca che'), DISPLAY=':9')
        self.assertEqual(len([call for call in self.calls() if call.startswith('poplens-demo')]), 2)
        self.assertEqual([entry.name for entry in report.parent.iterdir()], ['demo'])

    def test_a_demo_report_that_fails_leaves_nothing(self):
        self.run_script(self.script, '.', DISPLAY=':9')
        self.write('a tree/build/release/bin/poplens-demo',
                   '#!/bin/bash\nmkdir -p "$1"; echo "disk full"; exit 1\n')
        done = self.run_script(self.script, DISPLAY=':9')
        self.assertEqual(done.returncode, 1)
        self.assertIn('disk full', done.stderr)
        self.assertEqual(list((self.folder / '.cache/poplens').iterdir()), [])

    def test_a_report_that_cannot_be_read_fails(self):
        self.run_script(self.script, '.', DISPLAY=':9')
        self.write('a tree/build/release/bin/poplens-cli', '#!/bin/bash\necho "no profile" >&2; exit 1\n')
        done = self.run_script(self.script, '.')
        self.assertEqual((done.returncode, done.stderr), (1, 'no profile\n'))

    def test_a_failed_build_shows_its_log(self):
        self.stand_in('ninja', 'echo "a.c:1: error: oh"; exit 1')
        done = self.run_script(self.script, DISPLAY=':9')
        self.assertEqual(done.returncode, 1)
        self.assertIn('a.c:1: error: oh', done.stderr)
        self.assertIn('build/release.log', done.stderr)

    def test_a_moved_checkout_is_configured_afresh(self):
        self.write('a tree/build/release/build.ninja', '')
        self.write('a tree/build/release/CMakeCache.txt', 'CMAKE_HOME_DIRECTORY:INTERNAL=/elsewhere\n')
        self.run_script(self.script, '.', DISPLAY=':9')
        self.assertIn('cmake --preset release --fresh', self.calls())

    def test_only_what_it_builds_with_is_installed(self):
        self.write('one/profile.pop', '')
        self.run_script(self.script, 'one', DISPLAY=':9')
        self.assertEqual(self.calls()[0], 'bootstrap --build')

    def start(self, *arguments, **more):
        env = {'PATH': str(self.bin), 'HOME': str(self.folder), **more}
        return subprocess.Popen([str(self.script), *arguments], env=env, cwd=self.folder, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def wait(self, what, seconds=60):
        end = time.monotonic() + seconds
        while not what():
            self.assertLess(time.monotonic(), end, 'it took too long')
            time.sleep(0.02)

    def test_a_signal_ends_the_build(self):
        """A signal to the script ends the processes that the build has started, and a later call builds."""
        pids = self.folder / 'pids'
        good = (self.bin / 'ninja').read_text()
        for number, code in ((signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129)):
            self.stand_in('ninja', f'[[ "$*" == *" -n" ]] && exit\nsleep 1000 &\necho "$! $$" >"{pids}.new"; '
                                   f'mv "{pids}.new" "{pids}"; wait')
            script = self.start('.', DISPLAY=':9')
            self.addCleanup(script.kill)
            self.wait(pids.exists)
            script.send_signal(number)
            script.communicate(timeout=60)
            self.assertEqual(script.returncode, code)
            for pid in pids.read_text().split():
                self.wait(lambda: not pathlib.Path(f'/proc/{pid}').exists() or
                          pathlib.Path(f'/proc/{pid}/stat').read_text().rsplit(')', 1)[1].split()[0] == 'Z')
            pids.unlink()
        (self.bin / 'ninja').write_text(good)
        self.assertEqual(self.run_script(self.script, '.', DISPLAY=':9').returncode, 0)

    def test_a_signal_leaves_no_half_report(self):
        self.run_script(self.script, '.', DISPLAY=':9')
        going = self.folder / 'going'
        self.write('a tree/build/release/bin/poplens-demo', f'#!/bin/bash\nmkdir -p "$1"; touch "{going}"; sleep 1000\n')
        script = self.start(DISPLAY=':9')
        self.addCleanup(script.kill)
        self.wait(going.exists)
        script.send_signal(signal.SIGTERM)
        script.communicate(timeout=60)
        self.assertEqual(script.returncode, 143)
        self.assertEqual(list((self.folder / '.cache/poplens').iterdir()), [])

    def test_two_at_once_build_one_after_the_other(self):
        """Concurrent calls share neither the build folder nor the report; the window of the first blocks no other."""
        busy, body = self.folder / 'busy', (self.bin / 'ninja').read_text().split('\n', 2)[2]
        self.stand_in('ninja', f'mkdir "{busy}" 2>/dev/null || echo SHARED >>"{self.log}"; sleep 0.2; rmdir "{busy}" 2>/dev/null\n{body}')
        scripts = [self.start(DISPLAY=':9') for _ in range(3)]
        for script in scripts:
            _, errors = script.communicate(timeout=60)
            self.assertEqual((script.returncode, errors), (0, ''))
        self.assertNotIn('SHARED', self.calls())
        self.assertEqual(len([call for call in self.calls() if call.startswith('cmake')]), 1)
        self.assertEqual(len([call for call in self.calls() if call.startswith('poplens-demo')]), 1)
        self.assertEqual([entry.name for entry in (self.folder / '.cache/poplens').iterdir()], ['demo'])

    def test_wrong_use(self):
        self.assertEqual(self.run_script(self.script, '--what').returncode, 2)
        self.assertEqual(self.run_script(self.script, 'a', 'b').returncode, 2)
        self.assertEqual(self.run_script(self.script, 'nowhere').returncode, 1)
        self.assertEqual(self.run_script(self.script, '--help').returncode, 0)
        self.assertEqual(self.calls(), [])


class Suite(Stage):
    GOOD = '100% tests passed, 0 tests failed out of 7'
    BAD = '86% tests passed, 1 tests failed out of 7'

    def setUp(self):
        super().setUp()
        self.script = self.checkout() / 'script/test'
        self.stand_in('cmake')
        self.stand_in('ninja')
        self.let_ctest_say(dev=self.GOOD, asan=self.GOOD)

    def let_ctest_say(self, dev, asan):
        self.stand_in('ctest', f'[[ "$2" = dev* ]] && line="{dev}" || line="{asan}"\n'
                               'echo "$line"; echo; echo "Total Test time (real) =   1.00 sec"\n'
                               '[[ "$line" == 100%* ]]')

    def last_line(self, done):
        return done.stdout.splitlines()[-1]

    def test_both_pass(self):
        done = self.run_script(self.script)
        self.assertEqual((done.returncode, self.last_line(done)), (0, self.GOOD), done.stderr)
        runs = [call for call in self.calls() if call.startswith('ctest')]
        self.assertEqual([call.split()[2] for call in runs], ['dev-beside', 'asan'])

    def test_quick_runs_what_asan_would(self):
        self.assertEqual(self.run_script(self.script, '--quick').returncode, 0)
        runs = [call for call in self.calls() if call.startswith('ctest')]
        self.assertEqual([call.split()[2] for call in runs], ['dev'])

    def test_either_failing_fails_and_has_the_last_word(self):
        for says in ({'dev': self.BAD, 'asan': self.GOOD}, {'dev': self.GOOD, 'asan': self.BAD}):
            self.let_ctest_say(**says)
            done = self.run_script(self.script)
            self.assertEqual((done.returncode, self.last_line(done)), (1, self.BAD))

    def test_a_failed_build_fails_and_leaves_no_old_result(self):
        self.run_script(self.script)
        self.stand_in('ninja', 'exit 1')
        done = self.run_script(self.script)
        self.assertEqual(done.returncode, 1)
        self.assertNotIn(self.GOOD, done.stdout)

    def test_quick_and_arguments(self):
        done = self.run_script(self.script, '--quick', '-R', 'two words')
        self.assertEqual(done.returncode, 0)
        runs = [call for call in self.calls() if call.startswith('ctest')]
        self.assertEqual(len(runs), 1)
        self.assertTrue(runs[0].startswith('ctest --preset dev-all ') and runs[0].endswith('-R two words'), runs)

    def test_long_runs_all_seeds(self):
        """Runs all seeds in both builds, then the terminal's tests on Debian 11."""
        self.script.with_name('chroot').write_text('#!/bin/sh\necho "$1: 90% tests passed, 1 tests failed out of 9" >&2\nexit 3\n')
        self.stand_in('mmdebstrap')
        done = self.run_script(self.script, '--long')
        self.assertEqual(done.returncode, int(os.geteuid() == 0), done.stderr)
        runs = [call for call in self.calls() if call.startswith('ctest')]
        self.assertEqual([call.split()[2] for call in runs], ['dev-long', 'asan-long'])

    def test_the_terminal_alone(self):
        tree = self.script.parents[1]
        self.stand_in('ninja', 'mkdir -p build/terminal')
        for line, code in ((self.GOOD, 0), (self.BAD, 1)):
            self.stand_in('ctest', f'echo "{line}"; [[ "{line}" == 100%* ]]')
            done = self.run_script(self.script, '--terminal')
            self.assertEqual((done.returncode, self.last_line(done)), (code, line), done.stderr)
        self.assertIn('bootstrap --terminal-check', self.calls())
        self.assertFalse([call for call in self.calls() if '--preset' in call], self.calls())
        self.assertTrue((tree / 'build/terminal').is_dir())

    def test_ci_runs_it(self):
        shutil.copytree(ROOT / '.ci', self.script.parents[1] / '.ci')
        done = self.run_script(self.script.parents[1] / '.ci/run', cwd='/')
        self.assertEqual((done.returncode, self.last_line(done)), (0, self.GOOD), done.stderr)


class Fuzz(Stage):
    TARGETS = ['lists', 'place', 'json', 'archive', 'debug', 'profile', 'profile-sql', 'scan', 'sftp']

    def setUp(self):
        super().setUp()
        tree = self.checkout()
        self.script = tree / 'script/fuzz'
        for name in ('cmake', 'ninja'):
            self.stand_in(name)
        for name in self.TARGETS:
            self.write(f'a tree/build/fuzz/bin/fuzz-{name}',
                       f'#!/bin/bash\necho "{name} $*" >>"{self.log}"\n'
                       '[ -z "${POPLENS_FUZZ_KEEP-}" ] || echo >"$POPLENS_FUZZ_KEEP"\n')
        for name in ('archive.a', 'debug.cbor', 'framework.json', 'app.json', 'profile.pop'):
            self.write(f'a tree/build/fuzz/run/report/{name}', name)

    def ran(self, option):
        return [call.split()[0] for call in self.calls() if option in call]

    def test_all_in_turn_then_their_seeds(self):
        done = self.run_script(self.script, '--all', '3')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.ran('-max_total_time=180'), self.TARGETS)
        self.assertEqual(self.ran('-set_cover_merge=1'), self.TARGETS)
        self.assertEqual(done.stdout.count('clean'), len(self.TARGETS))

    def test_a_finding_fails_and_the_others_go_on(self):
        self.write('a tree/build/fuzz/bin/fuzz-place', '#!/bin/bash\n[[ "$*" != *max_total_time* ]]\n')
        done = self.run_script(self.script, '--all', '3')
        self.assertEqual(done.returncode, 1)
        self.assertEqual((done.stdout.count('FOUND'), done.stdout.count('clean')), (1, len(self.TARGETS) - 1))

    def test_wrong_use(self):
        for words in (['--all'], ['--all', 'x'], ['--all', '3', 'lists']):
            self.assertEqual(self.run_script(self.script, *words).returncode, 2)
        self.assertEqual(self.calls(), [])


class Walk(Stage):
    def setUp(self):
        super().setUp()
        self.script = self.checkout() / 'script/walk'
        for name in ('cmake', 'ninja'):
            self.stand_in(name)

    def let_it(self, body):
        self.write('a tree/tests/with-display',
                   f'#!/bin/bash\necho "$POPLENS_WALK_SECONDS $*" >>"{self.log}"\n{body}\n')

    def test_minutes_and_seed(self):
        self.let_it('echo "walk: 7 actions"')
        done = self.run_script(self.script, '2', 'R02Sabc')
        self.assertEqual((done.returncode, done.stdout), (0, 'walk: 7 actions; seed R02Sabc\n'), done.stderr)
        self.assertTrue(self.calls()[-1].startswith('120 ') and self.calls()[-1].endswith('--seed R02Sabc'))

    def test_a_failure_has_its_seed_and_the_last_actions(self):
        self.let_it('for i in {1..60}; do echo "walk $i: x"; done; echo "a warning"; exit 134')
        done = self.run_script(self.script, '2', 'R02Sabc')
        self.assertEqual(done.returncode, 134)
        lines = done.stdout.splitlines()
        self.assertEqual((lines[0], lines[49], lines[50]), ('walk 11: x', 'walk 60: x', 'a warning'))
        self.assertIn('2 R02Sabc', lines[51])

    def test_wrong_use(self):
        for words in ([], ['x'], ['2', 'R02Sabc', 'more']):
            self.assertEqual(self.run_script(self.script, *words).returncode, 2)
        self.assertEqual(self.calls(), [])


class Chroot(Stage):
    def setUp(self):
        super().setUp()
        self.script = self.checkout() / 'script/chroot'
        (self.bin / 'chmod').symlink_to(shutil.which('chmod'))
        self.stand_in('id', 'echo 0')
        self.stand_in('mmdebstrap')
        # Calls the last hook as mmdebstrap does.
        self.stand_in('unshare', 'for word; do [[ "$word" != --customize-hook=* ]] || hook=${word#*=}; done; "$hook" /made')
        self.stand_in('chroot', 'exit 3')

    def test_what_runs_there(self):
        for words, command in ((('bullseye',), 'script/test --terminal'), (('bookworm',), 'script/test'), (('trixie',), 'script/test'),
                               (('bullseye', 'script/same', 'a b'), 'script/same a b')):
            done = self.run_script(self.script, *words, TMPDIR=str(self.folder))
            self.assertEqual((done.returncode, done.stderr), (3, ''))
            made, ran = self.calls()[-2:]
            self.assertTrue(made.endswith(f' {words[0]} /dev/null'), made)
            self.assertTrue(ran.startswith('chroot /made ') and ran.endswith(f' - {command}'), ran)
        self.assertEqual(list(self.folder.glob('poplens-chroot*')), [])

    def test_no_chroot_is_no_success(self):
        self.stand_in('unshare')
        done = self.run_script(self.script, 'bullseye')
        self.assertEqual((done.returncode, done.stderr), (1, 'script/chroot: no chroot of bullseye\n'))

    def test_wrong_use(self):
        for words in ([], ['--what']):
            self.assertEqual(self.run_script(self.script, *words).returncode, 2)
        self.assertEqual(self.run_script(self.script, '--help').returncode, 0)
        self.assertEqual(self.calls(), [])


class Display(unittest.TestCase):
    def run_in_display(self, script, **more):
        env = {key: value for key, value in os.environ.items() if not key.startswith('POPLENS_TEST_')}
        env['DBUS_SESSION_BUS_ADDRESS'] = 'unix:path=/nowhere'
        return subprocess.run([ROOT / 'tests/with-display', 'bash', '-c', script], env={**env, **more},
                              timeout=600, stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def test_the_exit_code_comes_back(self):
        for code in (0, 3, 77):
            self.assertEqual(self.run_in_display(f'exit {code}').returncode, code)
        self.assertEqual(self.run_in_display('kill -ABRT $$').returncode, 128 + 6)

    def test_screen(self):
        self.assertIn('1600x1000', self.run_in_display('xdpyinfo').stdout)
        self.assertIn('800x600', self.run_in_display('xdpyinfo', POPLENS_TEST_SCREEN='800x600x24').stdout)
        self.assertNotEqual(self.run_in_display('true', POPLENS_TEST_SCREEN='large').returncode, 0)

    def test_nothing_of_the_users_and_nothing_left(self):
        done = self.run_in_display('stat -c %a "$XDG_RUNTIME_DIR"; echo $POPLENS_TEST_WORK '
                                   '$XDG_CONFIG_HOME $XDG_CACHE_HOME $XDG_DATA_HOME; echo $G_DEBUG $GTK_A11Y; '
                                   'dbus-send --session --print-reply --dest=org.freedesktop.DBus / '
                                   'org.freedesktop.DBus.GetId >/dev/null && echo bus')
        mode, folders, settings, bus = done.stdout.splitlines()
        work, *inside = folders.split()
        self.assertEqual((mode, settings, bus), ('700', 'fatal-warnings none', 'bus'))
        self.assertTrue(all(folder.startswith(work + '/') for folder in inside))
        self.assertFalse(os.path.exists(work))
        self.assertEqual(self.run_in_display('echo $GTK_A11Y', POPLENS_TEST_A11Y='1').stdout, 'atspi\n')

    def test_an_endless_program_and_its_children_are_ended(self):
        done = self.run_in_display('setsid sleep 1000 >/dev/null 2>&1 & echo $!; trap "" TERM; sleep 1000',
                                   POPLENS_TEST_TIMEOUT='1')
        self.assertIn(done.returncode, (124, 137))
        self.assertIn('POPLENS_TEST_TIMEOUT', done.stderr)
        try:
            state = pathlib.Path(f'/proc/{done.stdout.strip()}/stat').read_text().rsplit(')', 1)[1].split()[0]
        except FileNotFoundError:
            state = 'gone'
        self.assertIn(state, ('gone', 'Z'))


if __name__ == '__main__':
    if len(sys.argv) > 1:
        sys.argv[1] = sys.argv[1].capitalize()
    unittest.main()
