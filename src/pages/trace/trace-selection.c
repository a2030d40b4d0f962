/* The tab “Selection” of the trace: a summary of the selected step, else of the selected cycles,
 * else of the cycles in view. */
#include "base/error.h"
#include "charts/shares/shares.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-location.h"
#include "pages/core/finding.h"
#include "pages/core/look.h"
#include "pages/core/tile-tab.h"
#include "pages/trace/trace-tabs.h"
#include "tables/engine/registry.h"

#include <math.h>
#include <string.h>

static void
add_figure (PoplensTabDigest *digest, const char *value, const char *label)
{
  poplens_facts_add (digest->figures, label, value, NULL);
}

static void
add_count (PoplensTabDigest *digest, guint64 value, const char *label)
{
  PoplensNumber number;

  add_figure (digest, poplens_format_count (number, value), label);
}

/* ---- numbers of a step ----------------------------------------------------------------------- */

/* Finds the row of steps_by_ipu for the selected step on the IPU where it takes longest. @longest:
 * (out); @n_ipus: (out): number of IPUs that execute the step. FALSE with @error. */
static gboolean
find_longest_row (const PoplensStepTiles *self, PoplensStepRow *longest, guint *n_ipus,
                  GError **error)
{
  guint32 first, end;

  *longest = (PoplensStepRow){0};
  poplens_trace_rows_of (self->execution, self->step, &first, &end);
  *n_ipus = end - first;
  for (guint32 row = first; row < end; row++) {
    g_autoptr (PoplensSlice) rows = poplens_report_get_slice (
        self->context->report, POPLENS_SLICE_STEP_ROWS, row / POPLENS_STEP_ROWS_PER_SLICE,
        self->context->cancellable, error);
    guint32 at = row % POPLENS_STEP_ROWS_PER_SLICE;
    if (!rows)
      return FALSE;
    if (at < rows->n && (row == first || rows->step_rows[at].cycles > longest->cycles))
      *longest = rows->step_rows[at];
  }
  return TRUE;
}

/* Adds the cycles of the step, its active tiles and the tile balance. FALSE with @error. */
static gboolean
add_step_figures (const PoplensStepTiles *self, PoplensTabDigest *digest, GError **error)
{
  PoplensStepRow row;
  PoplensNumber number;
  guint n_ipus;

  if (!find_longest_row (self, &row, &n_ipus, error))
    return FALSE;
  g_autofree char *on =
      n_ipus > 1 ? g_strdup_printf ("cycles on IPU %u, the longest", row.ipu) : g_strdup ("cycles");
  add_count (digest, row.cycles, on);
  if (!row.active_tiles)
    return TRUE;
  g_autofree char *of =
      g_strdup_printf ("of %s tiles", poplens_format_count (number, self->target->tiles_per_ipu));
  add_count (digest, row.active_tiles, of);
  if (!isnan (row.tile_balance))
    add_figure (digest, poplens_format_percent (number, row.tile_balance), "tile balance");
  return TRUE;
}

/* ---- tiles of a step ------------------------------------------------------------------------- */

/* Sum and maximum of a step's cycles over all tiles. .n counts all tiles, .active only tiles with
 * cycles. */
typedef struct {
  guint32 n, active;
  guint64 most, sum;
} Balance;

/* Sums the cycles of the tiles, with their maximum and the number of tiles above 0. */
static Balance
balance_of (const PoplensStepTiles *self)
{
  Balance balance = {.n = self->cycles->len};

  for (guint32 i = 0; i < balance.n; i++) {
    guint64 cycles = g_array_index (self->cycles, guint64, i);
    balance.most = MAX (balance.most, cycles);
    balance.sum += cycles;
    balance.active += cycles > 0;
  }
  return balance;
}

/* Returns the time class of the work in the step. It ignores waiting. */
static PoplensTimeClass
class_of_work (const PoplensStepTiles *self)
{
  switch (poplens_execution_step_kind (self->execution, self->step)) {
  case POPLENS_STEP_DO_EXCHANGE:
    return POPLENS_TIME_EXCHANGE;
  case POPLENS_STEP_GLOBAL_EXCHANGE:
    return POPLENS_TIME_INTER_IPU;
  case POPLENS_STEP_STREAM_COPY_MID:
    return POPLENS_TIME_HOST_TRANSFER;
  case POPLENS_STEP_ON_TILE_EXECUTE:
  case POPLENS_STEP_OTHER:
    return POPLENS_TIME_COMPUTE;
  default:
    return POPLENS_TIME_SYNC;
  }
}

/* Gives the time classes of tiles that work, of tiles that wait for slower tiles, and of idle
 * tiles. Returns the number of classes to use: 3 for compute, 2 for an exchange or a host copy, 1
 * for a sync. */
static guint
find_classes (const PoplensStepTiles *self, PoplensTimeClass classes[3])
{
  classes[0] = class_of_work (self);
  classes[1] =
      classes[0] == POPLENS_TIME_COMPUTE ? POPLENS_TIME_UNEQUAL : POPLENS_TIME_TILE_EXCHANGE;
  classes[2] = POPLENS_TIME_UNUSED;
  return classes[0] == POPLENS_TIME_COMPUTE ? 3 : classes[0] == POPLENS_TIME_SYNC ? 1 : 2;
}

/* Adds a series for a time class. Bars hatch waiting. Area charts cannot be hatched, so they show
 * waiting in another shade. */
static void
digest_add_class (PoplensChart *chart, PoplensTimeClass class, guint at, guint64 *values)
{
  static const char *const keys[] = {"work", "uneven", "idle"};
  static const guint shades[] = {0, 1, 4};
  PoplensTimeLook look = poplens_time_look (class);
  gboolean is_area = poplens_chart_get_kind (chart) == &poplens_areas_kind;

  poplens_chart_add_series (chart, is_area ? POPLENS_SERIES_BAND : look.kind, keys[at],
                            poplens_time_class_title (class), look.ink, is_area ? shades[at] : 0,
                            values, FALSE);
}

/* Returns a chart of the shares of work and waiting in the time of all tiles. (transfer full)
 * (nullable): NULL if all tiles do the same */
static PoplensChart *
tile_time_chart (const PoplensStepTiles *self, const Balance *balance)
{
  PoplensTimeClass classes[3];
  guint64 uneven = balance->active * balance->most - balance->sum;
  guint64 idle = (guint64) (balance->n - balance->active) * balance->most;
  guint n = find_classes (self, classes);
  guint64 of[3] = {balance->sum, n == 3 ? uneven : uneven + idle, idle};

  if (n < 2 || !balance->most)
    return NULL;
  PoplensChart *chart = poplens_chart_new (&poplens_shares_kind, "Tile time", n,
                                           POPLENS_CHART_UNIT_CYCLES, self->context->unit);
  char **texts = g_new0 (char *, n + 1);
  for (guint i = 0; i < n; i++) {
    guint64 *values = g_new0 (guint64, n);
    values[i] = of[i];
    texts[i] = g_strdup (poplens_time_class_title (classes[i]));
    digest_add_class (chart, classes[i], i, values);
  }
  poplens_chart_add_group (chart, 0, "Work");
  poplens_chart_add_group (chart, 1, "Waiting");
  poplens_chart_add_group (chart, n, "IPUs");
  poplens_chart_set_item_axis (chart, NULL, "class");
  poplens_chart_set_item_texts (chart, texts);
  poplens_chart_set_shares (chart, TRUE);
  poplens_chart_set_legend (chart, FALSE);
  return chart;
}

typedef struct {
  guint64 cycles;
  guint32 tile;
} TileCycles;

static int
compare_cycles (gconstpointer a, gconstpointer b)
{
  const TileCycles *x = a, *y = b;

  return x->cycles != y->cycles ? (x->cycles < y->cycles ? 1 : -1)
                                : (x->tile > y->tile) - (x->tile < y->tile);
}

/* Returns a chart of the cycles that each tile works and waits, sorted by descending work. @tiles:
 * (out) (transfer full): tiles in this order. (transfer full) */
static PoplensChart *
cycles_by_tile_chart (const PoplensStepTiles *self, const Balance *balance, guint32 **tiles)
{
  guint32 n = balance->n;
  PoplensChart *chart = poplens_chart_new (&poplens_areas_kind, "Cycles by tile", n,
                                           POPLENS_CHART_UNIT_CYCLES, self->context->unit);
  g_autofree TileCycles *order = g_new (TileCycles, MAX (n, 1));
  guint64 *values[3], *mean = g_new0 (guint64, MAX (n, 1));
  PoplensTimeClass classes[3];
  guint n_classes = find_classes (self, classes);

  *tiles = g_new (guint32, MAX (n, 1));
  for (guint s = 0; s < 3; s++)
    values[s] = g_new0 (guint64, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    order[i] = (TileCycles){g_array_index (self->cycles, guint64, i),
                            g_array_index (self->tiles, guint32, i)};
  qsort (order, n, sizeof *order, compare_cycles);
  for (guint32 i = 0; i < n; i++) {
    gboolean idles = !order[i].cycles && n_classes == 3;
    (*tiles)[i] = order[i].tile;
    values[0][i] = order[i].cycles;
    values[idles ? 2 : 1][i] = balance->most - order[i].cycles;
    mean[i] = (balance->sum + n / 2) / n;
  }
  poplens_chart_set_item_axis (chart, NULL, "tile");
  poplens_chart_set_source (chart,
                            poplens_step_tiles_are_estimated (self) ? "estimated" : "measured");
  poplens_chart_set_legend (chart, FALSE);
  if (!balance->most) {
    for (guint s = 0; s < 3; s++)
      g_free (values[s]);
    g_free (mean);
    poplens_chart_set_empty_text (chart, POPLENS_NO_TILE_CYCLES);
    return chart;
  }
  poplens_tiles_number (chart, *tiles, n);
  for (guint s = 0; s < 3; s++)
    if (s < n_classes)
      digest_add_class (chart, classes[s], s, values[s]);
    else
      g_free (values[s]);
  poplens_chart_add_series (chart, POPLENS_SERIES_LINE, "mean", "Mean of all tiles",
                            POPLENS_INK_FOREGROUND, 0, mean, FALSE);
  return chart;
}

/* ---- links ----------------------------------------------------------------------------------- */

/* Returns the row with the fact @key in a table "card"; G_MAXUINT32: none. */
static guint32
find_fact (const PoplensTable *card, const char *key)
{
  int column = poplens_table_find_column (card, "key");

  for (guint32 row = 0; column >= 0 && row < poplens_table_n_rows (card); row++) {
    PoplensValue value = poplens_table_get (card, row, (guint) column);
    if (value.type == POPLENS_VALUE_TEXT && !strcmp (value.text, key))
      return row;
  }
  return G_MAXUINT32;
}

/* Returns the value in @row of a table "card" as text. (transfer full) (nullable) */
static char *
fact_text (const PoplensTable *card, guint32 row, PoplensByteUnit unit)
{
  int column = poplens_table_find_column (card, "value");
  PoplensNumber buffer;

  return row == G_MAXUINT32 || column < 0
             ? NULL
             : g_strdup (poplens_table_format (card, row, (guint) column, unit, buffer));
}

/* Adds the step's operation as two facts. The text "xla_op op: attention/scores,
 * /src/encoder.py:182" becomes a link to the operation, and the source line. */
static void
digest_add_operation (PoplensTabChart *tab, const PoplensTable *card, PoplensByteUnit unit)
{
  guint32 row = find_fact (card, "operation");
  g_autofree char *text = fact_text (card, row, unit);
  char *name = text ? strstr (text, ": ") : NULL, *line = text ? g_strrstr (text, ", ") : NULL;

  if (!text)
    return;
  if (line && (!name || line > name))
    *line = '\0';
  else
    line = NULL;
  poplens_facts_add (tab->facts, "Operation", name ? name + 2 : text, NULL)->link =
      poplens_table_get_link (card, row);
  if (line)
    poplens_facts_add (tab->facts, "Source", line + 2, NULL);
}

static void
add_links (PoplensTabChart *tab, const PoplensTable *card, PoplensByteUnit unit)
{
  static const struct {
    const char *key, *label, *format;
  } links[] = {
      {"longest_tile", "Slowest Tile", "Tile %s"},
      {"liveness_step", "Liveness", "Program step %s"},
      {"program", "Program Tree", "Program %s"},
      {"executions", "Same Program", "%s steps of it"},
  };

  digest_add_operation (tab, card, unit);
  for (guint i = 0; i < G_N_ELEMENTS (links); i++) {
    guint32 row = find_fact (card, links[i].key);
    g_autofree char *value = fact_text (card, row, unit);
    char *link = value ? poplens_table_get_link (card, row) : NULL;
    if (!link)
      continue;
    g_auto (GStrv) parts = g_strsplit (links[i].format, "%s", 2);
    g_autofree char *text = g_strjoinv (value, parts);
    poplens_facts_add (tab->facts, links[i].label, text, NULL)->link = link;
  }
}

/* Copies the advice of the finding that the location names to @digest, the summary of the selected
 * step. FALSE with @error only if cancelled or if the file changed. */
static gboolean
add_advice (const PoplensPageContext *context, PoplensTabDigest *digest, GError **error)
{
  const char *name = poplens_location_get (context->location, "finding");

  if (!name)
    return TRUE;
  g_autoptr (PoplensPageFinding) finding =
      poplens_page_finding_new (context->report, name, context->unit, context->cancellable, error);
  if (finding)
    digest->advice = g_strdup (finding->advice);
  return finding != NULL;
}

/* ---- the tab --------------------------------------------------------------------------------- */

static PoplensTabChart *
step_new (const PoplensPageContext *context, GError **error)
{
  g_auto (PoplensStepTiles) step = {0};
  g_autoptr (PoplensTabChart) tab = NULL;
  PoplensNumber id;
  guint32 *tiles;

  if (!poplens_step_tiles_init (&step, context, error))
    return NULL;
  g_autoptr (PoplensTable) card = poplens_tables_build ("card", context->report, context->location,
                                                        context->cancellable, error);
  if (!card)
    return NULL;
  Balance balance = balance_of (&step);
  PoplensChart *chart = cycles_by_tile_chart (&step, &balance, &tiles);
  tab = poplens_tile_tab_new (chart, balance.most ? balance.n : 0, tiles, context->location);
  PoplensTabDigest *digest = poplens_tab_digest_new (tab);
  if (!add_step_figures (&step, digest, error) || !add_advice (context, digest, error))
    return NULL;
  poplens_format_count (id, poplens_execution_step_id (step.execution, step.step));
  tab->title =
      g_strdup_printf ("Step %s, %s", id, poplens_execution_step_type (step.execution, step.step));
  digest->name = fact_text (card, find_fact (card, "name"), context->unit);
  digest->chart_title = "Cycles by Tile";
  digest->chart_note = balance.most ? "most first" : NULL;
  digest->bar = tile_time_chart (&step, &balance);
  digest->bar_title = "Tile Time";
  digest->bar_note = g_strdup_printf ("of %s tiles", poplens_format_count (id, balance.n));
  add_links (tab, card, context->unit);
  digest->details = g_steal_pointer (&card);
  return g_steal_pointer (&tab);
}

/* Creates the tab if no step is selected. The tab describes the time of the selected cycles, else
 * of the cycles in view. NULL with @error. (transfer full) */
static PoplensTabChart *
range_new (const PoplensPageContext *context, GError **error)
{
  g_autoptr (PoplensTabChart) tab = poplens_trace_time_kind.make (context, error);
  PoplensTabDigest *digest;

  if (!tab)
    return NULL;
  digest = poplens_tab_digest_new (tab);
  g_autoptr (GPtrArray) facts = g_steal_pointer (&tab->facts);
  g_autofree char *range = NULL;
  tab->facts = g_ptr_array_new_with_free_func (poplens_fact_free);
  for (guint i = 0; i < facts->len; i++) {
    const PoplensFact *fact = facts->pdata[i];
    if (fact->link)
      poplens_facts_add (tab->facts, "First Finding", fact->value, NULL)->link =
          g_strdup (fact->link);
    else if (!strcmp (fact->label, "Range"))
      range = g_strdup (fact->value);
    else if (!strcmp (fact->label, "Utilisation"))
      add_figure (digest, fact->value, "compute");
    else if (g_str_has_prefix (fact->label, "Program time"))
      add_figure (digest, fact->value, "cycles of the program");
  }
  g_free (tab->title);
  g_free (tab->text);
  tab->text = g_steal_pointer (&tab->lead);
  tab->title = !range ? g_strdup ("Whole Trace")
               : poplens_location_get (context->location, "range")
                   ? g_strdup_printf ("Cycles %s", range)
                   : g_strdup_printf ("In View: %s", range);
  digest->chart_title = "Time by IPU";
  return add_advice (context, digest, error) ? g_steal_pointer (&tab) : NULL;
}

static PoplensTabChart *
selection_new (const PoplensPageContext *context, GError **error)
{
  const PoplensExecution *execution =
      poplens_report_load_execution (context->report, context->cancellable, error);
  guint32 step;

  if (!execution)
    return NULL;
  return poplens_trace_find_executed (execution,
                                      poplens_location_get (context->location, "executed"), &step)
             ? step_new (context, error)
             : range_new (context, error);
}

/* Returns the location after a click. In a chart of tiles, the click selects the tile; in a chart
 * of time, the time class. (transfer full) */
static PoplensLocation *
selection_select (const PoplensTabChart *tab, const PoplensLocation *location, gsize item,
                  double position)
{
  return tab->items ? poplens_tile_tab_select (tab, location, item, position)
                    : poplens_trace_time_kind.select (tab, location, item, position);
}

const PoplensTabKind poplens_trace_selection_kind = {selection_new, selection_select, NULL, NULL,
                                                     POPLENS_PART_BIT (POPLENS_PART_EXECUTION)};
