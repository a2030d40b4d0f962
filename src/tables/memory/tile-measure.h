/* The measure that colours the tile map, as a column of the memory of tiles. Private to the tables.
 */
#pragma once

#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

typedef struct {
  guint64 *bytes;    /* (nullable): by position; POPLENS_TILE_UNKNOWN */
  const char *title; /* of the measure */
} PoplensTileMeasure;

/* Reads the keys value and plot; .bytes stays NULL without the first. @self is all 0. FALSE with
 * POPLENS_ERROR_USAGE if they name nothing. */
gboolean poplens_tile_measure_init (PoplensTileMeasure *self, PoplensReport *report,
                                    const PoplensMemory *memory, const PoplensTarget *target,
                                    const PoplensLocation *location, GCancellable *cancellable,
                                    GError **error);
void poplens_tile_measure_clear (PoplensTileMeasure *self);

G_END_DECLS
