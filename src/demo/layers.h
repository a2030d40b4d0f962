/* One layer of the network: its operations in the forward and backward pass. */
#pragma once

#include "demo/build.h"

G_BEGIN_DECLS

#define DEMO_MAX_OPS 28

/* An operation. Sizes in bytes on a tile of load 1; 0: it has none. */
typedef struct {
  const char *path; /* below the layer's path */
  guint vertex, instances;
  guint parts; /* of every 16 tiles */
  guint work;  /* cycles */
  guint skew;
  guint weights;
  guint message; /* exchanged before it */
  guint output;
  guint partials; /* exchanged and reduced after it */
  gboolean kept;  /* the output is kept until the backward pass; FALSE: recomputed there */
  gboolean split; /* split into the plan's pieces, each on tiles of its own */
} DemoOp;

typedef struct {
  const char *name;
  guint ipu;
  guint number; /* index among all layers */
  const DemoOp *ops;
  guint n_ops;
  guint outputs[DEMO_MAX_OPS]; /* families */
  guint weights[DEMO_MAX_OPS];
  guint made[DEMO_MAX_OPS];          /* programs that made the outputs */
  guint first, last;                 /* first and last program of all operations but the last */
  guint replay;                      /* offset to the programs of the recomputation; 0: none */
  guint first_state, n_states;       /* range in DemoModel.states */
  guint first_gradient, n_gradients; /* range in the array of gradients */
  DemoSpan brought, taken; /* programs that move the gradients onto and off the chip; or zeros */
} DemoLayer;

/* Runs the layer forwards on @input (a family). Returns its last output. */
guint demo_layer_forward (DemoModel *m, DemoLayer *layer, guint input);
/* Runs the layer backwards. @gradient: of its output. Appends the weight gradients to @gradients
 * (DemoSpan: family, program that makes it); the caller decides until when they are live. Returns
 * the gradient of the input. */
guint demo_layer_backward (DemoModel *m, DemoLayer *layer, guint gradient, GArray *gradients);

/* Records that the compute set uses weights and optimiser state of the layer. */
void demo_layer_touch (DemoModel *m, const DemoLayer *layer, guint set);

G_END_DECLS
