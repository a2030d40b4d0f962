/* Finds the programs that a location selects, and writes titles of programs. */
#include "derived/programs/program-location.h"

#include "analysis/insights/insights.h"
#include "base/error.h"
#include "model/location.h"
#include "model/search.h"

#include <string.h>

const PoplensPrograms *
poplens_programs_of_location (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  const char *step = location ? poplens_location_get (location, "compilation") : NULL;
  const PoplensPrograms *first = poplens_report_load_programs (report, cancellable, error);
  const PoplensPrograms *programs = first ? poplens_programs_of_step (first, step) : NULL;

  if (!first || programs)
    return programs;
  g_autoptr (GString) known = g_string_new (first->step);
  for (guint i = 0; first->others && i < first->others->len; i++)
    g_string_append_printf (known, ", %s",
                            ((const PoplensPrograms *) g_ptr_array_index (first->others, i))->step);
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               strcmp (known->str, "none") ? "no compilation step “%s” with programs; use %s"
                                           : "no compilation step “%s”; the report records %s",
               step, known->str);
  return NULL;
}

char *
poplens_programs_step_title (const PoplensPrograms *programs)
{
  if (!strcmp (programs->step, "none"))
    return g_strdup ("Programs without a compilation step");
  return g_strdup_printf ("Compilation step %s%s%s", programs->step,
                          *programs->step_name ? ", " : "", programs->step_name);
}

char *
poplens_program_link (const PoplensPrograms *programs, guint32 id)
{
  return programs->is_other
             ? g_strdup_printf ("programs?compilation=%s&program=%u", programs->step, id)
             : g_strdup_printf ("programs?program=%u", id);
}

gboolean
poplens_program_root_of_location (const PoplensPrograms *programs, const PoplensLocation *location,
                                  PoplensProgramRoot *root, GError **error)
{
  const char *text = location ? poplens_location_get (location, "root") : NULL;
  gboolean entry = text && g_str_has_prefix (text, "entry:");
  gboolean function = text && g_str_has_prefix (text, "function:");
  guint64 id;

  *root = (PoplensProgramRoot){POPLENS_ROOT_ALL, 0};
  if (!text || !strcmp (text, "all"))
    return TRUE;
  if ((entry || function) &&
      g_ascii_string_to_unsigned (strchr (text, ':') + 1, 10, 0, G_MAXUINT32 - 1, &id, NULL)) {
    root->kind = entry ? POPLENS_ROOT_ENTRY : POPLENS_ROOT_FUNCTION;
    root->index =
        poplens_find_id (entry ? programs->control_id : programs->function_id,
                         entry ? programs->n_control : programs->n_functions, (guint32) id);
    if (root->index != G_MAXUINT32)
      return TRUE;
  }
  g_set_error (
      error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
      "no root “%s”; use all, entry:N or function:N with IDs that programs --by root lists", text);
  return FALSE;
}

gboolean
poplens_program_of_location (const PoplensPrograms *programs, const PoplensLocation *location,
                             guint32 *row, GError **error)
{
  const char *text = location ? poplens_location_get (location, "program") : NULL;
  guint64 id;

  *row = POPLENS_NO_ROW;
  if (!text) {
    if (programs->n_control)
      *row = poplens_programs_find (programs, programs->control_program[0]);
    if (*row == POPLENS_NO_ROW && programs->n)
      *row = 0;
    return TRUE;
  }
  if (g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32 - 1, &id, NULL))
    *row = poplens_programs_find (programs, (guint32) id);
  if (*row != POPLENS_NO_ROW)
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "no program “%s”", text);
  return FALSE;
}

char *
poplens_program_note (const PoplensPrograms *programs, const PoplensLocation *location, guint32 row)
{
  if (row == POPLENS_NO_ROW || (location && poplens_location_get (location, "program")))
    return NULL;
  g_autofree char *title = poplens_program_title (programs, programs->id[row]);
  return g_strdup_printf ("Program %u, %s", programs->id[row], title);
}

/* ---- texts ----------------------------------------------------------------------------------- */

static guint32
find_program_row (const PoplensPrograms *programs, guint32 id)
{
  return programs ? poplens_programs_find (programs, id) : POPLENS_NO_ROW;
}

const char *
poplens_program_type_text (const PoplensPrograms *programs, guint32 id)
{
  guint32 row = find_program_row (programs, id);

  return row == POPLENS_NO_ROW ? NULL
                               : poplens_strings_get (programs->strings, programs->type_name[row]);
}

const char *
poplens_program_name_text (const PoplensPrograms *programs, guint32 id)
{
  guint32 row = find_program_row (programs, id);

  if (row == POPLENS_NO_ROW)
    return NULL;
  switch (programs->kind[row]) {
  case POPLENS_PROGRAM_STREAM_COPY_BEGIN:
  case POPLENS_PROGRAM_STREAM_COPY_MID:
  case POPLENS_PROGRAM_STREAM_COPY_END:
    return poplens_programs_name_or_type (programs, row);
  default:
    return poplens_programs_name (programs, row);
  }
}

char *
poplens_program_title (const PoplensPrograms *programs, guint32 id)
{
  guint32 row = find_program_row (programs, id);

  if (row == POPLENS_NO_ROW)
    return g_strdup_printf ("program %u", id);
  const char *type = poplens_program_type_text (programs, id);
  const char *name = poplens_programs_name (programs, row);
  return *name ? g_strdup_printf ("%s %s", type, name) : g_strdup (type);
}

/* ---- exchanges ------------------------------------------------------------------------------- */

const PoplensExchangeTable *
poplens_exchange_of_program (const PoplensExchanges *exchanges, const PoplensPrograms *programs,
                             guint32 program_row, guint32 *row)
{
  PoplensExchangeKind kind = exchanges && programs && program_row != POPLENS_NO_ROW
                                 ? poplens_program_exchange (programs, program_row)
                                 : POPLENS_N_EXCHANGE_KINDS;

  *row = G_MAXUINT32;
  if (kind == POPLENS_N_EXCHANGE_KINDS)
    return NULL;
  *row = poplens_exchanges_find (exchanges, kind, programs->variant_index[program_row]);
  return *row == G_MAXUINT32 ? NULL : &exchanges->tables[kind];
}
