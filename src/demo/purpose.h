/* Purposes of variables. The generator chooses the purpose of each variable, which determines its
 * true kind, and its bytes after --change. Analysis finds kinds by rules (docs/formats.md 8.10). */
#pragma once

#include "demo/plan.h"

G_BEGIN_DECLS

typedef enum {
  DEMO_FOR_CATEGORY, /* the kind follows from the variable's category */
  DEMO_FOR_WEIGHTS,
  DEMO_FOR_TABLE, /* weights that are looked up */
  DEMO_FOR_OPTIMISER,
  DEMO_FOR_SETTING, /* a setting of the optimiser: one number */
  DEMO_FOR_WEIGHT_GRADIENT,
  DEMO_FOR_ACTIVATION, /* kept for the backward pass */
  DEMO_FOR_RECOMPUTED,
  DEMO_FOR_PASSING,
  DEMO_FOR_GRADIENT,
  DEMO_FOR_TEMPORARY,        /* its bytes depend on the batch size */
  DEMO_FOR_WEIGHT_TEMPORARY, /* its bytes do not depend on the batch size */
  DEMO_FOR_IO,
  DEMO_FOR_MESSAGE,        /* carries activations */
  DEMO_FOR_WEIGHT_MESSAGE, /* carries weights and activations, half of each */
  DEMO_FOR_PROFILER,
} DemoPurpose;

/* Returns the key of the kind, as in the table "kinds". @category: name of the DemoCategory in the
 * file. (static) */
const char *demo_purpose_kind (DemoPurpose purpose, const char *category);
/* Returns the bytes of a variable on a tile after --change and planted causes. @bytes: bytes
 * without them */
guint demo_purpose_bytes (const DemoPlan *plan, DemoPurpose purpose, guint bytes);

G_END_DECLS
