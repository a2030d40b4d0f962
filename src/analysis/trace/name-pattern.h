/* Patterns: one line of the model, in whichever layer and phase. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

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
