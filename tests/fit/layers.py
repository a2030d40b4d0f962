"""Finds the layers of a program tree and the steps that work on each, in plain Python. Shares no code with the program.

Rules are in src/analysis/insights/moves.h; docs/formats.md and src/analysis/trace/name-parts.h say which numbered parts
of a path count layers.
"""
import collections
import re

ROLES = {'ExchangePre', 'ExchangePost', 'OnTileCopy', 'OnTileCopyPre', 'OnTileCopyPost', 'Op', 'PreArrange', 'PostArrange',
         'GlobalPre', 'GlobalPost', 'GlobalExchange'}
PHASES = set('fwd forward loss nll bwd backward grad grads gradient gradients backprop wu update optimiser optimizer '
             'apply_gradients resource_update accumulate scaled_add'.split())
NUMBERED = re.compile(r'(.*[A-Za-z])[._:-]?(\d{1,18})')


def without_count(name):
    return re.sub(r'^cs\d+_', '', name)


def destination(name):
    """Returns the destination of a copy, to which the copy belongs, or the name of any other step without its count."""
    if re.match(r'copy\d+_', name):
        return name.rpartition('_to_')[2] if '_to_' in name else ''
    return without_count(name)


def bare(name):
    """Returns the name without count, phase, and PopART's prefix of tensors."""
    path = without_count(name)
    first, slash, rest = path.partition('/')
    if slash and first.removeprefix('Copy_').lower() in PHASES:
        path = rest
    first, slash, rest = path.partition('/')
    return first.partition('___')[2] + slash + rest if '___' in first else path


def numbers(path):
    """Yields for each part that ends in a number: the text before the number, the number, and the path up to and below
    the part."""
    parts = path.split('/')
    for i, part in enumerate(parts[:-1]):
        found = NUMBERED.fullmatch(part)
        if found:
            yield '/'.join(parts[:i] + [found[1]]), int(found[2]), '/'.join(parts[:i + 1]), '/'.join(parts[i + 1:])


def is_family(members):
    """members: {number: set of paths below it}"""
    below = [members[number] for number in sorted(members)]
    same = sorted(len(a & b) / len(a | b) for a, b in zip(below, below[1:]))
    return bool(same) and max(map(len, below)) > 1 and same[(len(same) - 1) // 2] >= 0.5


def families(names):
    """Returns the beginnings of paths whose numbers count layers."""
    found = collections.defaultdict(lambda: collections.defaultdict(set))
    for name in names:
        path = without_count(name)
        if re.match(r'copy\d+_', path):
            continue
        parts, roles = path.split('/'), 0
        while roles < len(parts) and parts[-1 - roles] in ROLES:
            roles += 1
        stem = '/'.join(parts[:len(parts) - roles])
        tail = path[len(stem):]
        for base, number, _, below in numbers(stem):
            found[base][number].add(below + tail)
    return {base for base, members in found.items() if is_family(members)}


def runs(steps):
    """Returns the runs of adjacent steps, as [first, end)."""
    out = []
    for step in steps:
        if out and out[-1][1] == step:
            out[-1] = out[-1][0], step + 1
        else:
            out.append((step, step + 1))
    return out


class Layers:
    """forward, backward: {layer: [first step, end)}; updates: runs of steps; own: {layer: its own runs in the update};
    order: {layer: number}"""

    def __init__(self, steps):
        self.families = families(set(steps.name.values()))
        self.forward, self.backward, self.of_step, self.order = {}, {}, {}, {}
        for step in sorted(steps.name):
            path = destination(steps.name[step])
            if path and steps.phase[step] != 'U':
                self.add(step, self.layer(path), self.backward if steps.phase[step] == 'B' else self.forward)
        self.add_updates(steps)

    def layer(self, path):
        """Returns the path to the part that counts layers, or else its first two parts."""
        plain = bare(path)
        for base, _, upto, below in numbers(without_count(path)):
            if base in self.families and plain.endswith('/' + below):
                return plain[:-len(below) - 1]
        return '/'.join(plain.split('/')[:2])

    def add(self, step, layer, spans):
        self.order.setdefault(layer, len(self.order))
        self.of_step[step] = layer
        if spans is self.forward and layer in self.backward:
            return
        spans[layer] = spans.get(layer, (step, 0))[0], step + 1

    def find(self, name):
        """Returns the layer of a variable: the longest part of its path that is one, or None."""
        parts = bare(name).split('/')
        for n in range(len(parts), 0, -1):
            if '/'.join(parts[:n]) in self.order:
                return '/'.join(parts[:n])
        return None

    def add_updates(self, steps):
        """A copy from a layer, and the steps called after it, belong to that layer."""
        of_layer, layer, all_steps = collections.defaultdict(list), None, []
        for step in sorted(steps.name):
            if steps.phase[step] != 'U':
                layer = None
                continue
            name = steps.name[step]
            copied = re.match(r'(?:copy\d+_|cs\d+_)?Copy_(.*?)_to_', name)
            layer = self.find(copied[1] if copied else name) or layer
            all_steps.append(step)
            if layer:
                of_layer[layer].append(step)
        self.updates = runs(all_steps)
        self.own = {layer: runs(own) for layer, own in of_layer.items()}
