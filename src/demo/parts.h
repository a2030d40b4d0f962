/* The parts of training programs other than their layers: input, loss, update, control. */
#pragma once

#include "demo/layers.h"

G_BEGIN_DECLS

/* DemoFamily indices of tensors that are used throughout a program. */
typedef struct {
  guint input, labels; /* DemoFamily indices on the tiles that serve streams: inputs are on the
                          first IPU, labels on the last */
  guint masks[DEMO_MAX_IPUS]; /* by IPU: DemoFamily index on the tiles that serve streams; DEMO_NONE
                                 on the first and last IPU */
  guint rate, loss, norms;
} DemoTensors;

void demo_make_tensors (DemoModel *m, DemoTensors *net);

/* Default of @wait of demo_io_streams (), in cycles. */
#define DEMO_INPUT_WAIT 42000
void demo_io_streams (DemoModel *m, DemoTensors *net, guint wait);
/* Adds the copy of the input from tiles that serve streams to tiles that compute. Returns the
 * DemoFamily index of the copy. */
guint demo_load_input (DemoModel *m, DemoTensors *net);
/* Moves the mask of @ipu from tiles that serve streams to tiles that compute. Does nothing for the
 * first and last IPU, which have no mask. */
void demo_load_mask (DemoModel *m, DemoTensors *net, guint ipu);
/* Makes the variables of @family live until the program that was added last. */
void demo_until_now (DemoModel *m, guint family);
/* Adds the forward pass of a layer. The layer's input is not live after the first operation.
 * Returns the DemoFamily index of the output. */
guint demo_run_layer (DemoModel *m, DemoLayer *layer, guint input);
/* Adds the loss on the last IPU. Returns the DemoFamily index of the loss's gradient. */
guint demo_loss (DemoModel *m, DemoTensors *net, guint logits);
/* Adds a loop that scales the gradients while their norm is too large. */
void demo_clip (DemoModel *m, DemoTensors *net);
/* Adds the function that updates weights. Returns the DemoFamily index of its arguments. */
guint demo_update_function (DemoModel *m);
/* Adds call @n of the update function. Returns the index of the call's program. */
guint demo_call_update (DemoModel *m, guint n, guint arguments, const char *name);
/* Adds the copy of the loss to the host, at the end of a step. Returns the stream copy; its delay
 * is still to be set (demo_pace_loss ()). */
guint demo_return_loss (DemoModel *m, DemoTensors *net);
void demo_load_rate (DemoModel *m, const DemoTensors *net);
void demo_instrumentation (DemoModel *m);
/* Adds the stream copy and broadcast of the number of the program to run. */
void demo_choose_program (DemoModel *m);

G_END_DECLS
