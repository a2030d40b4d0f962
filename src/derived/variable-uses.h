/* Which lowered variables each step of the program uses, as far as the file records it: those that
 * vertices of its compute set are connected with, and those in the regions that its exchange, or
 * the host, reads and writes. */
#pragma once

#include "analysis/operations/operation-edges.h"
#include "model/exchanges.h"
#include "model/liveness.h"
#include "model/programs.h"
#include "model/vertices.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Parts belong to the report. */
typedef struct {
  const PoplensLiveness *liveness;
  const PoplensPrograms *programs;
  const PoplensVertices *vertices;
  const PoplensExchanges *exchanges;
} PoplensUseParts;

gboolean poplens_use_parts_load (PoplensUseParts *self, PoplensReport *report,
                                 GCancellable *cancellable, GError **error);

#define POPLENS_NO_ITEM G_MAXUINT64

typedef struct {
  /* Returns what stands for the lowered variable @id, which a compute set has (USED) or a region
   * (WRITTEN); POPLENS_NO_ITEM: it is left out. */
  guint64 (*find) (gconstpointer data, guint64 id, PoplensVariableUseKind kind);
  /* Of the items of a compute set or of regions that are alike in these bits one is enough. */
  guint64 alike;
  /* @step, of the program in row @program, uses @item. USED: by a compute set */
  void (*add) (gpointer data, guint32 step, guint32 program, guint64 item,
               PoplensVariableUseKind kind);
  gpointer data;
} PoplensUseVisitor;

/* Calls @visitor for all uses, in the order of program steps; an exchange reads before it writes.
 * Cost: a pass over exchange_regions. FALSE with @error. */
gboolean poplens_variable_uses_visit (const PoplensUseParts *parts, PoplensReport *report,
                                      const PoplensUseVisitor *visitor, GCancellable *cancellable,
                                      GError **error);

G_END_DECLS
