/* The programs of two reports matched: from the roots down, below programs that match, by type and
 * name (without what Poplar counts in it, trace/name-parts.h); among those that are alike by order
 * and by what is inside (compare-pairs.h); what is left over then by type and name wherever it
 * stands, so that what a new layer of the tree moved is found again. */
#pragma once

#include "analysis/compare/compare.h"
#include "model/liveness.h"
#include "model/programs.h"

G_BEGIN_DECLS

/* Entry points match entry points, functions match functions. Of trees that are none (a damaged
 * file's) each program is matched once at most. (transfer full) GArray of PoplensPair, rows of the
 * parts: by row of the first, then what is only in the second */
GArray *poplens_pairs_of_programs (const PoplensPrograms *first, const PoplensPrograms *second);

/* Steps of liveness by their programs, which @programs (as above) pairs. (transfer full) GArray of
 * PoplensPair: steps */
GArray *poplens_pairs_of_steps (const GArray *programs,
                                const PoplensPrograms *const of[POPLENS_N_SIDES],
                                const PoplensLiveness *const liveness[POPLENS_N_SIDES]);

G_END_DECLS
