/* Blocks in the inks of their time class (look.md 8.6). */
#include "pages/core/time-look.h"
#include "pages/trace/trace-colour-private.h"

/* As of rows: programs that neither work nor wait are none of the classes. */
static guint8
class_of (const PoplensTraceModel *model, const PoplensTimeRows *rows, guint32 row)
{
  guint32 step = model->execution->row_step[row];

  if (poplens_trace_look (model, step).series == POPLENS_TRACE_OTHER)
    return POPLENS_N_TIMES;
  return rows->main[row];
}

static guint8
add_class (PoplensTraceColours *self, PoplensTimeClass class)
{
  PoplensTimeLook look = poplens_time_look (class);
  guint8 added =
      poplens_trace_colours_add (self, poplens_time_class_key (class),
                                 g_strdup (poplens_time_class_title (class)), look.ink, 0);

  g_array_index (self->classes, PoplensTraceClass, added).kind = look.kind;
  return added;
}

PoplensTraceColours *
poplens_trace_colours_by_class (const PoplensTraceModel *model, const PoplensTimeRows *rows)
{
  const PoplensExecution *x = model->execution;
  PoplensTraceColours *self = poplens_trace_colours_new (POPLENS_TRACE_COLOUR_CLASS, x);
  guint8 added[POPLENS_N_TIMES + 1];
  guint seen = 0;

  for (guint32 r = 0; r < x->n_rows; r++)
    if (x->row_from[r] != G_MAXUINT64)
      seen |= 1u << class_of (model, rows, r);
  for (PoplensTimeClass c = 0; c < POPLENS_N_TIMES; c++)
    added[c] = seen & 1u << c ? add_class (self, c) : 0;
  added[POPLENS_N_TIMES] =
      seen & 1u << POPLENS_N_TIMES
          ? poplens_trace_colours_add (self, "control", g_strdup ("Other"), POPLENS_INK_CONTROL, 0)
          : 0;
  for (guint32 r = 0; r < x->n_rows; r++)
    self->of_row[r] = added[class_of (model, rows, r)];
  return self;
}
