/* Short labels that distinguish steps: "Bwd · layer.9 · attention · GroupNorm" for
 * "Bwd/bert/encoder/layer.9/attention/output/LayerNorm/GroupNorm/split0/Op".
 *
 * A label consists of layer and operation. If steps that are shown together have equal labels, the
 * shortest distinguishing texts from the rest of their names are added. So the label of a step
 * depends on the steps shown beside it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* ---- layers ---------------------------------------------------------------------------------- */

/* Finds the numbered parts of paths that are layers: "layer.7" among "layer.0" … "layer.11".
 * Siblings are parts with the same parent path that differ only in their number. Siblings are
 * layers if they are followed by similar paths: neighbours must share half of these paths (median).
 * At least one sibling must be followed by two different paths. "split0" and "Conv_1" are not
 * layers. */

typedef struct _PoplensNameLayers PoplensNameLayers;

/* Finds the layers in names of steps. @names: [@n] all names of a report, possibly with duplicates;
 * not needed after the call. Takes time linear in the bytes of @names. (transfer full) */
PoplensNameLayers *poplens_name_layers_new (const char *const *names, guint n);
void poplens_name_layers_free (PoplensNameLayers *self);

/* Finds the parts within the first @length bytes of @path that are layers. The last part is never a
 * layer. @from: (out) [@most]: offsets of the layers, outermost first. Returns the number of
 * layers, at most @most. */
guint poplens_name_layers_find (const PoplensNameLayers *self, const char *path, gsize length,
                                gsize *from, guint most);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensNameLayers, poplens_name_layers_free)

/* ---- labels ---------------------------------------------------------------------------------- */

/* The bytes [from, to) of a path. */
typedef struct {
  gsize from, to;
} PoplensNameSpan;

/* A name, divided into head, layer, middle, operation and role: "Bwd/encoder", "layer.9",
 * "attention/self/key", "MatMul", "split0/Op". Missing pieces are empty. Without a layer, the head
 * is the first part of the path. Names of copies and transfers ("Copy_…_to_…") have only operation
 * and role. */
typedef struct {
  const char *name, *path; /* name as recorded; .path: name without "csN_" (transfer none) */
  PoplensNameSpan head, layer, middle, operation, role;
} PoplensNameSplit;

/* Divides a name into pieces. @name: must outlive the result. @layers: layers of all names of the
 * report. */
PoplensNameSplit poplens_name_split (const PoplensNameLayers *layers, const char *name);

/* Returns the offset in @path at which the operation ends. Parts at the end that are only details
 * of the operation are excluded: "split0", "2", "Reduce". @stem: from poplens_name_stem (). */
gsize poplens_name_operation_end (const char *path, gsize stem);

/* Texts of a label, such as "Bwd", "layer.9", "key", "MatMul" and "exchange in". Each may be "". */
typedef struct {
  char *head, *layer, *middle, *operation, *role;
} PoplensNameLabel;

/* Creates labels for @n different names. No two labels are equal. O(n log n) in the bytes of the
 * names. (transfer full) [@n] */
PoplensNameLabel *poplens_name_labels_new (const PoplensNameSplit *splits, guint n);
void poplens_name_labels_free (PoplensNameLabel *labels, guint n);

/* Returns the text of a label. @n_dropped: number of pieces to leave out, 0 … POPLENS_LABEL_DROPS.
 * Pieces are left out in the order role, head, middle, layer. (transfer full) */
#define POPLENS_LABEL_DROPS 4
char *poplens_name_label_text (const PoplensNameLabel *label, guint n_dropped);

/* Returns a role in words: "reduce, exchange in" for "split0/Reduce/ExchangePre". Unknown parts
 * keep their names; "Op" becomes "". (transfer full) */
char *poplens_name_role_words (const char *role, gsize length);

G_END_DECLS
