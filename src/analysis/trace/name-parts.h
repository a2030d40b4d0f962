/* What the name of a step says: pure functions of it. A name is a path, "a/b/c", whose parts are
 * what lies between two '/'; Poplar puts "csN_" before that of an exchange that a compute set
 * needs, and behind the operation what the step does for it, its role. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Levels that a path has at most; the last one is all the rest, with its slashes. Keeps work and
 * memory linear in the length of a name. Paths of real reports have about ten levels. */
#define POPLENS_NAME_MOST_PARTS 64

/* Returns the bytes of the part that begins at @part, up to the next '/'; all the rest if @n, the
 * number of parts before it, says that it is the last. */
gsize poplens_name_part_length (const char *part, guint n);

/* What Poplar counts in names: one compute set or copy more would rename all behind it. */

/* "Conv/ExchangePre" of "cs12_Conv/ExchangePre"; else @name. */
const char *poplens_name_path (const char *name);
/* "copy3_a_to_b", a name that is no path: what is copied where. */
gboolean poplens_name_is_copy (const char *name);
/* Both left out: "a_to_b" of "copy3_a_to_b". */
const char *poplens_name_without_count (const char *name);

/* Bytes of @path without its role: "Conv" of "Conv/PreArrange/OnTileCopy", 0 where all of it is
 * one. The '/' behind them counts as neither. */
gsize poplens_name_stem (const char *path);

/* "layer" and 7 of the part "layer.7", of @length bytes: letters, at most one of "._:-" and digits.
 * @base: bytes before that one. FALSE for others, so for "100" and "7a". */
gboolean poplens_name_part_number (const char *part, gsize length, gsize *base, guint64 *number);

/* One operation of the source, whatever the layer: the path without role, and the number at the end
 * of each part but the last as '*': "Bwd/layer.*\/dense/MatMul". (transfer full) */
char *poplens_name_operation_key (const char *name);

/* What part of a training step. */
typedef enum {
  POPLENS_PHASE_NONE,
  POPLENS_PHASE_FORWARD,
  POPLENS_PHASE_LOSS,
  POPLENS_PHASE_BACKWARD,
  POPLENS_PHASE_UPDATE,
} PoplensPhase;

/* By the first part that tells. In a program with a backward pass what tells nothing is forward,
 * unless it is a copy: @has_backward. Without one, a name that tells nothing has no phase. */
PoplensPhase poplens_name_phase (const char *name, gboolean has_backward);
/* An operation key without its first part where that tells a phase, as one line of the model is in
 * several; else @key. */
const char *poplens_name_without_phase (const char *key);
/* Whether the first part is a phase and nothing else: "Fwd" of "Fwd/bert/dense" and of a transfer
 * from there, but not "MatMulLhsGradOp". */
gboolean poplens_name_begins_with_phase (const char *name);
/* The path behind such a part: "bert/dense" of "cs3_Fwd/bert/dense"; else all of it. */
const char *poplens_name_behind_phase (const char *name);
/* "forward", "" for none. */
const char *poplens_phase_name (PoplensPhase phase);

/* 3 of "pipeline_stage_3/x" or "a/stage3"; −1: the name tells no stage of a pipeline. */
int poplens_name_stage (const char *name);

/* ---- patterns -------------------------------------------------------------------------------- */

/* Patterns: one line of the model, in whichever layer and phase. */

/* Names that differ only in numbers are one: "layer.*\/dense" of "layer.3/dense". A number that
 * ends a word becomes '*'; a word ends where no letter and no digit of ASCII follows. (transfer
 * full) */
char *poplens_name_starred (const char *name);

/* @name without "csN_" and without a first part that is a phase, starred:
 * "bert/layer.*\/dense/MatMul/split*\/out" of "Fwd/bert/layer.3/dense/MatMul/split0/out".
 *
 * @layer: (out): bytes of the pattern up to the end of the first part that ends in a number and is
 * followed by another, "bert/layer.*"; "split*" counts pieces of an operation, not layers. Without
 * one: the first two parts. (transfer full) */
char *poplens_name_pattern (const char *name, gsize *layer);

G_END_DECLS
