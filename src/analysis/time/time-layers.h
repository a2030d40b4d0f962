/* Layers of the model on each IPU, and moves of layers to other IPUs that make the stages more
 * equal. */
#pragma once

#include "analysis/time/time-stages.h"
#include "analysis/trace/step-names.h"

G_BEGIN_DECLS

/* Finds out which parts of step names are numbered layers, such as "layer.7". (transfer full) */
PoplensNameLayers *poplens_time_layers_find (PoplensStepNames *names);
/* Returns the layer in a step's name: "bert/layer.7" for "cs3_Fwd/bert/layer.7/dense/MatMul". NULL
 * if the name has no layer. (transfer full) (nullable) */
char *poplens_time_layer_of (const PoplensNameLayers *layers, const char *name);

/* A layer of the model, and the IPU to which it belongs. */
typedef struct {
  char *name;     /* "bert/encoder/layer.7" */
  guint64 cycles; /* mean cycles per iteration of compute and exchange for the layer, on its IPU */
  guint home, to; /* indices in PoplensTime.ipus. .home: IPU that has the layer; .to: IPU to which
                     the layer should move */
} PoplensTimeLayer;

/* Layers of all IPUs, and the moves that balance them. */
typedef struct {
  GArray *layers; /* PoplensTimeLayer, in the order of the model; may be empty */
  guint n_moves;  /* number of layers whose .to is another IPU; 0 if no move of a whole layer
                   * helps */
  guint64 now;    /* cycles per iteration of the IPU with the most work, before the moves */
  guint64 then;   /* cycles per iteration of the IPU with the most work, after the moves */
  double *factor; /* [IPUs] work after the moves ÷ work before */
} PoplensTimeLayers;

/* Finds the fewest moves of layers that bring the work of the busiest IPU within 2 % of its
 * minimum. Work without a layer stays on its IPU. Layers keep their order, as in pipeline stages.
 * No layer moves if the layers are not in order already. @stages: stages in all iterations.
 * @programs: (nullable). @layers: (out): clear with poplens_time_layers_clear (). */
void poplens_time_layers_balance (const PoplensTimeStages *stages, const PoplensPrograms *programs,
                                  PoplensTimeLayers *layers);
void poplens_time_layers_clear (PoplensTimeLayers *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensTimeLayers, poplens_time_layers_clear)

G_END_DECLS
