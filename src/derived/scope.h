/* Tiles that a table or page covers. The location's keys "tile", "ipu" and "replica" select tiles;
 * the first key that is set counts. Without any, all tiles count. The key "scope" (all, tile, ipu,
 * replica, fullest) overrides this order; "fullest" is the tile that needs most memory. */
#pragma once

#include "base/lists.h"
#include "model/location.h"
#include "model/tile-set.h"
#include "report/report.h"

G_BEGIN_DECLS

/* ---- selections ------------------------------------------------------------------------------ */

/* Tiles that a location selects, as positions in lists by tile. */
typedef struct {
  gboolean all; /* nothing is selected: all tiles */
  /* Sorted positions in lists by tile. */
  guint32 *positions;
  guint32 *tiles; /* numbers of the tiles */
  guint n;
  guint32 n_all; /* number of tiles of the report */
} PoplensSelection;

void poplens_selection_clear (PoplensSelection *self);
/* Returns the sum of the selected values of a list, 0 if the list is absent. @lists: (nullable) */
guint64 poplens_selection_sum (const PoplensSelection *self, const PoplensLists *lists, gsize row);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensSelection, poplens_selection_clear)

/* ---- scope ----------------------------------------------------------------------------------- */

typedef struct {
  char *label; /* "All tiles", "IPU 1", "Tile 5", "3 tiles" */
  /* TRUE if .tiles are those of one IPU or replica, and the report has several of them */
  gboolean is_part;
  PoplensTileSet *tiles;      /* (nullable): NULL: all tiles */
  PoplensSelection selection; /* the tiles as positions in lists by tile */
} PoplensScope;

/* Sets a USAGE error: no @what ("tile") has the number @text; valid numbers are 0 to @n − 1. */
void poplens_scope_refuse (const char *what, const char *text, guint32 n, GError **error);

/* Finds the tiles that @location (nullable) selects. FALSE with USAGE if the report has no such
 * tile, IPU or replica, or another error. @self: zeroed */
gboolean poplens_scope_init (PoplensScope *self, PoplensReport *report,
                             const PoplensLocation *location, GCancellable *cancellable,
                             GError **error);
void poplens_scope_clear (PoplensScope *self);
/* Returns the note of a table: @note after the label of the selected tiles, "IPU 1: …". If all
 * tiles are selected, returns @note alone. @note: (nullable). (transfer full) (nullable): NULL if
 * all tiles are selected and @note is NULL */
char *poplens_scope_note (const PoplensScope *self, const char *note);
/* Returns the note of a table that always covers all tiles. If @location selects tiles, a sentence
 * before @note says that the selection is ignored. @location, @note: (nullable). (transfer full)
 * (nullable) */
char *poplens_scope_note_all (const PoplensLocation *location, const char *note);
/* Returns "5 of 2,944 tiles" or "IPU 1, 1,472 of 2,944 tiles". (transfer full) (nullable): NULL if
 * all tiles count */
char *poplens_scope_tiles (const PoplensScope *self);

/* Checks the key "tile" of @location. FALSE with POPLENS_ERROR_USAGE, which names the range of
 * tiles, if the report has none of the tiles. Loads memory and target only if the key is set. */
gboolean poplens_scope_check_tiles (PoplensReport *report, const PoplensLocation *location,
                                    GCancellable *cancellable, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensScope, poplens_scope_clear)

G_END_DECLS
