/* How colours of the trace are made. For the files of trace-colour*.c only. */
#pragma once

#include "analysis/time/time-rows.h"
#include "pages/trace/trace-colour.h"

G_BEGIN_DECLS

/* Inks that can be told apart (memory groups, look.md 8.2), each also as a tint. */
#define POPLENS_TRACE_N_HUES 7
#define POPLENS_TRACE_TINT 3
extern const PoplensInk poplens_trace_hues[POPLENS_TRACE_N_HUES];

PoplensTraceColours *poplens_trace_colours_new (PoplensTraceColour by, const PoplensExecution *x);
/* @name: (transfer full). Returns which class it is. */
guint8 poplens_trace_colours_add (PoplensTraceColours *self, const char *key, char *name,
                                  PoplensInk ink, guint shade);
guint8 poplens_trace_colours_add_waiting (PoplensTraceColours *self);

static inline gboolean
poplens_trace_model_row_waits (const PoplensTraceModel *model, guint32 row)
{
  return poplens_trace_waits (model, model->execution->row_step[row]);
}

/* As drawn. */
static inline guint64
poplens_trace_row_cycles (const PoplensExecution *x, guint32 row)
{
  return x->row_from[row] == G_MAXUINT64 ? 0 : poplens_execution_row_to (x, row) - x->row_from[row];
}

/* Each in its own file. (transfer full) */
PoplensTraceColours *poplens_trace_colours_by_class (const PoplensTraceModel *model,
                                                     const PoplensTimeRows *rows);
PoplensTraceColours *poplens_trace_colours_by_part (const PoplensTraceModel *model,
                                                    PoplensTraceColour by);

G_END_DECLS
