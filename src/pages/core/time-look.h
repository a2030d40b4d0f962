/* How time classes are drawn (look.md 8.6): work in the ink of its step, waiting as a tint in the
 * ink of what is waited for. */
#pragma once

#include "analysis/time/time.h"
#include "charts/core/chart.h"

G_BEGIN_DECLS

typedef struct {
  PoplensInk ink;
  PoplensSeriesKind kind;
} PoplensTimeLook;

PoplensTimeLook poplens_time_look (PoplensTimeClass class);

G_END_DECLS
