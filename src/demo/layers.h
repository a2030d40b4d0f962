/* One layer of the network: its operations in the forward and backward pass. */
#pragma once

#include "demo/build.h"

G_BEGIN_DECLS

#define DEMO_MAX_OPS 28

/* An operation of a layer. Sizes are bytes on a tile of load 1; 0: there is no such variable. */
typedef struct {
  const char *path; /* relative to the path of the layer */
  guint vertex, instances;
  guint parts; /* the operation is on this many of every 16 tiles */
  guint work;  /* cycles of its compute set */
  guint skew;
  guint weights;
  guint message; /* bytes of inputs that are exchanged before the compute set */
  guint output;
  guint partials; /* bytes of partial results, exchanged and reduced after the compute set */
  gboolean kept;  /* the output is kept until the backward pass; FALSE: recomputed there */
  gboolean split; /* split into the plan's pieces, each on tiles of its own */
} DemoOp;

typedef struct {
  const char *name;
  guint ipu;
  guint number; /* index among all layers */
  const DemoOp *ops;
  guint n_ops;
  guint outputs[DEMO_MAX_OPS]; /* DemoFamily index of each operation's output */
  guint weights[DEMO_MAX_OPS];
  guint made[DEMO_MAX_OPS]; /* [n_ops] program that made each output */
  guint first, last;        /* forward pass: range of the programs of all operations but the last */
  guint replay; /* index of a recomputing program minus index of the original program; 0: no
                   recomputation */
  guint first_state, n_states;       /* range in DemoModel.states */
  guint first_gradient, n_gradients; /* the layer's range in the array of weight gradients */
  /* Programs that bring the gradients onto the chip, and that take the gradients off the chip.
   * Zeros: the gradients stay on the chip. */
  DemoSpan brought, taken;
} DemoLayer;

/* Adds the layer's forward pass. @input: DemoFamily index. Returns the DemoFamily index of its last
 * output. */
guint demo_layer_forward (DemoModel *m, DemoLayer *layer, guint input);
/* Adds the layer's backward pass. @gradient: DemoFamily index of the gradient of the layer's
 * output. Appends a DemoSpan for each weight gradient to @gradients: .first is its DemoFamily
 * index, .last is the program that makes it. The caller sets how long weight gradients are live.
 * Returns the DemoFamily index of the input's gradient. */
guint demo_layer_backward (DemoModel *m, DemoLayer *layer, guint gradient, GArray *gradients);

/* Records that compute set @set uses the weights and the optimiser state of the layer. */
void demo_layer_touch (DemoModel *m, const DemoLayer *layer, guint set);

G_END_DECLS
