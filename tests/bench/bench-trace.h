/* Benchmark of the lanes of the trace, for bench. */
#pragma once

#include <glib.h>

/* Prints the processor time in ms to lay out and draw a frame of the lanes, flat or grouped by the
 * paths of names: the maximum over views from the whole run down to a millionth of it. @each:
 * prints these first. */
void bench_frame (const char *path, gboolean is_flame, gboolean each);
/* Prints the bytes that the page of the trace holds besides the part, for each row of
 * steps_by_ipu. */
void bench_blocks (const char *path, gboolean each);
