/* A file that is far away, without a computer: it answers late, in any order, and fails when told
 * to. What it gives at offset o is a function of o. */
#pragma once

#include "remote/blocks.h"

G_BEGIN_DECLS

typedef struct _SlowSource SlowSource;

/* Answers each request @delay_us after it came, and after those before it at @rate bytes a second
 * (0: at once). */
SlowSource *slow_source_new (guint delay_us, guint64 rate);
/* After the last answer. */
void slow_source_free (SlowSource *self);
/* Answers come in a random order. */
void slow_source_shuffle (SlowSource *self);
/* From now on nothing is answered, until it is let go on. */
void slow_source_hold (SlowSource *self, gboolean hold);
/* From now on all answers are @code. */
void slow_source_fail (SlowSource *self, int code);
/* Answers as a file of @size bytes does. */
void slow_source_cut (SlowSource *self, guint64 size);

typedef struct {
  guint requests;
  guint64 bytes;
  gsize longest;
  guint most_at_once;
} SlowSourceCount;

SlowSourceCount slow_source_count (SlowSource *self);
/* Offsets that were asked for, in their order: GArray of guint64. (transfer full) */
GArray *slow_source_get_offsets (SlowSource *self);

/* ask () of a PoplensBlockSource whose file is a SlowSource. */
void slow_source_ask (gpointer file, guint lane, guint64 offset, gsize n, PoplensBlocksDone done,
                      gpointer user_data);
guint8 slow_source_byte (guint64 offset);
gboolean slow_source_is_right (const guint8 *bytes, gsize n, guint64 offset);

G_END_DECLS
