/* One loader a part. Each reads its tables on @database and gives the finished part. */
#pragma once

#include "database/columns.h"
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

/* How the rows of steps_by_ipu lie. */
typedef enum {
  POPLENS_STEPS_UNKNOWN,
  POPLENS_STEPS_ODD,      /* in no order */
  POPLENS_STEPS_IN_ORDER, /* by step and IPU */
  POPLENS_STEPS_DENSE,    /* and each has an IPU, and the row id that follows the last one's */
} PoplensStepOrder;

typedef struct {
  PoplensDatabase *database;
  const PoplensProfileSizes *sizes;
  gint *step_order;       /* PoplensStepOrder (atomic), of all loads of the file */
  GHashTable *base_names; /* of slices: id of vars_string_table → char*, kept between them */
} PoplensLoad;

PoplensTarget *poplens_load_target (const PoplensLoad *load, GError **error);
PoplensOptions *poplens_load_options (const PoplensLoad *load, GError **error);
PoplensCompilation *poplens_load_compilation (const PoplensLoad *load, GError **error);
PoplensMemory *poplens_load_memory (const PoplensLoad *load, GError **error);
PoplensVertices *poplens_load_vertices (const PoplensLoad *load, GError **error);
PoplensPrograms *poplens_load_programs (const PoplensLoad *load, GError **error);
/* Those of @ids, in that order and without lists, streams, entry points and details. */
PoplensPrograms *poplens_load_programs_by_id (const PoplensLoad *load, const guint32 *ids,
                                              guint32 n, GError **error);
/* Names of compute sets, each once. NULL, maybe without @error: there are none. */
PoplensStrings *poplens_load_compute_set_names (const PoplensLoad *load, GError **error);
PoplensExchanges *poplens_load_exchanges (const PoplensLoad *load, GError **error);
PoplensExchanges *poplens_load_exchanges_brief (const PoplensLoad *load, GError **error);
PoplensVariables *poplens_load_variables (const PoplensLoad *load, GError **error);
/* All but the lowered variables, of which there are none: see poplens_profile_load_brief (). */
PoplensVariables *poplens_load_variables_brief (const PoplensLoad *load, GError **error);
PoplensLiveness *poplens_load_liveness (const PoplensLoad *load, GError **error);
/* Without classes and their ranges. */
PoplensLiveness *poplens_load_liveness_brief (const PoplensLoad *load, GError **error);
/* The executed steps, their rows of steps_by_ipu, and program_trace, into @part, which is new. */
gboolean poplens_load_steps (const PoplensLoad *load, PoplensExecution *part, GError **error);
PoplensExecution *poplens_load_execution (const PoplensLoad *load, GError **error);

/* Of memory by tile what a headline says: see poplens_profile_load_brief (). */
PoplensMemory *poplens_load_memory_brief (const PoplensLoad *load, GError **error);
/* When most is live. NULL, maybe without @error, where only the part can tell. */
PoplensPeak *poplens_load_peak (const PoplensLoad *load, GError **error);
/* What execution_cycle_totals says of one run: kinds of steps with their tile cycles, the runs and
 * the length of it all, without a single step. NULL without @error where the file does not say it.
 */
PoplensExecution *poplens_load_execution_brief (const PoplensLoad *load, GError **error);
PoplensSlice *poplens_load_slice (const PoplensLoad *load, PoplensSliceKind kind, guint64 key,
                                  GError **error);

/* The columns of a row of steps_by_ipu, for poplens_query_new(), and that row. */
#define POPLENS_STEP_ROW                                                                           \
  "step_id!, ipu!, cycles_base!, active_cycles_from_max, active_cycles_from_mean,"                 \
  "active_cycles_from_min, active_cycles_to_max, active_cycles_to_mean, active_cycles_to_min,"     \
  "all_cycles_to_max, all_cycles_to_mean, all_cycles_to_min, cycles, active_tiles,"                \
  "active_tile_balance, thread_balance, tile_balance, tile_cycles_id"
void poplens_query_step_row (PoplensQuery *q, const PoplensProfileSizes *sizes,
                             PoplensStepRow *row);
/* Columns of a row of exchange_regions, for poplens_query_new(), and its ranges, which are added to
 * @rows (PoplensRegion); a row that is damaged fails @q. */
#define POPLENS_REGIONS "id!, var_id!, regions"
void poplens_query_take_regions (PoplensQuery *q, GArray *rows);
/* Rows of steps_by_ipu, by step and IPU: of the steps whose ids lie in @steps; rows without an IPU
 * may be among them. */
PoplensQuery *poplens_load_steps_from (const PoplensLoad *load, const char *columns,
                                       PoplensRowSpan steps);
/* … @n rows that have an IPU, from the one with the number @first on. */
PoplensQuery *poplens_load_step_rows_from (const PoplensLoad *load, const char *columns,
                                           guint64 first, guint32 n);
/* The SCAN kinds. */
PoplensSlice *poplens_load_scan (const PoplensLoad *load, PoplensSliceKind kind, guint64 key,
                                 GError **error);

PoplensSlice *poplens_load_references (const PoplensLoad *load, guint64 key, GError **error);
PoplensSlice *poplens_load_storage (const PoplensLoad *load, guint64 key, GError **error);
PoplensSlice *poplens_load_together (const PoplensLoad *load, GError **error);

/* What loading @parts (bits) reads of the file, about: poplens_tree_spans (). */
GArray *poplens_load_estimate (const PoplensLoad *load, guint32 parts);

/* Why @part is not in this file, or NULL. (transfer full) */
char *poplens_explain_absence (PoplensDatabase *database, PoplensPart part);
/* The same of lowered variables, which may be left out alone. */
char *poplens_explain_no_lowered (PoplensDatabase *database);
/* A hint: all parts will be asked for their absence, and what can be had in brief is read. */
void poplens_expect_briefs (PoplensDatabase *database);

gboolean poplens_load_has (const PoplensLoad *load, const char *table);
/* The slice of records, taken from @rows. Those of the SCAN kinds are never kept, as a pass over a
 * table would drive out what pages use. */
PoplensSlice *poplens_slice_of (PoplensSliceKind kind, guint64 key, GArray **rows);

G_END_DECLS
