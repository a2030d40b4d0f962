/* Layers of a program tree, and the steps at which each is computed. Private to the analysis. */
#pragma once

#include "analysis/memory/kinds-private.h"

G_BEGIN_DECLS

#define POPLENS_NO_LAYER G_MAXUINT32

/* Steps [from, to); .to is 0 if there are none. */
typedef struct {
  guint32 from, to;
} PoplensStepSpan;

typedef struct {
  guint32 n; /* number of layers */
  PoplensStepSpan *forward, *backward;
  guint8 *is_numbered; /* [n] TRUE: of a family of numbered layers (name-parts.h) */
  guint32 n_steps;
  guint32 *of_step; /* [n_steps] layer of each step of the forward and backward pass; else
                       POPLENS_NO_LAYER */
  GArray *updates;  /* PoplensStepSpan, ascending: runs of steps of the update */
  GArray *
      *layer_updates; /* [n] PoplensStepSpan: runs that update the layer; empty: no step names it */
  GHashTable *by_name; /* path → number + 1 */
} PoplensMoveLayers;

/* Finds the layers by the names of the steps. (transfer full) */
PoplensMoveLayers *poplens_move_layers_new (const PoplensKindSteps *steps);
void poplens_move_layers_free (PoplensMoveLayers *self);
/* Returns the layer of a variable: the longest start of its path that is one; POPLENS_NO_LAYER:
 * none. */
guint32 poplens_move_layers_find (const PoplensMoveLayers *self, const char *name);

/* Returns @name without "csN_", without a first part that is a phase, and without PopART's prefix
 * of a tensor's name. The result points into @name. */
const char *poplens_bare_path (const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensMoveLayers, poplens_move_layers_free)

G_END_DECLS
