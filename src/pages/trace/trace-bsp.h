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

/* The report's; NULL without an error where steps have no cycles by tile. (transfer full) */
PoplensTraceBsp *poplens_trace_bsp_get (PoplensReport *report, PoplensTraceModel *model,
                                        GCancellable *cancellable, GError **error);
PoplensTraceBsp *poplens_trace_bsp_ref (PoplensTraceBsp *self);
void poplens_trace_bsp_unref (PoplensTraceBsp *self);

/* The field of an IPU below the rows of @group. */
void poplens_trace_bsp_add_field (PoplensTraceBsp *self, PoplensReport *report, PoplensChart *chart,
                                  guint group, guint16 ipu, PoplensTileOrder order);
/* What was read already, in that order: no page of another order waits for the file. */
void poplens_trace_bsp_sort (PoplensTraceBsp *self, guint16 ipu, PoplensTileOrder order);
/* Reads what those columns of an IPU show, unless it is there, and where the tiles were in @step
 * (nullable: its row, or G_MAXUINT32). For a worker. FALSE with an error. */
gboolean poplens_trace_bsp_fetch (PoplensTraceBsp *self, PoplensReport *report, guint16 ipu,
                                  PoplensTileOrder order, const GArray *edges, guint32 step,
                                  const PoplensWork *work, GError **error);
/* Columns that are kept at most, so that all IPUs together stay small. */
guint poplens_trace_bsp_most_columns (const PoplensTraceBsp *self);
/* The tile on a line, as the report numbers it, and what it did at @cycle where that is known:
 * *@step is G_MAXUINT32 otherwise. */
guint32 poplens_trace_bsp_tile_at (PoplensTraceBsp *self, guint16 ipu, PoplensTileOrder order,
                                   guint line, guint64 cycle, guint32 *step);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceBsp, poplens_trace_bsp_unref)

G_END_DECLS
