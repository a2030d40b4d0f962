/* Sums the costs of executed steps. One pass over the rows of steps_by_ipu sums them by program.
 * Every other grouping (compute sets, operations, paths of names) adds up programs. Sums are exact:
 * a step that touches the range counts as a whole. */
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
  const PoplensCycleColumn
      *tile_cycles; /* [n_rows] Σ of cycles over the IPU's tiles; POPLENS_NO_CYCLES: not known */
  const guint32 *exchange;        /* (nullable) [n_steps] index of each step in .received and .sent;
                                     G_MAXUINT32: it moves no bytes */
  const guint64 *received, *sent; /* [exchange × n_ipus + ipu] bytes that the tiles of an IPU
                                     receive and send in a step */
} PoplensTraceFacts;

/* Selects the rows of steps_by_ipu that count. */
typedef struct {
  gboolean all;        /* TRUE: all rows, also those without a block; FALSE: rows whose block
                        * touches [from, to) */
  guint64 from, to;    /* range of cycles, used if .all is FALSE */
  int ipu;             /* number of the IPU; −1: all IPUs */
  gboolean waits;      /* TRUE: only steps that wait; FALSE: only other steps */
  const guint8 *steps; /* (nullable) [n_steps]: 1: the step counts; NULL: all do */
  const guint8 *rows;  /* (nullable) [n_rows]: 1: the row counts; NULL: all do */
} PoplensTraceWanted;

/* TRUE if the row passes all conditions except .waits, which callers check themselves. */
gboolean poplens_trace_wanted_has (const PoplensTraceWanted *self,
                                   const PoplensExecution *execution, guint32 row);
/* TRUE if steps of the row's type wait. */
gboolean poplens_trace_row_waits (const PoplensExecution *execution, guint32 row);

/* Sum of the costs of some rows. */
typedef struct {
  guint64 rows;   /* number of rows of steps_by_ipu; a step has one on each IPU that executes it */
  guint64 cycles; /* Σ of cycles of the longest tile */
  guint64 known;  /* number of rows whose tile cycles are known */
  guint64 known_cycles;   /* Σ of cycles of the longest tile of the rows of .known */
  guint64 tile_cycles;    /* Σ of cycles of all tiles of the rows of .known */
  guint64 moving;         /* number of rows of exchanges */
  guint64 moving_cycles;  /* Σ of cycles of rows of exchanges */
  guint64 received, sent; /* bytes that exchanges receive and send */
} PoplensTraceCost;

void poplens_trace_cost_add (PoplensTraceCost *self, const PoplensTraceCost *other);
/* Returns the cycles that perfect balance of tiles would save: the sum over the rows of longest −
 * mean tile. 0 if cycles of tiles are not known. @tiles: per IPU. */
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
  PoplensTraceCost left; /* sum of the rows that only the condition .waits excludes */
} PoplensTraceCosts;

/* Sums the costs of the rows that @wanted selects. NULL only if cancelled. @work: (nullable).
 * (transfer full) (nullable) */
PoplensTraceCosts *poplens_trace_costs_new (const PoplensTraceFacts *facts,
                                            const PoplensTraceWanted *wanted,
                                            const PoplensWork *work);
void poplens_trace_costs_free (PoplensTraceCosts *self);

/* Returns for each step the index of its program's element in @groups, for callers that sum rows
 * themselves. (transfer full) [n_steps]; NULL only if cancelled. @groups: (out) (transfer full):
 * PoplensTraceGroupCost without costs */
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
  guint32 node;  /* index of the node in the tree */
  guint32 thing; /* index of an item with exactly this path; POPLENS_PATH_NONE: none has it */
  guint16 depth; /* depth in the tree; 0: a top row */
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
/* Builds a tree of paths, with their last parts at the top, and below each the parts before it.
 * .own: cost of items whose path ends so. .all (top rows only): cost of items that have the part
 * anywhere in their path, each counted once. (transfer full) */
PoplensTracePaths *poplens_trace_paths_bottom_up (const PoplensTraceNames *names);
void poplens_trace_paths_free (PoplensTracePaths *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTracePaths, poplens_trace_paths_free)

G_END_DECLS
