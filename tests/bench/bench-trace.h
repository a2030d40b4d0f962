/* The lanes of the trace, for bench. */
#pragma once

#include <glib.h>

/* Prints the milliseconds of a processor that a frame of the lanes takes, laid out and drawn: the
 * longest of views on all of the run down to a millionth of it, flat or grouped by the paths of
 * names. With @each, these before it. */
void bench_frame (const char *path, gboolean is_flame, gboolean each);
/* Prints the bytes that the page of the trace keeps beside the part, a row of steps_by_ipu. */
void bench_blocks (const char *path, gboolean each);
