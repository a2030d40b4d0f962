"""Reads and writes debug.cbor, without code of the programs."""


class Cbor:
    """The subset of CBOR in debug.cbor; values without an end raise IndexError."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def number(self, low):
        if low < 24:
            return low
        size = 1 << (low - 24)
        self.at += size
        return int.from_bytes(self.data[self.at - size:self.at], 'big')

    def items(self, low):
        """Yields as many values as announced, or those up to the break."""
        if low != 31:
            for _ in range(self.number(low)):
                yield self.value()
            return
        while self.data[self.at] != 0xff:
            yield self.value()
        self.at += 1

    def value(self):
        head = self.data[self.at]
        self.at += 1
        major, low = head >> 5, head & 31
        if major == 0:
            return self.number(low)
        if major == 1:
            return -1 - self.number(low)
        if major in (2, 3):
            size = self.number(low)
            self.at += size
            data = self.data[self.at - size:self.at]
            return data.decode() if major == 3 else data
        if major == 4:
            return list(self.items(low))
        if major == 5:
            pairs = range(self.number(low))
            return {self.value(): self.value() for _ in pairs}
        if low in (25, 26, 27):
            self.at += 1 << (low - 24)
            return None
        return {20: False, 21: True}.get(low)


def encode(value):
    """Encodes maps, lists, texts, numbers from 0, and booleans."""
    def head(major, n):
        if n < 24:
            return bytes([major << 5 | n])
        size = next(i for i in range(4) if n < 1 << (8 << i))
        return bytes([major << 5 | 24 + size]) + n.to_bytes(1 << size, 'big')
    if isinstance(value, bool):
        return b'\xf5' if value else b'\xf4'
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, str):
        return head(3, len(value.encode())) + value.encode()
    if isinstance(value, list):
        return head(4, len(value)) + b''.join(map(encode, value))
    return head(5, len(value)) + b''.join(encode(k) + encode(v) for k, v in value.items())
