/* PoplensCheckRun, the state that all checks share, and functions that record cases and failures.
 * Private to the analysis. */
#pragma once

#include "analysis/check/check.h"
#include "model/archive-memory.h"
#include "model/debug-contexts.h"
#include "model/exchanges.h"
#include "model/execution.h"
#include "model/liveness.h"
#include "model/memory.h"
#include "model/programs.h"
#include "model/target.h"
#include "model/variables.h"
#include "model/vertices.h"

G_BEGIN_DECLS

/* IDs of the checks, in the order in which they are reported. */
typedef enum {
#define CHECK(id, ...) CHECK_##id,
#include "analysis/check/check-specs.h"
#undef CHECK
  N_CHECKS,
} PoplensCheckId;

/* Groups of checks; the checks of a group share one pass. GROUP_TARGET runs first; GROUP_LEAVES and
 * GROUP_FILES run last; the others run on two threads. */
typedef enum {
  GROUP_FILES, /* checks of the files themselves, in check.c */
  GROUP_TOGETHER,
  GROUP_KEYS,
  GROUP_INDICES,
  GROUP_TARGET,
  GROUP_TILES,
  GROUP_MEMORY,
  GROUP_LIVE_TILES,
  GROUP_PLACES,
  GROUP_ORDERS,
  GROUP_OVERLAP,
  GROUP_RANGES,
  GROUP_INTERFERENCE,
  GROUP_LIVE_BYTES,
  GROUP_LIVE_IPUS,
  GROUP_CLASS_BYTES,
  GROUP_VARIABLES_REFERENCES,
  GROUP_PROGRAM_TREE,
  GROUP_PROGRAMS_REFERENCES,
  GROUP_PREORDER,
  GROUP_VERTICES,
  GROUP_VERTEX_MEMORY,
  GROUP_COMPUTE_SET_VARIABLES,
  GROUP_COMPUTE_SETS_REFERENCES,
  GROUP_COUNTS,
  GROUP_REGIONS,
  GROUP_BYTES_BY_IPU,
  GROUP_EXCHANGES_REFERENCES,
  GROUP_STEPS,
  GROUP_TRACE,
  GROUP_STEP_PROGRAMS,
  GROUP_EXECUTION_REFERENCES,
  GROUP_IMAGES,
  GROUP_ARCHIVE,
  GROUP_DEBUG,
  GROUP_LEAVES,
  N_GROUPS,
} PoplensCheckGroupId;

typedef struct _PoplensCheckMade PoplensCheckMade;
typedef struct _PoplensCheckShared PoplensCheckShared; /* state of all groups, in check.c */

/* State of one group of checks. Two threads run groups at the same time. They share .checks, but
 * each check belongs to one group only. */
typedef struct {
  const PoplensCheckInput *input;
  const PoplensTarget *target; /* parts of the report, down to .debug; NULL: absent */
  const PoplensMemory *memory;
  const PoplensVariables *variables;
  const PoplensVertices *vertices;
  const PoplensPrograms *programs;
  const PoplensExchanges *exchanges;
  const PoplensLiveness *liveness;
  const PoplensExecution *execution;
  const PoplensArchive *archive;
  const PoplensDebugContexts *debug;
  /* Numbers that the rules of check-rules.c compare: those that a check computed (.made), and a row
   * of steps_by_ipu as recorded and as expected. */
  const PoplensCheckMade *made;
  const PoplensStepRow *step, *expected_step, *active_step;
  PoplensCheck *checks[N_CHECKS];
  gboolean target_contradicts;  /* TRUE: sizes of the target contradict each other; groups that need
                                   these sizes check nothing */
  const guint32 *variable_rows; /* (nullable): rows of variables by ID; NULL if IDs are dense */
  PoplensCheckGroupId group;    /* group that runs now */
  double done;                  /* share of the group that is done, 0 … 1 */
  GError *error;                /* (nullable): error that ends the group */
  PoplensCheckShared *shared;
} PoplensCheckRun;

/* Returns the limit of failures that are recorded for a check. Checks of tile images have no limit.
 */
guint poplens_check_most_kept (PoplensCheckId id);
/* Counts a case. Returns @holds; if FALSE, call poplens_check_fail() to record the case. */
static inline gboolean
poplens_check_that (PoplensCheckRun *run, PoplensCheckId id, gboolean holds)
{
  run->checks[id]->cases++;
  if (G_LIKELY (holds))
    return TRUE;
  run->checks[id]->failed++;
  return FALSE;
}

/* Records the case that just failed. @where: printf format of the name of the case ("tile %u") */
void poplens_check_fail (PoplensCheckRun *run, PoplensCheckId id, const char *expected,
                         const char *found, const char *where, ...) G_GNUC_PRINTF (5, 6);
/* Counts the comparison of two numbers as a case, and records it if they differ. Returns TRUE if
 * they are equal. @where: as in poplens_check_fail () */
gboolean poplens_check_equal (PoplensCheckRun *run, PoplensCheckId id, guint64 expected,
                              guint64 found, const char *where, ...) G_GNUC_PRINTF (5, 6);
/* Sets the location of the last failure to @prefix and @number ("memory?tile=", 7). Does nothing if
 * that failure was only counted, not recorded. */
void poplens_check_link (PoplensCheckRun *run, PoplensCheckId id, const char *prefix,
                         guint32 number);
/* Sets the reason why a check has no cases, in place of the reason in check-specs.h. Does nothing
 * if called again for the same check. */
void poplens_check_none (PoplensCheckRun *run, PoplensCheckId id, const char *reason);
/* Calls poplens_check_none () for all checks of the group that is running. */
void poplens_check_none_at_all (PoplensCheckRun *run, const char *reason);

/* Appends a sentence to the exceptions of a check: what is valid in this report although it looks
 * wrong. */
void poplens_check_except (PoplensCheckRun *run, PoplensCheckId id, const char *text);

/* Reports that @done of @all items of the group are checked. FALSE if the run must end. */
gboolean poplens_check_go_on (PoplensCheckRun *run, guint64 done, guint64 all);
/* Returns a slice. NULL if it is absent, if the run must end, or if its rows are damaged; damage is
 * recorded as a failure of @id. (transfer full) (nullable) */
PoplensSlice *poplens_check_slice (PoplensCheckRun *run, PoplensCheckId id, PoplensSliceKind kind,
                                   guint64 key);
/* Returns a slice from the cache @slices (key → PoplensSlice), or reads the slice into the cache.
 * Empties a cache of @most slices first. NULL in the same cases as poplens_check_slice ().
 * (transfer none) (nullable) */
const PoplensSlice *poplens_check_keep_slice (GHashTable *slices, guint most, PoplensCheckRun *run,
                                              PoplensCheckId check, PoplensSliceKind kind,
                                              guint32 key);

/* Returns the row of the variable with this ID, or G_MAXUINT32. */
guint32 poplens_check_variable (const PoplensCheckRun *run, guint32 id);
/* Returns the position of the tile that the variable at @row is on. */
guint32 poplens_check_tile_of (const PoplensCheckRun *run, guint32 row);
/* Returns the largest number of variables on one tile. */
guint32 poplens_check_most_variables (const PoplensCheckRun *run);
/* Returns the number of the tile at @position in the part memory. Returns @position if the part has
 * no such position or is absent. */
guint32 poplens_check_tile_at (const PoplensCheckRun *run, guint32 position);

/* Groups of checks. check.c lists the parts that each group needs. */
void poplens_check_files (PoplensCheckRun *run);
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
void poplens_check_images (PoplensCheckRun *run);
void poplens_check_archive (PoplensCheckRun *run);
void poplens_check_debug (PoplensCheckRun *run);

/* Checks that the IDs in one table exist in another table. @references: selects the tables */
void poplens_check_references (PoplensCheckRun *run, PoplensCheckId id,
                               PoplensReferences references);

G_END_DECLS
