/* Benchmark of the trace with all tiles, for bench. */
#pragma once

#include <glib.h>

/* Prints the milliseconds of a frame with all tiles in view: the maximum over the whole run, a
 * tenth of it and a step, each zoomed in and out. @each: prints these first, and the reading. */
void bench_bsp (const char *path, gboolean each);
