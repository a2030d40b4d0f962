/* A pipeline in which nothing is to be found: plants stand out in it. */
#pragma once

#include "demo/model.h"

G_BEGIN_DECLS

/* As demo_network_build(), for the preset plain. */
void demo_plain_build (DemoModel *m);

G_END_DECLS
