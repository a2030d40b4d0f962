/* Senders and receivers of an exchange on the floor plan: of each IPU that takes part a plan of
 * what its tiles send beside one of what they receive. */
#include "pages/trace/trace-tiles-floor.h"

#include "analysis/floor-plan.h"
#include "charts/floor/floor.h"
#include "pages/core/tile-tab.h"

typedef struct {
  PoplensTilesValue value;
  const char *verb, *fact;
} Side;

static const Side sides[] = {{POPLENS_TILES_SENT, "sends", "Senders"},
                             {POPLENS_TILES_RECEIVED, "receives", "Receivers"}};

/* Items of the chart: tiles of IPUs that take part, on each side. */
typedef struct {
  const PoplensPageContext *context;
  const PoplensProgramTiles *of;
  const PoplensTarget *target;
  PoplensFloorPlan plan;
  GPtrArray *names; /* of plans */
  GArray *tiles;    /* guint32 */
  GArray *values;   /* guint64 */
  GArray *cells;    /* PoplensFloorCell */
} Floor;

static guint64
bytes_of (const PoplensProgramTiles *of, const Side *side, guint32 i)
{
  return of->values[side->value] ? of->values[side->value][i] : 0;
}

static gboolean
takes_part (const Floor *self, guint32 ipu)
{
  for (guint32 i = 0; i < self->of->n; i++)
    if (poplens_target_ipu_of_tile (self->target, self->of->memory->tile[i]) == ipu &&
        (bytes_of (self->of, &sides[0], i) || bytes_of (self->of, &sides[1], i)))
      return TRUE;
  return FALSE;
}

static void
add_plan (Floor *self, guint32 ipu, const Side *side)
{
  guint16 group = (guint16) self->names->len;

  g_ptr_array_add (self->names, g_strdup_printf ("IPU %u %s", ipu, side->verb));
  for (guint32 i = 0; i < self->of->n; i++) {
    guint32 tile = self->of->memory->tile[i];
    guint64 bytes = bytes_of (self->of, side, i);
    PoplensFloorCell cell = {group, 0, 0};
    PoplensFloorPlace location;
    if (poplens_target_ipu_of_tile (self->target, tile) != ipu ||
        !poplens_floor_plan_find (&self->plan, tile % self->target->tiles_per_ipu, &location))
      continue;
    cell.column = (guint16) location.column;
    cell.row = (guint16) location.row;
    g_array_append_val (self->tiles, tile);
    g_array_append_val (self->values, bytes);
    g_array_append_val (self->cells, cell);
  }
}

static void
count_side (PoplensTabChart *tab, const Floor *self, const Side *side)
{
  guint64 sum = 0, most = 0;
  guint32 n = 0, at = 0;
  PoplensNumber bytes, largest;

  for (guint32 i = 0; i < self->of->n; i++) {
    guint64 value = bytes_of (self->of, side, i);
    sum += value;
    n += value > 0;
    if (value > most) {
      most = value;
      at = self->of->memory->tile[i];
    }
  }
  if (!n)
    return;
  g_autofree char *detail = g_strdup_printf (
      "tiles, %s; most on tile %u: %s", poplens_format_bytes (bytes, sum, self->context->unit), at,
      poplens_format_bytes (largest, most, self->context->unit));
  poplens_tile_tab_add_count (tab, side->fact, n, detail);
}

static void
floor_clear (Floor *self)
{
  g_ptr_array_unref (self->names);
  g_array_unref (self->tiles);
  g_array_unref (self->values);
  g_array_unref (self->cells);
}

/* The arrays go into it, but for the tiles. */
static PoplensChart *
make_chart (Floor *self)
{
  PoplensChart *chart =
      poplens_chart_new (&poplens_floor_kind, "Senders and receivers", self->tiles->len,
                         POPLENS_CHART_UNIT_BYTES, self->context->unit);

  for (guint i = 0; i < self->names->len; i++)
    poplens_chart_add_floor_group (chart, self->names->pdata[i], self->plan.columns,
                                   self->plan.rows);
  poplens_chart_set_item_axis (chart, "Tiles", "tile");
  poplens_chart_set_source (chart, "recorded by the compiler");
  poplens_tiles_number (chart, (const guint32 *) (gconstpointer) self->tiles->data,
                        self->tiles->len);
  poplens_chart_set_floor_cells (chart, g_array_steal (self->cells, NULL));
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "step-moved", "Bytes", POPLENS_INK_TOTAL, 0,
                            g_array_steal (self->values, NULL), FALSE);
  poplens_chart_set_floor_range_name (chart, "zero to maximum");
  return chart;
}

PoplensTabChart *
poplens_trace_exchange_floor (const PoplensPageContext *context, const PoplensProgramTiles *of)
{
  Floor self = {.context = context, .of = of, .target = of->target};
  PoplensTabChart *tab = NULL;
  guint32 last;

  if (!of->target || !of->n)
    return NULL;
  self.names = g_ptr_array_new_with_free_func (g_free);
  self.tiles = g_array_new (FALSE, FALSE, sizeof (guint32));
  self.values = g_array_new (FALSE, FALSE, sizeof (guint64));
  self.cells = g_array_new (FALSE, FALSE, sizeof (PoplensFloorCell));
  poplens_floor_plan_init (&self.plan, of->target, of->n);
  last = poplens_target_ipu_of_tile (of->target, of->memory->tile[of->n - 1]);
  for (guint32 ipu = 0; ipu <= last; ipu++)
    for (guint s = 0; s < G_N_ELEMENTS (sides) && takes_part (&self, ipu); s++)
      add_plan (&self, ipu, &sides[s]);
  if (self.tiles->len) {
    guint32 n = self.tiles->len;
    PoplensChart *chart = make_chart (&self);
    tab = poplens_tile_tab_new (chart, n, g_array_steal (self.tiles, NULL), context->location);
    for (guint s = 0; s < G_N_ELEMENTS (sides); s++)
      count_side (tab, &self, &sides[s]);
  }
  floor_clear (&self);
  return tab;
}
