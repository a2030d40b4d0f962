/* Costs of a trace by the paths in names: "conv/fwd/Reduce" is Reduce below fwd below conv. */
#pragma once

#include "analysis/operations/path-tree.h"
#include "analysis/trace/trace-costs.h"

G_BEGIN_DECLS

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
