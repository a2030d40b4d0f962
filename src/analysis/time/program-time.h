/* How long the program took: the figures by which reports are judged. From the positions of the
 * steps alone, so no cycles by tile are read; where time.h has been worked out, it says the same.
 */
#pragma once

#include "model/exchanges.h"
#include "model/execution.h"
#include "model/programs.h"

G_BEGIN_DECLS

typedef struct {
  gboolean known;      /* FALSE: nothing below is: no executed steps, or their rows are lost */
  gboolean incomplete; /* some steps have no row: the program took at least so long */
  /* Cycles: the whole trace, of it those before the host has started each run, and the others. */
  guint64 trace, outside, program;
  guint64 run_from, run_to; /* cycles in which the program of the longest run works … */
  gint64 run;               /* … which the file calls so; −1: runs cannot be told apart */
  gboolean
      iterations_known; /* FALSE: of a long trace in brief, whose iterations nobody looked for */
  guint n_iterations;   /* 0: there are none */
  guint n_lengths;      /* iterations that are whole */
  guint64 iteration;    /* cycles: their median; 0 where there are none */
} PoplensProgramTime;

/* @execution: also in brief. @programs and @exchanges: (nullable), as in time.h. */
void poplens_program_time_compute (PoplensProgramTime *self, const PoplensExecution *execution,
                                   const PoplensPrograms *programs,
                                   const PoplensExchanges *exchanges);

G_END_DECLS
