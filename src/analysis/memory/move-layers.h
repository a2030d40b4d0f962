/* The layers of a program tree: when each is worked on. Private to the analysis. */
#pragma once

#include "analysis/memory/kinds-private.h"

G_BEGIN_DECLS

#define POPLENS_NO_LAYER G_MAXUINT32

/* Half-open, in steps; to 0: none. */
typedef struct {
  guint32 from, to;
} PoplensStepSpan;

typedef struct {
  guint32 n; /* layers */
  PoplensStepSpan *forward, *backward;
  guint8 *is_numbered; /* of a family that counts layers (name-parts.h) */
  guint32 n_steps;
  guint32 *of_step;       /* layer by step of the forward and the backward pass; NO_LAYER */
  GArray *updates;        /* PoplensStepSpan: runs of steps of the update, rising */
  GArray **layer_updates; /* [n] PoplensStepSpan: those of its own; empty: none names it */
  GHashTable *by_name;    /* path → number + 1 */
} PoplensMoveLayers;

/* (transfer full) */
PoplensMoveLayers *poplens_move_layers_new (const PoplensKindSteps *steps);
void poplens_move_layers_free (PoplensMoveLayers *self);
/* The layer of a variable, by the longest part of its path that is one; NO_LAYER. */
guint32 poplens_move_layers_find (const PoplensMoveLayers *self, const char *name);

/* @name without "csN_", a first part that is a phase, and what PopART puts before a tensor's name:
 * a part of @name. */
const char *poplens_bare_path (const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensMoveLayers, poplens_move_layers_free)

G_END_DECLS
