/* Describes how the time changed between two reports in a few sentences, with a link to where the
 * largest part of the change can be seen. */
#pragma once

#include "analysis/compare/compare.h"
#include "derived/compare/compare-time.h"

G_BEGIN_DECLS

typedef struct {
  /* The sentences: "One iteration takes 1,200 cycles less (−1.5 %) …. Program time fell by 9,600
   * cycles (−1.2 %): −9,000 from …/MatMul (exchange), …". */
  char *text;
  /* (nullable): title and location of a link to the largest part of the change, on a page of one
   * report */
  char *title, *location; /* for example "Tile 7" and "trace?tab=trace-stragglers&tile=7" */
  PoplensSide side; /* report that the link leads to: the report in which the part takes longer */
  /* Cycles by which to judge the change. These are cycles of the program if there are no
   * iterations, or if the number of iterations is the same and the program changed by a larger
   * fraction. Otherwise they are cycles of the median iteration. */
  PoplensAmount judged;
} PoplensTimeAnswer;

/* Describes the change between the reports of @self. @answer: (out): clear it with
 * poplens_time_answer_clear () */
void poplens_compare_time_answer (const PoplensComparedTime *self, PoplensTimeAnswer *answer);
void poplens_time_answer_clear (PoplensTimeAnswer *self);
/* Compares a report with its other report, and describes the change. FALSE with the errors of
 * poplens_compared_time_load (). @answer: (out): the caller clears it, also after an error */
gboolean poplens_compare_time_of (PoplensReport *report, PoplensTimeAnswer *answer,
                                  GCancellable *cancellable, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensTimeAnswer, poplens_time_answer_clear)

G_END_DECLS
