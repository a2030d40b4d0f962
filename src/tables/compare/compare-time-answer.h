/* Describes how the time changed between two reports, in a few sentences, with a link to the
 * largest part of the change. */
#pragma once

#include "analysis/compare/compare.h"
#include "derived/compare/compare-time.h"

G_BEGIN_DECLS

typedef struct {
  /* "One iteration takes 1,200 cycles less (−1.5 %) …. Program time fell by 9,600 cycles (−1.2 %):
   * −9,000 from …/MatMul (exchange), …". */
  char *text;
  /* (nullable): title and location of what shows the largest part of the change, on the page of one
   * report */
  char *title, *location; /* "Tile 7"; "trace?tab=trace-stragglers&tile=7" */
  PoplensSide side;       /* the report that has more of it */
  PoplensAmount judged; /* cycles of the median iteration or, if that changed by a larger fraction,
                           of the program with as many iterations */
} PoplensTimeAnswer;

/* @answer: (out): clear it with poplens_time_answer_clear () */
void poplens_compare_time_answer (const PoplensComparedTime *self, PoplensTimeAnswer *answer);
void poplens_time_answer_clear (PoplensTimeAnswer *self);
/* Compares a report with its other report. FALSE with an error as of poplens_compared_time_load ().
 * @answer: (out): to be cleared in either case */
gboolean poplens_compare_time_of (PoplensReport *report, PoplensTimeAnswer *answer,
                                  GCancellable *cancellable, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensTimeAnswer, poplens_time_answer_clear)

G_END_DECLS
