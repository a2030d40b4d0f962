/* A network with one stage on each IPU, and exchanges between the stages. The stages work in
 * parallel on different samples. Presets build their programs from stages. */
#pragma once

#include "demo/layers.h"
#include "demo/parts.h"

G_BEGIN_DECLS

typedef struct {
  DemoTensors t;
  GArray *layers;    /* DemoLayer */
  GArray *gradients; /* DemoSpan: .first is the DemoFamily index of a weight gradient, .last the
                        program that computes it */
  guint bytes;       /* bytes per tile that a stage passes to the next */
  /* Adds the loss after the last stage. Returns the DemoFamily index of the loss's gradient. */
  guint (*loss) (DemoModel *m, DemoTensors *net, guint logits);
  guint in[DEMO_MAX_IPUS],
      back[DEMO_MAX_IPUS]; /* by IPU: DemoFamily index of the stage's input in the forward and in
                              the backward pass, or DEMO_NONE */
  guint out[DEMO_MAX_IPUS], left[DEMO_MAX_IPUS]; /* by IPU: DemoFamily index of the stage's output
                                                    in the forward and in the backward pass */
} DemoStages;

#define demo_stages_layer(self, i) (&g_array_index ((self)->layers, DemoLayer, i))

/* Adds the forward and backward pass of the stage on @ipu. */
void demo_stages_run (DemoStages *self, DemoModel *m, guint ipu, guint input);
/* Adds the exchanges of the stages' outputs to the inputs of their neighbours. */
void demo_stages_exchange (const DemoStages *self, DemoModel *m);
/* Makes the stages' inputs live from @first to the last program. */
void demo_stages_keep_buffers (const DemoStages *self, DemoModel *m, guint first);
/* Makes input, labels and masks live from @first to the last program. */
void demo_stages_keep_inputs (const DemoStages *self, DemoModel *m, guint first);

/* Returns the layers of the preset's network, in order. Each has a name, and an IPU. (transfer
 * full): DemoLayer */
GArray *demo_net_layers (const DemoPlan *plan);

G_END_DECLS
