/* Loads the parts of a report that its headline is made of (analysis/summary/headline.h), as little
 * as possible. */
#pragma once

#include "analysis/summary/headline.h"
#include "report/report.h"

G_BEGIN_DECLS

typedef struct {
  const PoplensTarget *target;
  const PoplensMemory *memory;
  const PoplensPeak *peak;
  const PoplensExecution *execution;
  PoplensProgramTime time; /* of the execution, in brief unless that is loaded; not known of a
                            * report on another computer that has many programs */
} PoplensHeadlineParts;

#define POPLENS_HEADLINE_ALL                                                                       \
  (POPLENS_PART_BIT (POPLENS_PART_MEMORY) | POPLENS_PART_BIT (POPLENS_PART_LIVENESS) |             \
   POPLENS_PART_BIT (POPLENS_PART_EXECUTION))

/* The target, and of @bits memory, the peak of liveness and the execution in brief, each whole
 * where it is loaded so; what cannot be had is NULL. FALSE with @error where that has another
 * reason than that it is absent: one that is damaged only where no other reason is worse. */
gboolean poplens_headline_load (PoplensReport *report, guint32 bits, PoplensHeadlineParts *parts,
                                GCancellable *cancellable, GError **error);

/* Loads what a comparison of headlines is made of, for a report that is going to leave its files;
 * what cannot be loaded is left out. */
void poplens_headline_prepare (PoplensReport *report, GCancellable *cancellable);

/* ---- time of the program --------------------------------------------------------------------- */

/* Returns how long the program took. Cached in the report; of a long trace also on the disk
 * (poplens_report_set_figures ()). @whole: TRUE also loads the execution for the iterations; FALSE
 * uses what is cached or loaded, or the brief execution. FALSE with an error, ABSENT too; then
 * *@time knows nothing. */
gboolean poplens_report_program_time (PoplensReport *report, gboolean whole,
                                      PoplensProgramTime *time, GCancellable *cancellable,
                                      GError **error);

/* Takes the time of a report with a long trace, with its iterations, from the disk cache. FALSE if
 * it is not there; @time stays as it is then. @time: (inout) */
gboolean poplens_program_time_take (PoplensProgramTime *time, PoplensFigureStore *store,
                                    const char *identity);

G_END_DECLS
