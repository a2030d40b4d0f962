/* Findings on time, as those on memory are. */
#include "analysis/insights/insights-finding.h"

/* Its own row, with its subject and location. (transfer full) */
static char **
make_where (const PoplensTimeFinding *one)
{
  g_autoptr (GStrvBuilder) where = g_strv_builder_new ();
  g_autofree char *kind = g_strdup_printf ("kind = %s", poplens_time_kind_key (one->kind));
  g_autofree char *subject = g_strdup_printf ("subject = \"%s\"", one->subject);

  g_strv_builder_add_many (where, kind, subject, NULL);
  return g_strv_builder_end (where);
}

static void
add_finding (GPtrArray *out, const PoplensTimeFinding *one)
{
  gboolean fact = poplens_time_kind_is_fact (one->kind);
  PoplensFinding *f = poplens_finding_add (out, poplens_time_kind_key (one->kind),
                                           fact ? POPLENS_FINDING_FACT : POPLENS_FINDING_SAVING,
                                           poplens_time_kind_title (one->kind), "time-findings");

  poplens_finding_say (f, "{s}", one->sentence);
  f->cause = one->advice;
  f->subject = *one->subject ? g_strdup (one->subject) : NULL;
  f->location = g_strdup (one->location);
  f->table_where = make_where (one);
  f->cycles = (guint64) MAX (one->saving + 0.5, 1);
  f->share = one->share;
  f->is_guess = one->approximated;
}

void
poplens_insights_add_time (GPtrArray *out, const PoplensTimeFindings *time)
{
  for (guint i = 0; i < time->facts->len; i++)
    add_finding (out, g_ptr_array_index (time->facts, i));
  for (guint i = 0; i < time->findings->len; i++)
    add_finding (out, g_ptr_array_index (time->findings, i));
}

gboolean
poplens_finding_is_outside (const PoplensFinding *self)
{
  return self->kind == POPLENS_FINDING_FACT && self->cycles;
}
