"""Packs a number for each tile into one integer: tile t has bits 64 t … 64 t + 62, so that Python adds and compares all
tiles at once. Sums must stay below 2^63 and, when complete, not be negative."""
import struct


class Lanes:
    def __init__(self, n):
        self.n = n
        self.ones = sum(1 << 64 * lane for lane in range(n))
        self.tops = self.ones << 63

    def get(self, packed):
        return list(struct.unpack(f'<{self.n}Q', packed.to_bytes(self.n * 8, 'little')))

    def keep(self, old, new):
        """Returns the bits of the lanes in which @new is not more than @old."""
        tops = ((old | self.tops) - new) & self.tops
        return tops - (tops >> 63)

    def highest(self, events, scale):
        """Returns for each lane the highest sum, and the first step that has it; 0 and step 0 if there are no events.
        events: {position: amounts to add}."""
        now = highest = where = 0
        for position in sorted(events):
            now += events[position]
            keep = self.keep(highest, now)
            highest = now ^ (highest ^ now) & keep
            step = position // scale * self.ones
            where = step ^ (where ^ step) & keep
        return self.get(highest), self.get(where)
