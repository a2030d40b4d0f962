/* Loads as little of a report as its headline needs (analysis/summary/headline.h). */
#pragma once

#include "analysis/summary/headline.h"
#include "report/report.h"

G_BEGIN_DECLS

typedef struct {
  const PoplensTarget *target;
  const PoplensMemory *memory;
  const PoplensPeak *peak;
  const PoplensExecution *execution;
  /* time of .execution, from its first steps unless it is loaded or cached; unknown for a report on
   * another computer that has many programs */
  PoplensProgramTime time;
} PoplensHeadlineParts;

#define POPLENS_HEADLINE_ALL                                                                       \
  (POPLENS_PART_BIT (POPLENS_PART_MEMORY) | POPLENS_PART_BIT (POPLENS_PART_LIVENESS) |             \
   POPLENS_PART_BIT (POPLENS_PART_EXECUTION))

/* Loads the target and, if their @bits are set, memory, the peak of liveness and the execution,
 * each in brief unless it is loaded already. What is absent is NULL. FALSE with @error if something
 * is missing for another reason, of which damage is the least important. */
gboolean poplens_headline_load (PoplensReport *report, guint32 bits, PoplensHeadlineParts *parts,
                                GCancellable *cancellable, GError **error);

/* Loads what comparisons need, from a report that is about to lose its files. Leaves out what
 * cannot be loaded. */
void poplens_headline_prepare (PoplensReport *report, GCancellable *cancellable);

/* ---- time of the program --------------------------------------------------------------------- */

/* Finds out how long the program took. Cached in the report; for a long trace also on the disk
 * (poplens_report_set_figures ()). @whole: TRUE loads the whole execution if needed, for the
 * iterations; FALSE uses what is cached or loaded, or the brief execution. FALSE with @error, also
 * ABSENT; *@time is then unknown. */
gboolean poplens_report_program_time (PoplensReport *report, gboolean whole,
                                      PoplensProgramTime *time, GCancellable *cancellable,
                                      GError **error);

/* Reads the time of a long trace, with its iterations, from the disk cache. FALSE if it is not
 * there. @time: (inout): unchanged if it is not there */
gboolean poplens_program_time_take (PoplensProgramTime *time, PoplensFigureStore *store,
                                    const char *identity);

G_END_DECLS
