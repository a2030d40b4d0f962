/* A network over several IPUs, each with a stage that works on different samples, and exchanges
 * between them. Presets build their programs from stages. */
#pragma once

#include "demo/layers.h"
#include "demo/parts.h"

G_BEGIN_DECLS

typedef struct {
  DemoTensors t;
  GArray *layers;    /* DemoLayer */
  GArray *gradients; /* DemoSpan: .first: DemoFamily index of a weight gradient, .last: program that
                        makes it */
  guint bytes;       /* bytes per tile that a stage passes to the next */
  /* Adds the loss after the last stage. Returns the DemoFamily index of the gradient with which the
   * backward pass begins. */
  guint (*loss) (DemoModel *m, DemoTensors *net, guint logits);
  guint in[DEMO_MAX_IPUS], back[DEMO_MAX_IPUS];  /* by IPU: DemoFamily index of the stage's input,
                                                    forwards and backwards; or DEMO_NONE */
  guint out[DEMO_MAX_IPUS], left[DEMO_MAX_IPUS]; /* by IPU: DemoFamily index of the stage's output,
                                                    forwards and backwards */
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

/* Returns the layers of the preset's network, in order, with names, and distributed evenly over the
 * IPUs, at least one on each. (transfer full): DemoLayer */
GArray *demo_net_layers (const DemoPlan *plan);

G_END_DECLS
