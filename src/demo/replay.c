/* Repeats programs for recomputation, with spans of liveness and control code. */
#include "demo/replay.h"

#define JUMP_BYTES 8

/* Returns the control code of a repeated program. It jumps to the original code and back, so only
 * the jump takes bytes. @first: TRUE: this program counts the bytes of the jump. (transfer full) */
static guint32 *
control_again (const DemoModel *m, const guint32 *control, gboolean first)
{
  guint32 *out = g_new0 (guint32, m->n_kinds);

  for (guint k = 0; first && k < m->n_kinds; k++)
    out[k] = control[k] ? JUMP_BYTES : 0;
  return out;
}

/* TRUE if the program is the first leaf of a repeated tree of programs. @first: first repeated
 * program */
static gboolean
is_first_leaf (const DemoModel *m, guint program, guint first)
{
  guint parent = demo_program (m, program)->parent;

  if (demo_program (m, program)->children->len > 0)
    return FALSE;
  while (parent != DEMO_NONE && parent >= first && parent + 1 == program) {
    program = parent;
    parent = demo_program (m, program)->parent;
  }
  return parent == DEMO_NONE || parent < first;
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
  copy.control = control_again (m, copy.control, is_first_leaf (m, from, first));
  copy.parent = inner ? copy.parent + delta : top;
  g_array_append_val (m->programs, copy);
  g_array_append_val (demo_program (m, copy.parent)->children, id);
}

/* Adds to each program from @first on the control code of its children. */
static void
add_up_control (DemoModel *m, guint first)
{
  for (guint i = m->programs->len; i-- > first;) {
    const DemoProgram *p = demo_program (m, i);
    for (guint c = 0; c < p->children->len; c++)
      for (guint k = 0; k < m->n_kinds; k++)
        p->control[k] += demo_program (m, g_array_index (p->children, guint, c))->control[k];
  }
}

/* Repeats the spans of liveness of @family between programs @first and @last, @delta programs
 * later. */
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
  add_up_control (m, first + delta);
  for (guint f = 0; f < m->families->len; f++)
    live_again (m, f, first, last, delta);
  return delta;
}
