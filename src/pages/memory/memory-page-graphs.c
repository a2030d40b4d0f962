/* The graphs of Memory: total memory by category or kind, chosen variables, and the tile map. */
#include "base/error.h"
#include "charts/floor/floor.h"
#include "derived/insights/kinds-source.h"
#include "derived/memory/tile-values.h"
#include "pages/core/look.h"
#include "pages/memory/memory-page.h"

#include <string.h>

/* ---- total by kind --------------------------------------------------------------------------- */

/* Graph by kind of variable: the live bytes of each tile at the tile's own peak, with packing on
 * top. */

/* Returns the values in the order of the graph. @by_position: [position in .memory]. (transfer
 * full) */
static guint64 *
positions_in_order (const PoplensMemoryPage *self, const guint64 *by_position)
{
  guint64 *values = g_new (guint64, MAX (self->n, 1));

  for (guint32 i = 0; i < self->n; i++)
    values[i] = by_position[self->positions[i]];
  return values;
}

static void
sort_into_graph (const PoplensMemoryPage *self, guint64 **values)
{
  g_autofree guint64 *by_position = *values;

  *values = positions_in_order (self, by_position);
}

/* Returns the packing of each tile, by position in .memory: total bytes minus the bytes of all
 * kinds. Reduces @bytes if a tile's kinds exceed its total. (transfer full) */
static guint64 *
take_from_total (const PoplensMemoryPage *self, PoplensKindBytes *bytes)
{
  guint64 *left = g_new0 (guint64, MAX (self->memory->n_tiles, 1));

  for (guint32 t = 0; t < self->memory->n_tiles; t++) {
    left[t] = self->memory->total[t];
    for (guint k = 0; k < POPLENS_N_KINDS; k++)
      if (bytes->of[k]) {
        bytes->of[k][t] = MIN (bytes->of[k][t], left[t]);
        left[t] -= bytes->of[k][t];
      }
  }
  return left;
}

/* Loads the bytes by kind of each tile at its peak. NULL with @error. (transfer full) */
static PoplensKindBytes *
memory_graph_load (const PoplensMemoryPage *self, GError **error)
{
  PoplensReport *report = self->context->report;
  GCancellable *cancellable = self->context->cancellable;
  const PoplensKinds *kinds = poplens_report_kinds (report, cancellable, error);
  const PoplensWhatIf *what = kinds ? poplens_report_what_if (report, cancellable, error) : NULL;
  g_autoptr (GArray) peaks = what ? poplens_report_tile_peaks (report, cancellable, error) : NULL;
  PoplensKindBytes *bytes;

  if (!peaks)
    return NULL;
  bytes = poplens_kinds_at_peaks (poplens_what_if_get_bytes (what), kinds,
                                  poplens_report_peek (report, POPLENS_PART_LIVENESS), peaks,
                                  cancellable);
  if (!bytes)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return bytes;
}

/* Adds a series for each kind of variable, and one for packing. FALSE with @error;
 * POPLENS_ERROR_ABSENT if the kinds are unknown. */
static gboolean
memory_page_add_kinds (PoplensMemoryPage *self, PoplensChart *chart, GError **error)
{
  g_autoptr (PoplensKindBytes) bytes = memory_graph_load (self, error);
  guint64 *packing;

  if (!bytes)
    return FALSE;
  packing = take_from_total (self, bytes);
  for (guint k = 0; k < POPLENS_N_KINDS; k++)
    if (bytes->of[k])
      sort_into_graph (self, &bytes->of[k]);
  sort_into_graph (self, &packing);
  poplens_chart_set_source (chart, "derived by Poplens, at the peak of each tile");
  poplens_chart_add_kinds (chart, bytes, self->context->location);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "packing", "Packing: live at other steps",
                            POPLENS_INK_SHARED, 0, packing,
                            poplens_page_hides (self->context->location, "packing"));
  return TRUE;
}

static guint64
capacity_of (const PoplensMemoryPage *self)
{
  return self->target ? self->target->bytes_per_tile : 0;
}

static PoplensTileValues
memory_page_values (const PoplensMemoryPage *self)
{
  return (PoplensTileValues){self->context->report, self->memory, self->target, self->variables,
                             self->only};
}

/* ---- total ----------------------------------------------------------------------------------- */

PoplensInk
poplens_memory_band_ink (int group, PoplensBandRole role)
{
  /* The inks have the same order as the memory groups. */
  if (group >= 0 && group < POPLENS_N_GROUPS)
    return POPLENS_INK_TENSORS + (PoplensInk) group;
  switch (role) {
  case POPLENS_BAND_TOTAL:
    return POPLENS_INK_TOTAL;
  case POPLENS_BAND_SHARED:
    return POPLENS_INK_SHARED;
  case POPLENS_BAND_NON_INTERLEAVED:
    return POPLENS_INK_NON_INTERLEAVED;
  case POPLENS_BAND_INTERLEAVED:
    return POPLENS_INK_INTERLEAVED;
  case POPLENS_BAND_OVERFLOWED:
    return POPLENS_INK_OVERFLOW;
  case POPLENS_BAND_ALWAYS_LIVE:
    return POPLENS_INK_ALWAYS_LIVE;
  case POPLENS_BAND_NOT_ALWAYS_LIVE:
    return POPLENS_INK_NOT_ALWAYS_LIVE;
  case POPLENS_BAND_GAPS:
    return POPLENS_INK_GAPS;
  default:
    return POPLENS_INK_OTHER;
  }
}

/* Adds a band for each row of the chosen breakdown. */
static void
add_bands (PoplensMemoryPage *self, PoplensChart *chart)
{
  g_autoptr (GPtrArray) bands =
      poplens_memory_bands (self->memory, self->breakdown, self->positions);

  for (guint b = 0; b < bands->len; b++) {
    PoplensBand *band = g_ptr_array_index (bands, b);
    poplens_chart_add_series (chart, POPLENS_SERIES_BAND, band->key, band->name,
                              poplens_memory_band_ink (band->group, band->role), band->shade,
                              g_steal_pointer (&band->values),
                              poplens_page_hides (self->context->location, band->key));
  }
}

/* Adds the series of the graph of total memory. If the kinds of variables are missing, adds the
 * default bands and reports that. FALSE with @error if reading is interrupted. */
static gboolean
memory_graph_add_series (PoplensMemoryPage *self, PoplensChart *chart, GError **error)
{
  g_autoptr (GError) local = NULL;

  if (self->breakdown != POPLENS_BREAKDOWN_KIND || !memory_page_add_kinds (self, chart, &local)) {
    if (local && !poplens_error_is_lack (local)) {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
    add_bands (self, chart);
  }
  if (local)
    poplens_page_add_misuse (self->page, local->message);
  if (self->gaps) {
    const PoplensMemory *memory = self->memory;
    guint64 *values = g_new (guint64, MAX (self->n, 1));
    for (guint32 i = 0; i < self->n; i++)
      values[i] = memory->total_including_gaps[self->positions[i]];
    poplens_chart_add_series (chart, POPLENS_SERIES_LINE, "with-gaps", "Including gaps",
                              POPLENS_INK_TOTAL_WITH_GAPS, 0, values,
                              poplens_page_hides (self->context->location, "with-gaps"));
    poplens_chart_set_apart (chart, "Incl. gaps", "Excl. gaps");
  }
  return TRUE;
}

/* Returns the values in the order of the graph. @by_tile: [tile number]. (transfer full) */
static guint64 *
tiles_in_order (const PoplensMemoryPage *self, const guint64 *by_tile)
{
  guint64 *values = g_new (guint64, MAX (self->n, 1));

  for (guint32 i = 0; i < self->n; i++)
    values[i] = by_tile[self->memory->tile[self->positions[i]]];
  return values;
}

static gboolean
holds_any (const PoplensOperationBytes *only)
{
  for (guint32 t = 0; t < only->n_tiles; t++)
    if (only->always[t] || only->others[t])
      return TRUE;
  return FALSE;
}

/* Adds the graph of a page that is restricted to one operation: memory of the operation's
 * variables. */
static void
add_only (PoplensMemoryPage *self)
{
  static const struct {
    const char *key, *name;
    PoplensInk ink;
  } bands[] = {{"always-live", "Always live", POPLENS_INK_ALWAYS_LIVE},
               {"not-always-live", "Not always live", POPLENS_INK_NOT_ALWAYS_LIVE}};
  const guint64 *values[] = {self->only->always, self->only->others};
  g_autofree char *title = g_strdup_printf ("Variables of %s by tile", self->only->title);
  PoplensSection *section =
      poplens_memory_page_add_graph (self, &poplens_areas_kind, "memory-chart", title);

  poplens_chart_set_source (section->chart, "var_bytes_by_eq_class");
  poplens_chart_set_empty_text (section->chart, "No variables belong to this operation.");
  for (guint i = 0; i < G_N_ELEMENTS (bands) && holds_any (self->only); i++)
    poplens_chart_add_series (section->chart, POPLENS_SERIES_BAND, bands[i].key, bands[i].name,
                              bands[i].ink, 0, tiles_in_order (self, values[i]),
                              poplens_page_hides (self->context->location, bands[i].key));
}

gboolean
poplens_memory_page_add_total (PoplensMemoryPage *self, GError **error)
{
  if (self->only) {
    add_only (self);
    return TRUE;
  }

  PoplensSection *section = poplens_memory_page_add_graph (
      self, &poplens_areas_kind, "memory-chart",
      self->breakdown == POPLENS_BREAKDOWN_KIND ? "Memory by tile, each at its own peak"
                                                : "Memory by tile");

  if (self->target && self->target->bytes_per_tile)
    poplens_chart_set_limit (section->chart, "capacity", self->target->bytes_per_tile);
  return memory_graph_add_series (self, section->chart, error);
}

/* ---- variables ------------------------------------------------------------------------------- */

/* Graph of chosen variables and categories: one line for each, with its bytes on each tile. */

/* Largest number of lines in the graph: as many inks as can be told apart with any colour vision
 * (look.md 8.5). */
#define MOST_PLOTS POPLENS_N_GROUPS
/* Largest number of names that the field offers for completion; the user can type others. */
#define MOST_COMPLETIONS 5000

/* ---- variables: what can be plotted ---------------------------------------------------------- */

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
  poplens_page_add_names (
      self->page, "plot", "Add a variable",
      "Plot a variable by name, or category:NAME; select its legend entry to remove it", names);
  return TRUE;
}

/* ---- variables: what is plotted -------------------------------------------------------------- */

static void
plot_free (gpointer data)
{
  PoplensMemoryPlot *plot = data;

  g_free (plot->key);
  g_free (plot->name);
  g_free (plot->values);
  g_free (plot);
}

/* Appends the values of the variable or category @name to @plots. Reports an unknown name, and
 * returns TRUE. FALSE with @error. */
static gboolean
read_plot (PoplensMemoryPage *self, const char *name, GPtrArray *plots, GError **error)
{
  PoplensTileValues source = memory_page_values (self);
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
  plot->values = positions_in_order (self, bytes);
  g_ptr_array_add (plots, plot);
  return TRUE;
}

/* Returns a PoplensMemoryPlot for each variable and category that the key "plot" names. Reports
 * unknown names. Also sets the text that @chart shows if it is empty. NULL with @error. (transfer
 * full) */
static GPtrArray *
memory_page_read_plots (PoplensMemoryPage *self, PoplensChart *chart, GError **error)
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
  g_autoptr (GPtrArray) plots = memory_page_read_plots (self, section->chart, error);

  for (guint i = 0; plots && i < plots->len; i++) {
    PoplensMemoryPlot *plot = plots->pdata[i];
    poplens_chart_add_series (section->chart, POPLENS_SERIES_LINE, plot->key, plot->name,
                              (PoplensInk) (POPLENS_INK_TENSORS + i), 0,
                              g_steal_pointer (&plot->values), FALSE);
  }
  return plots != NULL;
}

/* ---- map: what it is coloured by ------------------------------------------------------------- */

/* TRUE if any tile has bytes of the category. */
static gboolean
is_used (const PoplensMemory *memory, const PoplensCategory *category)
{
  for (guint32 p = 0; p < memory->n_tiles; p++)
    if (poplens_category_non_overlapped (category, p) || poplens_category_overlapped (category, p))
      return TRUE;
  return FALSE;
}

static void
add_options (const PoplensMemoryPage *self, GPtrArray *options, GPtrArray *titles)
{
  PoplensTileValues known = memory_page_values (self);

  if (self->only)
    poplens_page_add_option (options, titles, g_strdup (POPLENS_TILE_OPERATION),
                             g_strdup (POPLENS_TILE_OPERATION_TITLE));
  for (guint v = 0; v < POPLENS_N_TILE_VALUES; v++)
    if (poplens_tile_values_know (&known, v))
      poplens_page_add_option (options, titles, g_strdup (poplens_tile_value_key (v)),
                               g_strdup (poplens_tile_value_title (v)));
  /* archive.a has neither variables nor categories. */
  if (!self->memory->from_archive)
    poplens_page_add_option (options, titles, g_strdup (POPLENS_TILE_CHOSEN),
                             g_strdup (POPLENS_TILE_CHOSEN_TITLE));
  for (guint c = 0; c < self->memory->categories->len; c++) {
    const PoplensCategory *category = g_ptr_array_index (self->memory->categories, c);
    if (is_used (self->memory, category))
      poplens_page_add_option (options, titles,
                               g_strconcat (POPLENS_TILE_CATEGORY, category->name, NULL),
                               g_strdup (category->title));
  }
}

void
poplens_memory_page_add_floor_value (PoplensMemoryPage *self)
{
  const char *wanted = poplens_location_get (self->context->location, "colour");
  g_autoptr (GPtrArray) options = g_ptr_array_new ();
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();
  guint current = 0;

  add_options (self, options, titles);
  while (wanted && current < options->len && strcmp (wanted, options->pdata[current]))
    current++;
  if (current == options->len) {
    g_autofree char *text = g_strdup_printf (
        "invalid value “%s” for the tile map; use total, with-gaps, gaps, free, overflowed, "
        "non-interleaved, interleaved, always-live, peak, chosen or category:NAME",
        wanted);
    poplens_page_add_misuse (self->page, text);
    current = 0;
  }
  g_ptr_array_add (options, NULL);
  g_ptr_array_add (titles, NULL);
  poplens_page_add_own_choice (self->page, "colour", "Colour by", "Colour tiles by",
                               (GStrv) g_ptr_array_steal (options, NULL),
                               (GStrv) g_ptr_array_steal (titles, NULL), current);
}

gboolean
poplens_memory_page_is_chosen (const PoplensMemoryPage *self)
{
  const PoplensControl *control = poplens_page_find_control (self->page, "colour");

  return control && !strcmp (control->options[control->current], POPLENS_TILE_CHOSEN);
}

void
poplens_memory_page_add_ramp (PoplensMemoryPage *self)
{
  static const char *const ramps[] = {"largest", "spread", "limit"};
  static const char *const titles[] = {"Zero to maximum", "Minimum to maximum", "Zero to capacity"};

  self->ramp = poplens_page_add_choice (
      self->page, "ramp", "Range", "Colour range; capacity is the memory of one tile", ramps,
      titles, capacity_of (self) ? 3 : 2, POPLENS_MEMORY_RAMP_LARGEST);
}

/* ---- map: the chart -------------------------------------------------------------------------- */

static void
memory_graph_add_value (const PoplensMemoryPage *self, PoplensChart *chart, const char *option)
{
  PoplensTileValues source = memory_page_values (self);
  const char *title = option;
  g_autofree guint64 *bytes = poplens_tile_values_of (&source, option, &title);

  if (bytes)
    poplens_chart_add_series (chart, POPLENS_SERIES_BAND, option, title, POPLENS_INK_TOTAL, 0,
                              positions_in_order (self, bytes), FALSE);
}

/* Colours tiles by the sum of the chosen variables. The legend has an entry for each variable, with
 * which the user can remove the variable. FALSE with @error. */
static gboolean
add_chosen (PoplensMemoryPage *self, PoplensChart *chart, GError **error)
{
  g_autoptr (GPtrArray) plots = memory_page_read_plots (self, chart, error);
  guint64 *sum;

  if (!plots || !plots->len)
    return plots != NULL;
  sum = g_new0 (guint64, MAX (self->n, 1));
  for (guint i = 0; i < plots->len; i++)
    for (guint32 k = 0; k < self->n; k++)
      sum[k] += ((const PoplensMemoryPlot *) plots->pdata[i])->values[k];
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, POPLENS_TILE_CHOSEN,
                            POPLENS_TILE_CHOSEN_TITLE, POPLENS_INK_TOTAL, 0, sum, FALSE);
  for (guint i = 0; i < plots->len; i++) {
    PoplensMemoryPlot *plot = plots->pdata[i];
    poplens_chart_add_series (chart, POPLENS_SERIES_LINE, plot->key, plot->name, POPLENS_INK_TOTAL,
                              0, g_steal_pointer (&plot->values), FALSE);
  }
  return TRUE;
}

/* Finds the IPUs whose tiles are in the graph. @first, @end: (out): the first IPU, and the one
 * after the last. */
static void
find_ipus (const PoplensMemoryPage *self, guint *first, guint *end)
{
  *first = 0;
  *end = self->n_ipus;
  if (!self->is_part)
    return;
  *first = poplens_target_ipu_of_tile (self->target, self->part.first);
  *end = MIN (poplens_target_ipu_of_tile (self->target, self->part.last) + 1, self->n_ipus);
}

/* Sets the IPU, column and row of each tile in the floor plan. */
static void
set_cells (const PoplensMemoryPage *self, PoplensChart *chart, const PoplensFloorPlan *plan)
{
  PoplensFloorCell *cells = g_new0 (PoplensFloorCell, MAX (self->n, 1));
  guint first, end;

  find_ipus (self, &first, &end);
  for (guint32 i = 0; i < self->n; i++) {
    PoplensFloorPlace location;
    if (!poplens_floor_plan_find (plan, self->memory->tile[self->positions[i]], &location))
      continue;
    cells[i].group = (guint16) (location.ipu - first);
    cells[i].column = (guint16) location.column;
    cells[i].row = (guint16) location.row;
  }
  poplens_chart_set_floor_cells (chart, cells);
}

/* Adds series with values of each tile. The first series, @option, colours the tiles; the hover box
 * shows the other series. FALSE with @error. */
static gboolean
add_values (PoplensMemoryPage *self, PoplensChart *chart, const char *option, GError **error)
{
  PoplensTileValues known = memory_page_values (self);

  if (strcmp (option, POPLENS_TILE_CHOSEN))
    memory_graph_add_value (self, chart, option);
  else if (!add_chosen (self, chart, error))
    return FALSE;
  /* The user has chosen no variables: add no other series, as it would be the first and colour the
   * tiles. */
  if (!poplens_chart_get_n_series (chart))
    return TRUE;
  for (guint v = 0; v <= POPLENS_TILE_OVERFLOWED; v++)
    if (strcmp (poplens_tile_value_key (v), option) && poplens_tile_values_know (&known, v))
      memory_graph_add_value (self, chart, poplens_tile_value_key (v));
  return TRUE;
}

/* Marks tiles over capacity. Adds a line at the capacity if @option shows total memory or the
 * peak. */
static void
add_limit (const PoplensMemoryPage *self, PoplensChart *chart, const char *option)
{
  if (!capacity_of (self))
    return;
  guint64 capacity = capacity_of (self);
  guint8 *bad = g_new0 (guint8, MAX (self->n, 1));
  for (guint32 i = 0; i < self->n; i++)
    bad[i] = self->memory->total_including_gaps[self->positions[i]] > capacity;
  poplens_chart_set_floor_bad (chart, "overflow", bad);
  if (!strcmp (option, "total") || !strcmp (option, "with-gaps") || !strcmp (option, "peak"))
    poplens_chart_set_limit (chart, "capacity", capacity_of (self));
}

/* Sets the range of values that the colours span. */
static void
set_ramp (const PoplensMemoryPage *self, PoplensChart *chart)
{
  switch (self->ramp) {
  case POPLENS_MEMORY_RAMP_LIMIT:
    poplens_chart_set_floor_range (chart, 0, capacity_of (self));
    poplens_chart_set_floor_range_name (chart, "zero to capacity");
    break;
  case POPLENS_MEMORY_RAMP_SPREAD:
    poplens_chart_set_floor_scale (chart, POPLENS_FLOOR_FROM_LOWEST);
    poplens_chart_set_floor_range_name (chart, "minimum to maximum");
    break;
  default:
    poplens_chart_set_floor_range_name (chart, "zero to maximum");
  }
}

gboolean
poplens_memory_page_add_floor (PoplensMemoryPage *self, GError **error)
{
  const PoplensControl *control = poplens_page_find_control (self->page, "colour");
  const char *option = control->options[control->current];
  g_autofree char *title = g_strdup_printf ("%s by tile", control->titles[control->current]);
  PoplensSection *section =
      poplens_memory_page_add_graph (self, &poplens_floor_kind, "tile-map", title);
  PoplensFloorPlan plan = self->plan;

  if (!self->on_die)
    poplens_floor_plan_make_logical (&plan);
  guint first, end;
  find_ipus (self, &first, &end);
  for (guint ipu = first; ipu < end; ipu++) {
    g_autofree char *name = g_strdup_printf ("IPU %u", ipu);
    poplens_chart_add_floor_group (section->chart, name, plan.columns, plan.rows);
  }
  set_cells (self, section->chart, &plan);
  if (!add_values (self, section->chart, option, error))
    return FALSE;
  add_limit (self, section->chart, option);
  set_ramp (self, section->chart);
  return TRUE;
}

void
poplens_memory_page_add_plan_rule (PoplensMemoryPage *self)
{
  PoplensFloorPlan plan = self->plan;

  if (!self->on_die)
    poplens_floor_plan_make_logical (&plan);
  if (plan.physical || !self->plan.physical)
    poplens_page_add_standing (self->page, POPLENS_TONE_NEUTRAL, "plan",
                               poplens_floor_plan_rule (&plan));
}
