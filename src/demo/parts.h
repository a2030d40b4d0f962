/* What training programs are made of beside their layers: input, loss, update, control. */
#pragma once

#include "demo/layers.h"

G_BEGIN_DECLS

/* Families that a whole program shares. */
typedef struct {
  guint input, labels;        /* on the tiles that serve streams, of the first IPU and the last */
  guint masks[DEMO_MAX_IPUS]; /* on those between, else DEMO_NONE */
  guint rate, loss, norms;
} DemoTensors;

void demo_make_tensors (DemoModel *m, DemoTensors *net);

/* Overlapped copies of the next step's input, which the host has ready after about @wait cycles. */
#define DEMO_INPUT_WAIT 42000
void demo_io_streams (DemoModel *m, DemoTensors *net, guint wait);
/* From the stream tiles, where the last step left it, to the tiles that compute. */
guint demo_load_input (DemoModel *m, DemoTensors *net);
/* The same for an IPU between the first and the last; nothing on others. */
void demo_load_mask (DemoModel *m, DemoTensors *net, guint ipu);
/* The family's last span goes on until the last program made. */
void demo_until_now (DemoModel *m, guint family);
/* Runs a layer on an input that is not needed after the layer's first operation. */
guint demo_run_layer (DemoModel *m, DemoLayer *layer, guint input);
/* On the last IPU; returns the gradient. */
guint demo_loss (DemoModel *m, DemoTensors *net, guint logits);
/* Scales the gradients for as long as their norm is too large. */
void demo_clip (DemoModel *m, DemoTensors *net);
/* The function that updates weights; returns the family of its arguments. */
guint demo_update_function (DemoModel *m);
/* Its call @n; returns the program. */
guint demo_call_update (DemoModel *m, guint n, guint arguments, const char *name);
/* The loss to the host, at the end of a step; returns the stream copy, whose pace is left open. */
guint demo_return_loss (DemoModel *m, DemoTensors *net);
void demo_load_rate (DemoModel *m, const DemoTensors *net);
void demo_instrumentation (DemoModel *m);
/* Which program to run comes from the host and is told to every tile, which then switches. */
void demo_choose_program (DemoModel *m);

G_END_DECLS
