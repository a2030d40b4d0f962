/* What the checks share: the run, and how a case is recorded. Private to the analysis. */
#pragma once

#include "analysis/check/check.h"
#include "model/exchanges.h"
#include "model/execution.h"
#include "model/liveness.h"
#include "model/memory.h"
#include "model/programs.h"
#include "model/target.h"
#include "model/variables.h"
#include "model/vertices.h"

G_BEGIN_DECLS

/* In the order in which they are told. */
typedef enum {
  CHECK_PARTS_READABLE,
  CHECK_TABLES_TOGETHER,
  CHECK_KEYS,
  CHECK_INDICES,
  CHECK_LEAVES,
  CHECK_TARGET,
  CHECK_MEMORY_TOTAL,
  CHECK_MEMORY_END,
  CHECK_MEMORY_REGIONS,
  CHECK_ALWAYS_LIVE_BYTES,
  CHECK_TILE_PEAK,
  CHECK_PACKING,
  CHECK_CATEGORIES,
  CHECK_CATEGORY_TOTALS,
  CHECK_FULLEST_TILES,
  CHECK_ALIGNMENT,
  CHECK_ALLOCATION_ORDER,
  CHECK_OVERLAP,
  CHECK_RANGES,
  CHECK_ALWAYS_LIVE_RANGE,
  CHECK_INTERFERENCE,
  CHECK_INTERFERENCE_SYMMETRIC,
  CHECK_LIVE_BYTES,
  CHECK_LIVE_BYTES_BY_IPU,
  CHECK_BORN_FREED,
  CHECK_CLASS_BYTES,
  CHECK_CLASS_BYTES_VARIABLES,
  CHECK_VARIABLE_REFERENCES,
  CHECK_PROGRAM_IDS,
  CHECK_PROGRAM_PARENTS,
  CHECK_PROGRAM_CHILDREN,
  CHECK_PROGRAM_VARIANTS,
  CHECK_PROGRAM_REFERENCES,
  CHECK_PREORDER,
  CHECK_CONTROL_CODE,
  CHECK_VERTEX_COUNTS,
  CHECK_VERTEX_STATE,
  CHECK_VERTEX_FIELDS,
  CHECK_VERTEX_DESCRIPTORS,
  CHECK_VERTEX_BYTES_AGREE,
  CHECK_COMPUTE_SET_VARIABLES,
  CHECK_COMPUTE_SET_REFERENCES,
  CHECK_GRAPH_COUNTS,
  CHECK_REGIONS,
  CHECK_EXCHANGE_BYTES,
  CHECK_HOST_BYTES,
  CHECK_BYTES_BY_IPU,
  CHECK_EXCHANGE_REFERENCES,
  CHECK_STEP_ROWS,
  CHECK_STEP_CYCLES,
  CHECK_TILES_END,
  CHECK_TILE_CYCLES_SUM,
  CHECK_CYCLE_TOTALS,
  CHECK_MARKERS,
  CHECK_MARKER_SPACING,
  CHECK_MARKER_LOOKUP,
  CHECK_COMPUTE_SET_CYCLES,
  CHECK_GLOBAL_EXCHANGE_CYCLES,
  CHECK_RUN_TIMES,
  CHECK_RUN_PROGRAMS,
  CHECK_TRACE_ORDER,
  CHECK_STEP_PROGRAMS,
  CHECK_EXECUTION_REFERENCES,
  CHECK_ARCHIVE_IMAGES,
  CHECK_ARCHIVE_TILES,
  CHECK_ARCHIVE_MEMORY,
  CHECK_ARCHIVE_REGIONS,
  CHECK_ARCHIVE_ARCHITECTURE,
  CHECK_DEBUG_IDS,
  CHECK_DEBUG_PARENTS,
  N_CHECKS,
} PoplensCheckId;

typedef struct {
  const PoplensCheckInput *input;
  const PoplensTarget *target; /* the parts; NULL where they are not there */
  const PoplensMemory *memory;
  const PoplensVariables *variables;
  const PoplensVertices *vertices;
  const PoplensPrograms *programs;
  const PoplensExchanges *exchanges;
  const PoplensLiveness *liveness;
  const PoplensExecution *execution;
  PoplensCheck *checks[N_CHECKS];
  gboolean target_contradicts; /* its sizes disagree: what is measured by them has no case */
  guint32 *variable_rows; /* rows of variables by id, where ids are not dense; made on demand */
  double from, to;        /* of the progress: the group at hand */
  GError *error;          /* that ends the run */
} PoplensCheckRun;

/* TRUE where @holds; counts the case. What does not hold is then told by poplens_check_fail(). */
static inline gboolean
poplens_check_that (PoplensCheckRun *run, PoplensCheckId id, gboolean holds)
{
  run->checks[id]->cases++;
  if (G_LIKELY (holds))
    return TRUE;
  run->checks[id]->failed++;
  return FALSE;
}

/* Tells the case that just failed. @where: a printf format for what follows. */
void poplens_check_fail (PoplensCheckRun *run, PoplensCheckId id, const char *expected,
                         const char *found, const char *where, ...) G_GNUC_PRINTF (5, 6);
/* poplens_check_that() and _fail() for two numbers. */
gboolean poplens_check_equal (PoplensCheckRun *run, PoplensCheckId id, guint64 expected,
                              guint64 found, const char *where, ...) G_GNUC_PRINTF (5, 6);
/* @low <= @found <= @high */
gboolean poplens_check_within (PoplensCheckRun *run, PoplensCheckId id, guint64 low, guint64 high,
                               guint64 found, const char *where, ...) G_GNUC_PRINTF (6, 7);
/* The location that shows the failure told last: @prefix and @number ("memory?tile=", 7). */
void poplens_check_link (PoplensCheckRun *run, PoplensCheckId id, const char *prefix,
                         guint32 number);
/* Why a check has no case; the first reason stays. */
void poplens_check_none (PoplensCheckRun *run, PoplensCheckId id, const char *reason);

/* What is legal in this report, in a sentence: it follows what the check says of all reports. */
void poplens_check_except (PoplensCheckRun *run, PoplensCheckId id, const char *text);

/* FALSE where the run has to end. @done: of @all, for the progress. */
gboolean poplens_check_go_on (PoplensCheckRun *run, guint64 done, guint64 all);
/* A slice; NULL where the run has to end, or where the file's rows are damaged, which then is a
 * failure of @id. (transfer full) */
PoplensSlice *poplens_check_slice (PoplensCheckRun *run, PoplensCheckId id, PoplensSliceKind kind,
                                   guint64 key);

/* Row of a variable by id, or G_MAXUINT32; and the tile of a row. */
guint32 poplens_check_variable (PoplensCheckRun *run, guint32 id);
guint32 poplens_check_tile_of (const PoplensCheckRun *run, guint32 row);
/* How many variables the tile with the most of them has. */
guint32 poplens_check_most_variables (const PoplensCheckRun *run);
/* Tile at a position of lists by tile; the position itself where memory is not there. */
guint32 poplens_check_tile_at (const PoplensCheckRun *run, guint32 position);

/* The groups of checks: each needs the parts that check.c names beside it. */
void poplens_check_together (PoplensCheckRun *run);
void poplens_check_keys (PoplensCheckRun *run);
void poplens_check_indices (PoplensCheckRun *run);
void poplens_check_leaves (PoplensCheckRun *run);
void poplens_check_target (PoplensCheckRun *run);
void poplens_check_tiles (PoplensCheckRun *run);
void poplens_check_live_tiles (PoplensCheckRun *run);
void poplens_check_memory (PoplensCheckRun *run);
void poplens_check_places (PoplensCheckRun *run);
void poplens_check_orders (PoplensCheckRun *run);
void poplens_check_overlap (PoplensCheckRun *run);
void poplens_check_ranges (PoplensCheckRun *run);
void poplens_check_interference (PoplensCheckRun *run);
void poplens_check_live_bytes (PoplensCheckRun *run);
void poplens_check_live_ipus (PoplensCheckRun *run);
void poplens_check_class_bytes (PoplensCheckRun *run);
void poplens_check_program_tree (PoplensCheckRun *run);
void poplens_check_preorder (PoplensCheckRun *run);
void poplens_check_vertices (PoplensCheckRun *run);
void poplens_check_vertex_memory (PoplensCheckRun *run);
void poplens_check_compute_set_variables (PoplensCheckRun *run);
void poplens_check_counts (PoplensCheckRun *run);
void poplens_check_regions (PoplensCheckRun *run);
void poplens_check_bytes_by_ipu (PoplensCheckRun *run);
void poplens_check_steps (PoplensCheckRun *run);
void poplens_check_trace (PoplensCheckRun *run);
void poplens_check_step_programs (PoplensCheckRun *run);
void poplens_check_step_variants (PoplensCheckRun *run);
void poplens_check_images (PoplensCheckRun *run);
void poplens_check_archive (PoplensCheckRun *run);
void poplens_check_debug (PoplensCheckRun *run);

/* References between tables, all that the file has of this kind. */
void poplens_check_references (PoplensCheckRun *run, PoplensCheckId id,
                               PoplensReferences references);

G_END_DECLS
