/* Interprets the names of steps. A name is a path, "a/b/c", of parts separated by '/'. Poplar puts
 * "csN_" before the path of an exchange that a compute set needs, and appends the role of the step
 * to the operation. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Limit of parts of a path. The last part contains the rest of a longer path, with its slashes. The
 * limit keeps time and memory linear in the length of a name. Paths of real reports have about ten
 * parts. */
#define POPLENS_NAME_MOST_PARTS 64

/* Returns the length of the part at @part, up to the next '/'. @n: number of parts before it; the
 * last part that the limit allows is the whole rest. */
gsize poplens_name_part_length (const char *part, guint n);

/* Running numbers in names. Poplar counts compute sets and copies, so one more changes the names of
 * all later ones. */

/* Returns @name without its number: "Conv/ExchangePre" of "cs12_Conv/ExchangePre". (transfer
 * none) */
const char *poplens_name_path (const char *name);
/* TRUE for a name such as "copy3_a_to_b", which is not a path, but says what is copied to where. */
gboolean poplens_name_is_copy (const char *name);
/* Returns @name without the number of its compute set or copy: "a_to_b" of "copy3_a_to_b".
 * (transfer none) */
const char *poplens_name_without_count (const char *name);

/* Returns the length of @path without its role: that of "Conv" in "Conv/PreArrange/OnTileCopy". 0
 * if @path consists only of a role. The '/' before the role counts for neither. */
gsize poplens_name_stem (const char *path);

/* Divides a part such as "layer.7" into the text "layer" and the number 7: letters, at most one of
 * "._:-", and digits. @length: of the part. @base: (out): length of the text, bytes. FALSE for
 * parts of another form, such as "100" and "7a". */
gboolean poplens_name_part_number (const char *part, gsize length, gsize *base, guint64 *number);

/* Returns the key of an operation, which is the same in all layers: the path without its role, and
 * with '*' for the number at the end of each part but the last: "Bwd/layer.*\/dense/MatMul".
 * (transfer full) */
char *poplens_name_operation_key (const char *name);

/* Phase of training to which a step belongs. */
typedef enum {
  POPLENS_PHASE_NONE,
  POPLENS_PHASE_FORWARD,
  POPLENS_PHASE_LOSS,
  POPLENS_PHASE_BACKWARD,
  POPLENS_PHASE_UPDATE,
} PoplensPhase;

/* Returns the training phase, from the first part of @name that shows one. @has_backward: TRUE: the
 * program has a backward pass, so names that show no phase are forward, except copies; FALSE: they
 * have no phase. */
PoplensPhase poplens_name_phase (const char *name, gboolean has_backward);
/* Returns an operation key without its first part if that shows a training phase; otherwise @key.
 * The keys of an operation in several phases then are equal. (transfer none) */
const char *poplens_name_without_phase (const char *key);
/* TRUE if the first part of @name is nothing but a training phase: "Fwd" in "Fwd/bert/dense" and in
 * a transfer from there. FALSE for "MatMulLhsGradOp". */
gboolean poplens_name_begins_with_phase (const char *name);
/* Returns the path without its first part if that is nothing but a training phase: "bert/dense" of
 * "cs3_Fwd/bert/dense"; otherwise the whole path. (transfer none) */
const char *poplens_name_behind_phase (const char *name);
/* Returns the name of a training phase: "forward", "backward" and so on; "" for POPLENS_PHASE_NONE.
 * (transfer none) */
const char *poplens_phase_name (PoplensPhase phase);

/* Returns the number of the pipeline stage in a name: 3 for "pipeline_stage_3/x" or "a/stage3"; −1
 * if there is none. */
int poplens_name_stage (const char *name);

/* ---- patterns -------------------------------------------------------------------------------- */

/* Patterns of names. Steps that one operation of the source code creates in several layers and
 * phases have the same pattern. */

/* Returns @name with '*' for each number that ends a word: "layer.*\/dense" for "layer.3/dense". A
 * word ends before a character that is not an ASCII letter or digit. (transfer full) */
char *poplens_name_starred (const char *name);

/* Returns @name starred, without "csN_" and without a first part that is a phase:
 * "bert/layer.*\/dense/MatMul/split*\/out" of "Fwd/bert/layer.3/dense/MatMul/split0/out".
 *
 * @layer: (out): length of the pattern up to the first part that ends in a number and is not the
 * last: "bert/layer.*". "split*" does not count, as it numbers pieces of an operation. Without such
 * a part: length of the first two parts. (transfer full) */
char *poplens_name_pattern (const char *name, gsize *layer);

G_END_DECLS
