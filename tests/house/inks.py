#!/usr/bin/python3
"""Checks the figures of docs/look.md against the inks of the palette, and the contrast of texts in the window.

    inks.py [ROOT]        prints differences as FILE:LINE: WHAT, and exits 1 if there are any
    inks.py --self-test   tests the formulas, and that a wrong figure is found

Contrast is that of WCAG 2. Distances are CIEDE2000 after Machado's simulation of colour vision at full severity, in
linear light. Tints of waiting are compared as they are seen, drawn on the background.
"""
import itertools
import math
import pathlib
import re
import sys
import unittest

BACKGROUND = ('ffffff', '1e1e1e')
# Backgrounds of libadwaita's windows and cards, and of the sidebar; the foreground, and its opacity.
GROUNDS = (('fafafa', 'ffffff', 'ebebeb'), ('242424', '383838', '303030'))
FOREGROUNDS = ((0, 0.8), (1, 1))
TEXT = 4.5
VISIONS = {
    'normal': ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    'protan': ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    'deutan': ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    'tritan': ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
PALETTES = {'': 'inks', 'Okabe–Ito: ': 'okabe_ito', 'Viridis: ': 'viridis'}
WORK = ['COMPUTE', 'EXCHANGE', 'LINKS', 'HOST']
WAITS = ['EXCHANGE', 'HOST', 'LINKS', 'SYNC']
LOSSES = 'time classes, idle tiles and load imbalance'
SETS = {
    'steps': [*WORK, 'TILES'],
    'memory groups': ['TENSORS', 'EXCHANGE_BUFFERS', 'VERTEX_STATE', 'VERTEX_CODE', 'EXCHANGE_CODE',
                      'CONTROL_AND_STACK', 'PROFILING', 'OTHER'],
    'kinds of data and memory groups': ['TENSORS', 'OPTIMISER', 'WEIGHT_GRADIENT', 'ACTIVATION', 'GRADIENT', 'TEMPORARY',
                                        'EXCHANGE_BUFFERS', 'VERTEX_STATE', 'VERTEX_CODE', 'EXCHANGE_CODE',
                                        'CONTROL_AND_STACK', 'PROFILING', 'OTHER'],
    'data of one kind on another': ['TENSORS', 'OPTIMISER', 'WEIGHT_GRADIENT', 'ACTIVATION'],
    'totals': ['TOTAL', 'TOTAL_WITH_GAPS'],
    'always live and not': ['ALWAYS_LIVE', 'NOT_ALWAYS_LIVE'],
    'regions and overflow': ['NON_INTERLEAVED', 'INTERLEAVED', 'OVERFLOW'],
}


def rgb(text):
    return tuple(int(text[i:i + 2], 16) / 255 for i in (0, 2, 4))


def linear(color):
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color)


def contrast(a, b):
    high, low = sorted((sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear(x))) for x in (a, b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def lab(color, vision):
    seen = [min(max(sum(m * c for m, c in zip(row, linear(color))), 0), 1) for row in VISIONS[vision]]
    xyz = [sum(m * c for m, c in zip(row, seen)) / white for row, white in (
        ((0.4124564, 0.3575761, 0.1804375), 0.95047), ((0.2126729, 0.7151522, 0.0721750), 1),
        ((0.0193339, 0.1191920, 0.9503041), 1.08883))]
    x, y, z = (c ** (1 / 3) if c > 216 / 24389 else (24389 / 27 * c + 16) / 116 for c in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one, two):
    """Returns CIEDE2000 of two colours in CIELAB."""
    (l1, a1, b1), (l2, a2, b2) = one, two
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7)))
    c1, c2 = math.hypot(a1 * (1 + g), b1), math.hypot(a2 * (1 + g), b2)
    h1, h2 = (math.degrees(math.atan2(b, a * (1 + g))) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = 0 if not c1 * c2 else (h2 - h1 + 180) % 360 - 180
    middle = h1 + h2 if not c1 * c2 else (h1 + turn / 2) % 360
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = (1 - 0.17 * math.cos(math.radians(middle - 30)) + 0.24 * math.cos(math.radians(2 * middle))
         + 0.32 * math.cos(math.radians(3 * middle + 6)) - 0.20 * math.cos(math.radians(4 * middle - 63)))
    rotation = (-2 * math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7))
                * math.sin(math.radians(60 * math.exp(-((middle - 275) / 25) ** 2))))
    dl = (l2 - l1) / (1 + 0.015 * (lightness - 50) ** 2 / math.sqrt(20 + (lightness - 50) ** 2))
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * t)
    return math.sqrt(dl * dl + dc * dc + dh * dh + rotation * dc * dh)


def least(pairs, vision):
    return min(distance(lab(a, vision), lab(b, vision)) for a, b in pairs)


def tint(color, ground, part):
    return tuple(g + (c - g) * part for c, g in zip(color, ground))


def read_tints(root):
    """Returns the strength of tints, in light and dark: of load imbalance, of idle tiles, and of other waiting."""
    text = (root / 'src/charts/core/palette.c').read_text()
    tiles = re.search(r'tiles\[2\]\[2\] = \{\{(.*?), (.*?)\}, \{(.*?), (.*?)\}\}', text).groups()
    load, idle = zip(*[iter(map(float, tiles))] * 2)
    return load, idle, (float(re.search(r'WAITING_TINT (\S+)', text)[1]),) * 2


def read_palettes(root):
    """Returns the palettes by the beginnings of their rows in look.md; inks that a palette lacks are the
    standard ones."""
    tables = {}
    for name, text in re.findall(r'InkPair (\w+)\[POPLENS_N_INKS\] = \{(.*?)\n\};',
                                 (root / 'src/charts/core/palette.c').read_text(), re.DOTALL):
        tables[name] = {ink: (rgb(light), rgb(dark)) for ink, light, dark in
                        re.findall(r'\[POPLENS_INK_(\w+)\] = \{0x([0-9a-f]{6}), 0x([0-9a-f]{6})\}', text)}
    return {title: {**tables['inks'], **tables[name], 'tints': read_tints(root)} for title, name in PALETTES.items()}


def pairs_of(palettes, dark):
    """Returns pairs of colours by the name of their row in look.md."""
    return {title + name: pairs for title, palette in palettes.items()
            for name, pairs in pairs_of_one(palette, dark).items()}


def pairs_of_one(palette, dark):
    of, ground = (lambda names: [palette[name][dark] for name in names]), rgb(BACKGROUND[dark])
    rows = {name: list(itertools.combinations(of(names), 2)) for name, names in SETS.items()}
    load, idle, part = (strong[dark] for strong in palette['tints'])
    losses = [tint(palette['TILES'][dark], ground, strong) for strong in (load, idle)]
    tints = [tint(color, ground, part) for color in of(WAITS)] + losses
    rows['steps and other programs'] = list(itertools.product(of(WORK), of(['OTHER'])))
    rows[LOSSES] = [tuple(losses)]
    rows['time classes, work and waiting'] = list(itertools.product(of([*WORK, 'OTHER']), tints))
    rows['time classes, waiting and blank'] = [(color, ground) for color in tints]
    return rows


def check_contrasts(line, palettes):
    known = {theme: {''.join(f'{round(c * 255):02x}' for c in pair[theme]) for palette in palettes.values()
                     for name, pair in palette.items() if name != 'tints'} for theme in (0, 1)}
    shown = re.findall(r'#([0-9a-f]{6})(?: \((\d+\.\d)\))?', line)
    if not re.search(r'\|\s*#[0-9a-f]{6}[^|#]*\|\s*#[0-9a-f]{6}[^|#]*\|\s*$', line):
        return
    for dark, (color, said) in enumerate(shown):
        if color not in known[dark]:
            yield f'#{color} is not in the palette'
        if said and abs(contrast(rgb(color), rgb(BACKGROUND[dark])) - float(said)) > 0.06:
            yield f'#{color} has {contrast(rgb(color), rgb(BACKGROUND[dark])):.2f}:1, not {said}'


def check_distances(line, palettes):
    cells = [cell.strip() for cell in line.strip().strip('|').split('|')]
    match = re.fullmatch(r'(.*?)(?: \(.*\))?, light / dark', cells[0])
    rows = match and [pairs_of(palettes, dark).get(match[1]) for dark in (0, 1)]
    if not match or not rows[0]:
        return
    for vision, cell in zip(VISIONS, cells[1:]):
        for dark, said in enumerate(cell.split(' / ')):
            is_ = least(rows[dark], vision)
            if abs(is_ - float(said)) > 0.051:
                yield f'{match[1]}, {vision}, {"dark" if dark else "light"}: {is_:.2f}, not {said}'


def css_alphas(text):
    """Yields selector and opacity of each rule that makes a text paler; disabled texts may be paler."""
    for selector, body in re.findall(r'([^{}]+)\{([^{}]*)\}', re.sub(r'/\*.*?\*/', '', text, flags=re.DOTALL)):
        if ':disabled' in selector or selector.strip().endswith('image'):
            continue
        for alpha in re.findall(r'(?:^|[;\s])(?:opacity: |color: alpha\((?:currentColor|@view_fg_color), )([0-9.]+)', body):
            yield ' '.join(selector.split()), float(alpha)


def check_css(name, text, dark):
    """Texts of the window have a contrast of 4.5:1 on the backgrounds of windows and cards."""
    for role, color in re.findall(r'@define-color (\w+) #([0-9a-f]{6})', text):
        for ground in GROUNDS[dark][:2]:
            if contrast(rgb(color), rgb(ground)) < TEXT:
                yield f'{name}:1: {role} has {contrast(rgb(color), rgb(ground)):.2f}:1 on #{ground}'
    for selector, alpha in css_alphas(text):
        for theme, ((level, opaque), grounds) in enumerate(zip(FOREGROUNDS, GROUNDS)):
            for ground in grounds:
                seen = tuple(g + (level - g) * alpha * opaque for g in rgb(ground))
                if contrast(seen, rgb(ground)) < TEXT:
                    yield (f'{name}:1: {selector} has {contrast(seen, rgb(ground)):.2f}:1 on #{ground} '
                           f'in {"dark" if theme else "light"}')


def check(root, text=None):
    for name, dark in (('style.css', 0), ('style-dark.css', 1), ('widgets.css', 0)):
        yield from check_css(f'resources/{name}', (root / 'resources' / name).read_text(), dark)
    yield from check_look(root, text)


def check_look(root, text):
    look, palettes = root / 'docs/look.md', read_palettes(root)
    missing = set(pairs_of(palettes, 0))
    for number, line in enumerate((text or look.read_text()).splitlines(), 1):
        missing -= {name for name in missing if line.startswith(f'| {name}, light') or line.startswith(f'| {name} (')}
        for what in (*check_contrasts(line, palettes), *check_distances(line, palettes)):
            yield f'{look.relative_to(root)}:{number}: {what}'
    for name in sorted(missing):
        yield f'{look.relative_to(root)}:1: no distances of “{name}”'


class SelfTest(unittest.TestCase):
    ROOT = pathlib.Path(__file__).resolve().parents[2]

    def test_contrast(self):
        self.assertAlmostEqual(contrast(rgb('000000'), rgb('ffffff')), 21)
        self.assertAlmostEqual(contrast(rgb('777777'), rgb('ffffff')), 4.48, 2)

    def test_distance(self):
        """Pairs of Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula", 2005."""
        for one, two, wanted in (((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
                                 ((50, 2.5, 0), (73, 25, -18), 27.1492), ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
                                 ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
                                 ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082)):
            self.assertAlmostEqual(distance(one, two), wanted, 4)

    def test_wrong_figures_are_found(self):
        text = (self.ROOT / 'docs/look.md').read_text()
        for right, wrong in (('#bf3a30 (5.4)', '#bf3a30 (5.6)'), ('#bf3a30', '#bf3a31'), ('| 21.9 /', '| 22.1 /')):
            self.assertIn(right, text)
            self.assertTrue(list(check(self.ROOT, text.replace(right, wrong, 1))), wrong)

    def test_both_losses_are_told_apart(self):
        """The two losses differ by more than a hatch, in each palette and colour vision."""
        for dark in (0, 1):
            for name, pairs in pairs_of(read_palettes(self.ROOT), dark).items():
                for vision in VISIONS if name.endswith(LOSSES) else ():
                    self.assertGreater(least(pairs, vision), 13, (name, vision, dark))

    def test_pale_texts_are_found(self):
        for good, bad in (('a { opacity: 0.7; }', 'a { opacity: 0.55; }'),
                          ('b { color: alpha(currentColor, 0.8); }', 'b { color: alpha(currentColor, 0.6); }'),
                          ('@define-color x #2a7a4b;', '@define-color x #55a07a;'),
                          ('a:disabled { opacity: 0.5; }', 'a, b { min-width: 2px; opacity: 0.5; }')):
            self.assertFalse(list(check_css('x.css', good, 0)), good)
            self.assertTrue(list(check_css('x.css', bad, 0)), bad)


if __name__ == '__main__':
    if sys.argv[1:] == ['--self-test']:
        unittest.main(argv=sys.argv[:1])
    found = list(check(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else '.').resolve()))
    print('\n'.join(found))
    sys.exit(bool(found))
