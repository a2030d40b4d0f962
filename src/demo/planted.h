/* Planted causes of lost time in a model: their effect, and the cycles that each costs. */
#pragma once

#include "demo/model.h"

G_BEGIN_DECLS

/* An entry of "planted" in app.json. */
typedef struct {
  const char *finding; /* (static) */
  char *subject;       /* (owned): subject of the finding, such as "tile 5"; "" if it has none
                        */
  gint64 cycles; /* cost: cycles of all runs with all plants, minus the same without this plant */
} DemoPlanted;

/* Changes the cycles of the finished model according to its plants, and simulates it with and
 * without each: the costs come from simulation. Several stragglers are one cause, and so are
 * several slow iterations. NULL with @error if the model lacks what a plant names
 * (POPLENS_ERROR_USAGE). (transfer full): DemoPlanted, empty without plants */
GArray *demo_plants_apply (DemoModel *m, GError **error);

G_END_DECLS
