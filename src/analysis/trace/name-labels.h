/* Labels that tell steps apart: "Bwd · layer.9 · attention · GroupNorm" of one among many that are
 * called "Bwd/bert/encoder/layer.9/attention/output/LayerNorm/GroupNorm/split0/Op".
 *
 * A label is layer and operation. Where several of those that are shown together have the same, it
 * gets what is before the layer, between layer and operation, and behind the operation: each only
 * where it differs, and as short as still tells. So the same step is called differently among
 * others; a label is for the eye, and the name stays what it is. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* ---- layers ---------------------------------------------------------------------------------- */

/* Which numbered parts of paths count layers: "layer.7" among "layer.0" … "layer.11".
 *
 * Siblings, parts below the same path that differ in their number alone, are a family where there
 * are at least two, one of them has at least two different paths below it, and what lies below
 * neighbours is half the same, in the median. "split0" and "Conv_1" are none. */

typedef struct _PoplensNameLayers PoplensNameLayers;

/* @names: the names of a report's steps, each once or several times; they need not stay. Time is
 * linear in their bytes. */
PoplensNameLayers *poplens_name_layers_new (const char *const *names, guint n);
void poplens_name_layers_free (PoplensNameLayers *self);

/* The parts of the first @length bytes of @path that are of a family, but never the last of them:
 * where each begins, outermost first: a layer, then a block. Returns: how many, at most @most */
guint poplens_name_layers_find (const PoplensNameLayers *self, const char *path, gsize length,
                                gsize *from, guint most);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensNameLayers, poplens_name_layers_free)

/* ---- labels ---------------------------------------------------------------------------------- */

/* Bytes [from, to) of a path. */
typedef struct {
  gsize from, to;
} PoplensNameSpan;

/* A name in its pieces: "Bwd/encoder", "layer.9", "attention/self/key", "MatMul", "split0/Op".
 * Empty where there is none. Without a layer the head is the first part. What is no path, or a
 * transfer
 * ("Copy_…_to_…"), is an operation as a whole. */
typedef struct {
  const char *name, *path; /* not owned; path: name without "csN_" */
  PoplensNameSpan head, layer, middle, operation, role;
} PoplensNameSplit;

/* @name: must outlive it. */
PoplensNameSplit poplens_name_split (const PoplensNameLayers *layers, const char *name);

/* Of the first @stem bytes of @path (poplens_name_stem()): where the operation ends, without what
 * counts or ends its parts ("split0", "Reduce", "2"). */
gsize poplens_name_operation_end (const char *path, gsize stem);

/* In words, each maybe "": "Bwd", "layer.9", "key", "MatMul", "exchange in". */
typedef struct {
  char *head, *layer, *middle, *operation, *role;
} PoplensNameLabel;

/* Of names that are all different: no two labels are the same. O(n log n) in their bytes. (transfer
 * full): [n] */
PoplensNameLabel *poplens_name_labels_new (const PoplensNameSplit *splits, guint n);
void poplens_name_labels_free (PoplensNameLabel *labels, guint n);

/* The label, without what gives way first where there is little room: the role, the head, the
 * middle, the layer. @n_dropped: 0 … POPLENS_LABEL_DROPS. (transfer full) */
#define POPLENS_LABEL_DROPS 4
char *poplens_name_label_text (const PoplensNameLabel *label, guint n_dropped);

/* "reduce, exchange in" of "split0/Reduce/ExchangePre"; what is no role keeps its name, and Op has
 * none. (transfer full) */
char *poplens_name_role_words (const char *role, gsize length);

G_END_DECLS
