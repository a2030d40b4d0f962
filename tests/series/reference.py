#!/usr/bin/env python3
"""Reference implementation of change-point detection in series of figures, an oracle for tests.

Binary segmentation by Student's t with Bonferroni's bound (Scott & Knott, Biometrics 30, 1974), as
in Hunter, now Apache Otava (Fleming et al., ICPE 2023), but with a correction for the search. A
segment is tested for one change, by values and by ranks; else for values that leave the segment and
return ("circular": Olshen et al., Biostatistics 5, 2004); else for a jump. Plain Python 3 without
packages or random numbers: the result depends only on the values.

  find(values) -> [Change]
  told(values) -> Told: what can be said about the noise
  echo 7 7 7 9 9 9 9 | python3 reference.py; python3 reference.py --selftest"""
import math
from bisect import bisect_left, bisect_right
from collections import namedtuple

FEWEST = 4             # least values of a series; fewer do not show their noise
ENOUGH = 8             # least values for a trend, and to tell outliers from noise
ALPHA = 0.005          # chance of a false step in a segment without a change, over all positions
ALPHA_RARE = 0.0002    # the same for rarer changes that look like noise: return, jump, trend
ALPHA_ALONE = 0.002    # the same for a single outlier, and for the latest value, which is tested again each time
END, AMONG = 2, 4      # least values of a segment at an end of the series, and in between
AWAY = 100             # most values between leaving and returning: without a limit the time is quadratic
NEAR, FAR, BACK = 5, 4.0, 2.0   # outliers: neighbours on each side; noise from the nearest one; noise that they keep
MOST_MEMORY = 0.9
TURNS = 5.0            # gap between two clusters of alternating values, in noise within each
LEAST_SHARE, LEAST_UNITS = 0.001, 1.0   # smaller changes do not count
ALIKE = 0.25           # share of the least change within which values are equal

# kind: 'step', 'once' (outlier) or 'drift' (trend). at: the first value of the new segment; the
# outlier; the last value of the trend. previous: the last value before it that is similar; the
# first value of the trend. noise: standard deviation before. last: no value follows that could
# confirm it.
Change = namedtuple('Change', 'kind at previous before after noise last')
# exact: without noise. turns: values alternate between two clusters. level: of the values since the
# last change. differ: mean difference of neighbours among them. latest: the least rise of the last
# value over the others that find() would report; None: too few.
Told = namedtuple('Told', 'exact turns level differ latest')


# ---- numbers -------------------------------------------------------------------------------------

def least_change(level):
    return max(LEAST_UNITS, LEAST_SHARE * abs(level))


def is_other(before, after):
    return abs(after - before) > least_change(before)


def median(values):
    s, n = sorted(values), len(values)
    return s[n // 2] if n % 2 else (s[n // 2 - 1] + s[n // 2]) / 2


def mean(values):
    return sum(values) / len(values)


def squares(values):
    m = mean(values)
    return sum((v - m) ** 2 for v in values)


def ranks(values):
    s = sorted(values)
    return [(bisect_left(s, v) + bisect_right(s, v) + 1) / 2 for v in values]


def chance_of_t(t, degrees):
    """Two-sided tail of Student's t (Wallace, Annals of Mathematical Statistics 30, 1959)."""
    n = degrees
    return math.erfc((8 * n + 1) / (8 * n + 3) * math.sqrt(n * math.log1p(t * t / n) / 2))


def least_t(chance, degrees):
    low, high = 0.0, 1e6
    for _ in range(80):
        t = (low + high) / 2
        low, high = (t, high) if chance_of_t(t, degrees) > chance else (low, t)
    return high


def alone(x, floor):
    """Student's t of each value against all others (Grubbs, Annals of Mathematical Statistics 21,
    1950)."""
    n, m, s = len(x), mean(x), squares(x)
    out = []
    for v in x:
        by = (v - m) * n / (n - 1)
        rest = max(s - by * by * (n - 1) / n, 0) / (n - 2)
        out.append(abs(by) / math.sqrt(max(rest, floor * floor) * (1 + 1 / (n - 1))))
    return out


def memory_of(residuals, levels):
    """Autocorrelation of neighbours after subtracting @levels means, at least 0 (bias: Marriott &
    Pope, Biometrika 41, 1954)."""
    s = sum(v * v for v in residuals)
    rho = sum(a * b for a, b in zip(residuals, residuals[1:])) / s if s > 0 else 0.0
    return min(max(rho + (1 + 3 * max(rho, 0)) * levels / len(residuals), 0), MOST_MEMORY)


def share_of(memory):
    """Number of independent values that each value counts as (Bayley & Hammersley, Supplement to
    the JRSS 8, 1946)."""
    return (1 - memory) / (1 + memory)


# ---- without noise -------------------------------------------------------------------------------

def runs_of(x, share):
    """Returns the starts of runs: values that differ from those before."""
    runs = [0]
    for i in range(1, len(x)):
        if abs(x[i] - x[runs[-1]]) > share * least_change(x[runs[-1]]):
            runs.append(i)
    return runs


def is_exact(x):
    """Whether a series has no noise: half of the neighbours are equal, single values do not follow
    one another, and at most one value returns. Else values vary, or alternate."""
    runs, n = runs_of(x, ALIKE), len(x)
    if 2 * (len(runs) - 1) > n - 1:
        return False
    lengths = [b - a for a, b in zip(runs, runs[1:] + [n])]
    if any(lengths[r] == 1 and lengths[r + 1] == 1 for r in range(1, len(runs) - 1)):
        return False
    backs = sum(not is_other(x[runs[q]], x[runs[r]]) for r in range(2, len(runs)) for q in range(r - 1))
    return backs <= 1


def find_exact(x):
    """Each change counts; a single value between two equal segments is an outlier."""
    runs = runs_of(x, 1)
    once = [a for z, a, b in zip(runs, runs[1:], runs[2:]) if b - a == 1 and not is_other(x[z], x[b])]
    return [a for a in runs[1:] if a not in once and a - 1 not in once], once


# ---- among noise ---------------------------------------------------------------------------------

def smooth(x, floor):
    """Moves outliers towards their neighbours, as smooth.CNA of DNAcopy (Olshen et al.)."""
    if len(x) < ENOUGH:
        return x
    noise = max(1.4826 * median([abs(b - a) for a, b in zip(x, x[1:])]) / math.sqrt(2), floor)
    y = list(x)
    for i, v in enumerate(x):
        others = x[max(0, i - NEAR):i] + x[i + 1:i + 1 + NEAR]
        if min(abs(o - v) for o in others) > FAR * noise and not min(others) < v < max(others):
            y[i] = median(others + [v]) + (BACK if v > max(others) else -BACK) * noise
    return y


def clearest(values, floor, memory, places):
    """Returns (chance, place): the one of the places [i, j) whose values differ most from all
    others by Student's t, and the probability of one as clear by chance among all places."""
    n, m = len(values), mean(values)
    sums = [0.0]
    for v in values:
        sums.append(sums[-1] + v - m)
    total, top, place = squares(values), 0.0, None
    for i, j in places:
        k, d = j - i, sums[j] - sums[i]
        between = d * d * (1 / k + 1 / (n - k))
        t = math.sqrt(between / max((total - between) / (n - 2), floor * floor))
        if t > top * (1 + 1e-9):
            top, place = t, (i, j)
    return len(places) * chance_of_t(top * math.sqrt(share_of(memory)), n - 2) if place else 1.0, place


def find_jump(x, y, floor, low, high):
    """Finds neighbours that differ more than all other neighbours, also in a trend or in wandering
    noise."""
    def differences(v):
        return alone([b - a for a, b in zip(v, v[1:])], floor * math.sqrt(2))
    n = len(x)
    if n < max(FEWEST + 1, low + high):
        return None
    t = [min(a, b) for a, b in zip(differences(x), differences(y))]
    at = max(range(low, n - high + 1), key=lambda k: t[k - 1])
    return at if (n - 1) * chance_of_t(t[at - 1], n - 3) <= ALPHA_RARE else None


def find_change(x, y, r, floor, memory, low, high):
    """Returns the ends of a segment that differs from all other values."""
    n = len(y)
    places = [(k, n) for k in range(low, n - high + 1)]
    for values, least in (y, floor), (r, 0.5):
        chance, place = clearest(values, least, memory, places)
        if chance <= ALPHA:
            return [place[0]]
    places = [(i, j) for i in range(low, n) for j in range(i + AMONG, min(i + AWAY, n - high) + 1)]
    chance, place = clearest(x, floor, memory, places)
    if chance <= ALPHA_RARE:
        return list(place)
    at = find_jump(x, y, floor, low, high)
    return [] if at is None else [at]


def find_cuts(x, y, r, floor, memory, first=0, is_last=True):
    n = len(y)
    if n < FEWEST:
        return []
    cuts = find_change(x, y, r, floor, memory, AMONG if first else END, END if is_last else AMONG)
    found = [first + c for c in cuts]
    for a, b in zip([0] + cuts, cuts + [n]) if cuts else []:
        found += find_cuts(x[a:b], y[a:b], r[a:b], floor, memory, first + a, is_last and b == n)
    return sorted(found)


def around(y, cuts):
    """Returns the residuals around the segments' means."""
    edges = [0] + cuts + [len(y)]
    return [v - mean(y[a:b]) for a, b in zip(edges, edges[1:]) for v in y[a:b]]


def slope_of(y, floor, cuts):
    """Returns 0 unless a trend explains the values better than the cuts, by BIC (Schwarz 1978), and
    better than any single step, by positive evidence (Kass & Raftery 1995)."""
    n = len(y)
    if n < ENOUGH:
        return 0.0
    middle = (n - 1) / 2
    slope = sum((i - middle) * v for i, v in enumerate(y)) * 12 / (n * (n * n - 1))
    r = around([v - slope * i for i, v in enumerate(y)], [])
    line = max(sum(v * v for v in r), n * floor * floor)
    t = math.sqrt(share_of(memory_of(r, 0)) * slope * slope * n * (n * n - 1) / 12 / (line / (n - 2)))
    if not cuts and chance_of_t(t, n - 2) > ALPHA_RARE:
        return 0.0
    steps = max(sum(v * v for v in around(y, cuts)), n * floor * floor)
    one = max(min(squares(y[:k]) + squares(y[k:]) for k in range(1, n)), n * floor * floor)
    more = 2 * len(cuts) - 1
    return slope if n * math.log(one / line) >= 2 and n * math.log(steps / line) + more * math.log(n) > 0 else 0.0


def find_alone(x, floor, is_last):
    """Finds outliers of a segment, the clearest first; at most a tenth of the values."""
    left, found = list(range(len(x))), []
    while len(found) < max(1, len(x) // 10) and len(left) >= FEWEST:
        t, n = alone([x[i] for i in left], floor), len(left)
        chances = [chance_of_t(t[p], n - 2) * (1 if is_last and i == len(x) - 1 else n) for p, i in enumerate(left)]
        p = chances.index(min(chances))
        if chances[p] > ALPHA_ALONE:
            break
        found.append(left.pop(p))
    return found


# ---- whole series ------------------------------------------------------------------------------

Parts = namedtuple('Parts', 'exact cuts slope once floor memory y')


def segment(x):
    floor = least_change(median(x)) / math.sqrt(12)   # differences that never count are rounding (Sheppard)
    if is_exact(x):
        cuts, once = find_exact(x)
        return Parts(True, cuts, 0.0, once, floor, 0.0, x)
    y = smooth(x, floor)
    r = ranks(x)
    cuts = find_cuts(x, y, r, floor, 0.0)
    memory = memory_of(around(y, cuts), len(cuts) + 1)
    if memory > 0:
        cuts = find_cuts(x, y, r, floor, memory)
    slope = slope_of(y, floor, cuts)
    cuts = [] if slope else cuts
    z = [v - slope * i for i, v in enumerate(x)]
    edges = [0] + cuts + [len(x)]
    once = [a + i for a, b in zip(edges, edges[1:]) for i in find_alone(z[a:b], floor, b == len(x))]
    return Parts(False, cuts, slope, once, floor, memory, y)


def find(x):
    n = len(x)
    if n < FEWEST:
        return []
    parts = segment(x)
    slope, once = parts.slope, parts.once
    z = [v - slope * i for i, v in enumerate(x)]
    changes = []

    def add(kind, at, before, after, noise, previous=None):
        like = [i for i in range(at) if i not in once]
        previous = previous if previous is not None else like[-1] if like else at
        if is_other(before, after):
            changes.append(Change(kind, at, previous, before, after, noise, at == n - 1 and kind != 'drift'))

    edges = [0] + parts.cuts + [n]
    level = noise = None
    for a, b in zip(edges, edges[1:]):
        before, noise_before = level, noise
        inner = [z[i] for i in range(a, b) if i not in once]
        level = median(z[a:b])
        noise = 0.0 if parts.exact or len(inner) < 2 else math.sqrt(squares(inner) / (len(inner) - 1))
        if a:
            add('step', a, before, level, noise_before)
        for i in sorted(once):
            if a <= i < b:
                add('once', i, level + slope * i, x[i], noise)
        if slope:
            ends = [i for i in range(n) if i not in once]
            add('drift', ends[-1], level + slope * ends[0], level + slope * ends[-1], noise, ends[0])
    return sorted(changes, key=lambda c: c.at)


def takes_turns(x, floor):
    """Whether values are of two clusters, whose gap is wide relative to the noise within each, and
    alternate more than in a change that was fixed."""
    s, n = sorted(x), len(x)
    least = max(2, n // 10)
    if n < ENOUGH:
        return False
    k = max(range(least, n - least + 1), key=lambda i: s[i] - s[i - 1])
    noise = max(math.sqrt((squares(s[:k]) + squares(s[k:])) / (n - 2)), floor)
    return s[k] - s[k - 1] > TURNS * noise and sum((a < s[k]) != (b < s[k]) for a, b in zip(x, x[1:])) > 2


def told(x):
    """Returns what can be said if nothing was found: not the probability of detecting a change,
    which depends on the distribution of the noise, but the differences that find() would report
    in the values since the last change."""
    if len(x) < FEWEST:
        return Told(False, False, None, None, None)
    parts = segment(x)
    last = [v - parts.slope * i for i, v in enumerate(x)][parts.cuts[-1] if parts.cuts else 0:]
    n, level = len(last), median(last)
    if parts.exact:
        return Told(True, False, level, 0.0, least_change(level))
    turns = takes_turns(x, parts.floor)
    if n < FEWEST:
        return Told(False, turns, level, None, None)
    rest = max(math.sqrt(squares(last[:-1]) / (n - 2)), parts.floor)
    latest = least_t(ALPHA_ALONE, n - 2) * rest * math.sqrt(1 + 1 / (n - 1))
    return Told(False, turns, level, mean([abs(b - a) for a, b in zip(last, last[1:])]), max(latest, least_change(level)))


def selftest():
    def text(values):
        return ' '.join('%s:%d:%g>%g' % (c.kind, c.at, c.before, c.after) for c in find([float(w) for w in values.split()]))
    assert text('5000 5000 5000 5006') == 'step:3:5000>5006'
    assert text('5000 5000 5000 5005') == '' and text('10 10 10 11') == '' and text('7 7 9') == ''
    assert text('7 7 7 7 9 9 9 9 7 7 7 7') == 'step:4:7>9 step:8:9>7'
    assert text('100 100 100 100 150 100 100 100 100 100') == 'once:4:100>150'
    assert text('100 130 90 120 105 140 95') == ''
    assert text('10 10 10 20 10 10 20 10 10 10 20 20 10 10 20 10 10 10 20 10') == ''
    assert text('0 0 0 0 0 0') == ''
    assert abs(chance_of_t(12.706, 1) - 0.05) < 0.02 and abs(chance_of_t(3.707, 6) - 0.01) < 0.0005


if __name__ == '__main__':
    import sys
    if sys.argv[1:] == ['--selftest']:
        selftest()
    else:
        for line in sys.stdin:
            values = [float(w) for w in line.split()]
            for change in find(values):
                print(change)
            print(told(values))
