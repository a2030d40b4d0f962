/* The run that all checks share, and functions that record cases. Private to the analysis. */
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

/* Checks, in the order of reports. */
typedef enum {
#define CHECK(id, ...) CHECK_##id,
#include "analysis/check/check-specs.h"
#undef CHECK
  N_CHECKS,
} PoplensCheckId;

/* Groups of checks that one pass answers. They run in this order, but GROUP_FILES last. */
typedef enum {
  GROUP_FILES, /* of the files themselves, in check.c */
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
  GROUP_STEP_VARIANTS,
  GROUP_EXECUTION_REFERENCES,
  GROUP_IMAGES,
  GROUP_ARCHIVE,
  GROUP_DEBUG,
  GROUP_LEAVES,
  N_GROUPS,
} PoplensCheckGroupId;

typedef struct _PoplensCheckMade PoplensCheckMade;

typedef struct {
  const PoplensCheckInput *input;
  const PoplensTarget *target; /* the parts; NULL: absent */
  const PoplensMemory *memory;
  const PoplensVariables *variables;
  const PoplensVertices *vertices;
  const PoplensPrograms *programs;
  const PoplensExchanges *exchanges;
  const PoplensLiveness *liveness;
  const PoplensExecution *execution;
  const PoplensArchive *archive;
  const PoplensDebugContexts *debug;
  /* Numbers for rules, beside the parts: those that a pass computed, and a step as recorded and as
   * expected. */
  const PoplensCheckMade *made;
  const PoplensStepRow *step, *expected_step, *active_step;
  PoplensCheck *checks[N_CHECKS];
  gboolean target_contradicts; /* TRUE: its sizes disagree, so groups that depend on them have no
                                  cases */
  guint32 *variable_rows;      /* rows of variables by ID, if IDs are not dense; made on demand */
  PoplensCheckGroupId group;   /* that runs now */
  double from, to;             /* progress at the start and the end of that group */
  GError *error;               /* (nullable): error that ends the run */
} PoplensCheckRun;

/* Returns how many failures of a check are recorded: of tile images all, as no table lists them. */
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

/* Records the case that just failed. @where: printf format of its name, for the arguments that
 * follow */
void poplens_check_fail (PoplensCheckRun *run, PoplensCheckId id, const char *expected,
                         const char *found, const char *where, ...) G_GNUC_PRINTF (5, 6);
/* Counts a case, whether two numbers are equal, and records it if it fails. Returns TRUE if they
 * are equal. @where: as in poplens_check_fail () */
gboolean poplens_check_equal (PoplensCheckRun *run, PoplensCheckId id, guint64 expected,
                              guint64 found, const char *where, ...) G_GNUC_PRINTF (5, 6);
/* Sets the location of the last failure: @prefix and @number ("memory?tile=", 7). Does nothing if
 * the failure was only counted. */
void poplens_check_link (PoplensCheckRun *run, PoplensCheckId id, const char *prefix,
                         guint32 number);
/* Sets why a check has no cases. The first reason counts, and replaces that of check-specs.h. */
void poplens_check_none (PoplensCheckRun *run, PoplensCheckId id, const char *reason);
/* Calls poplens_check_none () for all checks of the group that runs. */
void poplens_check_none_at_all (PoplensCheckRun *run, const char *reason);

/* Adds a sentence about what is valid in this report to the exceptions of check-specs.h. */
void poplens_check_except (PoplensCheckRun *run, PoplensCheckId id, const char *text);

/* Reports the progress, @done of @all. FALSE if the run must end. */
gboolean poplens_check_go_on (PoplensCheckRun *run, guint64 done, guint64 all);
/* Returns a slice. NULL if it is absent, if the run must end, or if its rows are damaged, which is
 * a failure of @id. (transfer full) (nullable) */
PoplensSlice *poplens_check_slice (PoplensCheckRun *run, PoplensCheckId id, PoplensSliceKind kind,
                                   guint64 key);
/* Returns a slice from the cache @slices (key → PoplensSlice), which is emptied when it has @most.
 * NULL as in poplens_check_slice (). (transfer none) (nullable) */
const PoplensSlice *poplens_check_keep_slice (GHashTable *slices, guint most, PoplensCheckRun *run,
                                              PoplensCheckId check, PoplensSliceKind kind,
                                              guint32 key);

/* Returns the row of a variable by ID, or G_MAXUINT32. The function below returns the position of
 * the tile that a row belongs to. */
guint32 poplens_check_variable (PoplensCheckRun *run, guint32 id);
guint32 poplens_check_tile_of (const PoplensCheckRun *run, guint32 row);
/* Returns the number of variables of the tile that has the most. */
guint32 poplens_check_most_variables (const PoplensCheckRun *run);
/* Returns the tile at a position of lists by tile; without memory the position itself. */
guint32 poplens_check_tile_at (const PoplensCheckRun *run, guint32 position);

/* Groups of checks. check.c lists the parts that each needs. */
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
void poplens_check_step_variants (PoplensCheckRun *run);
void poplens_check_images (PoplensCheckRun *run);
void poplens_check_archive (PoplensCheckRun *run);
void poplens_check_debug (PoplensCheckRun *run);

/* Checks that references between tables exist. @references: which tables */
void poplens_check_references (PoplensCheckRun *run, PoplensCheckId id,
                               PoplensReferences references);

G_END_DECLS
