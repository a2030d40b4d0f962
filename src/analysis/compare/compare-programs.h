/* Matches the programs of two reports from the roots down. Children of matched programs match by
 * type and name, without the numbers that Poplar adds (trace/name-parts.h). Programs of equal type
 * and name match by order and contents (compare-pairs.h). The remaining programs match by type and
 * name anywhere in the tree, as a new level may have moved them. */
#pragma once

#include "analysis/compare/compare.h"
#include "model/liveness.h"
#include "model/programs.h"

G_BEGIN_DECLS

/* Pairs the programs: entry points with entry points, functions with functions. Pairs have rows of
 * both parts, in the order of the first; programs that only the second has come last. (transfer
 * full) GArray of PoplensPair */
GArray *poplens_pairs_of_programs (const PoplensPrograms *first, const PoplensPrograms *second);

/* Pairs the liveness steps of paired programs. @programs: from poplens_pairs_of_programs ().
 * (transfer full) GArray of PoplensPair: steps */
GArray *poplens_pairs_of_steps (const GArray *programs,
                                const PoplensPrograms *const of[POPLENS_N_SIDES],
                                const PoplensLiveness *const liveness[POPLENS_N_SIDES]);

G_END_DECLS
