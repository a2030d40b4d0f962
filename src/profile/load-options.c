#include "profile/loaders.h"

static gboolean
read_set (const PoplensLoad *load, const char *table, PoplensOptionSet set, PoplensOptions *options,
          GError **error)
{
  gboolean by_run = poplens_schema_has_column (load->database->schema, table, "run");
  g_autoptr (PoplensQuery) q = poplens_query_new_rows (
      load->database, table, "name!, value!, is_default, run", by_run ? "name, run" : "name");

  while (poplens_query_next (q)) {
    g_autofree char *name = g_utf8_make_valid (poplens_query_text (q, 0), -1);
    g_autofree char *value = g_utf8_make_valid (poplens_query_text (q, 1), -1);
    poplens_options_add (options, set, name, value,
                         poplens_query_is_null (q, 2) || poplens_query_i64 (q, 2) != 0,
                         poplens_query_is_known (q, 3) ? poplens_query_i64 (q, 3) : -1);
  }
  return poplens_query_end (q, error);
}

PoplensOptions *
poplens_load_options (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensOptions) options = poplens_options_new ();

  if (!read_set (load, "compilation_parameters", POPLENS_OPTION_COMPILATION, options, error) ||
      !read_set (load, "target_parameters", POPLENS_OPTION_TARGET, options, error) ||
      !read_set (load, "execution_parameters", POPLENS_OPTION_EXECUTION, options, error))
    return NULL;
  return g_steal_pointer (&options);
}
