/* Layers of a program tree, and the steps at which each is computed. Private to the analysis. */
#pragma once

#include "analysis/memory/kinds-private.h"

G_BEGIN_DECLS

#define POPLENS_NO_LAYER G_MAXUINT32

/* A range of steps, [from, to). .to is 0 if the range is empty. */
typedef struct {
  guint32 from, to;
} PoplensStepSpan;

typedef struct {
  guint32 n; /* number of layers */
  PoplensStepSpan *forward, *backward;
  guint8 *is_numbered; /* [n] TRUE: the layer is one of several numbered layers, such as "layer.3"
                          (name-labels.h) */
  guint32 n_steps;
  guint32 *of_step; /* [n_steps] layer that each forward or backward step computes; POPLENS_NO_LAYER
                       for other steps */
  GArray *updates;  /* PoplensStepSpan, ascending: runs of consecutive update steps */
  GArray **layer_updates; /* [n] GArray of PoplensStepSpan: update steps of the layer */
  GHashTable *by_name;    /* path of a layer → index of the layer + 1 */
} PoplensMoveLayers;

/* Finds the layers by the names of the steps. (transfer full) */
PoplensMoveLayers *poplens_move_layers_new (const PoplensKindSteps *steps);
void poplens_move_layers_free (PoplensMoveLayers *self);
/* Returns the layer of the variable @name: the longest layer with which the path in @name starts.
 * POPLENS_NO_LAYER if there is none. */
guint32 poplens_move_layers_find (const PoplensMoveLayers *self, const char *name);

/* Returns @name after its prefixes, as a pointer into @name. The prefixes are "csN_", a training
 * phase as the first part ("Fwd/"), and in a name of PopART the text up to "___" ("Accl___X"). */
const char *poplens_bare_path (const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensMoveLayers, poplens_move_layers_free)

G_END_DECLS
