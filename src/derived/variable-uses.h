/* Finds the lowered variables that each step of the program uses, if the file records them. A
 * compute set uses the variables that its vertices are connected to. An exchange, or the host, uses
 * the variables of the regions that it reads and writes. */
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

/* Loads the parts. FALSE with @error, also if a part is absent. */
gboolean poplens_use_parts_load (PoplensUseParts *self, PoplensReport *report,
                                 GCancellable *cancellable, GError **error);

#define POPLENS_NO_ITEM G_MAXUINT64

typedef struct {
  /* Returns the item of the lowered variable @id, or POPLENS_NO_ITEM to leave it out. @kind: USED
   * if a compute set has the variable, WRITTEN if a list of regions has it. */
  guint64 (*find) (gconstpointer data, guint64 id, PoplensVariableUseKind kind);
  /* Mask of the bits that distinguish items. Each compute set or list of regions keeps one of
   * several items that are equal in these bits. */
  guint64 alike;
  /* Called for each use: @step uses @item. @program: row of the program that the step executes.
   * @kind: USED in a compute set, READ or WRITTEN in an exchange. */
  void (*add) (gpointer data, guint32 step, guint32 program, guint64 item,
               PoplensVariableUseKind kind);
  gpointer data;
} PoplensUseVisitor;

/* Calls @visitor for all uses, in the order of program steps. In an exchange between tiles, reads
 * come before writes. Cost: one pass over exchange_regions. FALSE with @error. */
gboolean poplens_variable_uses_visit (const PoplensUseParts *parts, PoplensReport *report,
                                      const PoplensUseVisitor *visitor, GCancellable *cancellable,
                                      GError **error);

G_END_DECLS
