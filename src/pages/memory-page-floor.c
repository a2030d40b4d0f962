/* The tile map: the plan of each IPU, coloured by what its tiles hold. */
#include "pages/memory-page.h"

#include "charts/floor.h"

#include <string.h>

/* Values besides those of categories; as the Place writes them. */
typedef enum {
  TOTAL,
  WITH_GAPS,
  GAPS,
  FREE,
  OVERFLOWED,
  NON_INTERLEAVED,
  INTERLEAVED,
  ALWAYS_LIVE,
  PEAK,
  N_VALUES,
} Value;

static const struct {
  const char *key, *title;
} values[N_VALUES] = {
    [TOTAL] = {"total", "Without gaps"},
    [WITH_GAPS] = {"with-gaps", "With gaps"},
    [GAPS] = {"gaps", "Gaps"},
    [FREE] = {"free", "Free"},
    [OVERFLOWED] = {"overflowed", "Overflowed"},
    [NON_INTERLEAVED] = {"non-interleaved", "Non-interleaved"},
    [INTERLEAVED] = {"interleaved", "Interleaved"},
    [ALWAYS_LIVE] = {"always-live", "Always live"},
    [PEAK] = {"peak", "Live at its worst step"},
};

static guint64
capacity_of (const PoplensMemoryPage *self)
{
  return self->target ? self->target->bytes_per_tile : 0;
}

static gboolean
is_known (const PoplensMemoryPage *self, Value value)
{
  const PoplensMemory *memory = self->memory;

  switch (value) {
  case FREE:
    return capacity_of (self) > 0;
  case TOTAL:
  case GAPS:
  case ALWAYS_LIVE:
    return !memory->from_archive;
  case PEAK:
    for (guint32 p = 0; p < memory->n_tiles && !memory->from_archive; p++)
      if (memory->not_always_live_max[p] != G_MAXUINT32)
        return TRUE;
    return FALSE;
  case OVERFLOWED:
  case NON_INTERLEAVED:
  case INTERLEAVED:
    return !memory->regions_unknown;
  default:
    return TRUE;
  }
}

static guint64
value_at (const PoplensMemoryPage *self, Value value, guint32 p)
{
  const PoplensMemory *m = self->memory;
  guint64 capacity = capacity_of (self);

  switch (value) {
  case TOTAL:
    return m->total[p];
  case WITH_GAPS:
    return m->total_including_gaps[p];
  case GAPS:
    return m->total_including_gaps[p] - m->total[p];
  case FREE:
    return capacity > m->total_including_gaps[p] ? capacity - m->total_including_gaps[p] : 0;
  case OVERFLOWED:
    return m->overflowed[p];
  case NON_INTERLEAVED:
    return m->non_interleaved[p];
  case INTERLEAVED:
    return m->interleaved[p];
  case ALWAYS_LIVE:
    return m->always_live[p];
  default:
    return m->not_always_live_max[p] == G_MAXUINT32
               ? POPLENS_FLOOR_NONE
               : (guint64) m->always_live[p] + m->not_always_live_max[p];
  }
}

/* ---- the choice --------------------------------------------------------------------------------
 */

#define CATEGORY "category:"

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
  for (guint v = 0; v < N_VALUES; v++)
    if (is_known (self, v))
      add_option (options, titles, g_strdup (values[v].key), values[v].title);
  for (guint c = 0; c < self->memory->categories->len; c++) {
    const PoplensCategory *category = g_ptr_array_index (self->memory->categories, c);
    if (is_used (self->memory, category))
      add_option (options, titles, g_strconcat (CATEGORY, category->name, NULL), category->title);
  }
}

void
poplens_memory_page_add_floor_value (PoplensMemoryPage *self)
{
  const char *wanted = poplens_place_get (self->context->place, "value");
  g_autoptr (GPtrArray) options = g_ptr_array_new ();
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();
  guint current = 0;

  add_options (self, options, titles);
  while (wanted && current < options->len && strcmp (wanted, options->pdata[current]))
    current++;
  if (current == options->len) {
    g_autofree char *text = g_strdup_printf (
        "\u201c%s\u201d is nothing that the tile map can show: a value of total, with-gaps, gaps, "
        "free, overflowed, non-interleaved, interleaved, always-live and peak, or category:NAME",
        wanted);
    poplens_page_add_misuse (self->page, text);
    current = 0;
  }
  g_ptr_array_add (options, NULL);
  g_ptr_array_add (titles, NULL);
  poplens_page_add_own_choice (self->page, "value", "Colour", "What the colour of a tile says",
                               (GStrv) g_ptr_array_steal (options, NULL),
                               (GStrv) g_ptr_array_steal (titles, NULL), current);
}

/* ---- the chart ---------------------------------------------------------------------------------
 */

static const PoplensCategory *
find_category (const PoplensMemory *memory, const char *option)
{
  if (!g_str_has_prefix (option, CATEGORY))
    return NULL;
  for (guint c = 0; c < memory->categories->len; c++) {
    const PoplensCategory *category = g_ptr_array_index (memory->categories, c);
    if (!strcmp (category->name, option + strlen (CATEGORY)))
      return category;
  }
  return NULL;
}

static void
add_value (const PoplensMemoryPage *self, PoplensChart *chart, const char *option)
{
  guint64 *of = g_new (guint64, MAX (self->n, 1));
  const PoplensCategory *category = find_category (self->memory, option);
  guint value = 0;

  while (!category && value < N_VALUES - 1 && strcmp (values[value].key, option))
    value++;
  for (guint32 i = 0; i < self->n; i++) {
    guint32 p = self->positions[i];
    of[i] = category ? poplens_category_non_overlapped (category, p) +
                           poplens_category_overlapped (category, p)
                     : value_at (self, value, p);
  }
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, option,
                            category ? category->title : values[value].title, POPLENS_INK_TOTAL, 0,
                            of, FALSE);
}

static void
add_groups (const PoplensMemoryPage *self, PoplensChart *chart, guint columns, guint rows)
{
  for (guint ipu = 0; ipu < self->n_ipus; ipu++) {
    g_autofree char *name = g_strdup_printf ("IPU %u", ipu);
    if (self->ipu < 0 || (guint) self->ipu == ipu)
      poplens_chart_add_floor_group (chart, name, columns, rows);
  }
}

static void
set_cells (const PoplensMemoryPage *self, PoplensChart *chart, const PoplensFloorPlan *plan)
{
  PoplensFloorCell *cells = g_new0 (PoplensFloorCell, MAX (self->n, 1));

  for (guint32 i = 0; i < self->n; i++) {
    PoplensFloorPlace place;
    if (!poplens_floor_plan_find (plan, self->memory->tile[self->positions[i]], &place))
      continue;
    cells[i].group = (guint16) (self->ipu < 0 ? place.ipu : 0);
    cells[i].column = (guint16) place.column;
    cells[i].row = (guint16) place.row;
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

void
poplens_memory_page_add_floor (PoplensMemoryPage *self)
{
  const PoplensControl *control = poplens_page_find_control (self->page, "value");
  const char *option = control->options[control->current];
  g_autofree char *title = g_strdup_printf ("%s by tile", control->titles[control->current]);
  PoplensBlock *block =
      poplens_memory_page_add_graph (self, POPLENS_CHART_KIND_FLOOR, "tile-map", title);
  PoplensFloorPlan plan = self->plan;

  if (!self->on_die)
    poplens_floor_plan_make_logical (&plan);
  add_groups (self, block->chart, plan.columns, plan.rows);
  set_cells (self, block->chart, &plan);
  add_value (self, block->chart, option);
  for (guint v = 0; v <= OVERFLOWED; v++)
    if (strcmp (values[v].key, option) && is_known (self, v))
      add_value (self, block->chart, values[v].key);
  if (capacity_of (self)) {
    mark_overflow (self, block->chart);
    if (!strcmp (option, "total") || !strcmp (option, "with-gaps") || !strcmp (option, "peak"))
      poplens_chart_set_limit (block->chart, "limit", capacity_of (self));
  }
  if (plan.physical || !self->plan.physical)
    poplens_page_add_notice (self->page, POPLENS_TONE_NEUTRAL, "plan",
                             poplens_floor_plan_rule (&plan));
}
