/* The training program of the presets: a pipeline. Each IPU has one stage of the network, and the
 * stages work in parallel on different samples. Each step ends with an exchange between the stages.
 */
#pragma once

#include "demo/model.h"

G_BEGIN_DECLS

void demo_pipeline_build (DemoModel *m);
/* Sets how often the training step is repeated, so that each IPU executes at least as many steps as
 * the plan says. */
void demo_pipeline_set_repeats (DemoModel *m);
/* Adds small variables until there are as many as the plan says. */
void demo_pipeline_fill (DemoModel *m);

G_END_DECLS
