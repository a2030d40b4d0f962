/* The trace, tile by tile; for bench. */
#pragma once

#include <glib.h>

/* Prints the milliseconds of a frame with all tiles in view, the longest of the whole run, a tenth
 * and a step, each zoomed in and out; with @each of these, and the reading, before. */
void bench_bsp (const char *path, gboolean each);
