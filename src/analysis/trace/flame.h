/* Flame graph of the steps of one IPU, grouped by the paths in their names. It follows the rules of
 * the reference application; the golden test `flame` checks this. Poplens adds rules for names that
 * begin with "csN_" (formats.md 6). Time and memory are linear in the number of steps and the
 * length of their names. */
#pragma once

#include "base/strings.h"
#include "base/work.h"
#include "model/execution.h"

G_BEGIN_DECLS

#define POPLENS_FLAME_NONE G_MAXUINT32

/* Input: the steps of one IPU, in any order. All arrays have .n elements. */
typedef struct {
  guint32 n;
  const guint32 *step; /* step ids */
  const guint8 *kind;  /* PoplensStepKind */
  /* String ids of the names: paths or, for syncs, texts such as "Internal Sync". */
  const guint32 *name;
  const PoplensStrings *strings;
  const guint64 *from, *to; /* cycles of the block that is drawn for the step */
  const PoplensWork *work;  /* (nullable) */
} PoplensFlameInput;

/* Part of a string. Paths are divided and joined again without copying. */
typedef struct {
  guint32 string;       /* string id; POPLENS_FLAME_NONE: a fixed name, such as "StreamCopy"
                           (formats.md 6.2) */
  guint32 from, length; /* bytes [from, from + length) of the name without "csN_" */
} PoplensFlameName;

/* A flame graph: nodes are groups, leaves are steps. */
typedef struct {
  const PoplensStrings *strings;

  /* Groups, sorted by their first step; a parent comes before its children. */
  guint32 n_nodes;
  guint32 *node_parent; /* index of the parent node; POPLENS_FLAME_NONE: none */
  guint32 *node_row;    /* depth; 0 without a parent */
  PoplensFlameName *node_name;
  /* Begin and end of each node, cycles. A node begins with its first child. It ends with its own
   * step; a node without an own step ends with its last child. Children are sorted by step, not by
   * time, so .node_to can be less than .node_from. */
  guint64 *node_from, *node_to;
  guint8 *node_is_io; /* 1: a StreamCopy that overlaps with compute or an exchange; it has no
                         parent, and is drawn in separate lanes */
  guint32 *node_own; /* own steps of node i: leaves own[node_own[i]] … own[node_own[i + 1] − 1] */
  guint32 *own;
  guint32 *node_first, *node_last; /* first and last leaf below the node, in the order of steps;
                                      leaves of other nodes may be between them */

  /* Steps, sorted by their first step id; adjacent steps of the same kind and name are merged. */
  guint32 n_leaves;
  guint32 *leaf_parent;
  guint32 *leaf_row;
  PoplensFlameName *leaf_name;
  guint64 *leaf_from, *leaf_to; /* cycles; first begin and last end of merged steps */
  guint32 *leaf_node; /* node whose own step is the leaf; POPLENS_FLAME_NONE: the leaf is not an own
                         step */
  guint32 *leaf_source; /* steps of leaf i: source[leaf_source[i]] … source[leaf_source[i + 1] −
                         * 1] */
  guint32 *source;      /* [n of the input] indices of the input's steps, sorted by leaf and step */
} PoplensFlame;

/* Builds the flame graph. NULL if @input->work was cancelled. (transfer full) */
PoplensFlame *poplens_flame_new (const PoplensFlameInput *input);
void poplens_flame_free (PoplensFlame *self);
/* Frees the positions of nodes and leaves, which take over half of the memory. Keeps the numbers of
 * nodes and leaves, their names (not their paths), the first and last leaf of each node, and the
 * steps of each leaf. */
void poplens_flame_keep_names (PoplensFlame *self);

/* Returns the text of a name, which is not terminated by NUL. @length: (out): bytes. (transfer
 * none) */
const char *poplens_flame_name (const PoplensFlame *self, PoplensFlameName name, gsize *length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFlame, poplens_flame_free)

G_END_DECLS
