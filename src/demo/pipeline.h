/* The training program of the presets: a pipeline with a stage of the network on each IPU, which
 * work in parallel on different samples, and an exchange between them at the end of each step. */
#pragma once

#include "demo/model.h"

G_BEGIN_DECLS

void demo_pipeline_build (DemoModel *m);
/* Sets the repetitions of the step so that each IPU executes as many steps as the plan says. */
void demo_pipeline_set_repeats (DemoModel *m);
/* Adds small variables until there are as many as the plan says. */
void demo_pipeline_fill (DemoModel *m);

G_END_DECLS
