/* The default network: an encoder of two layers, one on each IPU, with embedding and classifier,
 * and its training step. */
#pragma once

#include "demo/model.h"

G_BEGIN_DECLS

/* Builds families, compute sets, exchanges, stream copies and the tree of programs. */
void demo_network_build (DemoModel *m);
/* Adds the code and state of Poplar's runtime to every tile. Call this after demo_network_build ().
 */
void demo_runtime_build (DemoModel *m);
/* Adds the time stamps and packets, which must exist before the network. */
void demo_runtime_begin (DemoModel *m);

G_END_DECLS
