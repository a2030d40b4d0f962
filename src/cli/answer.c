#include "cli/answer.h"

#include "base/error.h"
#include "pages/core/page-private.h"

static void
missing_free (gpointer data)
{
  PoplensCliMissing *self = data;

  g_free (self->what);
  g_free (self->reason);
  g_free (self);
}

PoplensCliAnswer *
poplens_cli_answer_new (PoplensReport *report, const PoplensLocation *location,
                        const PoplensCliOutput *output)
{
  PoplensCliAnswer *self = g_new0 (PoplensCliAnswer, 1);

  self->reports[0] = report;
  self->location = location;
  self->unit = output->unit;
  self->all = output->all;
  self->facts = g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_fact_free);
  self->figures = g_array_new (FALSE, FALSE, sizeof (PoplensCliFigure));
  self->tables = g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_table_unref);
  self->looks = g_array_new (FALSE, FALSE, sizeof (PoplensCliTable));
  self->missing = g_ptr_array_new_with_free_func (missing_free);
  self->notices = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
poplens_cli_answer_free (PoplensCliAnswer *self)
{
  g_ptr_array_unref (self->facts);
  g_array_unref (self->figures);
  g_ptr_array_unref (self->tables);
  g_array_unref (self->looks);
  g_ptr_array_unref (self->missing);
  g_ptr_array_unref (self->notices);
  g_clear_pointer (&self->series, poplens_table_series_free);
  g_free (self->next);
  g_free (self);
}

void
poplens_cli_answer_fact (PoplensCliAnswer *self, const char *label, const char *value,
                         const char *detail, PoplensTone tone)
{
  PoplensFact *fact = g_new0 (PoplensFact, 1);

  fact->label = g_strdup (label);
  fact->value = g_strdup (value);
  fact->detail = g_strdup (detail);
  fact->tone = tone;
  g_ptr_array_add (self->facts, fact);
}

void
poplens_cli_answer_say (PoplensCliAnswer *self, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  if (*text)
    poplens_cli_answer_fact (self, NULL, text, NULL, POPLENS_TONE_NEUTRAL);
}

void
poplens_cli_answer_figure (PoplensCliAnswer *self, const char *key, PoplensValue value)
{
  PoplensCliFigure figure = {.key = key, .value = value};

  g_array_append_val (self->figures, figure);
}

static void
add_number (PoplensCliAnswer *self, const char *key, gboolean known, guint64 number,
            PoplensUnit unit)
{
  poplens_cli_answer_figure (self, key,
                             known ? poplens_value_int ((gint64) MIN (number, G_MAXINT64), unit)
                                   : (PoplensValue){0});
}

void
poplens_cli_answer_bytes (PoplensCliAnswer *self, const char *key, gboolean known, guint64 bytes)
{
  add_number (self, key, known, bytes, POPLENS_UNIT_BYTES);
}

void
poplens_cli_answer_cycles (PoplensCliAnswer *self, const char *key, gboolean known, guint64 cycles)
{
  add_number (self, key, known, cycles, POPLENS_UNIT_CYCLES);
}

void
poplens_cli_answer_table (PoplensCliAnswer *self, PoplensTable *table, const PoplensCliTable *look)
{
  g_ptr_array_add (self->tables, table);
  g_array_append_vals (self->looks, look, 1);
}

void
poplens_cli_answer_missing (PoplensCliAnswer *self, const char *what, const char *reason,
                            gboolean damaged)
{
  PoplensCliMissing *one = g_new0 (PoplensCliMissing, 1);

  *one = (PoplensCliMissing){g_strdup (what), g_strdup (reason), damaged};
  g_ptr_array_add (self->missing, one);
}

void
poplens_cli_answer_next (PoplensCliAnswer *self, const char *command, const char *options)
{
  g_autofree char *report = poplens_cli_report_argument (self->reports[0]);

  g_free (self->next);
  self->next = g_strjoin (" ", "poplens-cli", command, report, *options ? options : NULL, NULL);
}

gboolean
poplens_cli_answer_build (PoplensCliAnswer *self, const PoplensCliTable *look, GError **error)
{
  g_autoptr (GError) local = NULL;
  PoplensTable *table = NULL;

  if (poplens_tables_prepare (look->table, self->reports[0], NULL, &local))
    table = (self->reports[1] ? poplens_tables_compare : poplens_tables_build) (
        look->table, self->reports[0], self->location, NULL, &local);
  if (table) {
    poplens_cli_answer_table (self, table, look);
    return TRUE;
  }
  if ((!self->tables->len && !look->further) || !poplens_error_is_lack (local)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  poplens_cli_answer_missing (self, look->table, local->message,
                              g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_DAMAGED));
  return TRUE;
}
