/* Two reports in numbers: what each is of, what it holds at most, how long it ran. */
#pragma once

#include "analysis/compare/compare.h"
#include "analysis/summary/headline.h"
#include "model/programs.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_FACT_BYTES,
  POPLENS_FACT_CYCLES,
  POPLENS_FACT_COUNT,
  POPLENS_FACT_TEXT,
} PoplensFactUnit;

typedef struct {
  const char *group; /* "Memory" (static) */
  char *key, *title; /* "memory_bytes", "Memory including gaps" */
  PoplensFactUnit unit;
  PoplensDirection direction;
  PoplensAmount amount;        /* of numbers */
  char *text[POPLENS_N_SIDES]; /* of texts; NULL: not there */
  gboolean same;               /* in both, and alike; or in neither */
} PoplensCompareFact;

/* Everything may be NULL: absent. Memory and execution in brief are enough. */
typedef struct {
  const PoplensTarget *target;
  const PoplensMemory *memory;
  const PoplensPeak *peak;
  const PoplensExecution *execution;
  const PoplensPrograms *programs;
  PoplensProgramTime time;
} PoplensCompareParts;

/* Most important first: whether it fits, peak and cycles; Poplar and target, which may be why; then
 * sums of memory, cycles, programs and graph. What neither report has is left out, unless
 * @keep_same. (transfer full) GPtrArray of PoplensCompareFact that frees them */
GPtrArray *poplens_compare_facts (const PoplensCompareParts *first,
                                  const PoplensCompareParts *second, gboolean keep_same);
void poplens_compare_fact_free (PoplensCompareFact *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensCompareFact, poplens_compare_fact_free)

G_END_DECLS
