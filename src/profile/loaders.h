/* Declares functions that each load one part or slice. They read tables on load->database. They
 * return the finished part or slice (transfer full), or NULL with @error. */
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

/* Order of the rows of steps_by_ipu in the file. */
typedef enum {
  POPLENS_STEPS_UNKNOWN,
  POPLENS_STEPS_ODD,      /* not sorted */
  POPLENS_STEPS_IN_ORDER, /* sorted by step and IPU */
  POPLENS_STEPS_DENSE,    /* sorted by step and IPU; each row has an IPU; row ids are consecutive */
} PoplensStepOrder;

typedef struct {
  PoplensDatabase *database;
  const PoplensProfileSizes *sizes;
  gint *step_order;       /* PoplensStepOrder (atomic), shared by all loads of the file */
  GHashTable *base_names; /* (nullable): cache for slices: id in vars_string_table → char *, base
                             name of a variable */
} PoplensLoad;

PoplensTarget *poplens_load_target (const PoplensLoad *load, GError **error);
PoplensOptions *poplens_load_options (const PoplensLoad *load, GError **error);
PoplensCompilation *poplens_load_compilation (const PoplensLoad *load, GError **error);
PoplensMemory *poplens_load_memory (const PoplensLoad *load, GError **error);
PoplensVertices *poplens_load_vertices (const PoplensLoad *load, GError **error);
PoplensPrograms *poplens_load_programs (const PoplensLoad *load, GError **error);
/* Loads the programs with the given @ids, in that order, without lists, streams, entry points and
 * details. Ids that do not exist are skipped. */
PoplensPrograms *poplens_load_programs_by_id (const PoplensLoad *load, const guint32 *ids,
                                              guint32 n, GError **error);
/* Returns the names of compute sets, each once. NULL without @error if there are none. */
PoplensStrings *poplens_load_compute_set_names (const PoplensLoad *load, GError **error);
PoplensExchanges *poplens_load_exchanges (const PoplensLoad *load, GError **error);
PoplensExchanges *poplens_load_exchanges_brief (const PoplensLoad *load, GError **error);
PoplensVariables *poplens_load_variables (const PoplensLoad *load, GError **error);
/* Loads all except the lowered variables: see poplens_profile_load_brief (). */
PoplensVariables *poplens_load_variables_brief (const PoplensLoad *load, GError **error);
PoplensLiveness *poplens_load_liveness (const PoplensLoad *load, GError **error);
/* Loads liveness without equivalence classes and the steps in which they are live. */
PoplensLiveness *poplens_load_liveness_brief (const PoplensLoad *load, GError **error);
/* Reads the executed steps, their rows in steps_by_ipu, and program_trace into the new part @part.
 * FALSE with @error. */
gboolean poplens_load_steps (const PoplensLoad *load, PoplensExecution *part, GError **error);
PoplensExecution *poplens_load_execution (const PoplensLoad *load, GError **error);

/* Loads the columns of memory by tile that a headline needs: see poplens_profile_load_brief (). */
PoplensMemory *poplens_load_memory_brief (const PoplensLoad *load, GError **error);
/* Returns the step with most live bytes. NULL if there is no such step, or if reading fails. @error
 * need not be set then: loading the whole part reports why. */
PoplensPeak *poplens_load_peak (const PoplensLoad *load, GError **error);
/* Loads the execution in brief (see poplens_profile_load_brief ()), with the tile cycles in
 * execution_cycle_totals. NULL without @error unless this table has the totals of exactly one run.
 */
PoplensExecution *poplens_load_execution_brief (const PoplensLoad *load, GError **error);
PoplensSlice *poplens_load_slice (const PoplensLoad *load, PoplensSliceKind kind, guint64 key,
                                  GError **error);

/* Columns of steps_by_ipu that poplens_query_step_row () reads, in this order. */
#define POPLENS_STEP_ROW                                                                           \
  "step_id!, ipu!, cycles_base!, active_cycles_from_max, active_cycles_from_mean,"                 \
  "active_cycles_from_min, active_cycles_to_max, active_cycles_to_mean, active_cycles_to_min,"     \
  "all_cycles_to_max, all_cycles_to_mean, all_cycles_to_min, cycles, active_tiles,"                \
  "active_tile_balance, thread_balance, tile_balance, tile_cycles_id"
void poplens_query_step_row (PoplensQuery *q, const PoplensProfileSizes *sizes,
                             PoplensStepRow *row);
/* Columns of exchange_regions that poplens_query_take_regions () reads. The function appends the
 * ranges of a row as PoplensRegion; a damaged row fails the query. */
#define POPLENS_REGIONS "id!, var_id!, regions"
void poplens_query_take_regions (PoplensQuery *q, GArray *rows);
/* Queries the rows of steps_by_ipu for the step ids in @steps, sorted by step and IPU. Rows without
 * an IPU may be among them. */
PoplensQuery *poplens_load_steps_from (const PoplensLoad *load, const char *columns,
                                       PoplensRowSpan steps);
/* Queries @n rows of steps_by_ipu, sorted by step and IPU, from the row with number @first (from
 * 0). Rows without an IPU are not counted. */
PoplensQuery *poplens_load_step_rows_from (const PoplensLoad *load, const char *columns,
                                           guint64 first, guint32 n);
/* Loads a batch of one of the POPLENS_SLICE_SCAN_ kinds. */
PoplensSlice *poplens_load_scan (const PoplensLoad *load, PoplensSliceKind kind, guint64 key,
                                 GError **error);

PoplensSlice *poplens_load_references (const PoplensLoad *load, guint64 key, GError **error);
PoplensSlice *poplens_load_storage (const PoplensLoad *load, guint64 key, GError **error);
PoplensSlice *poplens_load_together (const PoplensLoad *load, GError **error);

/* Estimates which byte ranges of the file are read to load @parts (bits): see
 * poplens_profile_estimate (). */
GArray *poplens_load_estimate (const PoplensLoad *load, guint32 parts);

/* Explains why @part is not in this file. (transfer full) (nullable): NULL if it is there */
char *poplens_explain_absence (PoplensDatabase *database, PoplensPart part);
/* Explains why the file has no lowered variables; it can have other variables. (transfer full)
 * (nullable): NULL if there are lowered variables */
char *poplens_explain_no_lowered (PoplensDatabase *database);
/* Reads ahead from another computer the pages that poplens_explain_absence () of all parts and the
 * loading of briefs will need. */
void poplens_expect_briefs (PoplensDatabase *database);

/* TRUE if the file has @table, with or without rows. */
gboolean poplens_load_has (const PoplensLoad *load, const char *table);
/* Creates a slice of the records in @rows (transfer full), and sets *@rows to NULL. Slices of SCAN
 * kinds are never cached: reading a whole table would evict the slices that pages use. */
PoplensSlice *poplens_slice_of (PoplensSliceKind kind, guint64 key, GArray **rows);

G_END_DECLS
