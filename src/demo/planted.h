/* Planted causes of lost time in a model: their effect, and the cycles that each costs. */
#pragma once

#include "demo/model.h"

G_BEGIN_DECLS

/* An entry of "planted" in app.json. */
typedef struct {
  const char *finding; /* (static) */
  char *subject;       /* (owned): subject of the finding, such as "tile 5"; "" if it has none
                        */
  gint64 cycles; /* cost: cycles by which all runs together would be shorter without this plant */
} DemoPlanted;

/* Changes the cycles of the finished model according to its plants. Measures the cost of each plant
 * by simulation. All stragglers count as one plant, as do all slow iterations. NULL with
 * POPLENS_ERROR_USAGE if the model has no such operation, stream or tile. (transfer full):
 * DemoPlanted */
GArray *demo_plants_apply (DemoModel *m, GError **error);

G_END_DECLS
