/* Finds the lowered variables that each step of the program uses, as far as the file records it:
 * those connected to vertices of its compute set, and those in the regions that its exchange, or
 * the host, reads and writes. */
#pragma once

#include "analysis/operations/operation-edges.h"
#include "model/exchanges.h"
#include "model/liveness.h"
#include "model/programs.h"
#include "model/vertices.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Parts that are needed for the uses, owned by the report. */
typedef struct {
  const PoplensLiveness *liveness;
  const PoplensPrograms *programs;
  const PoplensVertices *vertices;
  const PoplensExchanges *exchanges;
} PoplensUseParts;

/* Loads the parts. FALSE with @error, ABSENT too. */
gboolean poplens_use_parts_load (PoplensUseParts *self, PoplensReport *report,
                                 GCancellable *cancellable, GError **error);

#define POPLENS_NO_ITEM G_MAXUINT64

typedef struct {
  /* Returns the item of the lowered variable @id, which is in a compute set (USED) or a region
   * (WRITTEN); POPLENS_NO_ITEM if it is to be left out. */
  guint64 (*find) (gconstpointer data, guint64 id, PoplensVariableUseKind kind);
  /* Bits that make items different: of items with equal bits, a compute set or list of regions
   * keeps only one. */
  guint64 alike;
  /* Called for each use: @step, which executes the program in row @program, uses @item. @kind: USED
   * for a compute set */
  void (*add) (gpointer data, guint32 step, guint32 program, guint64 item,
               PoplensVariableUseKind kind);
  gpointer data;
} PoplensUseVisitor;

/* Calls @visitor for all uses, in the order of program steps; an exchange reads before it writes.
 * Cost: one pass over exchange_regions. FALSE with @error. */
gboolean poplens_variable_uses_visit (const PoplensUseParts *parts, PoplensReport *report,
                                      const PoplensUseVisitor *visitor, GCancellable *cancellable,
                                      GError **error);

G_END_DECLS
