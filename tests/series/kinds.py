"""Random series of each kind for which scores of the method are reported. Plain Python; a seed
always gives the same series."""
import random
from collections import namedtuple

LEVEL, NOISE = 1_000_000.0, 10_000.0   # cycles; noise is one percent

# make(rng, n) -> (values, steps): reports at which they got worse.
Kind = namedtuple('Kind', 'name lengths make')


def normal(rng, n):
    return [rng.gauss(0, 1) for _ in range(n)]


def student(rng, n):
    """Noise with Student's t distribution of three degrees of freedom."""
    return [rng.gauss(0, 1) / (sum(rng.gauss(0, 1) ** 2 for _ in range(3)) / 3) ** 0.5 for _ in range(n)]


def spikes(rng, n):
    """One value in ten is far above."""
    return [rng.gauss(0, 1) + (rng.uniform(5, 15) if rng.random() < 0.1 else 0) for _ in range(n)]


def machines(rng, n):
    """Two of five values are of a machine that is three percent slower."""
    return [rng.gauss(0, 0.5) + (3 if rng.random() < 0.4 else 0) for _ in range(n)]


def wandering(rho):
    def make(rng, n):
        value, out = rng.gauss(0, 1), []
        for _ in range(n):
            out.append(value)
            value = rho * value + (1 - rho * rho) ** 0.5 * rng.gauss(0, 1)
        return out
    return make


def staying(rng, n):
    """Values of two machines; each value is of the same machine as the one before with 80 %."""
    slow, out = rng.random() < 0.5, []
    for _ in range(n):
        out.append(rng.gauss(0, 0.3) + (5 if slow else 0))
        slow = slow if rng.random() < 0.8 else not slow
    return out


def noise(make, scale=1.0):
    return lambda rng, n: ([LEVEL + NOISE * scale * v for v in make(rng, n)], [])


def stepped(make, by, scale=1.0, after=None):
    """Values that rise by @by percent at a report in the second third; @after: and fall again after
    so many."""
    def stepped_make(rng, n):
        at = rng.randrange(n // 3, n - n // 3)
        values = [LEVEL + NOISE * (scale * v + (by if at <= i < (at + after if after else n) else 0))
                  for i, v in enumerate(make(rng, n))]
        return values, [at]
    return stepped_make


def two_steps(rng, n):
    at = rng.randrange(n // 3, n // 2)
    return [LEVEL + NOISE * (v + 3 * (i >= at) + 3 * (i >= at + 6)) for i, v in enumerate(normal(rng, n))], [at, at + 6]


def falling(rng, n):
    at = rng.randrange(n // 3, n - n // 3)
    return [LEVEL + NOISE * (0.3 * v - 0.2 * i + 5 * (i >= at)) for i, v in enumerate(normal(rng, n))], [at]


def alternating(rng, n):
    at = rng.randrange(n // 3, n - n // 3)
    return [LEVEL + NOISE * (0.3 * v + 5 * (i % 2) + 2 * (i >= at)) for i, v in enumerate(normal(rng, n))], [at]


def exact(rng, n):
    """Values without noise, as of a compiler: segments, some with a single outlier."""
    values, level = [], LEVEL
    for _ in range(n):
        level += NOISE * rng.choice((0, 0, 0, 0, 0, 0, 0, 0, 1, -1))
        values.append(level + NOISE * (2 if rng.random() < 0.04 else 0))
    return values, []


def line(rng, n):
    slope = rng.choice((0.3, 1.0, 2.0, -1.0))
    return [LEVEL + NOISE * (v + slope * i) for i, v in enumerate(normal(rng, n))], []


FALSE = [
    Kind('normal', (10, 30, 60), noise(normal)),
    Kind("Student's t, 3 degrees", (10, 30, 60), noise(student, 0.6)),
    Kind('lognormal', (10, 30, 60), noise(lambda rng, n: [rng.lognormvariate(0, 1) for _ in range(n)])),
    Kind('growing variance', (10, 30, 60), noise(lambda rng, n: [v * (0.5 + 2.5 * i / n) for i, v in enumerate(normal(rng, n))])),
    Kind('spikes', (10, 30, 60), noise(spikes)),
    Kind('two machines', (10, 30, 60), noise(machines)),
    Kind('AR 0.5', (10, 30, 60), noise(wandering(0.5))),
    Kind('AR 0.8', (10, 30, 60), noise(wandering(0.8))),
    Kind('AR 0.95', (10, 30, 60), noise(wandering(0.95))),
    Kind('machines that stay (80 %)', (10, 30, 60), noise(staying)),
]
FOUND = [
    Kind('step of 2 sd', (30,), stepped(normal, 2)),
    Kind('step of 3 sd', (12, 30), stepped(normal, 3)),
    Kind('+2 %, spikes', (30,), stepped(spikes, 2, 0.6)),
    Kind('+2 %, two machines', (30, 60), stepped(machines, 2)),
    Kind('+5 %, mended after four', (30,), stepped(normal, 5, after=4)),
    Kind('two steps of 3 %, six apart', (30,), two_steps),
    Kind('+5 % on a falling trend', (30,), falling),
    Kind('4 sd in AR 0.8', (30,), stepped(wandering(0.8), 4)),
    Kind('alternating machines, +2 %', (30,), alternating),
]
# Kinds for the comparison alone.
OTHER = [
    Kind('without noise', (12, 40), exact),
    Kind('line', (8, 30), line),
    Kind('short', (4, 5, 7), noise(normal)),
]


def series_of(kind, n, count, seed):
    """Returns series that do not depend on other kinds."""
    rng = random.Random(f'{kind.name} {n} {seed}')
    return [kind.make(rng, n) for _ in range(count)]


def is_hit(changes, steps):
    """Whether each step is detected as worse within two reports. changes: (kind, at, before, after)"""
    worse = [at for kind, at, before, after in changes if kind == 'step' and after > before]
    return all(any(abs(at - step) <= 2 for at in worse) for step in steps)


def is_false(changes):
    return any(kind != 'once' and after > before for kind, at, before, after in changes)
