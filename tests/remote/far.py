"""A host with the demo report behind a slow link."""
import pathlib

import support

LINK = dict(delay=0.005, rate=100e6 / 8)
BLOCK = 65536  # bytes of a block, which is read and cached as a whole


class Far(support.Case):
    sizes = []

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.host = cls.site.host('gc-01', **LINK)
        cls.link = cls.site.links['gc-01']
        cls.report = cls.put_report(cls, cls.host)
        cls.address = f'gc-01:{cls.report}'
        cls.profile_size = (cls.report / 'profile.pop').stat().st_size

    def setUp(self):
        self.link.cut_after = self.link.stop_after = None
        self.link.refuses = False
        self.link.cut()
        self.link.go_on()
        self.link.settle()
        self.link.start_counting()
        self.addCleanup(self.link.cut)

    def cache(self, name):
        """Returns an environment with a separate cache directory."""
        return {'XDG_CACHE_HOME': str(self.site.folder / f'cache-{name}')}

    def kept(self, name):
        return sum(path.stat().st_blocks * 512 for path in pathlib.Path(self.cache(name)['XDG_CACHE_HOME']).rglob('*')
                   if path.is_file())

    def insights(self, *options, **more):
        return self.run_cli('table', 'findings', self.address, '--json', '--no-cache', *options, **more)

    def measure(self):
        """Returns the bytes of a login, and of a login with a command."""
        if not self.sizes:
            self.sizes.append(self.counted('gc-01', lambda: self.site.log_in('gc-01'))[0].down)
            self.sizes.append(self.counted('gc-01', self.insights)[0].down)
        return self.sizes
