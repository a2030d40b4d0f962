"""Numbers of all tiles in one: tile t has bits 64 t … 64 t + 62 of an integer, so that Python adds and compares all of
them at once. Sums stay below 2 to the 63rd and, summed up, above 0."""
import struct


class Lanes:
    def __init__(self, n):
        self.n = n
        self.ones = sum(1 << 64 * lane for lane in range(n))
        self.tops = self.ones << 63

    def get(self, packed):
        return list(struct.unpack(f'<{self.n}Q', packed.to_bytes(self.n * 8, 'little')))

    def keep(self, old, new):
        """Bits of those lanes in which @new is not more than @old."""
        tops = ((old | self.tops) - new) & self.tops
        return tops - (tops >> 63)

    def highest(self, events, scale):
        """events: {position: what is added there}. Of each lane the highest sum, and the first step that has it;
        0 and step 0 where there is nothing."""
        now = highest = where = 0
        for position in sorted(events):
            now += events[position]
            keep = self.keep(highest, now)
            highest = now ^ (highest ^ now) & keep
            step = position // scale * self.ones
            where = step ^ (where ^ step) & keep
        return self.get(highest), self.get(where)
