/* What each tile did when, as fields of the trace's chart: what was read of it so far, in the order
 * in which the tiles are shown. One store a report, which grows while pages come and go. For the
 * files of this room only. */
#pragma once

#include "analysis/trace/bsp.h"
#include "charts/lanes/field.h"
#include "pages/trace/trace-model.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_TILES_BY_NUMBER,
  POPLENS_TILES_BY_PLACE,   /* on the die: analysis/floor-plan.h */
  POPLENS_TILES_BY_WAITING, /* those first that wait longest in the cycles in view */
} PoplensTileOrder;

typedef struct _PoplensTraceBsp PoplensTraceBsp;

void poplens_trace_bsp_unref (PoplensTraceBsp *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceBsp, poplens_trace_bsp_unref)

G_END_DECLS
