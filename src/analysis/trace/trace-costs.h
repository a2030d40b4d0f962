/* Costs of executed steps. One pass over the rows of steps_by_ipu sums them by program; every other
 * grouping (compute sets, operations, paths of names) adds up programs.
 *
 * Sums are exact: a step that touches the range counts as a whole. */
#pragma once

#include "analysis/operations/path-tree.h"
#include "base/work.h"
#include "model/cycle-column.h"
#include "model/execution.h"

G_BEGIN_DECLS

/* Input columns, by row of steps_by_ipu or by step. They must outlive their users. */
typedef struct {
  const PoplensExecution *execution;
  guint32 tiles;                         /* per IPU; 0: not known */
  const PoplensCycleColumn *cycles;      /* [n_rows] cycles of the longest tile */
  const PoplensCycleColumn *tile_cycles; /* [n_rows] Σ over the IPU's tiles; POPLENS_NO_CYCLES: not
                                          * known */
  const guint32 *exchange;               /* (nullable) [n_steps] index of .received and .sent;
                                          * G_MAXUINT32: moves no bytes */
  const guint64 *received, *sent;        /* [exchange × n_ipus + ipu] bytes of the IPU's tiles */
} PoplensTraceFacts;

/* Which rows count. */
typedef struct {
  gboolean all;        /* TRUE: all rows, also those without a block; FALSE: rows whose block
                        * touches [from, to) */
  guint64 from, to;    /* cycles */
  int ipu;             /* number of the IPU; −1: all IPUs */
  gboolean waits;      /* TRUE: steps that wait; FALSE: all other steps */
  const guint8 *steps; /* (nullable) [n_steps]: only steps that are 1 */
  const guint8 *rows;  /* (nullable) [n_rows]: only rows that are 1 */
} PoplensTraceWanted;

/* TRUE if the row passes all conditions but .waits, which callers check themselves. */
gboolean poplens_trace_wanted_has (const PoplensTraceWanted *self,
                                   const PoplensExecution *execution, guint32 row);
/* TRUE if steps of the row's type wait. */
gboolean poplens_trace_row_waits (const PoplensExecution *execution, guint32 row);

/* Sum of the costs of some rows. */
typedef struct {
  guint64 rows;           /* number of rows of steps_by_ipu: a step counts on each IPU that it ran
                           * on */
  guint64 cycles;         /* Σ of cycles of the longest tile */
  guint64 known;          /* number of rows whose tile cycles are known */
  guint64 known_cycles;   /* Σ of cycles of these rows */
  guint64 tile_cycles;    /* Σ over all tiles of these rows */
  guint64 moving;         /* number of rows of exchanges */
  guint64 moving_cycles;  /* Σ of cycles of rows of exchanges */
  guint64 received, sent; /* bytes of exchanges */
} PoplensTraceCost;

void poplens_trace_cost_add (PoplensTraceCost *self, const PoplensTraceCost *other);
/* Returns the sum over the rows of longest − mean cycles of all tiles, which perfect balance would
 * save. 0 if the tiles are not known. @tiles: per IPU. */
double poplens_trace_cost_imbalance (const PoplensTraceCost *self, guint32 tiles);

/* Cost of the steps of a program or, of steps without a program, of a type and kind of sync. */
typedef struct {
  guint32 program; /* id, or POPLENS_NO_PROGRAM */
  guint8 type, sync;
  guint32 step; /* first step of the group */
  PoplensTraceCost cost;
} PoplensTraceGroupCost;

/* Costs by program. */
typedef struct {
  guint32 tiles;
  GArray *groups;        /* PoplensTraceGroupCost, in the order in which they first ran */
  PoplensTraceCost all;  /* Σ of .groups */
  PoplensTraceCost left; /* Σ of the rows excluded by .waits */
} PoplensTraceCosts;

/* Sums the costs of the wanted rows. NULL only if cancelled. @work: (nullable). (transfer full) */
PoplensTraceCosts *poplens_trace_costs_new (const PoplensTraceFacts *facts,
                                            const PoplensTraceWanted *wanted,
                                            const PoplensWork *work);
void poplens_trace_costs_free (PoplensTraceCosts *self);

/* Returns the group of each step, as an index in @groups, for callers that sum rows themselves.
 * (transfer full) [n_steps]; NULL only if cancelled. @groups: (out) (transfer full):
 * PoplensTraceGroupCost without costs */
guint32 *poplens_trace_group_steps (const PoplensExecution *execution, GArray **groups,
                                    const PoplensWork *work);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceCosts, poplens_trace_costs_free)

/* ---- by path --------------------------------------------------------------------------------- */

/* Costs by the paths in names: "conv/fwd/Reduce" is Reduce below fwd below conv. */

/* Things with names and costs; several may have the same name. */
typedef struct {
  guint32 n;
  const char *const *names;      /* [n] */
  const PoplensTraceCost *costs; /* [n] */
} PoplensTraceNames;

/* A row of the tree of paths. */
typedef struct {
  guint32 node;  /* node of the tree */
  guint32 thing; /* index of a thing that has exactly this path; POPLENS_PATH_NONE: none */
  guint16 depth; /* 0: a top row */
  gboolean has_all;
  PoplensTraceCost own, all;
} PoplensTracePathRow;

/* Tree of paths as rows in preorder; siblings are sorted by cycles, most first. */
typedef struct {
  PoplensPathTree *tree;
  GArray *rows; /* PoplensTracePathRow */
} PoplensTracePaths;

/* Builds the tree of paths from their beginning. Own: cost of things with exactly this path. All:
 * own plus everything below. (transfer full) */
PoplensTracePaths *poplens_trace_paths_top_down (const PoplensTraceNames *names);
/* Builds the tree of paths from their end: the top rows are last parts, and below each is what
 * precedes it in paths. Own: cost of things whose path ends so. All, only of top rows: cost of
 * things that have the part anywhere in their path, each counted once. (transfer full) */
PoplensTracePaths *poplens_trace_paths_bottom_up (const PoplensTraceNames *names);
void poplens_trace_paths_free (PoplensTracePaths *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTracePaths, poplens_trace_paths_free)

G_END_DECLS
