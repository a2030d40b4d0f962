"""Checks that hardware could do it: links and the host can transfer the bytes in the measured time."""
import collections

from lists import rle

CLOCK = 1.85e9
# Bytes per cycle: of links between IPUs, for each tile and for each IPU in both directions; of the host, for the
# system.
LINK_OF_TILE, LINKS_OF_IPU, HOST = .16, 300e9 / CLOCK, 12e9 / CLOCK
# Copies of LARGE bytes and more are limited by the host's bandwidth (HOST_LEAST or more), not by its latency.
LARGE, HOST_LEAST = 1 << 20, 1e9 / CLOCK
NAMES = ('links between IPUs carry what is sent in the time', 'the host moves what is copied in the time')


def moved(profile, table):
    """Returns {exchange: (bytes received, bytes sent)}, both by tile."""
    return {i: (rle(a), rle(b)) for i, a, b in profile.rows(
        'select id, bytes_received_by_tile_rle, bytes_sent_by_tile_rle from %s' % table)}


def measured(profile, column):
    """Yields (value of @column, step, IPU, cycles) for each row of a step."""
    yield from profile.rows('select s.%s, s.id, b.ipu, b.cycles from steps s join steps_by_ipu b on b.step_id = s.id '
                            'where s.%s is not null' % (column, column))


def check_links(profile, checks):
    bytes_of = moved(profile, 'program_type_global_exchange')
    for number, step, ipu, cycles in measured(profile, 'inter_ipu_exchange'):
        both = [a + b for a, b in zip(*bytes_of[number])]
        tiles = both[ipu * profile.tiles_per_ipu:(ipu + 1) * profile.tiles_per_ipu]
        least = max(max(tiles) / LINK_OF_TILE, sum(tiles) / LINKS_OF_IPU)
        checks.that(NAMES[0], cycles >= least - 1, 'step', step, 'ipu', ipu, cycles, least)


def check_host(profile, checks):
    bytes_of = {i: sum(a) + sum(b) for i, (a, b) in moved(profile, 'program_type_stream_copy_mid').items()}
    longest, copy = collections.Counter(), {}
    for number, step, _, cycles in measured(profile, 'host_exchange'):
        longest[step], copy[step] = max(longest[step], cycles), number
    for step, cycles in longest.items():
        size = bytes_of[copy[step]]
        checks.that(NAMES[1], size / HOST <= cycles and (size < LARGE or cycles <= size / HOST_LEAST), 'step', step,
                    size, cycles)


def run(profile, checks):
    checks.name(*NAMES)
    check_links(profile, checks)
    check_host(profile, checks)
