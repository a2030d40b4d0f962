/* Which tiles a table is about: those of the location's "tile" key, else of its "ipu", else of its
 * "replica", else all that are listed; "scope" (all, ipu, tile) says which of the first two counts
 * where both are set. Private to the tables. */
#pragma once

#include "base/lists.h"
#include "model/location.h"
#include "model/tile-set.h"
#include "report/report.h"

G_BEGIN_DECLS

/* ---- selections ----------------------------------------------------------------------------- */

/* Tiles that a location selects, as positions in lists by tile. */
typedef struct {
  gboolean all; /* nothing is selected: every tile counts */
  guint32 *positions;
  guint32 *tiles; /* their numbers */
  guint n;
  guint32 n_all; /* tiles of the report */
} PoplensSelection;

void poplens_selection_clear (PoplensSelection *self);
/* Sum of the selected values of a list; 0 where it is absent. @lists: (nullable). */
guint64 poplens_selection_sum (const PoplensSelection *self, const PoplensLists *lists, gsize row);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensSelection, poplens_selection_clear)

/* ---- scope ----------------------------------------------------------------------------------- */

typedef struct {
  char *label;                /* "All tiles", "IPU 1", "Tile 5", "3 tiles" */
  gboolean is_part;           /* `tiles` are those of one IPU or replica of several, `label` */
  PoplensTileSet *tiles;      /* NULL: all */
  PoplensSelection selection; /* the same as positions in lists by tile */
} PoplensScope;

/* Sets USAGE: there is no @what @text, as they are numbered from 0 and there are @n. */
void poplens_scope_refuse (const char *what, const char *text, guint32 n, GError **error);

/* USAGE where the report has no such tile, IPU or replica. */
gboolean poplens_scope_init (PoplensScope *self, PoplensReport *report,
                             const PoplensLocation *location, GCancellable *cancellable,
                             GError **error);
void poplens_scope_clear (PoplensScope *self);
/* @note (nullable), behind "IPU 1: " unless all tiles count; NULL for neither. (transfer full) */
char *poplens_scope_note (const PoplensScope *self, const char *note);
/* For a table that is about all tiles always: @note (nullable), behind a sentence that says so
 * where
 * @location (nullable) selects some; NULL for neither. (transfer full) */
char *poplens_scope_note_all (const PoplensLocation *location, const char *note);
/* "5 of 2,944 tiles", "IPU 1, 1,472 of 2,944 tiles"; NULL where all count. (transfer full) */
char *poplens_scope_tiles (const PoplensScope *self);

/* FALSE with POPLENS_ERROR_USAGE where @location selects tiles and the report has none of them,
 * which says the range of tiles. Loads memory and target where it selects any. */
gboolean poplens_scope_check_tiles (PoplensReport *report, const PoplensLocation *location,
                                    GCancellable *cancellable, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensScope, poplens_scope_clear)

G_END_DECLS
