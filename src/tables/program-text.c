/* Programs as texts, and sums that are read once a report: what several builders share. */
#include "tables/builders.h"

#include "base/error.h"

static guint32
find_program (const PoplensPrograms *programs, guint32 id)
{
  return programs ? poplens_programs_find (programs, id) : POPLENS_NO_ROW;
}

const char *
poplens_program_type_text (const PoplensPrograms *programs, guint32 id)
{
  guint32 row = find_program (programs, id);

  return row == POPLENS_NO_ROW ? NULL
                               : poplens_strings_get (programs->strings, programs->type_name[row]);
}

const char *
poplens_program_name_text (const PoplensPrograms *programs, guint32 id)
{
  guint32 row = find_program (programs, id);

  return row == POPLENS_NO_ROW ? NULL
                               : poplens_strings_get (programs->strings, programs->name[row]);
}

char *
poplens_program_title (const PoplensPrograms *programs, guint32 id)
{
  const char *type = poplens_program_type_text (programs, id);
  const char *name = poplens_program_name_text (programs, id);

  if (!type)
    return g_strdup_printf ("program %u", id);
  return *name ? g_strdup_printf ("%s %s", type, name) : g_strdup (type);
}

/* ---- names ----------------------------------------------------------------------------- */

static gpointer
ref_sums (gpointer sums, gpointer user_data)
{
  return sums ? poplens_name_sums_ref (sums) : NULL;
}

PoplensNameSums *
poplens_report_name_sums (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const char key[] = "poplens-name-sums";
  PoplensNameSums *sums = g_object_dup_data (G_OBJECT (report), key, ref_sums, NULL);
  g_autoptr (PoplensSlice) slice = NULL;
  gconstpointer variables;

  if (sums ||
      !poplens_load_optional (report, POPLENS_PART_VARIABLES, &variables, cancellable, error) ||
      !variables)
    return sums;
  slice = poplens_report_get_slice (report, POPLENS_SLICE_NAMED_VARIABLES, 0, cancellable, error);
  if (!slice)
    return NULL;
  sums = poplens_name_sums_new (variables, slice);
  /* A report does not change: two threads that read it at once find the same. */
  g_object_set_data_full (G_OBJECT (report), key, poplens_name_sums_ref (sums),
                          (GDestroyNotify) poplens_name_sums_unref);
  return sums;
}
