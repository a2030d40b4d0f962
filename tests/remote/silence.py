"""Tests of links that fall silent: the command says so, can be interrupted before, and leaves no
process behind."""
import pathlib
import signal
import time

from far import Far
import sshd
import support


class Silence(Far):
    def fall_silent(self):
        """Starts a command, and stops the link after half of its data."""
        login, size = self.measure()
        self.link.start_counting()
        self.link.stop_after = (login + size) // 2
        child = self.start('table', 'findings', self.address, '--no-cache')
        self.assertTrue(self.link.stopped.wait(20))
        return child

    def test_silent(self):
        child = self.fall_silent()
        said = child.communicate(timeout=240)[1]
        self.assertEqual(child.returncode, 1, said)
        self.assertRegex(said, '^poplens-cli: .*gc-01')
        self.assertNotRegex(said, 'damaged|changed|reload')

    def test_cancelled(self):
        """Ctrl+C while the link is silent, while it works, and while it connects."""
        self.assert_interrupted(self.fall_silent())
        self.assert_interrupted(self.start('table', 'findings', self.address, '--no-cache'))
        child = self.start('table', 'findings', self.address, '--no-cache')
        time.sleep(0.3)
        self.assert_interrupted(child)

    def test_nothing_is_left_behind(self):
        """No ssh is left after its program was interrupted or killed."""
        for end in (signal.SIGINT, signal.SIGKILL):
            child = self.fall_silent()
            below = sshd.descendants(child.pid)
            self.assertTrue(below)
            child.send_signal(end)
            child.communicate()
            while any(map(is_running, below)):
                time.sleep(0.05)
            self.link.cut()
            self.link.go_on()


def is_running(pid):
    try:
        return pathlib.Path(f'/proc/{pid}/stat').read_text().rsplit(')', 1)[1].split()[0] != 'Z'
    except OSError:
        return False


if __name__ == '__main__':
    support.main()
