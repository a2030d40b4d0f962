/* Everything that Poplens takes for granted of profile.pop although no real file has shown it, in
 * one place (formats.md 9.2). A file that
 * does not fit an assumption is refused with a message, never shown wrongly. */
#pragma once

#include "profile/limits.h"

G_BEGIN_DECLS

/* Sizes that the lists of a profile are held against. */
typedef struct {
  PoplensTargetCounts counts;
  guint32 listed_tiles; /* rows of memory_by_tile */
  guint64 first_cycle;  /* of the trace; 0 in all files seen */
} PoplensProfileSizes;

/* Assumed: a clock that does not begin at 0 begins with the first executed steps. Returns the
 * position in @column, relative to the trace's first cycle; fails @q if it comes before, or more
 * than POPLENS_MOST_CYCLES after it. */
guint64 poplens_query_position (PoplensQuery *q, int column, const PoplensProfileSizes *sizes);

/* Assumed: lists "by tile" have a value for each tile of one replica, which is as many as
 * memory_by_tile has rows; where that table is empty, tiles_per_replica. (One replica seen.) */
gsize poplens_sizes_list_length (const PoplensProfileSizes *sizes);

/* Assumed: lists "by IPU" have a value for each IPU of one replica. (One IPU seen.) */
gsize poplens_sizes_ipus (const PoplensProfileSizes *sizes);

/* Assumed: a list in cycles_by_tile or compilation_cycles_by_tile is of one IPU ("in a given IPU"
 * says the schema), so it has tiles_per_ipu values. A list over all tiles is told by its length:
 * TRUE for both lengths, which are the same in all files seen. */
gboolean poplens_sizes_is_cycles_length (const PoplensProfileSizes *sizes, gsize length);

gboolean poplens_sizes_read (PoplensDatabase *database, PoplensProfileSizes *sizes, GError **error);

G_END_DECLS
