/* A network over several IPUs: a stage of it on each, all at work on different samples, and an
 * exchange between them. What programs are made of them. */
#pragma once

#include "demo/layers.h"
#include "demo/parts.h"

G_BEGIN_DECLS

typedef struct {
  DemoTensors t;
  GArray *layers;    /* DemoLayer */
  GArray *gradients; /* DemoSpan: family, program that makes it */
  guint bytes;       /* of a tile, from stage to stage */
  /* Behind the last stage. The family of the gradient that its backward pass begins with. */
  guint (*loss) (DemoModel *m, DemoTensors *net, guint logits);
  guint in[DEMO_MAX_IPUS], back[DEMO_MAX_IPUS];  /* what a stage starts from, by IPU; DEMO_NONE */
  guint out[DEMO_MAX_IPUS], left[DEMO_MAX_IPUS]; /* what it ends with */
} DemoStages;

#define demo_stages_layer(self, i) (&g_array_index ((self)->layers, DemoLayer, i))

/* Forward and backward on an IPU. */
void demo_stages_run (DemoStages *self, DemoModel *m, guint ipu, guint input);
/* What stages end with, to where the neighbours start from. */
void demo_stages_exchange (const DemoStages *self, DemoModel *m);
/* What stages start from lives from @first to the last program … */
void demo_stages_keep_buffers (const DemoStages *self, DemoModel *m, guint first);
/* … and so do input, labels and masks. */
void demo_stages_keep_inputs (const DemoStages *self, DemoModel *m, guint first);

/* The layers of the network that a preset is shaped after, in order, names set and IPUs given out
 * evenly; at least one an IPU. (transfer full): free with g_array_unref */
GArray *demo_net_layers (const DemoPlan *plan);

G_END_DECLS
