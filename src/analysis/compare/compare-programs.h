/* Matches the programs of two reports, from the roots down: children of matched programs by type
 * and name (without the numbers that Poplar adds to names, trace/name-parts.h), and programs of
 * equal type and name by order and contents (compare-pairs.h). What remains is then matched by type
 * and name anywhere in the tree, to find programs that a new level of the tree moved. */
#pragma once

#include "analysis/compare/compare.h"
#include "model/liveness.h"
#include "model/programs.h"

G_BEGIN_DECLS

/* Pairs the programs: entry points with entry points, functions with functions. Programs of a
 * damaged file, which need not be a tree, are paired at most once. Returns rows of the parts: by
 * row of the first, then those that only the second has. (transfer full) GArray of PoplensPair */
GArray *poplens_pairs_of_programs (const PoplensPrograms *first, const PoplensPrograms *second);

/* Pairs the liveness steps of paired programs. @programs: from poplens_pairs_of_programs ().
 * (transfer full) GArray of PoplensPair: steps */
GArray *poplens_pairs_of_steps (const GArray *programs,
                                const PoplensPrograms *const of[POPLENS_N_SIDES],
                                const PoplensLiveness *const liveness[POPLENS_N_SIDES]);

G_END_DECLS
