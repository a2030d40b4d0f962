/* The training program of the presets: a stage of the network on each IPU, all at work at once on
 * different samples, and an exchange between them at the end of each step. */
#pragma once

#include "demo/model.h"

G_BEGIN_DECLS

void demo_pipeline_build (DemoModel *m);
/* How often the step is repeated, so that each IPU executes what the plan says. */
void demo_pipeline_set_repeats (DemoModel *m);
/* Further small variables, until there are as many as the plan says. */
void demo_pipeline_fill (DemoModel *m);

G_END_DECLS
