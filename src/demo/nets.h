/* The layers of the networks that presets are shaped after. */
#pragma once

#include "demo/layers.h"

G_BEGIN_DECLS

/* Layers in order, names set and IPUs given out evenly; at least one an IPU.
 * (transfer full): free with g_array_unref */
GArray *demo_net_layers (const DemoPlan *plan);

G_END_DECLS
