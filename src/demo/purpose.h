/* What variables are for: the kinds that the generator gives them, not those that an analysis finds
 * (docs/formats.md 8.10), and how many bytes they take after a change of the model. */
#pragma once

#include "demo/plan.h"

G_BEGIN_DECLS

typedef enum {
  DEMO_FOR_CATEGORY, /* as its category says */
  DEMO_FOR_WEIGHTS,
  DEMO_FOR_TABLE, /* weights that are looked up */
  DEMO_FOR_OPTIMISER,
  DEMO_FOR_SETTING, /* of the optimiser: one number */
  DEMO_FOR_WEIGHT_GRADIENT,
  DEMO_FOR_ACTIVATION, /* kept for the backward pass */
  DEMO_FOR_RECOMPUTED,
  DEMO_FOR_PASSING,
  DEMO_FOR_GRADIENT,
  DEMO_FOR_TEMPORARY,        /* of a batch */
  DEMO_FOR_WEIGHT_TEMPORARY, /* as many bytes with any batch */
  DEMO_FOR_IO,
  DEMO_FOR_MESSAGE,        /* brings activations */
  DEMO_FOR_WEIGHT_MESSAGE, /* brings weights and activations, half of each */
  DEMO_FOR_PROFILER,
} DemoPurpose;

/* The key of the kind, as in the table kinds; @category: of DemoCategory, by its name in the file.
 */
const char *demo_purpose_kind (DemoPurpose purpose, const char *category);
/* Bytes on a tile, of those that it takes in the model as it is. */
guint demo_purpose_bytes (const DemoPlan *plan, DemoPurpose purpose, guint bytes);

G_END_DECLS
