"""Lists of numbers as the profile has them."""


def varints(blob):
    """Numbers of seven bits a byte, the highest first; the last byte of each has its top bit set."""
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
    """A list of runs: as many values as are said, or one value so many times."""
    values, out, i = varints(blob), [], 0
    while i < len(values):
        n, literal = values[i] >> 1, values[i] & 1
        out += values[i + 1:i + 1 + n] if literal else [values[i + 1]] * n
        i += 1 + (n if literal else 1)
    return out
