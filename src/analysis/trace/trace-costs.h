/* What executed steps cost, added up: one pass over the rows of steps_by_ipu makes sums by program,
 * and every other grouping (compute sets, operations, paths of names) adds up programs.
 *
 * Sums are exact: each step that counts, counts whole. */
#pragma once

#include "analysis/operations/path-tree.h"
#include "base/work.h"
#include "model/cycle-column.h"
#include "model/execution.h"

G_BEGIN_DECLS

/* Columns beside the execution, by row of steps_by_ipu or by step. They must outlive what uses
 * them.
 */
typedef struct {
  const PoplensExecution *execution;
  guint32 tiles;                         /* of an IPU; 0: not known */
  const PoplensCycleColumn *cycles;      /* by row, of the longest tile */
  const PoplensCycleColumn *tile_cycles; /* Σ over the IPU's tiles; not known of some */
  const guint32 *exchange;               /* (nullable) [n_steps] G_MAXUINT32: moves no bytes */
  const guint64 *received, *sent;        /* [exchange × n_ipus] bytes of the IPU's tiles */
} PoplensTraceFacts;

/* Which rows count. */
typedef struct {
  gboolean all;        /* also those without a block; else whose block touches [from, to) */
  guint64 from, to;    /* cycles */
  int ipu;             /* only its rows; −1: all IPUs' */
  gboolean waits;      /* only steps that wait, else only the others */
  const guint8 *steps; /* (nullable) [n_steps]: only those that are 1 */
  const guint8 *rows;  /* (nullable) [n_rows]: only those that are 1 */
} PoplensTraceWanted;

/* Whether the row is of the cycles and the IPU; waiting is asked apart. */
gboolean poplens_trace_wanted_has (const PoplensTraceWanted *self,
                                   const PoplensExecution *execution, guint32 row);
/* Whether steps of the row's type wait. */
gboolean poplens_trace_row_waits (const PoplensExecution *execution, guint32 row);

typedef struct {
  guint64 rows;           /* of steps_by_ipu: a step counts on each IPU that it ran on */
  guint64 cycles;         /* Σ of the longest tile's */
  guint64 known;          /* rows whose tile cycles are known */
  guint64 known_cycles;   /* cycles of these rows */
  guint64 tile_cycles;    /* Σ over tiles of these rows */
  guint64 moving;         /* rows of exchanges */
  guint64 moving_cycles;  /* … their cycles … */
  guint64 received, sent; /* … and bytes */
} PoplensTraceCost;

void poplens_trace_cost_add (PoplensTraceCost *self, const PoplensTraceCost *other);
/* Returns longest minus mean cycles of all tiles, summed over the rows: what perfect balance would
 * save. 0 if the tiles are not known. */
double poplens_trace_cost_imbalance (const PoplensTraceCost *self, guint32 tiles);

/* Steps of a program; or of those without one, of a type and kind of sync. */
typedef struct {
  guint32 program; /* id, or POPLENS_NO_PROGRAM */
  guint8 type, sync;
  guint32 step; /* the first of them */
  PoplensTraceCost cost;
} PoplensTraceGroupCost;

typedef struct {
  guint32 tiles;
  GArray *groups;        /* PoplensTraceGroupCost, in the order in which they first ran */
  PoplensTraceCost all;  /* Σ of them */
  PoplensTraceCost left; /* of the rows of the other sort (waits, or work) */
} PoplensTraceCosts;

/* NULL only where @work (nullable) was cancelled. */
PoplensTraceCosts *poplens_trace_costs_new (const PoplensTraceFacts *facts,
                                            const PoplensTraceWanted *wanted,
                                            const PoplensWork *work);
void poplens_trace_costs_free (PoplensTraceCosts *self);

/* Returns the group of each step, as an index in @groups, for callers that group rows themselves.
 * (transfer full): [n_steps]; NULL only if cancelled. @groups: (out) (transfer full):
 * PoplensTraceGroupCost without costs */
guint32 *poplens_trace_group_steps (const PoplensExecution *execution, GArray **groups,
                                    const PoplensWork *work);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceCosts, poplens_trace_costs_free)

/* ---- by path --------------------------------------------------------------------------------- */

/* Costs of a trace by the paths in names: "conv/fwd/Reduce" is Reduce below fwd below conv. */

/* What has a name, with what it costs; things of one name are one. */
typedef struct {
  guint32 n;
  const char *const *names;      /* [n] */
  const PoplensTraceCost *costs; /* [n] */
} PoplensTraceNames;

typedef struct {
  guint32 node;  /* of the tree */
  guint32 thing; /* one that has just this path; POPLENS_PATH_NONE: none */
  guint16 depth; /* 0: top */
  gboolean has_all;
  PoplensTraceCost own, all;
} PoplensTracePathRow;

/* Rows in preorder, siblings by falling cycles. */
typedef struct {
  PoplensPathTree *tree;
  GArray *rows; /* PoplensTracePathRow */
} PoplensTracePaths;

/* Paths from their beginning: own is of what has just this path, all of that and of what lies
 * below it. */
PoplensTracePaths *poplens_trace_paths_top_down (const PoplensTraceNames *names);
/* Paths from their end: on top the last name of each, below it what stands before it in paths. Own
 * is of what ends so; all, of the top rows alone, is of what has the name anywhere in its path,
 * once. */
PoplensTracePaths *poplens_trace_paths_bottom_up (const PoplensTraceNames *names);
void poplens_trace_paths_free (PoplensTracePaths *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTracePaths, poplens_trace_paths_free)

G_END_DECLS
