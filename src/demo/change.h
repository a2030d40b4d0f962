/* Options of --change: changes of the model that save memory. Tests of what-if predictions generate
 * the same model with and without them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define DEMO_MOST_STAGES 16

typedef struct {
  gboolean optimiser_off_chip; /* optimiser state is on chip only during the update of its layer */
  gboolean accumulators_off_chip; /* weight gradients are on chip only during the backward pass and
                                     update of their layer */
  gboolean recompute; /* only the last output of each layer is kept; the others are recomputed */
  gboolean half;      /* 32-bit floats become 16-bit */
  gboolean no_instrumentation;
  guint micro_batch;              /* divisor of the number of samples; 0: unchanged */
  guint stages[DEMO_MOST_STAGES]; /* [n_stages] how many of DemoPlan.layers are on each IPU */
  guint n_stages;
  guint ipus_before, level_before; /* DemoPlan.ipus and DemoPlan.level without changes */
} DemoChange;

/* Adds the change @text. FALSE with POPLENS_ERROR_USAGE, which names the expected form. */
gboolean demo_change_parse (const char *text, DemoChange *change, GError **error);
/* Returns a line for each change, with form and effect, for the help. (transfer full) */
char *demo_change_help (void);
/* TRUE if there is any change. */
gboolean demo_change_is_any (const DemoChange *change);

G_END_DECLS
