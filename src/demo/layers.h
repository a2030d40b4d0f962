/* One layer of the network: its operations forwards and backwards. */
#pragma once

#include "demo/build.h"

G_BEGIN_DECLS

#define DEMO_MAX_OPS 28

/* Bytes are those of a tile of load 1; 0: there is none of it. */
typedef struct {
  const char *path; /* below the layer's */
  guint vertex, instances;
  guint parts; /* of 16 tiles */
  guint work;  /* cycles */
  guint skew;
  guint weights;
  guint message; /* exchanged before */
  guint output;
  guint partials; /* then exchanged and reduced */
  gboolean kept;  /* the output until the backward pass, else recomputed there */
  gboolean split; /* into the plan's pieces, each on tiles of its own */
} DemoOp;

typedef struct {
  const char *name;
  guint ipu;
  guint number; /* among all layers */
  const DemoOp *ops;
  guint n_ops;
  guint outputs[DEMO_MAX_OPS]; /* families */
  guint weights[DEMO_MAX_OPS];
  guint made[DEMO_MAX_OPS];          /* the programs that made the outputs */
  guint first, last;                 /* programs of all operations but the last one */
  guint replay;                      /* how many programs later they are run once more, or 0 */
  guint first_state, n_states;       /* in DemoModel.states */
  guint first_gradient, n_gradients; /* in the array of gradients */
  DemoSpan brought, taken;           /* programs that move the gradients off the chip, or zeroes */
} DemoLayer;

/* Runs the layer on @input (a family) and returns its last output. */
guint demo_layer_forward (DemoModel *m, DemoLayer *layer, guint input);
/* From the gradient of its output to that of its input; appends the families of weight gradients,
 * which stay live until somebody says to when, to @gradients with the programs that make them
 * (DemoSpan: family, program). */
guint demo_layer_backward (DemoModel *m, DemoLayer *layer, guint gradient, GArray *gradients);

/* The compute set reads weights and optimiser state of the layer, to update them. */
void demo_layer_touch (DemoModel *m, const DemoLayer *layer, guint set);

G_END_DECLS
