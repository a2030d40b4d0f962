/* All assumptions about profile.pop that no real file has confirmed, in one place (formats.md 9.2).
 * A file that does not fit an assumption is refused with a message, never shown wrongly. */
#pragma once

#include "profile/limits.h"

G_BEGIN_DECLS

/* Sizes that the lengths of lists in a profile are checked against. */
typedef struct {
  PoplensTargetCounts counts;
  guint32 listed_tiles; /* rows of memory_by_tile */
  guint64 first_cycle;  /* start of the trace; 0 in all known files */
} PoplensProfileSizes;

/* Assumed: if the clock does not start at 0, the trace starts with the first executed steps.
 * Returns the cycle in @column relative to the trace's first cycle. Fails @q if the cycle is before
 * the trace, or more than POPLENS_MOST_CYCLES after its start. */
guint64 poplens_query_position (PoplensQuery *q, int column, const PoplensProfileSizes *sizes);

/* Assumed: lists "by tile" have a value for each tile of one replica. Their length is the number of
 * rows of memory_by_tile or, if that table is empty, tiles_per_replica. (Known files have one
 * replica.) */
gsize poplens_sizes_list_length (const PoplensProfileSizes *sizes);

/* Assumed: lists "by IPU" have a value for each IPU of one replica. (Known files have one IPU.) */
gsize poplens_sizes_ipus (const PoplensProfileSizes *sizes);

/* Assumed: each list in cycles_by_tile or compilation_cycles_by_tile covers one IPU, as the schema
 * says, so it has tiles_per_ipu values. TRUE also for the length of a list over all tiles. (Known
 * files have one IPU, so these lengths are equal.) */
gboolean poplens_sizes_is_cycles_length (const PoplensProfileSizes *sizes, gsize length);

/* Reads the sizes of a profile. FALSE with @error. */
gboolean poplens_sizes_read (PoplensDatabase *database, PoplensProfileSizes *sizes, GError **error);

G_END_DECLS
