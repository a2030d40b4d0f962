/* The two cards of Summary. The bar of one card divides the program's time, the bar of the other
 * the memory of the fullest tile. */
#include "pages/summary/summary.h"

#include "charts/shares/shares.h"
#include "pages/core/look.h"
#include "pages/core/time-chart.h"

#include <stdlib.h>
#include <string.h>

/* The card explains packing if packing is at least this share of a tile's bytes. */
#define LARGE_PACKING 0.05

/* ---- parts ----------------------------------------------------------------------------------- */

/* A segment of a bar. The chart is created later, when all segments are known. */

typedef struct {
  char *name, *key, *link;
  PoplensSeriesKind kind;
  PoplensInk ink;
  guint shade;
  guint64 value;
  guint64 *thin; /* (nullable) [thin bar] value in each small bar below the main bar */
  guint n;       /* number of segments that were joined into this one; 1: only itself */
} BarSegment;

typedef struct {
  char *name, *value, *link;
} ThinBar;

typedef struct {
  const char *title, *item_name, *loading; /* (static) title; noun for items; text while loading */
  const char *heads[2];                    /* (static) titles of .groups */
  GArray *groups[2];                       /* BarSegment: segments of the bar, in two groups */
  GArray *others;                          /* BarSegment: segments that only the small bars have */
  GArray *thin;                            /* ThinBar: the small bars below the main bar */
} BarSegments;

static void
part_clear (gpointer data)
{
  BarSegment *self = data;

  g_free (self->name);
  g_free (self->key);
  g_free (self->link);
  g_free (self->thin);
}

static void
thin_clear (gpointer data)
{
  ThinBar *self = data;

  g_free (self->name);
  g_free (self->value);
  g_free (self->link);
}

static GArray *
array_new (gsize size, GDestroyNotify clear)
{
  GArray *self = g_array_new (FALSE, TRUE, (guint) size);

  g_array_set_clear_func (self, clear);
  return self;
}

static void
parts_init (BarSegments *self)
{
  self->groups[0] = array_new (sizeof (BarSegment), part_clear);
  self->groups[1] = array_new (sizeof (BarSegment), part_clear);
  self->others = array_new (sizeof (BarSegment), part_clear);
  self->thin = array_new (sizeof (ThinBar), thin_clear);
}

static void
parts_clear (BarSegments *self)
{
  g_array_unref (self->groups[0]);
  g_array_unref (self->groups[1]);
  g_array_unref (self->others);
  g_array_unref (self->thin);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (BarSegments, parts_clear)

/* Sorts segments by descending value. The segment that joins small segments comes last. */
static int
compare_parts (gconstpointer a, gconstpointer b)
{
  const BarSegment *x = a, *y = b;

  if ((x->n > 1) != (y->n > 1))
    return x->n > 1 ? 1 : -1;
  return x->value > y->value ? -1 : x->value < y->value;
}

/* Joins the smallest segments of a group to one segment, if the group has more than
 * POPLENS_SHARES_ROWS segments. */
static void
join_smaller (GArray *group, guint n_thin)
{
  BarSegment *into;
  PoplensNumber n;

  if (group->len <= POPLENS_SHARES_ROWS)
    return;
  g_array_sort (group, compare_parts);
  into = &g_array_index (group, BarSegment, POPLENS_SHARES_ROWS - 1);
  for (guint i = POPLENS_SHARES_ROWS; i < group->len; i++) {
    const BarSegment *part = &g_array_index (group, BarSegment, i);
    into->value += part->value;
    into->n += part->n;
    for (guint t = 0; into->thin && part->thin && t < n_thin; t++)
      into->thin[t] += part->thin[t];
  }
  g_free (into->name);
  g_free (into->key);
  into->name = g_strdup_printf ("%s smaller", poplens_format_count (n, into->n));
  into->key = g_strdup ("smaller");
  into->kind = POPLENS_SERIES_BAND;
  into->ink = POPLENS_INK_OTHER;
  into->shade = 0;
  g_array_set_size (group, POPLENS_SHARES_ROWS);
}

static char *
value_of_thin (gconstpointer data, gsize item)
{
  return g_strdup (((const char *const *) data)[item]);
}

static void
add_series (PoplensChart *chart, const BarSegment *part, gsize item, guint first_thin,
            gsize n_items)
{
  guint64 *values = g_new0 (guint64, n_items);

  if (item < n_items)
    values[item] = part->value;
  for (gsize t = first_thin; part->thin && t < n_items; t++)
    values[t] = part->thin[t - first_thin];
  poplens_chart_add_series (chart, part->kind, part->key, part->name, part->ink, part->shade,
                            values, FALSE);
}

/* Creates a placeholder: a chart that says “Loading…”, as high as the chart that will replace it.
 * (transfer full) */
static PoplensChart *
make_empty (const BarSegments *self, guint n_thin, PoplensChartUnit unit, PoplensByteUnit byte_unit)
{
  PoplensChart *chart =
      poplens_chart_new (&poplens_shares_kind, self->title, 1 + n_thin, unit, byte_unit);

  poplens_chart_set_empty_text (chart, "Loading…");
  for (guint g = 0; g < 2; g++)
    poplens_chart_add_group (chart, g, self->heads[g]);
  poplens_chart_add_group (chart, 1, "IPUs");
  return chart;
}

/* Creates the chart of a card. @links: (out) (transfer full): a location for each item. (transfer
 * full) */
static PoplensChart *
make_chart (BarSegments *self, PoplensChartUnit unit, PoplensByteUnit byte_unit, GStrv *links)
{
  guint n_thin = self->thin->len, at = 0;

  for (guint g = 0; g < 2; g++)
    join_smaller (self->groups[g], n_thin);
  guint first_thin = self->groups[0]->len + self->groups[1]->len, n = first_thin + n_thin;
  PoplensChart *chart = poplens_chart_new (&poplens_shares_kind, self->title, n, unit, byte_unit);
  char **texts = g_new0 (char *, n + 1), **values = g_new0 (char *, n + 1);

  *links = g_new0 (char *, n + 1);
  for (guint g = 0; g < 2; g++) {
    poplens_chart_add_group (chart, at, self->heads[g]);
    for (guint i = 0; i < self->groups[g]->len; i++, at++) {
      const BarSegment *part = &g_array_index (self->groups[g], BarSegment, i);
      texts[at] = g_strdup (part->name);
      values[at] = g_strdup ("");
      (*links)[at] = g_strdup (part->link);
      add_series (chart, part, at, first_thin, n);
    }
  }
  poplens_chart_add_group (chart, at, "IPUs");
  for (guint i = 0; i < self->others->len; i++)
    add_series (chart, &g_array_index (self->others, BarSegment, i), n, first_thin, n);
  for (guint t = 0; t < n_thin; t++, at++) {
    const ThinBar *thin = &g_array_index (self->thin, ThinBar, t);
    texts[at] = g_strdup (thin->name);
    values[at] = g_strdup (thin->value);
    (*links)[at] = g_strdup (thin->link);
  }
  poplens_chart_set_item_axis (chart, NULL, self->item_name);
  poplens_chart_set_item_texts (chart, texts);
  poplens_chart_set_item_names (chart, value_of_thin, values, (GDestroyNotify) g_strfreev);
  return chart;
}

/* Returns the number of thin bars: one for each IPU, but none for a single IPU. For more than
 * POPLENS_SHARES_BARS IPUs, returns 2. */
static guint
count_thin (const PoplensSummary *self)
{
  guint n = self->parts.target ? self->parts.target->ipus_per_replica : 1;

  return n < 2 ? 0 : n <= POPLENS_SHARES_BARS ? n : 2;
}

/* Chooses the IPUs that have a thin bar. Of too many IPUs, chooses those with the largest and the
 * smallest value. @of: [n] value of each IPU; @chosen: (out) [n_thin] */
static void
choose_ipus (const double *of, guint n, guint n_thin, guint *chosen)
{
  for (guint t = 0; t < n_thin; t++)
    chosen[t] = t;
  if (n <= POPLENS_SHARES_BARS)
    return;
  for (guint i = 0; i < n; i++) {
    if (of[i] > of[chosen[0]])
      chosen[0] = i;
    if (of[i] < of[chosen[1]])
      chosen[1] = i;
  }
}

static PoplensSection *
add_card (PoplensPage *page, const char *key, const char *title, int column)
{
  PoplensSection *section = poplens_page_add_section (page, POPLENS_SECTION_CHART, key, title);

  section->stays_open = TRUE;
  section->column = column;
  return section;
}

/* ---- time ------------------------------------------------------------------------------------ */

/* TRUE if the time class is work; FALSE if it is waiting. */
static gboolean
is_work (PoplensTimeClass class)
{
  return class <= POPLENS_TIME_HOST_TRANSFER || class == POPLENS_TIME_PROFILER;
}

/* Returns the sum of the cycles of all time classes before @end, as a rounded mean of all tiles.
 * The cycles of one class are the difference of two such sums, so all classes add up exactly. */
static guint64
mean_up_to (const PoplensTime *time, PoplensTimeClass end)
{
  double sum = 0;

  for (guint i = 0; i < time->n_ipus; i++)
    for (PoplensTimeClass c = 0; c < end; c++)
      sum += c == POPLENS_TIME_OUTSIDE ? 0 : (double) time->ipus[i].classes[c];
  return (guint64) (sum / time->tiles / time->n_ipus + 0.5);
}

static void
bars_add_class (BarSegments *parts, const PoplensTime *time, PoplensTimeClass class,
                const guint *ipus)
{
  guint64 value = mean_up_to (time, class + 1) - mean_up_to (time, class);
  PoplensTimeLook look = poplens_time_look (class);
  guint n_thin = parts->thin->len;
  gboolean any = value > 0;
  BarSegment part = {.kind = look.kind, .ink = look.ink, .value = value, .n = 1};

  for (guint i = 0; i < time->n_ipus; i++)
    any = any || time->ipus[i].classes[class];
  if (!any)
    return;
  part.key = g_strconcat ("time-", poplens_time_class_key (class), NULL);
  part.name = g_strconcat (poplens_time_is_guess (time, class) ? "≈ " : "",
                           poplens_time_class_title (class), NULL);
  part.link = g_strconcat ("trace?cause=", poplens_time_class_key (class), NULL);
  part.thin = g_new0 (guint64, n_thin + 1);
  for (guint t = 0; t < n_thin; t++)
    part.thin[t] = time->ipus[ipus[t]].classes[class] / time->tiles;
  g_array_append_val (parts->groups[is_work (class) ? 0 : 1], part);
}

static void
add_time_ipus (BarSegments *parts, const PoplensTime *time, guint n_thin, guint *ipus)
{
  g_autofree double *compute = g_new0 (double, time->n_ipus + 1);
  PoplensNumber share;

  for (guint i = 0; i < time->n_ipus; i++)
    compute[i] =
        poplens_time_utilisation (time, time->ipus[i].classes, time->total - time->outside);
  choose_ipus (compute, time->n_ipus, n_thin, ipus);
  for (guint t = 0; t < n_thin; t++) {
    ThinBar thin = {
        g_strdup_printf ("IPU %u", time->ipus[ipus[t]].ipu),
        g_strdup (poplens_format_percent (share, compute[ipus[t]])),
        g_strdup_printf ("trace?ipu=%u", time->ipus[ipus[t]].ipu),
    };
    g_array_append_val (parts->thin, thin);
  }
}

static void
set_time_texts (PoplensSection *section, const PoplensSummary *self,
                const PoplensPageContext *context)
{
  guint64 hz = poplens_page_clock (context, self->parts.target);
  guint64 program = self->time->total - self->time->outside;
  PoplensProgramTime of = {0};
  PoplensNumber cycles, time, outside;
  g_autofree char *left = NULL;
  g_autofree char *right = g_strdup_printf ("%s cycles outside runs",
                                            poplens_format_count (outside, self->time->outside));

  poplens_format_cycles_as_time (time, program, hz);
  section->answer = g_strdup_printf ("%s cycles%s%s", poplens_format_count (cycles, program),
                                     *time ? " · " : "", time);
  if (poplens_report_program_time (context->report, TRUE, &of, context->cancellable, NULL) &&
      of.n_iterations) {
    poplens_format_cycles_as_time (time, of.iteration, hz);
    left = g_strdup_printf ("Iteration %s cycles%s%s", poplens_format_count (cycles, of.iteration),
                            *time ? ", " : "", time);
  }
  poplens_chart_set_shares_foot (section->chart, left, right);
}

static void
bars_add_time (const PoplensSummary *self, PoplensPage *page, const PoplensPageContext *context,
               int column)
{
  g_auto (BarSegments) parts = {"Program time", "class", NULL, {"Work", "Waiting"}};
  guint n_thin = count_thin (self);
  PoplensSection *section = add_card (page, "time-shares", "Program Time", column);
  guint ipus[POPLENS_SHARES_BARS] = {0};

  parts_init (&parts);
  if (self->time_comes) {
    section->chart = make_empty (&parts, n_thin, POPLENS_CHART_UNIT_CYCLES, context->unit);
    poplens_chart_set_shares_foot (section->chart, "", NULL);
    return;
  }
  n_thin = self->time->n_ipus < 2                      ? 0
           : self->time->n_ipus <= POPLENS_SHARES_BARS ? self->time->n_ipus
                                                       : 2;
  add_time_ipus (&parts, self->time, n_thin, ipus);
  for (PoplensTimeClass c = 0; c < POPLENS_N_TIMES; c++)
    /* Leave out time outside runs: it is described below the bar. */
    if (c != POPLENS_TIME_OUTSIDE)
      bars_add_class (&parts, self->time, c, ipus);
  section->chart =
      make_chart (&parts, POPLENS_CHART_UNIT_CYCLES, context->unit, &section->plot.links);
  poplens_chart_set_shares (section->chart, TRUE);
  poplens_chart_set_source (section->chart,
                            poplens_time_is_by_tile (self->time)
                                ? "derived by Poplens; mean of tiles and IPUs"
                                : "≈ approximated, as cycles by tile are not recorded");
  set_time_texts (section, self, context);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void
bars_add_bytes (BarSegments *parts, guint group, const char *name, const char *key,
                PoplensSeriesKind kind, PoplensInk ink, guint shade, guint64 bytes, guint n,
                const char *link)
{
  BarSegment part = {
      g_strdup (name), g_strdup (key), g_strdup (link), kind, ink, shade, bytes, NULL, n};

  if (bytes)
    g_array_append_val (parts->groups[group], part);
  else
    part_clear (&part);
}

/* TRUE if the row has data of the model; FALSE for code, and for what the compiler adds. */
static gboolean
is_data (const PoplensContentsRow *row)
{
  return row->level == POPLENS_CONTENTS_KIND && row->kind <= POPLENS_KIND_IO;
}

/* Returns a short title of a kind for the legend: "Activations" instead of "Activations kept for
 * backward". (transfer full) */
static char *
short_title (PoplensKind kind)
{
  static const char *const behind[] = {" and ", " kept ", " of "};
  char *title = g_strdup (poplens_kind_title (kind));

  for (guint i = 0; i < G_N_ELEMENTS (behind); i++) {
    char *end = strstr (title, behind[i]);
    if (end)
      *end = '\0';
  }
  return title;
}

/* Adds a segment for a row of the tile's contents. The segment links to @link, with the kind of the
 * row selected. */
static void
bars_add_row (BarSegments *parts, const PoplensContentsRow *row, const char *link)
{
  guint64 bytes = (guint64) MAX (row->bytes[0], 0);
  gboolean is_kind = row->kind < POPLENS_N_KINDS;
  g_autofree char *title = is_kind ? short_title (row->kind) : NULL;
  g_autofree char *part = g_strconcat (link, "&cause=",
                                       row->level == POPLENS_CONTENTS_PACKING ? "packing"
                                       : row->level == POPLENS_CONTENTS_GAPS  ? "gap"
                                       : is_kind ? poplens_kind_key (row->kind)
                                                 : "",
                                       NULL);

  if (row->level == POPLENS_CONTENTS_PACKING)
    bars_add_bytes (parts, 1, "Packing", "packing", POPLENS_SERIES_BAND, POPLENS_INK_SHARED, 0,
                    bytes, 1, part);
  else if (row->level == POPLENS_CONTENTS_GAPS)
    bars_add_bytes (parts, 1, "Gaps", "gaps", POPLENS_SERIES_GAP, POPLENS_INK_GAPS, 0, bytes, 1,
                    part);
  else if (is_kind && row->level != POPLENS_CONTENTS_SMALLER)
    bars_add_bytes (parts, !is_data (row), title, poplens_kind_key (row->kind), POPLENS_SERIES_BAND,
                    poplens_kind_look (row->kind).ink, poplens_kind_look (row->kind).shade, bytes,
                    1, part);
  else
    bars_add_bytes (parts, 1, row->label, "smaller", POPLENS_SERIES_BAND, POPLENS_INK_OTHER, 0,
                    bytes, (guint) MAX (atoi (row->label), 1), link);
}

/* Adds segments for used bytes and gaps. The bar shows these segments if the kinds of variables are
 * unknown. */
static void
add_plain_bytes (BarSegments *parts, const PoplensHeadline *headline)
{
  g_autofree char *link = g_strdup_printf ("memory?tile=%u", headline->fullest_tile);
  guint64 used = headline->total_known ? headline->fullest_total : headline->fullest_bytes;

  bars_add_bytes (parts, 0, headline->total_known ? "Excluding gaps" : "Including gaps", "used",
                  POPLENS_SERIES_BAND, POPLENS_INK_TOTAL, 0, MIN (used, headline->fullest_bytes), 1,
                  link);
  bars_add_bytes (parts, 1, "Gaps", "gaps", POPLENS_SERIES_GAP, POPLENS_INK_GAPS, 0,
                  headline->fullest_bytes - MIN (used, headline->fullest_bytes), 1, link);
}

/* Adds a thin bar for each chosen IPU, divided into used bytes (with gaps) and free bytes. */
static void
add_memory_ipus (BarSegments *parts, const PoplensSummary *self, guint n_thin, PoplensByteUnit unit)
{
  const PoplensMemory *memory = self->parts.memory;
  const PoplensTarget *target = self->parts.target;
  guint n = target ? target->ipus_per_replica : 0, ipus[POPLENS_SHARES_BARS] = {0};
  g_autofree double *used = g_new0 (double, n + 1);
  BarSegment bytes = {g_strdup ("Including gaps"),
                      g_strdup ("ipu-used"),
                      NULL,
                      POPLENS_SERIES_BAND,
                      POPLENS_INK_DIM,
                      0,
                      0,
                      NULL,
                      1};
  BarSegment free_bytes = {g_strdup ("Free"),
                           g_strdup ("ipu-free"),
                           NULL,
                           POPLENS_SERIES_BLANK,
                           POPLENS_INK_DIM,
                           0,
                           0,
                           NULL,
                           1};

  bytes.thin = g_new0 (guint64, n_thin + 1);
  free_bytes.thin = g_new0 (guint64, n_thin + 1);
  for (guint32 t = 0; n_thin && t < memory->n_tiles; t++) {
    guint32 ipu = poplens_target_ipu_of_tile (target, memory->tile[t]);
    if (ipu < n)
      used[ipu] += (double) memory->total_including_gaps[t];
  }
  choose_ipus (used, n, n_thin, ipus);
  for (guint t = 0; t < n_thin; t++) {
    guint64 all = target->bytes_per_ipu;
    ThinBar thin = {g_strdup_printf ("IPU %u", ipus[t]),
                    poplens_bytes_of ((guint64) used[ipus[t]], all, unit),
                    g_strdup_printf ("memory?ipu=%u", ipus[t])};
    bytes.thin[t] = (guint64) used[ipus[t]];
    free_bytes.thin[t] = all - MIN (all, bytes.thin[t]);
    g_array_append_val (parts->thin, thin);
  }
  g_array_append_val (parts->others, bytes);
  g_array_append_val (parts->others, free_bytes);
}

/* Adds a segment of the thin bar "With N changes". */
static void
add_state_part (BarSegments *parts, const char *name, const char *key, PoplensSeriesKind kind,
                PoplensInk ink, guint shade, guint64 bytes)
{
  BarSegment part = {
      g_strdup (name), g_strdup (key), NULL, kind, ink, shade, 0, g_new0 (guint64, 1), 1};

  part.thin[0] = bytes;
  g_array_append_val (parts->others, part);
}

/* Adds a thin bar "With 1 change": the bytes that the fullest tile needs with the changes of the
 * location. The bar shows a range, least to most, and links to What If. */
static void
add_applied (BarSegments *parts, const PoplensSummary *self, const PoplensPageContext *context)
{
  const PoplensFitPlan *with = self->with;
  guint64 least = MIN (with->worst_bytes[0], with->worst_bytes[1]);
  guint64 most = MAX (with->worst_bytes[0], with->worst_bytes[1]);
  guint64 now = MAX (self->fit->worst_bytes, most);
  PoplensNumber count;
  g_autoptr (PoplensLocation) empty = poplens_location_parse ("insights?view=what-if", NULL);
  g_autoptr (PoplensLocation) there = poplens_fit_plan_location (with, empty);
  ThinBar thin = {
      with->changes->len
          ? g_strdup_printf ("With %s", poplens_format_items (count, with->changes->len, "change"))
          : g_strdup ("No change"),
      poplens_summary_format_range (with->worst_bytes, context->unit),
      poplens_location_to_string (there)};

  g_array_append_val (parts->thin, thin);
  add_state_part (parts, "At least", "least", POPLENS_SERIES_BAND,
                  with->verdict == POPLENS_FITS ? POPLENS_INK_TENSORS : POPLENS_INK_OTHER, 0,
                  least);
  add_state_part (parts, "Range", "range", POPLENS_SERIES_BAND, POPLENS_INK_OTHER, 4, most - least);
  add_state_part (parts, "Less than now", "less", POPLENS_SERIES_BLANK, POPLENS_INK_DIM, 0,
                  now - most);
}

/* Names the tile and the step: "Tile 1054 on IPU 0, peak at step 158". (transfer full) */
static char *
name_tile (const PoplensSummary *self, guint32 tile)
{
  g_autofree char *title = poplens_tile_title (self->parts.target, tile);

  *title = g_ascii_toupper (*title);
  return self->has_contents && self->contents.of[0].at != POPLENS_NO_STEP
             ? g_strdup_printf ("%s, peak at step %u", title, self->contents.of[0].at)
             : g_steal_pointer (&title);
}

/* Appends an explanation of packing to @name, if the model does not fit and packing is a large
 * share. @name: (transfer full); @need: bytes of the tile. (transfer full) */
static char *
explain_packing (const PoplensSummary *self, char *name, guint64 need)
{
  gint64 packing = self->has_contents ? self->contents.contents->sums[0].packing : 0;
  g_autofree char *taken = name;

  if (!poplens_summary_is_over (self) || (double) packing < LARGE_PACKING * (double) need)
    return g_steal_pointer (&taken);
  return g_strconcat (taken, ". Packing: bytes of variables that live at other steps only", NULL);
}

static void
set_memory_texts (PoplensSection *section, const PoplensSummary *self, guint32 tile, guint64 need,
                  PoplensByteUnit unit)
{
  guint64 capacity = self->headline.tile_capacity;
  g_autofree char *left = explain_packing (self, name_tile (self, tile), need);
  g_autofree char *right = NULL;
  PoplensNumber room;

  section->answer = poplens_bytes_of (need, capacity, unit);
  if (capacity && need <= capacity)
    right = g_strdup_printf ("%s free", poplens_format_bytes (room, capacity - need, unit));
  if (capacity) {
    poplens_chart_set_limit (section->chart, "Capacity", capacity);
    poplens_chart_set_top (section->chart, capacity);
  }
  poplens_chart_set_shares_foot (section->chart, left, right);
}

static void
bars_add_memory (const PoplensSummary *self, PoplensPage *page, const PoplensPageContext *context,
                 int column)
{
  const PoplensHeadline *headline = &self->headline;
  gboolean over = poplens_summary_is_over (self);
  g_auto (BarSegments)
      parts = {over ? "Worst tile" : "Fullest tile", "kind", NULL, {"Data", "Code and other"}};
  PoplensSection *section =
      add_card (page, "memory-shares", over ? "Worst Tile" : "Fullest Tile", column);
  guint32 tile = self->has_contents ? self->contents.of[0].tile : headline->fullest_tile;
  guint64 need = self->has_contents ? (guint64) MAX (self->contents.contents->sums[0].total, 0)
                                    : headline->fullest_bytes;

  parts_init (&parts);
  if (self->kinds_come) {
    section->chart =
        make_empty (&parts, over ? 1 : count_thin (self), POPLENS_CHART_UNIT_BYTES, context->unit);
    if (over)
      poplens_chart_set_shares_states (section->chart);
    set_memory_texts (section, self, tile, need, context->unit);
    /* Set the scale of the placeholder too. If the tile is over capacity, the scale reserves space
     * for a row of names above the bar. */
    poplens_chart_set_top (section->chart, MAX (need, headline->tile_capacity));
    return;
  }
  if (self->has_contents) {
    const GArray *rows = self->contents.contents->rows;
    g_autofree char *link = g_strdup_printf ("liveness?tab=contents-chart&tile=%u&step=%u", tile,
                                             self->contents.of[0].at);
    for (guint i = 0; i < rows->len; i++)
      if (!g_array_index (rows, PoplensContentsRow, i).depth)
        bars_add_row (&parts, &g_array_index (rows, PoplensContentsRow, i), link);
  } else {
    add_plain_bytes (&parts, headline);
  }
  for (guint g = 0; g < 2; g++)
    g_array_sort (parts.groups[g], compare_parts);
  if (over && self->with)
    add_applied (&parts, self, context);
  else if (!over)
    add_memory_ipus (&parts, self, count_thin (self), context->unit);
  section->chart =
      make_chart (&parts, POPLENS_CHART_UNIT_BYTES, context->unit, &section->plot.links);
  if (over)
    poplens_chart_set_shares_states (section->chart);
  poplens_chart_set_source (section->chart,
                            self->has_contents ? "derived by Poplens" : "recorded by the compiler");
  set_memory_texts (section, self, tile, need, context->unit);
}

void
poplens_summary_add_bars (const PoplensSummary *self, PoplensPage *page,
                          const PoplensPageContext *context)
{
  gboolean time = self->time || self->time_comes;
  gboolean memory = self->headline.has_memory && self->headline.fullest_position != G_MAXUINT32;
  gboolean both = time && memory && !poplens_summary_is_over (self);

  if (memory && poplens_summary_is_over (self))
    bars_add_memory (self, page, context, 0);
  if (time)
    bars_add_time (self, page, context, both ? 1 : 0);
  if (memory && !poplens_summary_is_over (self))
    bars_add_memory (self, page, context, both ? 2 : 0);
}
