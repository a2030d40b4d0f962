/* The training step: an encoder of two layers, one on each IPU, with embedding and classifier. */
#pragma once

#include "demo/model.h"

G_BEGIN_DECLS

/* Makes the families, compute sets, exchanges, stream copies and the tree of programs. */
void demo_network_build (DemoModel *m);
/* Code and state that every tile has, which depends on what the network uses: call it last. */
void demo_runtime_build (DemoModel *m);
/* What has to exist before the network: time stamps and packets. */
void demo_runtime_begin (DemoModel *m);

G_END_DECLS
