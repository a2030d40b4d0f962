/* The steps of one IPU as a flame graph, grouped by the paths in their names as the reference
 * application does it (the golden test `flame` holds it to that), and better where names begin with
 * "csN_", which no name of the reference's does (formats.md 6).
 *
 * Columns, not objects; time and memory are linear in the steps and their names, however deep these
 * nest. The result points into the input's strings, which must outlive it. */
#pragma once

#include "base/strings.h"
#include "base/work.h"
#include "model/execution.h"

G_BEGIN_DECLS

#define POPLENS_FLAME_NONE G_MAXUINT32

/* The steps of one IPU, in any order; all arrays have @n entries. */
typedef struct {
  guint32 n;
  const guint32 *step; /* step id */
  const guint8 *kind;  /* PoplensStepKind */
  const guint32 *name; /* string: the whole path; of a sync its own name ("Internal Sync") */
  const PoplensStrings *strings;
  const guint64 *from, *to; /* the drawn block, in cycles */
  const PoplensWork *work;  /* (nullable) */
} PoplensFlameInput;

/* Part of a string, as paths are cut and joined again but never copied. */
typedef struct {
  guint32 string;       /* or POPLENS_FLAME_NONE: one of the names that formats.md 6.2 gives */
  guint32 from, length; /* bytes, of the name without "csN_" */
} PoplensFlameName;

typedef struct {
  const PoplensStrings *strings;

  /* Groups: a parent before its children, and by the smallest step within. */
  guint32 n_nodes;
  guint32 *node_parent; /* node, or POPLENS_FLAME_NONE at the root */
  guint32 *node_row;    /* depth; 0 at the root */
  PoplensFlameName *node_name;
  /* From the first child's begin to its own step's end, or without one the last child's, in the
   * order of steps: children may stick out, and @node_to may even lie before @node_from. */
  guint64 *node_from, *node_to;
  guint8 *node_is_io; /* a StreamCopy beside work, at the root: it has lanes of its own */
  guint32 *node_own;  /* its own steps: leaves own[node_own[i]] … own[node_own[i + 1] − 1] */
  guint32 *own;
  guint32 *node_first, *node_last; /* first and last leaf within, by step; it is not all of them */

  /* Steps, by their smallest step id; neighbours of the same kind and name are one. */
  guint32 n_leaves;
  guint32 *leaf_parent;
  guint32 *leaf_row;
  PoplensFlameName *leaf_name;
  guint64 *leaf_from, *leaf_to; /* of merged steps the first begin and the last end */
  guint32 *leaf_node;   /* the node whose own step it is, at that one's row and parent; or NONE */
  guint32 *leaf_source; /* its steps: source[leaf_source[i]] … source[leaf_source[i + 1] − 1] */
  guint32 *source;      /* [n of the input] its entries, by step */
} PoplensFlame;

/* NULL where its work is not wanted any more. */
PoplensFlame *poplens_flame_new (const PoplensFlameInput *input);
void poplens_flame_free (PoplensFlame *self);
/* Lets go of where nodes and leaves stand, which is over half of it: what stays are how many, their
 * names (not their paths), the first and last leaf of each node, and the steps of each leaf. */
void poplens_flame_keep_names (PoplensFlame *self);

/* The text of a name: @length bytes, without a NUL behind them. */
const char *poplens_flame_name (const PoplensFlame *self, PoplensFlameName name, gsize *length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFlame, poplens_flame_free)

G_END_DECLS
