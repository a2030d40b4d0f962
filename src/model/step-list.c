/* Parses and writes lists of program steps. */
#include "model/step-list.h"

#include "base/typed.h"

#include <string.h>

static const char dividers[] = ", ;\t";

gboolean
poplens_step_list_contains (const PoplensStepList *self, guint32 step)
{
  for (guint i = 0; i < self->n; i++)
    if (self->step[i] == step)
      return TRUE;
  return FALSE;
}

void
poplens_step_list_add (PoplensStepList *self, guint32 step)
{
  if (poplens_step_list_contains (self, step))
    return;
  self->named++;
  self->highest = MAX (self->highest, step);
  if (self->n < POPLENS_KEPT_STEPS)
    self->step[self->n++] = step;
}

void
poplens_step_list_remove (PoplensStepList *self, guint32 step)
{
  guint n = 0;

  for (guint i = 0; i < self->n; i++)
    if (self->step[i] != step)
      self->step[n++] = self->step[i];
  self->named -= self->n - n;
  self->n = n;
}

static void
step_list_add_range (PoplensStepList *self, guint32 from, guint32 to)
{
  gboolean rises = from <= to;
  guint64 left = (guint64) (rises ? to - from : from - to) + 1;

  for (guint32 step = from; left && self->n < POPLENS_KEPT_STEPS; left--) {
    poplens_step_list_add (self, step);
    step += rises ? 1 : -1;
  }
  self->named += left;
  self->highest = MAX (self->highest, MAX (from, to));
}

/* Reads a number below G_MAXUINT32 and moves *@text after its digits. FALSE if there is none. */
static gboolean
read_step (const char **text, guint32 *step)
{
  guint64 number = 0;
  const char *at = *text;

  for (; g_ascii_isdigit (*at) && number < G_MAXUINT32; at++)
    number = number * 10 + (guint64) g_ascii_digit_value (*at);
  if (at == *text || number >= G_MAXUINT32)
    return FALSE;
  *text = at;
  *step = (guint32) number;
  return TRUE;
}

gboolean
poplens_step_list_parse (PoplensStepList *self, const char *text)
{
  g_autofree char *plain = poplens_typed_text (text ? text : "");

  *self = (PoplensStepList){0};
  for (const char *at = plain; *at; at += strspn (at, dividers)) {
    guint32 from, to;
    at += strspn (at, dividers);
    if (!*at)
      break;
    gboolean good = read_step (&at, &from);
    to = from;
    if (good && *at == '-') {
      at++;
      good = read_step (&at, &to);
    }
    if (!good || (*at && !strchr (dividers, *at))) {
      *self = (PoplensStepList){0};
      return FALSE;
    }
    step_list_add_range (self, from, to);
  }
  return self->n || !*plain;
}

char *
poplens_step_list_to_string (const PoplensStepList *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->n; i++)
    g_string_append_printf (text, "%s%u", i ? "," : "", self->step[i]);
  return g_string_free (text, !self->n);
}
