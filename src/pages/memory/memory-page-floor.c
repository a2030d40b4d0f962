/* The tile map: the plan of each IPU, coloured by what its tiles hold. */
#include "pages/memory/memory-page.h"

#include "charts/floor/floor.h"

#include <string.h>

static guint64
capacity_of (const PoplensMemoryPage *self)
{
  return self->target ? self->target->bytes_per_tile : 0;
}

PoplensTileValues
poplens_memory_page_values (const PoplensMemoryPage *self)
{
  return (PoplensTileValues){self->context->report, self->memory, self->target, self->variables,
                             self->only};
}

/* ---- the choice --------------------------------------------------------------------------------
 */

/* Whether any tile has bytes of it. */
static gboolean
is_used (const PoplensMemory *memory, const PoplensCategory *category)
{
  for (guint32 p = 0; p < memory->n_tiles; p++)
    if (poplens_category_non_overlapped (category, p) || poplens_category_overlapped (category, p))
      return TRUE;
  return FALSE;
}

static void
add_option (GPtrArray *options, GPtrArray *titles, char *option, const char *title)
{
  g_ptr_array_add (options, option);
  g_ptr_array_add (titles, g_strdup (title));
}

static void
add_options (const PoplensMemoryPage *self, GPtrArray *options, GPtrArray *titles)
{
  PoplensTileValues known = poplens_memory_page_values (self);

  if (self->only)
    add_option (options, titles, g_strdup (POPLENS_TILE_OPERATION), POPLENS_TILE_OPERATION_TITLE);
  for (guint v = 0; v < POPLENS_N_TILE_VALUES; v++)
    if (poplens_tile_values_know (&known, v))
      add_option (options, titles, g_strdup (poplens_tile_value_key (v)),
                  poplens_tile_value_title (v));
  /* Of archive.a neither variables nor categories are known. */
  if (!self->memory->from_archive)
    add_option (options, titles, g_strdup (POPLENS_TILE_CHOSEN), POPLENS_TILE_CHOSEN_TITLE);
  for (guint c = 0; c < self->memory->categories->len; c++) {
    const PoplensCategory *category = g_ptr_array_index (self->memory->categories, c);
    if (is_used (self->memory, category))
      add_option (options, titles, g_strconcat (POPLENS_TILE_CATEGORY, category->name, NULL),
                  category->title);
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

/* ---- the chart ---------------------------------------------------------------------------------
 */

static void
add_value (const PoplensMemoryPage *self, PoplensChart *chart, const char *option)
{
  PoplensTileValues source = poplens_memory_page_values (self);
  const char *title = option;
  g_autofree guint64 *bytes = poplens_tile_values_of (&source, option, &title);

  if (bytes)
    poplens_chart_add_series (chart, POPLENS_SERIES_BAND, option, title, POPLENS_INK_TOTAL, 0,
                              poplens_memory_page_in_order (self, bytes), FALSE);
}

/* All that were chosen together colour the tiles; each is told, and can be taken out again. FALSE
 * with @error. */
static gboolean
add_chosen (PoplensMemoryPage *self, PoplensChart *chart, GError **error)
{
  g_autoptr (GPtrArray) plots = poplens_memory_page_read_plots (self, chart, error);
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

/* The IPUs that are shown: [*first, *end). */
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

static void
add_groups (const PoplensMemoryPage *self, PoplensChart *chart, guint columns, guint rows)
{
  guint first, end;

  find_ipus (self, &first, &end);
  for (guint ipu = first; ipu < end; ipu++) {
    g_autofree char *name = g_strdup_printf ("IPU %u", ipu);
    poplens_chart_add_floor_group (chart, name, columns, rows);
  }
}

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

static void
mark_overflow (const PoplensMemoryPage *self, PoplensChart *chart)
{
  guint64 capacity = capacity_of (self);
  guint8 *bad = g_new0 (guint8, MAX (self->n, 1));

  for (guint32 i = 0; i < self->n; i++)
    bad[i] = self->memory->total_including_gaps[self->positions[i]] > capacity;
  poplens_chart_set_floor_bad (chart, "overflow", bad);
}

/* The value that colours first, then what else is told of a tile. FALSE with @error. */
static gboolean
add_values (PoplensMemoryPage *self, PoplensChart *chart, const char *option, GError **error)
{
  PoplensTileValues known = poplens_memory_page_values (self);

  if (strcmp (option, POPLENS_TILE_CHOSEN))
    add_value (self, chart, option);
  else if (!add_chosen (self, chart, error))
    return FALSE;
  /* Nothing is chosen: they would colour it. */
  if (!poplens_chart_get_n_series (chart))
    return TRUE;
  for (guint v = 0; v <= POPLENS_TILE_OVERFLOWED; v++)
    if (strcmp (poplens_tile_value_key (v), option) && poplens_tile_values_know (&known, v))
      add_value (self, chart, poplens_tile_value_key (v));
  return TRUE;
}

static void
add_limit (const PoplensMemoryPage *self, PoplensChart *chart, const char *option)
{
  if (!capacity_of (self))
    return;
  mark_overflow (self, chart);
  if (!strcmp (option, "total") || !strcmp (option, "with-gaps") || !strcmp (option, "peak"))
    poplens_chart_set_limit (chart, "capacity", capacity_of (self));
}

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
  add_groups (self, section->chart, plan.columns, plan.rows);
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
