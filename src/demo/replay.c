#include "demo/replay.h"

#define JUMP_BYTES 8

/* The code of the first time is used, but for the way there and back. */
static guint32 *
control_again (const DemoModel *m, const guint32 *control, gboolean inner)
{
  guint32 *out = g_new0 (guint32, m->n_kinds);

  for (guint k = 0; k < m->n_kinds; k++)
    out[k] = control[k] && !inner ? JUMP_BYTES : 0;
  return out;
}

static void
copy_program (DemoModel *m, guint from, guint first, guint delta, guint top)
{
  DemoProgram copy = *demo_program (m, from);
  gboolean inner = copy.parent != DEMO_NONE && copy.parent >= first;
  guint id = m->programs->len;

  copy.again = TRUE;
  copy.name = g_strdup (copy.name);
  copy.children = g_array_new (FALSE, FALSE, sizeof (guint));
  copy.control = control_again (m, copy.control, inner);
  copy.parent = inner ? copy.parent + delta : top;
  g_array_append_val (m->programs, copy);
  g_array_append_val (demo_program (m, copy.parent)->children, id);
}

/* What lives within the programs lives in their repetition as well. */
static void
live_again (DemoModel *m, guint family, guint first, guint last, guint delta)
{
  GArray *spans = demo_family (m, family)->spans;
  guint n = spans->len;

  for (guint i = 0; i < n; i++) {
    DemoSpan span = g_array_index (spans, DemoSpan, i);
    if (span.first >= first && span.last <= last)
      demo_family_live (m, family, span.first + delta, span.last + delta);
  }
}

guint
demo_replay (DemoModel *m, guint first, guint last)
{
  guint delta = m->programs->len - first;
  guint top = g_array_index (m->open, guint, m->open->len - 1);

  for (guint i = first; i <= last; i++)
    copy_program (m, i, first, delta, top);
  for (guint f = 0; f < m->families->len; f++)
    live_again (m, f, first, last, delta);
  return delta;
}
