/* Matches the programs of two reports from the roots down. Children of matched programs are matched
 * by type and name without Poplar's numbers (trace/name-parts.h), then by order and contents. The
 * remaining programs are matched by type and name anywhere in the tree. */
#pragma once

#include "analysis/compare/compare.h"
#include "model/liveness.h"
#include "model/programs.h"

G_BEGIN_DECLS

/* Pairs entry points with entry points, functions with functions, and then their descendants. Sorts
 * pairs by row in @first; programs that only @second has come last. (transfer full) GArray of
 * PoplensPair: rows */
GArray *poplens_pairs_of_programs (const PoplensPrograms *first, const PoplensPrograms *second);

/* Pairs the liveness steps of paired programs. @programs: from poplens_pairs_of_programs ().
 * (transfer full) GArray of PoplensPair: steps */
GArray *poplens_pairs_of_steps (const GArray *programs,
                                const PoplensPrograms *const of[POPLENS_N_SIDES],
                                const PoplensLiveness *const liveness[POPLENS_N_SIDES]);

G_END_DECLS
