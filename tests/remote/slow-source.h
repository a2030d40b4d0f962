/* A slow remote file without a remote computer: it answers late, in any order, and fails on demand.
 * The byte at an offset is a function of the offset. */
#pragma once

#include "remote/blocks.h"

G_BEGIN_DECLS

typedef struct _SlowSource SlowSource;

/* Answers each request @delay_us after it arrived, and after earlier ones at @rate bytes per second
 * (0: no limit). (transfer full) */
SlowSource *slow_source_new (guint delay_us, guint64 rate);
/* Frees the source. Call it after the last answer. */
void slow_source_free (SlowSource *self);
/* Makes it answer in random order. */
void slow_source_shuffle (SlowSource *self);
/* Stops all answers if @hold, else resumes them. */
void slow_source_hold (SlowSource *self, gboolean hold);
/* Makes all further answers fail with @code; 0: they succeed. */
void slow_source_fail (SlowSource *self, int code);
/* Answers as a file of @size bytes from now on. */
void slow_source_cut (SlowSource *self, guint64 size);

typedef struct {
  guint requests;
  guint64 bytes;
  gsize longest;
  guint most_at_once;
} SlowSourceCount;

SlowSourceCount slow_source_count (SlowSource *self);
/* Returns the requested offsets in order: GArray of guint64. (transfer full) */
GArray *slow_source_get_offsets (SlowSource *self);

/* ask () of a PoplensBlockSource whose file is a SlowSource. */
void slow_source_ask (gpointer file, guint lane, guint64 offset, gsize n, PoplensBlocksDone done,
                      gpointer user_data);
guint8 slow_source_byte (guint64 offset);
gboolean slow_source_is_right (const guint8 *bytes, gsize n, guint64 offset);

G_END_DECLS
