/* What became of the time between two reports, in a sentence or two, and where to look. */
#pragma once

#include "analysis/compare/compare.h"
#include "derived/compare/compare-time.h"

G_BEGIN_DECLS

typedef struct {
  /* "One iteration takes 1,200 cycles less (−1.5 %) …. Program time fell by 9,600 cycles (−1.2 %):
   * −9,000 from …/MatMul (exchange), …". */
  char *text;
  /* What shows the largest part of it, on the page of one of the reports alone; NULL: nothing. */
  char *title, *location; /* "Tile 7"; "trace?tab=trace-stragglers&tile=7" */
  PoplensSide side;       /* the report that has more of it */
  PoplensAmount
      judged; /* cycles: median iterations or, if they changed more, programs with as many */
} PoplensTimeAnswer;

/* @answer: (out): to be cleared */
void poplens_compare_time_answer (const PoplensComparedTime *self, PoplensTimeAnswer *answer);
void poplens_time_answer_clear (PoplensTimeAnswer *self);
/* The same of a report and the other that it was given; FALSE with an error as of
 * poplens_compared_time_load (). @answer: (out): to be cleared in either case */
gboolean poplens_compare_time_of (PoplensReport *report, PoplensTimeAnswer *answer,
                                  GCancellable *cancellable, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensTimeAnswer, poplens_time_answer_clear)

G_END_DECLS
