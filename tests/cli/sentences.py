"""Compares sentences of the program with patterns and the values that they must contain."""
import re

UNITS = {'B': 1, 'KiB': 1 << 10, 'MiB': 1 << 20, 'GiB': 1 << 30}
SLOTS = {'{b}': r'([\d,.]+) (B|KiB|MiB|GiB)', '{r}': r'(< )?([\d,.]+) %', '{n}': r'([\d,]+)', '{s}': r'(.+?)'}


def near(digits, value, scale=1):
    """TRUE if the printed digits are those of the value, rounded."""
    told = float(digits.replace(',', ''))
    return abs(told - value / scale) <= .5001 * 10 ** -len(digits.partition('.')[2])


def matches(pattern, sentence, values):
    """TRUE if the sentence is the pattern with these values in order: {b} bytes, {r} a ratio as percent, {n} a number,
    {s} words."""
    slots = re.findall(r'\{[brns]\}', pattern)
    expression = re.escape(pattern)
    for slot, what in SLOTS.items():
        expression = expression.replace(re.escape(slot), what)
    found = re.fullmatch(expression, sentence)
    if not found or len(slots) != len(values):
        return False
    groups = iter(found.groups())
    for slot, value in zip(slots, values):
        if slot == '{b}':
            digits, unit = next(groups), next(groups)
            right = near(digits, value, UNITS[unit])
        elif slot == '{r}':
            less, digits = next(groups), next(groups)
            right = 0 < 100 * value < .05 and digits == '0.1' if less else near(digits, 100 * value)
        elif slot == '{n}':
            right = int(next(groups).replace(',', '')) == value
        else:
            right = next(groups) == value
        if not right:
            return False
    return True
