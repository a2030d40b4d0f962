/* The tiles whose memory a location selects, as address maps: those of its key "tile", else the
 * fullest tile, of its IPU if it names one; and the variable there that its key "tile-variable"
 * names. */
#pragma once

#include "analysis/memory/address-map.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

typedef struct {
  PoplensReport *report; /* (not owned), as are the parts */
  const PoplensTarget *target;
  const PoplensVariables *variables;
  const PoplensLiveness *liveness;  /* (nullable) */
  GPtrArray *maps;                  /* PoplensAddressMap, by rising tile */
  struct _PoplensAddressOnly *only; /* (nullable): the selected operation */
  /* tiles that the location selects; more than .maps if they have too many variables for memory */
  guint32 n_chosen;
  guint64 n_variables; /* number of variables in .maps */
  gboolean chosen;     /* the location names tiles; FALSE: .fullest is shown */
  guint32 fullest;
  /* IPU or replica of .fullest: "IPU 1"; "": all tiles. An array, because tables copy the struct
   * with its maps */
  char part[48];
} PoplensAddressSource;

/* Loads the maps of the selected tiles. @most: maximum number of tiles. FALSE with ABSENT, or USAGE
 * if the location names a tile that does not exist. */
gboolean poplens_address_source_init (PoplensAddressSource *self, PoplensReport *report,
                                      const PoplensLocation *location, guint most,
                                      GCancellable *cancellable, GError **error);
/* Initialises the source without maps, which the caller adds one after the other. @tiles: (out)
 * (transfer full) (nullable): the named tiles; NULL: the fullest tile. FALSE with @error as
 * poplens_address_source_init (). */
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
/* Returns a copy without maps, which must be cleared, too. */
PoplensAddressSource poplens_address_source_share (const PoplensAddressSource *self);
/* Returns a copy that owns the maps and the operation; @self loses them. */
PoplensAddressSource poplens_address_source_steal (PoplensAddressSource *self);
/* Returns "Tile 5", "The first 5 of 60 tiles" or "Tile 3, the fullest of IPU 1", for notes.
 * (transfer full) */
char *poplens_address_source_describe (const PoplensAddressSource *self);
/* Finds the block of the variable that @location (nullable) names, and the map that contains it.
 * @block: (out): G_MAXUINT32 if it names none. FALSE with USAGE if there is no such variable. */
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
