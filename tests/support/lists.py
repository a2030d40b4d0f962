"""Decodes lists of numbers in a profile."""


def varints(blob):
    """Decodes numbers of seven bits per byte, the highest first; the last byte of each has its top
    bit set."""
    out, value = [], 0
    for byte in blob or b'':
        value = value << 7 | byte & 0x7f
        if byte & 0x80:
            out.append(value)
            value = 0
    if blob and not blob[-1] & 0x80:
        raise ValueError('a number that does not end')
    return out


def rle(blob):
    """Decodes a list of runs: n literal values, or one value n times."""
    values, out, i = varints(blob), [], 0
    while i < len(values):
        n, literal = values[i] >> 1, values[i] & 1
        out += values[i + 1:i + 1 + n] if literal else [values[i + 1]] * n
        i += 1 + (n if literal else 1)
    return out
