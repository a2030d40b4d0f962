"""Links that fall silent: told soon, cancelled at once, and nothing goes on behind."""
import pathlib
import time

from far import Far
import sshd
import support


class Silence(Far):
    def fall_silent(self):
        """A command that has got half of what it wants and then nothing any more."""
        login, size = self.measure()
        self.link.start_counting()
        self.link.stop_after = (login + size) // 2
        child = self.start('insights', self.address, '--no-cache')
        self.assertTrue(self.link.stopped.wait(20))
        return child

    def test_silent(self):
        """Told within 20 s."""
        child = self.fall_silent()
        start = time.monotonic()
        said = child.communicate(timeout=60)[1]
        took = time.monotonic() - start
        self.assertEqual(child.returncode, 1, said)
        self.assertRegex(said, '^poplens-cli: .*gc-01')
        self.assertNotRegex(said, 'damaged|changed|reload')
        self.assertLess(took, 20)

    def test_cancelled(self):
        """Ctrl+C while the link is silent, while it works, and while it connects."""
        child = self.fall_silent()
        self.assertLess(support.interrupt(child), 0.2)
        self.assertNotEqual(child.returncode, 0)
        child = self.start('insights', self.address, '--no-cache')
        self.assertLess(support.interrupt(child), 0.3)
        time.sleep(0.3)
        child = self.start('insights', self.address, '--no-cache')
        time.sleep(0.3)
        self.assertLess(support.interrupt(child), 0.2)

    def test_nothing_is_left_behind(self):
        """No ssh goes on after its program was interrupted or killed."""
        for end in (support.interrupt, lambda child: (child.kill(), child.communicate())):
            child = self.fall_silent()
            below = sshd.descendants(child.pid)
            self.assertTrue(below)
            end(child)
            until = time.monotonic() + 5
            alive = below
            while alive and time.monotonic() < until:
                alive = [pid for pid in alive if is_running(pid)]
                time.sleep(0.05)
            self.assertEqual(alive, [])
            self.link.cut()
            self.link.go_on()


def is_running(pid):
    try:
        return pathlib.Path(f'/proc/{pid}/stat').read_text().rsplit(')', 1)[1].split()[0] != 'Z'
    except OSError:
        return False


if __name__ == '__main__':
    support.main()
