/* The graph of chosen variables and categories: bytes of each by tile. */
#include "pages/memory-page.h"

#include "analysis/live-step.h"
#include "tables/variable-bytes.h"

#include <string.h>

/* As many inks as can be told apart in any colour vision (LOOK.md). */
#define MOST_PLOTS POPLENS_N_GROUPS
/* More names a list to complete from does not offer; they can be written. */
#define MOST_COMPLETIONS 5000
#define CATEGORY "category:"

/* ---- what can be plotted -----------------------------------------------------------------------
 */

static int
more_bytes_first (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint64 *bytes = data;
  guint32 p = *(const guint32 *) a, q = *(const guint32 *) b;

  return (bytes[p] < bytes[q]) - (bytes[p] > bytes[q]);
}

/* Names of variables, those with the most bytes first. */
static void
add_variables (GPtrArray *names, const PoplensVariables *v)
{
  g_autofree guint32 *order = g_new (guint32, MAX (v->n_unlowered, 1));
  g_autofree guint64 *bytes = g_new0 (guint64, MAX (v->n_unlowered, 1));
  g_autoptr (GHashTable) rows = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint32 r = 0; r < v->n_unlowered; r++) {
    order[r] = r;
    g_hash_table_insert (rows, GUINT_TO_POINTER (v->unlowered_id[r]), GUINT_TO_POINTER (r + 1));
  }
  for (guint32 i = 0; i < v->n_class_bytes; i++) {
    guint32 row = GPOINTER_TO_UINT (
        g_hash_table_lookup (rows, GUINT_TO_POINTER (v->class_bytes_variable[i])));
    if (row && v->class_bytes_class[i])
      bytes[row - 1] += v->class_bytes[i];
  }
  g_qsort_with_data (order, (int) v->n_unlowered, sizeof *order, more_bytes_first, bytes);
  for (guint32 i = 0; i < v->n_unlowered && names->len < MOST_COMPLETIONS; i++) {
    const char *name = poplens_strings_get (v->strings, v->unlowered_name[order[i]]);
    if (bytes[order[i]] && *name && !strchr (name, ',') && g_hash_table_add (seen, (gpointer) name))
      g_ptr_array_add (names, g_strdup (name));
  }
}

gboolean
poplens_memory_page_add_plot (PoplensMemoryPage *self, GError **error)
{
  gconstpointer variables;
  GPtrArray *names = g_ptr_array_new ();

  if (!poplens_page_load_optional (self->context->report, POPLENS_PART_VARIABLES, &variables,
                                   self->context->cancellable, error)) {
    g_ptr_array_unref (names);
    return FALSE;
  }
  self->variables = variables;
  for (guint c = 0; c < self->memory->categories->len; c++) {
    const PoplensCategory *category = g_ptr_array_index (self->memory->categories, c);
    g_ptr_array_add (names, g_strconcat (CATEGORY, category->name, NULL));
  }
  if (variables)
    add_variables (names, variables);
  g_ptr_array_add (names, NULL);
  poplens_page_add_search (self->page, "plot", "Add a variable",
                           "Plots a variable by its name, or a category (category:NAME); a click "
                           "on its name in the legend takes it out");
  PoplensControl *control = poplens_page_control (self->page, "plot");
  control->completions = (GStrv) g_ptr_array_free (names, FALSE);
  return TRUE;
}

/* ---- the graph ---------------------------------------------------------------------------------
 */

/* The ids that @text names: a number is an id, anything else a name, which several may have. */
static void
add_ids (const PoplensVariables *v, const char *text, GArray *ids)
{
  guint64 id;

  if (g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32 - 1, &id, NULL)) {
    guint32 as_id = (guint32) id;
    for (guint32 i = 0; i < v->n_class_bytes; i++)
      if (v->class_bytes_variable[i] == as_id) {
        g_array_append_val (ids, as_id);
        return;
      }
  }
  for (guint32 r = 0; r < v->n_unlowered; r++)
    if (!strcmp (poplens_strings_get (v->strings, v->unlowered_name[r]), text))
      g_array_append_val (ids, v->unlowered_id[r]);
}

static guint64 *
category_values (const PoplensMemoryPage *self, const char *name)
{
  for (guint c = 0; c < self->memory->categories->len; c++) {
    const PoplensCategory *category = g_ptr_array_index (self->memory->categories, c);
    if (strcmp (category->name, name))
      continue;
    guint64 *values = g_new (guint64, MAX (self->n, 1));
    for (guint32 i = 0; i < self->n; i++)
      values[i] = poplens_category_non_overlapped (category, self->positions[i]) +
                  poplens_category_overlapped (category, self->positions[i]);
    return values;
  }
  return NULL;
}

/* NULL with @error, or where there is no such variable. */
static guint64 *
variable_values (const PoplensMemoryPage *self, const char *text, GError **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 n_tiles = self->page->n_tiles;

  if (self->variables)
    add_ids (self->variables, text, ids);
  if (!ids->len)
    return NULL;
  g_autoptr (GPtrArray) bytes =
      poplens_report_variable_bytes (self->context->report, (const guint32 *) (gpointer) ids->data,
                                     ids->len, n_tiles, self->context->cancellable, error);
  if (!bytes)
    return NULL;
  guint64 *values = g_new0 (guint64, MAX (self->n, 1));
  for (guint v = 0; v < bytes->len; v++)
    for (guint32 i = 0; i < self->n; i++)
      values[i] += ((const guint64 *) bytes->pdata[v])[self->memory->tile[self->positions[i]]];
  return values;
}

static gboolean
add_series (PoplensMemoryPage *self, PoplensChart *chart, const char *text, guint index,
            GError **error)
{
  gboolean is_category = g_str_has_prefix (text, CATEGORY);
  g_autoptr (GError) local = NULL;
  guint64 *values = is_category ? category_values (self, text + strlen (CATEGORY))
                                : variable_values (self, text, &local);
  const char *title = text;
  g_autofree char *key = g_strconcat ("plot:", text, NULL);
  guint64 id;

  if (local) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  if (!values) {
    g_autofree char *wrong = g_strdup_printf (
        "There is no variable or category \u201c%s\u201d to plot: write the name or id of a "
        "variable, or category:NAME",
        text);
    poplens_page_add_misuse (self->page, wrong);
    return TRUE;
  }
  if (is_category)
    poplens_memory_group_of (text + strlen (CATEGORY), &title);
  else if (self->variables && g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32, &id, NULL) &&
           poplens_variable_name (self->variables, (guint32) id))
    title = poplens_variable_name (self->variables, (guint32) id);
  poplens_chart_add_series (chart, POPLENS_SERIES_LINE, key, title,
                            (PoplensInk) (POPLENS_INK_TENSORS + index), 0, values, FALSE);
  return TRUE;
}

gboolean
poplens_memory_page_add_variables (PoplensMemoryPage *self, GError **error)
{
  PoplensBlock *block = poplens_memory_page_add_graph (self, POPLENS_CHART_KIND_AREAS,
                                                       "variables-chart", "Variables by tile");
  const char *plot = poplens_place_get (self->context->place, "plot");
  g_auto (GStrv) names = g_strsplit (plot ? plot : "", ",", -1);
  guint n = 0;

  for (guint i = 0; names[i]; i++) {
    if (!*names[i])
      continue;
    if (n == MOST_PLOTS) {
      g_autofree char *text =
          g_strdup_printf ("%u of %u are drawn: more colours than that cannot be told apart",
                           MOST_PLOTS, g_strv_length (names));
      poplens_page_add_notice (self->page, POPLENS_TONE_WARNING, "plots", text);
      break;
    }
    if (!add_series (self, block->chart, names[i], n++, error))
      return FALSE;
  }
  if (!n)
    poplens_page_add_notice (self->page, POPLENS_TONE_NEUTRAL, "plots",
                             "Add variables or categories to see how many bytes each takes on "
                             "every tile");
  return TRUE;
}
