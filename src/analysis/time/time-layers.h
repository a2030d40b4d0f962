/* The layers of the model that IPUs work on, and which of them to move for more equal stages. */
#pragma once

#include "analysis/time/time-stages.h"
#include "analysis/trace/step-names.h"

G_BEGIN_DECLS

/* What counts layers among the names of all steps. (transfer full) */
PoplensNameLayers *poplens_time_layers_find (PoplensStepNames *names);
/* "bert/layer.7" of "cs3_Fwd/bert/layer.7/dense/MatMul"; NULL without one. (transfer full) */
char *poplens_time_layer_of (const PoplensNameLayers *layers, const char *name);

typedef struct {
  char *name;     /* "bert/encoder/layer.7" */
  guint64 cycles; /* that its IPU computes and exchanges for it in an iteration, in the mean */
  guint home, to; /* places of IPUs: where it is, and where it is better */
} PoplensTimeLayer;

typedef struct {
  GArray *layers; /* PoplensTimeLayer, as they follow one another; may be empty */
  guint n_moves;  /* layers whose .to is another IPU: 0 if no whole layer helps */
  guint64 now;    /* cycles of an iteration that the IPU with the most work has … */
  guint64 then;   /* … and the one with the most has after the moves */
  double *factor; /* [IPUs] work of each after the moves ÷ its work now */
} PoplensTimeLayers;

/* Finds the moves after which the IPU with the most work has least: the fewest that come within 2 %
 * of that. Layers stay in their order, as stages of a pipeline do; where they are in none, and
 * where several IPUs share each, nothing is moved. Work that is of no layer stays where it is.
 * @stages: of all iterations. @programs: (nullable). Cost: a pass over the segments.
 * @layers: (out): to be cleared */
void poplens_time_layers_balance (const PoplensTimeStages *stages, const PoplensPrograms *programs,
                                  PoplensTimeLayers *layers);
void poplens_time_layers_clear (PoplensTimeLayers *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensTimeLayers, poplens_time_layers_clear)

G_END_DECLS
