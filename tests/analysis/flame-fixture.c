/* Builds small traces step by step, and turns their flame graphs' names into text, for tests of
 * flame graphs and lanes. */
#include "analysis/flame-fixture.h"

void
trace_init (Trace *self)
{
  self->strings = poplens_strings_new ();
  self->step = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->kind = g_array_new (FALSE, FALSE, sizeof (guint8));
  self->name = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->from = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->to = g_array_new (FALSE, FALSE, sizeof (guint64));
}

void
trace_clear (Trace *self)
{
  poplens_strings_free (self->strings);
  g_array_unref (self->step);
  g_array_unref (self->kind);
  g_array_unref (self->name);
  g_array_unref (self->from);
  g_array_unref (self->to);
}

void
trace_add (Trace *self, guint32 step, PoplensStepKind kind, const char *name, guint64 from,
           guint64 to)
{
  guint8 k = kind;
  guint32 id = poplens_strings_intern (self->strings, name, -1);

  g_array_append_val (self->step, step);
  g_array_append_val (self->kind, k);
  g_array_append_val (self->name, id);
  g_array_append_val (self->from, from);
  g_array_append_val (self->to, to);
}

void
trace_next (Trace *self, PoplensStepKind kind, const char *name)
{
  guint32 step = self->step->len + 1;

  trace_add (self, step, kind, name, (guint64) step * 10, (guint64) step * 10 + 10);
}

PoplensFlame *
trace_flame (const Trace *self)
{
  PoplensFlameInput input = {
      self->step->len,
      (const guint32 *) self->step->data,
      (const guint8 *) self->kind->data,
      (const guint32 *) self->name->data,
      self->strings,
      (const guint64 *) self->from->data,
      (const guint64 *) self->to->data,
  };

  return poplens_flame_new (&input);
}

char *
flame_text (const PoplensFlame *flame, PoplensFlameName name)
{
  gsize length;
  const char *text = poplens_flame_name (flame, name, &length);

  return g_strndup (text, length);
}
