/* Lists what a reader should know of the files of a report: how they were found, and what is
 * damaged or incomplete in the parts that were read. */
#include "report/report-private.h"

static gpointer
copy_text (gconstpointer text, gpointer data)
{
  return g_strdup (text);
}

/* Adds the reasons of the parts that cannot be read; one damaged table may refuse several. */
static void
add_refused (GPtrArray *damage, PoplensReport *report)
{
  for (PoplensPart part = 0; part < POPLENS_N_PARTS; part++) {
    const char *why = poplens_report_peek_damage (report, part);
    g_autofree char *sentence = why ? g_strdup_printf ("%s.", why) : NULL;
    if (why && !g_ptr_array_find_with_equal_func (damage, sentence, g_str_equal, NULL))
      g_ptr_array_add (damage, g_steal_pointer (&sentence));
  }
}

char *
poplens_report_describe_unknown_values (PoplensReport *self)
{
  return self->profile ? poplens_profile_describe_damage (self->profile) : NULL;
}

GPtrArray *
poplens_report_list_damage (PoplensReport *self)
{
  GPtrArray *damage = g_ptr_array_new_with_free_func (g_free);
  char *profile = poplens_report_describe_profile_error (self);
  char *values = poplens_report_describe_unknown_values (self);
  const PoplensDebugContexts *contexts = poplens_report_peek (self, POPLENS_PART_DEBUG);
  const PoplensArchive *archive = poplens_report_peek (self, POPLENS_PART_ARCHIVE);
  const PoplensTarget *target = poplens_report_peek (self, POPLENS_PART_TARGET);
  const PoplensExecution *execution = poplens_report_peek (self, POPLENS_PART_EXECUTION);
  g_autofree char *trace = execution ? poplens_execution_describe_damage (execution) : NULL;

  if (self->files->unfinished)
    g_ptr_array_add (damage, g_strdup (self->files->unfinished));
  if (profile)
    g_ptr_array_add (damage, profile);
  if (values)
    g_ptr_array_add (damage, values);
  if (target && target->contradiction)
    g_ptr_array_add (damage, g_strdup (target->contradiction));
  if (trace)
    g_ptr_array_add (damage, g_strdup_printf ("%s.", trace));
  if (contexts && contexts->incomplete && contexts->reason)
    g_ptr_array_add (damage,
                     g_strdup_printf ("%s is incomplete: %s.",
                                      poplens_part_name (POPLENS_PART_DEBUG), contexts->reason));
  g_autofree char *cut = archive ? poplens_archive_describe_damage (archive) : NULL;
  if (cut)
    g_ptr_array_add (damage, g_strdup_printf ("%s.", cut));
  add_refused (damage, self);
  return damage;
}

GPtrArray *
poplens_report_list_notices (PoplensReport *self)
{
  g_return_val_if_fail (POPLENS_IS_REPORT (self), NULL);
  g_autoptr (GPtrArray) damage = poplens_report_list_damage (self);
  GPtrArray *notices = g_ptr_array_copy (poplens_report_get_notices (self), copy_text, NULL);

  g_ptr_array_set_free_func (notices, g_free);
  /* Those on an unfinished or unreadable profile are in both. */
  for (guint i = 0; i < damage->len; i++)
    if (!g_ptr_array_find_with_equal_func (notices, damage->pdata[i], g_str_equal, NULL))
      g_ptr_array_add (notices, g_strdup (damage->pdata[i]));
  return notices;
}
