/* The tiles whose memory a location asks for, as maps: those of its "tile" key, else the fullest,
 * of its IPU where it names one; and the variable there that its "tile-variable" key names. Private
 * to the tables. */
#pragma once

#include "analysis/memory/address-map.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

typedef struct {
  PoplensReport *report; /* not owned, as are the parts */
  const PoplensTarget *target;
  const PoplensVariables *variables;
  const PoplensLiveness *liveness;  /* nullable */
  GPtrArray *maps;                  /* PoplensAddressMap, rising by tile */
  struct _PoplensAddressOnly *only; /* (nullable) the operation that is asked for alone */
  guint32 n_chosen;    /* tiles that the location asks for; more than maps where they have
                          too many variables to be held */
  guint64 n_variables; /* of the maps */
  gboolean chosen;     /* FALSE: the location names none, this is the fullest … */
  guint32 fullest;
  char part[48]; /* … of this IPU or replica, "IPU 1"; "": of all. Not on the heap: tables take
                  * the struct as it is, with the maps */
} PoplensAddressSource;

/* @most: tiles at most. Errors: ABSENT; USAGE where the location names a tile that is not there. */
gboolean poplens_address_source_init (PoplensAddressSource *self, PoplensReport *report,
                                      const PoplensLocation *location, guint most,
                                      GCancellable *cancellable, GError **error);
/* The same without maps: they are made one after the other. *@tiles: those that the location names,
 * or NULL: the fullest. (transfer full) */
gboolean poplens_address_source_open (PoplensAddressSource *self, PoplensReport *report,
                                      const PoplensLocation *location, PoplensTileSet **tiles,
                                      GCancellable *cancellable, GError **error);
/* Appends a tile's map. */
gboolean poplens_address_source_add (PoplensAddressSource *self, guint32 tile,
                                     GCancellable *cancellable, GError **error);
void poplens_address_source_clear (PoplensAddressSource *self);
/* Whether the variable of a block belongs to the operation that the location asks for alone; TRUE
 * for all where it asks for none. From one thread at a time. */
gboolean poplens_address_source_has (const PoplensAddressSource *self, const PoplensAddressMap *map,
                                     guint32 block);
/* The same of a row of its variables. */
gboolean poplens_address_source_has_row (const PoplensAddressSource *self, guint32 row);
/* What that operation is called; NULL where none is asked for. (transfer full) */
char *poplens_address_source_only (const PoplensAddressSource *self);
/* The same without maps. */
PoplensAddressSource poplens_address_source_share (const PoplensAddressSource *self);
/* A copy that takes what @self has: that one is empty then. */
PoplensAddressSource poplens_address_source_steal (PoplensAddressSource *self);
/* "Tile 5", "5 of 60 tiles", "Tile 3, the fullest of IPU 1": for notes. (transfer full) */
char *poplens_address_source_describe (const PoplensAddressSource *self);
/* The block of the variable that @location names, in *@map. Where it names none: *@block is
 * G_MAXUINT32. FALSE with USAGE where there is no such variable. */
gboolean poplens_address_source_find (const PoplensAddressSource *self,
                                      const PoplensLocation *location,
                                      const PoplensAddressMap **map, guint32 *block,
                                      GError **error);

/* The map of one tile, for a page: as poplens_address_map_new() with all the parts that the report
 * has. NULL with @error. (transfer full) */
PoplensAddressMap *poplens_report_address_map (PoplensReport *report, guint32 tile,
                                               GCancellable *cancellable, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensAddressSource, poplens_address_source_clear)

G_END_DECLS
