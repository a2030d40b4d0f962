/* Plants in a model: what they change, and how much longer the run takes for it. */
#pragma once

#include "demo/model.h"

G_BEGIN_DECLS

/* What app.json says of it. */
typedef struct {
  const char *finding; /* static */
  char *subject;       /* as the finding names it; "" for a cause that has none */
  gint64 cycles;       /* of all runs, with it less those without it and with all others */
} DemoPlanted;

/**
 * demo_plants_apply:
 *
 * Changes the cycles of the finished model as its plan's plants say, and runs it with and without
 * each of them: the truth comes from what is simulated. Several stragglers are one cause, and so
 * are several slow iterations.
 *
 * Returns: (transfer full): of DemoPlanted, empty without plants; NULL with @error where the model
 * has not got what a plant names (POPLENS_ERROR_USAGE)
 */
GArray *demo_plants_apply (DemoModel *m, GError **error);

G_END_DECLS
