/* Sums the costs of executed steps by program. Compute sets, operations and paths are sums over
 * programs. If only a part of a step is in the selected range, its whole cost counts. */
#pragma once

#include "analysis/operations/path-tree.h"
#include "base/work.h"
#include "model/cycle-column.h"
#include "model/execution.h"

G_BEGIN_DECLS

/* Input columns, by row of steps_by_ipu or by step. They must outlive all results. */
typedef struct {
  const PoplensExecution *execution;
  guint32 tiles;                    /* tiles per IPU; 0: not known */
  const PoplensCycleColumn *cycles; /* [n_rows] cycles of the longest tile */
  /* [n_rows] Σ of the cycles of the IPU's tiles; POPLENS_NO_CYCLES: not known. */
  const PoplensCycleColumn *tile_cycles;
  const guint32 *exchange;        /* (nullable) [n_steps] index of each step in .received and .sent;
                                     G_MAXUINT32: a step that moves no bytes */
  const guint64 *received, *sent; /* bytes that an IPU receives and sends in a step, at index
                                     .exchange[step] × n_ipus + ipu */
} PoplensTraceFacts;

/* Selects the rows of steps_by_ipu that count. */
typedef struct {
  gboolean all;        /* TRUE: all rows, also those without a block; FALSE: rows whose block
                        * touches [from, to) */
  guint64 from, to;    /* range of cycles, used if .all is FALSE */
  int ipu;             /* number of the IPU; −1: all IPUs */
  gboolean waits;      /* TRUE: only steps that wait; FALSE: only steps that do not wait */
  const guint8 *steps; /* (nullable) [n_steps]: 1: the step counts; NULL: all do */
  const guint8 *rows;  /* (nullable) [n_rows]: 1: the row counts; NULL: all do */
} PoplensTraceWanted;

/* TRUE if the row passes all conditions except .waits. Callers check .waits themselves. */
gboolean poplens_trace_wanted_has (const PoplensTraceWanted *self,
                                   const PoplensExecution *execution, guint32 row);
/* TRUE if steps of the row's type wait. */
gboolean poplens_trace_row_waits (const PoplensExecution *execution, guint32 row);

/* Sum of the costs of some rows. */
typedef struct {
  guint64 rows;   /* number of rows of steps_by_ipu: a step on several IPUs has several rows */
  guint64 cycles; /* Σ of cycles of the longest tile */
  guint64 known;  /* number of rows whose tile cycles are known */
  guint64 known_cycles;   /* Σ of cycles of the longest tile, for rows counted in .known */
  guint64 tile_cycles;    /* Σ of cycles of all tiles, for rows counted in .known */
  guint64 moving;         /* number of rows in which an exchange moves bytes */
  guint64 moving_cycles;  /* Σ of cycles of the rows counted in .moving */
  guint64 received, sent; /* bytes received and sent in the rows counted in .moving */
} PoplensTraceCost;

void poplens_trace_cost_add (PoplensTraceCost *self, const PoplensTraceCost *other);
/* Returns the cycles that perfect balance of tiles would save. In each row, these are the cycles of
 * the longest tile minus the mean cycles of all tiles. 0 if cycles of tiles are not known. @tiles:
 * tiles per IPU. */
double poplens_trace_cost_imbalance (const PoplensTraceCost *self, guint32 tiles);

/* Cost of all steps of one program. Steps without a program are grouped by type and kind of sync.
 */
typedef struct {
  guint32 program; /* program id, or POPLENS_NO_PROGRAM */
  guint8 type, sync;
  guint32 step; /* first step of the group */
  PoplensTraceCost cost;
} PoplensTraceGroupCost;

/* Costs of executed steps by program. */
typedef struct {
  guint32 tiles;
  GArray *groups;        /* PoplensTraceGroupCost, in the order in which the programs first ran */
  PoplensTraceCost all;  /* sum of all .groups */
  PoplensTraceCost left; /* sum of the rows that only .waits excludes (PoplensTraceWanted) */
} PoplensTraceCosts;

/* Sums the costs of the rows that @wanted selects. NULL only if cancelled. @work: (nullable).
 * (transfer full) (nullable) */
PoplensTraceCosts *poplens_trace_costs_new (const PoplensTraceFacts *facts,
                                            const PoplensTraceWanted *wanted,
                                            const PoplensWork *work);
void poplens_trace_costs_free (PoplensTraceCosts *self);

/* Assigns each step to the group of its program, for callers that sum rows themselves. Returns the
 * index in @groups of each step. (transfer full) [n_steps]; NULL only if cancelled. @groups: (out)
 * (transfer full): PoplensTraceGroupCost without costs */
guint32 *poplens_trace_group_steps (const PoplensExecution *execution, GArray **groups,
                                    const PoplensWork *work);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceCosts, poplens_trace_costs_free)

/* ---- by path --------------------------------------------------------------------------------- */

/* Costs by the paths in names. In "conv/fwd/Reduce", "Reduce" is below "fwd", which is below
 * "conv". */

/* Items with a name and a cost, such as programs. Several items may have the same name. */
typedef struct {
  guint32 n;
  const char *const *names;      /* [n] name (a path) of each item */
  const PoplensTraceCost *costs; /* [n] cost of each item */
} PoplensTraceNames;

/* A row of the tree of paths: one part of a path. */
typedef struct {
  guint32 node; /* index of the node in the tree */
  /* Index of the first item with this path; POPLENS_PATH_NONE: no item has the path. */
  guint32 thing;
  guint16 depth; /* depth in the tree, from 0 at the top */
  gboolean has_all;
  PoplensTraceCost own, all;
} PoplensTracePathRow;

/* A tree of paths as rows in preorder. Siblings are sorted by cycles, most first. */
typedef struct {
  PoplensPathTree *tree;
  GArray *rows; /* PoplensTracePathRow */
} PoplensTracePaths;

/* Builds a tree of paths, with their first parts at the top. .own: cost of items with exactly this
 * path. .all: .own plus everything below. (transfer full) */
PoplensTracePaths *poplens_trace_paths_top_down (const PoplensTraceNames *names);
/* Builds a tree of reversed paths: the last part of a path is at the top, the part before it below.
 * .own: cost of items whose path ends with the parts of the row. .all (only in top rows): cost of
 * items that have the part of the row anywhere in their path. Each item counts once. (transfer
 * full) */
PoplensTracePaths *poplens_trace_paths_bottom_up (const PoplensTraceNames *names);
void poplens_trace_paths_free (PoplensTracePaths *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTracePaths, poplens_trace_paths_free)

G_END_DECLS
