/* Address maps of the tiles that a location selects. The key "tile" names the tiles; without it,
 * the map shows the fullest tile of the selected IPU or replica. The key "tile-variable" names a
 * variable in the maps. */
#pragma once

#include "analysis/memory/address-map.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

typedef struct {
  PoplensReport *report; /* (not owned); the report owns the parts below */
  const PoplensTarget *target;
  const PoplensVariables *variables;
  const PoplensLiveness *liveness;  /* (nullable) */
  GPtrArray *maps;                  /* PoplensAddressMap, by rising tile */
  struct _PoplensAddressOnly *only; /* (nullable): the selected operation */
  /* number of selected tiles; .maps can have fewer, because its memory is limited */
  guint32 n_chosen;
  guint64 n_variables; /* number of variables in .maps */
  gboolean chosen;     /* the location names tiles; FALSE: .fullest is shown */
  guint32 fullest;
  /* IPU or replica of .fullest, "IPU 1"; "" if .fullest is that of all tiles. An array, so that the
   * struct can be copied by assignment */
  char part[48];
} PoplensAddressSource;

/* Loads the maps of the selected tiles. @most: maximum number of tiles. FALSE with ABSENT, or USAGE
 * if the location names a tile that does not exist. */
gboolean poplens_address_source_init (PoplensAddressSource *self, PoplensReport *report,
                                      const PoplensLocation *location, guint most,
                                      GCancellable *cancellable, GError **error);
/* Initialises the source without maps. The caller adds maps with poplens_address_source_add ().
 * @tiles: (out) (transfer full) (nullable): tiles that the location names; NULL: show .fullest.
 * FALSE with the errors of poplens_address_source_init (). */
gboolean poplens_address_source_open (PoplensAddressSource *self, PoplensReport *report,
                                      const PoplensLocation *location, PoplensTileSet **tiles,
                                      GCancellable *cancellable, GError **error);
/* Appends the map of @tile. FALSE with @error. */
gboolean poplens_address_source_add (PoplensAddressSource *self, guint32 tile,
                                     GCancellable *cancellable, GError **error);
void poplens_address_source_clear (PoplensAddressSource *self);
/* TRUE if the variable of a block belongs to the selected operation, or if none is selected. Must
 * not be called by several threads at once. */
gboolean poplens_address_source_has (const PoplensAddressSource *self, const PoplensAddressMap *map,
                                     guint32 block);
/* As poplens_address_source_has (), for a row of self->variables. */
gboolean poplens_address_source_has_row (const PoplensAddressSource *self, guint32 row);
/* Returns the title of the selected operation. (transfer full) (nullable): NULL if none is
 * selected */
char *poplens_address_source_only (const PoplensAddressSource *self);
/* Returns a copy without maps. Both @self and the copy must be cleared. */
PoplensAddressSource poplens_address_source_share (const PoplensAddressSource *self);
/* Returns a copy that owns the maps and the operation; @self loses them. */
PoplensAddressSource poplens_address_source_steal (PoplensAddressSource *self);
/* Returns "Tile 5", "The first 5 of 60 tiles" or "Tile 3, the fullest of IPU 1", for notes.
 * (transfer full) */
char *poplens_address_source_describe (const PoplensAddressSource *self);
/* Finds the variable that the location's key "tile-variable" names: its map and its block there.
 * @location: (nullable). @block: (out): G_MAXUINT32 if the location lacks the key. FALSE with USAGE
 * if no map has the variable. */
gboolean poplens_address_source_find (const PoplensAddressSource *self,
                                      const PoplensLocation *location,
                                      const PoplensAddressMap **map, guint32 *block,
                                      GError **error);

/* Returns the map of one tile, as poplens_address_map_new () with all the parts that the report
 * has. NULL with @error. (transfer full) */
PoplensAddressMap *poplens_report_address_map (PoplensReport *report, guint32 tile,
                                               GCancellable *cancellable, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensAddressSource, poplens_address_source_clear)

G_END_DECLS
