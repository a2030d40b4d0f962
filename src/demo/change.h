/* Changes of a model that save memory (--change): the same model is generated with them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define DEMO_MOST_STAGES 16

typedef struct {
  gboolean optimiser_off_chip;    /* state is on the chip in the update of its layer alone */
  gboolean accumulators_off_chip; /* weight gradients in their layer's backward pass, too */
  gboolean recompute;             /* of a layer its last output is kept */
  gboolean half;                  /* floats of 32 bits have 16 */
  gboolean no_instrumentation;
  guint micro_batch;              /* an n-th of the samples; 0: as many as before */
  guint stages[DEMO_MOST_STAGES]; /* layers with numbers, by IPU */
  guint n_stages;
  guint ipus_before, level_before; /* IPUs and DemoLevel without changes */
} DemoChange;

/* Adds the change @text; POPLENS_ERROR_USAGE with the form that is expected. */
gboolean demo_change_parse (const char *text, DemoChange *change, GError **error);
/* A line each for the help: form and effect. (transfer full) */
char *demo_change_help (void);
/* Whether there is any. */
gboolean demo_change_is_any (const DemoChange *change);

G_END_DECLS
