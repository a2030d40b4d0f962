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
  /* time of .execution, from the first steps if not all are loaded or cached; unknown if the report
   * is on another computer and has many programs */
  PoplensProgramTime time;
} PoplensHeadlineParts;

#define POPLENS_HEADLINE_ALL                                                                       \
  (POPLENS_PART_BIT (POPLENS_PART_MEMORY) | POPLENS_PART_BIT (POPLENS_PART_LIVENESS) |             \
   POPLENS_PART_BIT (POPLENS_PART_EXECUTION))

/* Loads the target and the parts in @bits: memory, the peak of liveness and the execution. Loads
 * each only in brief, unless it is loaded already. Parts that are absent are NULL. FALSE with the
 * worst @error if a part cannot be read. */
gboolean poplens_headline_load (PoplensReport *report, guint32 bits, PoplensHeadlineParts *parts,
                                GCancellable *cancellable, GError **error);

/* Loads what comparisons need, from a report that is about to lose its files. Leaves out what
 * cannot be loaded. */
void poplens_headline_prepare (PoplensReport *report, GCancellable *cancellable);

/* ---- time of the program --------------------------------------------------------------------- */

/* Finds out how long the program took. The time is cached in the report; that of a long trace also
 * on disk (poplens_report_set_figures ()). @whole: if the time is not
 * cached, TRUE loads the whole part execution, and FALSE only its brief. FALSE with @error, such as
 * ABSENT: *@time is unknown. */
gboolean poplens_report_program_time (PoplensReport *report, gboolean whole,
                                      PoplensProgramTime *time, GCancellable *cancellable,
                                      GError **error);

/* Reads the time of a long trace, with its iterations, from the disk cache. FALSE if the cache
 * lacks the time. @time: (inout): unchanged if the result is FALSE */
gboolean poplens_program_time_take (PoplensProgramTime *time, PoplensFigureStore *store,
                                    const char *identity);

G_END_DECLS
