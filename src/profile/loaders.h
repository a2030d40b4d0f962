/* One loader a part. Each reads its tables on @database and gives the finished part. */
#pragma once

#include "model/compilation.h"
#include "model/exchanges.h"
#include "model/execution.h"
#include "model/liveness.h"
#include "model/memory.h"
#include "model/options.h"
#include "model/part.h"
#include "model/programs.h"
#include "model/slices.h"
#include "model/target.h"
#include "model/variables.h"
#include "model/vertices.h"
#include "profile/assumptions.h"

G_BEGIN_DECLS

typedef struct {
  PoplensDatabase *database;
  const PoplensProfileSizes *sizes;
  GCancellable *cancellable;
} PoplensLoad;

PoplensTarget *poplens_load_target (const PoplensLoad *load, GError **error);
PoplensOptions *poplens_load_options (const PoplensLoad *load, GError **error);
PoplensCompilation *poplens_load_compilation (const PoplensLoad *load, GError **error);
PoplensMemory *poplens_load_memory (const PoplensLoad *load, GError **error);
PoplensVertices *poplens_load_vertices (const PoplensLoad *load, GError **error);
PoplensPrograms *poplens_load_programs (const PoplensLoad *load, GError **error);
PoplensExchanges *poplens_load_exchanges (const PoplensLoad *load, GError **error);
PoplensVariables *poplens_load_variables (const PoplensLoad *load, GError **error);
PoplensLiveness *poplens_load_liveness (const PoplensLoad *load, GError **error);
PoplensExecution *poplens_load_execution (const PoplensLoad *load, GError **error);

PoplensSlice *poplens_load_slice (const PoplensLoad *load, PoplensSliceKind kind, guint64 key,
                                  GError **error);

/* Why @part is not in this file, or NULL. (transfer full) */
char *poplens_explain_absence (PoplensDatabase *database, PoplensPart part);

/* Queries @table; where the file lacks it, an answer without rows. */
PoplensQuery *poplens_load_query (const PoplensLoad *load, const char *table, const char *columns,
                                  const char *tail, GError **error);
gboolean poplens_load_has (const PoplensLoad *load, const char *table);

G_END_DECLS
