/* Interprets the names of steps. A name is a path, "a/b/c", of parts separated by '/'. Poplar puts
 * "csN_" before the path of an exchange that a compute set needs, and appends the role of the step
 * to the operation. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Maximum number of parts of a path. The last part contains the rest of a longer path. The limit
 * keeps time and memory linear in the length of a name. Real paths have about ten parts. */
#define POPLENS_NAME_MOST_PARTS 64

/* Returns the length of the part that begins at @part. The part ends at the next '/'. Part number
 * POPLENS_NAME_MOST_PARTS ends at the end of the path. @n: number of parts before @part. */
gsize poplens_name_part_length (const char *part, guint n);

/* Running numbers in names. Poplar numbers all compute sets and copies. If a program gets a new
 * compute set, the numbers in the names of all later ones change. */

/* Returns @name without the number of its compute set: "Conv/ExchangePre" for
 * "cs12_Conv/ExchangePre". (transfer none) */
const char *poplens_name_path (const char *name);
/* TRUE for the name of a copy, such as "copy3_a_to_b". Such a name is not a path. */
gboolean poplens_name_is_copy (const char *name);
/* Returns @name without the number of its compute set or copy: "a_to_b" of "copy3_a_to_b".
 * (transfer none) */
const char *poplens_name_without_count (const char *name);

/* Returns the length of @path without its role and the '/' before the role: 4 for
 * "Conv/PreArrange/OnTileCopy". 0 if @path is only a role. */
gsize poplens_name_stem (const char *path);

/* Divides a part such as "layer.7" into the text "layer" and the number 7. The text ends with a
 * letter; one of "._:-" may separate text and number. FALSE if the part has another form, such as
 * "100" or "7a". @length: length of the part. @base: (out): length of the text, bytes. */
gboolean poplens_name_part_number (const char *part, gsize length, gsize *base, guint64 *number);

/* Returns the key of an operation, which is equal in all layers: "Bwd/layer.*\/dense/MatMul". The
 * key is the path without its role; '*' replaces the number at the end of each part except the last
 * one. (transfer full) */
char *poplens_name_operation_key (const char *name);

/* Phase of training to which a step belongs. */
typedef enum {
  POPLENS_PHASE_NONE,
  POPLENS_PHASE_FORWARD,
  POPLENS_PHASE_LOSS,
  POPLENS_PHASE_BACKWARD,
  POPLENS_PHASE_UPDATE,
} PoplensPhase;

/* Returns the training phase of the first part of @name that shows a phase. If no part does,
 * returns POPLENS_PHASE_FORWARD for a program with a backward pass, otherwise POPLENS_PHASE_NONE.
 * Copies, and transfers that show no phase, always have POPLENS_PHASE_NONE. @has_backward: TRUE:
 * the program has a backward pass. */
PoplensPhase poplens_name_phase (const char *name, gboolean has_backward);
/* Returns an operation key without its first part, if that part shows a training phase. So an
 * operation has the same key in all phases. (transfer none) */
const char *poplens_name_without_phase (const char *key);
/* TRUE if the first part of @name is a word for a training phase: "Fwd" in "Fwd/bert/dense" and
 * "Copy_Fwd/bert". FALSE for "MatMulLhsGradOp", which only contains such a word. */
gboolean poplens_name_begins_with_phase (const char *name);
/* Returns the path of @name without a first part that is a word for a training phase: "bert/dense"
 * for "cs3_Fwd/bert/dense". (transfer none) */
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

/* Returns the pattern of a name, such as "bert/layer.*\/dense/MatMul/split*\/out" for
 * "Fwd/bert/layer.3/dense/MatMul/split0/out". The pattern is the path without a training phase at
 * the start, and with '*' for each number. (transfer full) @layer: (out): length of the pattern up
 * to its layer ("bert/layer.*"). The layer is the first part that ends with '*', except "split*"
 * and the last part. Without a layer, @layer is the length of the first two parts. */
char *poplens_name_pattern (const char *name, gsize *layer);

G_END_DECLS
