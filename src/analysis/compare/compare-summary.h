/* Compares figures and texts of two reports: target and Poplar, memory, cycles, programs and graph.
 */
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
  PoplensAmount amount;        /* numbers of both reports, if the fact is a number */
  char *text[POPLENS_N_SIDES]; /* texts of both reports, if the fact is a text; NULL: absent */
  gboolean same;               /* TRUE if both reports have the fact, and it is equal */
} PoplensCompareFact;

/* Parts of a report, any of which may be NULL (absent). Memory and execution need not be loaded in
 * full. */
typedef struct {
  const PoplensTarget *target;
  const PoplensMemory *memory;
  const PoplensPeak *peak;
  const PoplensExecution *execution;
  const PoplensPrograms *programs;
  PoplensProgramTime time;
} PoplensCompareParts;

/* Lists the facts, most important first: fit, peak and cycles; Poplar and target; sums of memory,
 * cycles, programs and graph. Leaves out facts that neither report has. Leaves out equal facts
 * unless @keep_same. (transfer full) GPtrArray of PoplensCompareFact that frees them */
GPtrArray *poplens_compare_facts (const PoplensCompareParts *first,
                                  const PoplensCompareParts *second, gboolean keep_same);
void poplens_compare_fact_free (PoplensCompareFact *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensCompareFact, poplens_compare_fact_free)

G_END_DECLS
