/* The layers of the model that each IPU works on, and which of them to move for more equal
 * stages. */
#pragma once

#include "analysis/time/time-stages.h"
#include "analysis/trace/step-names.h"

G_BEGIN_DECLS

/* Finds which parts of step names count layers, as "layer.7" does. (transfer full) */
PoplensNameLayers *poplens_time_layers_find (PoplensStepNames *names);
/* Returns the layer in a step's name: "bert/layer.7" of "cs3_Fwd/bert/layer.7/dense/MatMul". NULL
 * if it has none. (transfer full) */
char *poplens_time_layer_of (const PoplensNameLayers *layers, const char *name);

/* A layer of the model, and the IPU to which it belongs. */
typedef struct {
  char *name;     /* "bert/encoder/layer.7" */
  guint64 cycles; /* mean cycles per iteration in which its IPU computes and exchanges for it */
  guint home, to; /* indices in PoplensTime.ipus: the IPU that has the layer; the IPU to which it
                     should move */
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

/* Finds moves of layers that minimize the work of the IPU with the most work: the fewest that come
 * within 2 % of the minimum. Layers keep their order, as pipeline stages do; if they are not in
 * order, or if several IPUs share each layer, nothing is moved. Work without a layer is not moved.
 * @stages: of all iterations. @programs: (nullable). Costs a pass over the segments. @layers:
 * (out): clear with poplens_time_layers_clear (). */
void poplens_time_layers_balance (const PoplensTimeStages *stages, const PoplensPrograms *programs,
                                  PoplensTimeLayers *layers);
void poplens_time_layers_clear (PoplensTimeLayers *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensTimeLayers, poplens_time_layers_clear)

G_END_DECLS
