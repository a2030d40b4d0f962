/* Interprets the names of steps. A name is a path, "a/b/c", of parts separated by '/'. Poplar puts
 * "csN_" before the path of an exchange that a compute set needs, and appends the role of the step
 * to the operation. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Limit of levels of a path; the last one contains the rest, with its slashes. Keeps time and
 * memory linear in the length of a name. Paths of real reports have about ten levels. */
#define POPLENS_NAME_MOST_PARTS 64

/* Returns the length of the part at @part, up to the next '/'; the whole rest if it is the last one
 * by @n, the number of parts before it. */
gsize poplens_name_part_length (const char *part, guint n);

/* Running numbers in names: one more compute set or copy changes the names of all later ones. */

/* Returns @name without its number: "Conv/ExchangePre" of "cs12_Conv/ExchangePre". (transfer
 * none) */
const char *poplens_name_path (const char *name);
/* TRUE for "copy3_a_to_b", a name that is not a path but says what is copied to where. */
gboolean poplens_name_is_copy (const char *name);
/* Returns @name without either number: "a_to_b" of "copy3_a_to_b". (transfer none) */
const char *poplens_name_without_count (const char *name);

/* Returns the length of @path without its role: of "Conv" in "Conv/PreArrange/OnTileCopy"; 0 if all
 * of it is a role. The '/' between them is in neither. */
gsize poplens_name_stem (const char *path);

/* Divides the part "layer.7" into "layer" and 7: letters, at most one of "._:-", and digits.
 * @length: of the part. @base: (out): bytes before the separator. FALSE for other parts, such as
 * "100" and "7a". */
gboolean poplens_name_part_number (const char *part, gsize length, gsize *base, guint64 *number);

/* Returns the key of an operation, the same in all layers: the path without role, with the number
 * at the end of each part but the last as '*': "Bwd/layer.*\/dense/MatMul". (transfer full) */
char *poplens_name_operation_key (const char *name);

/* Phase of a training step. */
typedef enum {
  POPLENS_PHASE_NONE,
  POPLENS_PHASE_FORWARD,
  POPLENS_PHASE_LOSS,
  POPLENS_PHASE_BACKWARD,
  POPLENS_PHASE_UPDATE,
} PoplensPhase;

/* Returns the phase, from the first part of @name that shows one. @has_backward: the program has a
 * backward pass: then all other names are forward, except copies; otherwise they have no phase. */
PoplensPhase poplens_name_phase (const char *name, gboolean has_backward);
/* Returns an operation key without its first part if that shows a phase, so that keys of one
 * operation in several phases are equal; otherwise @key. (transfer none) */
const char *poplens_name_without_phase (const char *key);
/* TRUE if the first part is only a phase: "Fwd" in "Fwd/bert/dense" and in a transfer from there,
 * but not "MatMulLhsGradOp". */
gboolean poplens_name_begins_with_phase (const char *name);
/* Returns the path after a first part that is only a phase: "bert/dense" of "cs3_Fwd/bert/dense";
 * otherwise the whole path. (transfer none) */
const char *poplens_name_behind_phase (const char *name);
/* Returns "forward" and so on; "" for POPLENS_PHASE_NONE. (transfer none) */
const char *poplens_phase_name (PoplensPhase phase);

/* Returns the pipeline stage in a name: 3 of "pipeline_stage_3/x" or "a/stage3"; −1 if there is
 * none. */
int poplens_name_stage (const char *name);

/* ---- patterns -------------------------------------------------------------------------------- */

/* Patterns: the same for one operation of the source in all layers and phases. */

/* Returns @name with each number that ends a word as '*': "layer.*\/dense" for "layer.3/dense". A
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
