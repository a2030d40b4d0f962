/* The graph of chosen variables and categories: bytes of each by tile. */
#include "pages/memory/memory-page.h"

#include "derived/memory/tile-values.h"

#include <string.h>

/* As many inks as can be told apart in any colour vision (look.md 8.5). */
#define MOST_PLOTS POPLENS_N_GROUPS
/* More names a list to complete from does not offer; they can be written. */
#define MOST_COMPLETIONS 5000

/* ---- what can be plotted -----------------------------------------------------------------------
 */

static int
more_bytes_first (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint64 *bytes = data;
  guint32 p = *(const guint32 *) a, q = *(const guint32 *) b;

  return (bytes[p] < bytes[q]) - (bytes[p] > bytes[q]);
}

void
poplens_page_add_variable_names (GPtrArray *names, const PoplensVariables *v)
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
    g_ptr_array_add (names, g_strconcat (POPLENS_TILE_CATEGORY, category->name, NULL));
  }
  if (variables)
    poplens_page_add_variable_names (names, variables);
  g_ptr_array_add (names, NULL);
  poplens_page_add_search (
      self->page, "plot", "Add a variable",
      "Plot a variable by name, or category:NAME; select its legend entry to remove it");
  PoplensControl *control = poplens_page_control (self->page, "plot");
  control->completions = (GStrv) g_ptr_array_free (names, FALSE);
  return TRUE;
}

/* ---- what is plotted ---------------------------------------------------------------------------
 */

static void
plot_free (gpointer data)
{
  PoplensMemoryPlot *plot = data;

  g_free (plot->key);
  g_free (plot->name);
  g_free (plot->values);
  g_free (plot);
}

guint64 *
poplens_memory_page_in_order (const PoplensMemoryPage *self, const guint64 *by_position)
{
  guint64 *values = g_new (guint64, MAX (self->n, 1));

  for (guint32 i = 0; i < self->n; i++)
    values[i] = by_position[self->positions[i]];
  return values;
}

/* FALSE with @error; what does not exist is said on the page, and left out. */
static gboolean
read_plot (PoplensMemoryPage *self, const char *name, GPtrArray *plots, GError **error)
{
  PoplensTileValues source = poplens_memory_page_values (self);
  g_autoptr (GError) local = NULL;
  const char *title = NULL;
  g_autofree guint64 *bytes =
      poplens_tile_values_of_plot (&source, name, &title, self->context->cancellable, &local);

  if (local) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  if (!bytes) {
    g_autofree char *wrong = g_strdup_printf (
        "unknown variable or category “%s”; use the name or ID of a variable, or category:NAME",
        name);
    poplens_page_add_misuse (self->page, wrong);
    return TRUE;
  }
  PoplensMemoryPlot *plot = g_new0 (PoplensMemoryPlot, 1);
  plot->key = g_strconcat ("plot:", name, NULL);
  plot->name = g_strdup (title);
  plot->values = poplens_memory_page_in_order (self, bytes);
  g_ptr_array_add (plots, plot);
  return TRUE;
}

GPtrArray *
poplens_memory_page_read_plots (PoplensMemoryPage *self, PoplensChart *chart, GError **error)
{
  const char *plot = poplens_location_get (self->context->location, "plot");
  g_auto (GStrv) names = g_strsplit (plot ? plot : "", ",", -1);
  g_autoptr (GPtrArray) plots = g_ptr_array_new_with_free_func (plot_free);
  guint n = 0;

  poplens_chart_set_empty_text (chart,
                                "Add variables or categories to see their memory on every tile.");
  for (guint i = 0; names[i]; i++) {
    if (!*names[i])
      continue;
    if (n++ == MOST_PLOTS) {
      g_autofree char *text =
          g_strdup_printf ("Showing %u of %u variables: more colours could not be distinguished",
                           MOST_PLOTS, g_strv_length (names));
      poplens_page_add_notice (self->page, POPLENS_TONE_WARNING, "plots", text);
      break;
    }
    if (!read_plot (self, names[i], plots, error))
      return NULL;
  }
  return g_steal_pointer (&plots);
}

gboolean
poplens_memory_page_add_variables (PoplensMemoryPage *self, GError **error)
{
  PoplensSection *section = poplens_memory_page_add_graph (self, &poplens_areas_kind,
                                                           "variables-chart", "Variables by tile");
  g_autoptr (GPtrArray) plots = poplens_memory_page_read_plots (self, section->chart, error);

  for (guint i = 0; plots && i < plots->len; i++) {
    PoplensMemoryPlot *plot = plots->pdata[i];
    poplens_chart_add_series (section->chart, POPLENS_SERIES_LINE, plot->key, plot->name,
                              (PoplensInk) (POPLENS_INK_TENSORS + i), 0,
                              g_steal_pointer (&plot->values), FALSE);
  }
  return plots != NULL;
}
