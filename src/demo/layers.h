/* One layer of the network: its operations in the forward and backward pass. */
#pragma once

#include "demo/build.h"

G_BEGIN_DECLS

#define DEMO_MAX_OPS 28

/* An operation of a layer. Sizes are bytes on a tile of load 1; 0: there is no such variable. */
typedef struct {
  const char *path; /* relative to the path of the layer */
  guint vertex, instances;
  guint parts; /* number of tiles that it is on, of every 16 */
  guint work;  /* cycles of its compute set */
  guint skew;
  guint weights;
  guint message; /* bytes of inputs that are exchanged before the compute set */
  guint output;
  guint
      partials;  /* bytes of partial results that are exchanged and reduced after the compute set */
  gboolean kept; /* the output is kept until the backward pass; FALSE: recomputed there */
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
  guint first, last; /* forward pass: first and last program of all operations but the last */
  guint replay; /* index difference between recomputing and original programs; 0: none recompute */
  guint first_state, n_states;       /* range in DemoModel.states */
  guint first_gradient, n_gradients; /* the layer's range in the array of weight gradients */
  DemoSpan brought,
      taken; /* programs that bring the gradients onto the chip and take them off; zeros: none */
} DemoLayer;

/* Adds the layer's forward pass. @input: DemoFamily index. Returns the DemoFamily index of its last
 * output. */
guint demo_layer_forward (DemoModel *m, DemoLayer *layer, guint input);
/* Adds the layer's backward pass. @gradient: DemoFamily index of the gradient of its output.
 * Appends each weight gradient to @gradients: a DemoSpan of its DemoFamily index and the program
 * that makes it. The caller sets until when they are live. Returns the gradient of the input. */
guint demo_layer_backward (DemoModel *m, DemoLayer *layer, guint gradient, GArray *gradients);

/* Records that compute set @set uses the weights and the optimiser state of the layer. */
void demo_layer_touch (DemoModel *m, const DemoLayer *layer, guint set);

G_END_DECLS
