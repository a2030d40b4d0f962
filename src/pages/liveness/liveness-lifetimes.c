/* Tab of Liveness with a lane for each variable, and bars over the steps at which it is live. */
#include "pages/liveness/liveness-lifetimes.h"

#include "base/search.h"
#include "charts/lanes/lanes.h"
#include "derived/liveness/live-source.h"
#include "model/memory.h"
#include "pages/core/page-private.h"

#include <string.h>

/* ---- inks ------------------------------------------------------------------------------------ */

/* Colours of the bars. The location's "colour" chooses between memory categories ("category", the
 * default) and whether variables are always live ("liveness"). */

typedef struct {
  gboolean by_life;
  /* Colours in use. [2 × group]: the group's colour; [2 × group + 1]: its tint, for the always-live
   * span of a variable with several spans. */
  gboolean used[2 * POPLENS_N_GROUPS];
} PoplensLifeInks;

enum { ALWAYS, PASSING };

static void
life_inks_init (PoplensLifeInks *self, const PoplensLocation *location)
{
  *self = (PoplensLifeInks){.by_life =
                                !g_strcmp0 (poplens_location_get (location, "colour"), "liveness")};
}

/* TRUE if the chart has a series for the colour @ink. With colours by liveness there are always two
 * series: always-live and not always-live. */
static gboolean
is_series (const PoplensLifeInks *self, guint ink)
{
  return self->by_life ? ink <= PASSING : self->used[ink];
}

/* Replaces the colours of @n bars by the numbers of the series that life_inks_add_series () adds.
 */
static void
life_inks_settle (const PoplensLifeInks *self, guint8 *inks, gsize n)
{
  guint8 series[2 * POPLENS_N_GROUPS] = {0}, next = 0;

  for (guint i = 0; i < G_N_ELEMENTS (series); i++)
    if (is_series (self, i))
      series[i] = next++;
  for (gsize i = 0; i < n; i++)
    inks[i] = series[inks[i]];
}

/* Adds a series to @chart for each colour in use. @location: says which series are hidden. */
static void
life_inks_add_series (const PoplensLifeInks *self, PoplensChart *chart,
                      const PoplensLocation *location)
{

  for (guint i = 0; i < G_N_ELEMENTS (self->used); i++) {
    PoplensMemoryGroup group = i / 2;
    gboolean part = i % 2;
    const char *title = poplens_memory_group_title (group);
    if (!is_series (self, i))
      continue;
    /* If bars are coloured by liveness, series have the same keys as in the page's graph: hiding a
     * series in either legend hides it in both. */
    g_autofree char *key = self->by_life
                               ? g_strdup (i == ALWAYS ? "always-live" : "not-always-live")
                               : g_strconcat ("life-", poplens_memory_group_key (group),
                                              part ? "-always" : NULL, NULL);
    g_autofree char *name = self->by_life
                                ? g_strdup (i == ALWAYS ? "Always live" : "Not always live")
                                : g_strconcat (title, part ? ", always live" : NULL, NULL);
    PoplensInk ink = self->by_life
                         ? (i == ALWAYS ? POPLENS_INK_ALWAYS_LIVE : POPLENS_INK_NOT_ALWAYS_LIVE)
                         : (PoplensInk) (POPLENS_INK_TENSORS + group);
    poplens_chart_add_series (chart, POPLENS_SERIES_BAND, key, name, ink,
                              part && !self->by_life ? 3 : 0, NULL,
                              poplens_page_hides (location, key));
  }
}

/* ---- lifetimes ------------------------------------------------------------------------------- */

#define CHART "lifetimes"
#define FEWEST 50 /* default number of the largest variables to show */

/* Data of the tab, which the chart shares, to look up names. Immutable after creation; reference
 * counted. */
typedef struct {
  PoplensReport *report;
  PoplensLifetimesSource of;
  PoplensByteUnit unit;
  GArray *rows;      /* guint32: shown rows of .of.lifetimes, from top to bottom */
  guint n_chosen;    /* number of variables that "plot" names; .rows begins with them */
  GPtrArray *chosen; /* [n_chosen] char *: entry of "plot" that names the variable of the row */
  GArray *items;     /* guint32: for each bar, its index in .of.lifetimes.spans */
  PoplensLifeInks inks;
} Lifetimes;

static const PoplensLifetime *
lifetime_at (const Lifetimes *self, guint row)
{
  return &g_array_index (self->of.lifetimes->rows, PoplensLifetime,
                         g_array_index (self->rows, guint32, row));
}

static const PoplensLifeSpan *
lifetimes_span_at (const Lifetimes *self, gsize item)
{
  return &g_array_index (self->of.lifetimes->spans, PoplensLifeSpan,
                         g_array_index (self->items, guint32, item));
}

static void
lifetimes_clear (gpointer data)
{
  Lifetimes *self = data;

  poplens_lifetimes_source_clear (&self->of);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->chosen, g_ptr_array_unref);
  g_clear_pointer (&self->items, g_array_unref);
  g_clear_object (&self->report);
}

static void
lifetimes_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, lifetimes_clear);
}

/* ---- which variables ------------------------------------------------------------------------- */

/* Parses the number of the largest variables to show. @text: (nullable), NULL for the default
 * number; @most: (out). FALSE if @text is invalid. */
static gboolean
parse_most (const char *text, guint32 *most)
{
  static const char peak[] = "peak:";
  guint64 n;

  *most = FEWEST;
  if (!text)
    return TRUE;
  if (!strcmp (text, "all") || !strcmp (text, "chosen")) {
    *most = *text == 'a' ? G_MAXUINT32 : 0;
    return TRUE;
  }
  if (!g_str_has_prefix (text, peak) ||
      !g_ascii_string_to_unsigned (text + strlen (peak), 10, 1, G_MAXUINT32 - 1, &n, NULL))
    return FALSE;
  *most = (guint32) n;
  return TRUE;
}

/* Returns the variable's name. (nullable): NULL if the file has none */
static const char *
lifetimes_name_of (const Lifetimes *self, const PoplensLifetime *life)
{
  return life->variable == POPLENS_NO_VARIABLE
             ? NULL
             : poplens_variable_name (self->of.source.variables, life->variable);
}

static gboolean
is_named (const Lifetimes *self, const PoplensLifetime *life, const char *name)
{
  const char *own = lifetimes_name_of (self, life);

  return own && !strcmp (own, name);
}

/* Adds a variable that the user chose, unless it is shown already. @row: row in the lifetimes.
 * @taken: [n_rows] TRUE for rows that are shown */
static void
lifetimes_take (Lifetimes *self, guint32 row, const char *name, guint8 *taken)
{
  if (taken[row])
    return;
  taken[row] = TRUE;
  g_array_append_val (self->rows, row);
  g_ptr_array_add (self->chosen, g_strdup (name));
}

/* Adds all variables with the name @name or, if there are none, the variable with that id. FALSE if
 * neither exists. */
static gboolean
lifetimes_choose (Lifetimes *self, const char *name, guint8 *taken)
{
  const GArray *all = self->of.lifetimes->rows;
  gboolean found = FALSE;
  guint32 by_id;
  guint64 id;

  for (guint32 r = 0; r < all->len; r++)
    if (is_named (self, &g_array_index (all, PoplensLifetime, r), name)) {
      lifetimes_take (self, r, name, taken);
      found = TRUE;
    }
  if (found || !g_ascii_string_to_unsigned (name, 10, 0, G_MAXUINT32 - 1, &id, NULL))
    return found;
  by_id = poplens_lifetimes_find (self->of.lifetimes, (guint32) id);
  if (by_id != G_MAXUINT32)
    lifetimes_take (self, by_id, name, taken);
  return by_id != G_MAXUINT32;
}

/* Adds the variables that the key "plot" names. Returns a message if one of them does not exist or
 * is never live. (transfer full) (nullable) */
static char *
add_chosen (Lifetimes *self, const PoplensLocation *location, guint8 *taken)
{
  const char *plot = poplens_location_get (location, "plot");
  g_auto (GStrv) names = g_strsplit (plot ? plot : "", ",", -1);
  char *misuse = NULL;

  for (guint i = 0; names[i]; i++)
    if (*names[i] && !lifetimes_choose (self, names[i], taken) && !misuse)
      misuse = g_strdup_printf (
          "unknown variable “%s”; use the name or ID of a variable that is live here", names[i]);
  self->n_chosen = self->rows->len;
  return misuse;
}

/* Adds the @most variables that have the most bytes at the peak. If the page's graph hides
 * always-live memory, leaves out variables that are always live. */
static void
add_largest (Lifetimes *self, const PoplensLocation *location, guint32 most, const guint8 *taken)
{
  gboolean passing = !g_strcmp0 (poplens_location_get (location, "always-live"), "no");
  const GArray *all = self->of.lifetimes->rows;
  g_autofree guint32 *order = g_new (guint32, MAX (all->len, 1));
  guint32 n = 0;

  for (guint32 r = 0; r < all->len; r++) {
    const PoplensLifetime *life = &g_array_index (all, PoplensLifetime, r);
    if (!taken[r] && (!passing || life->bytes > life->always_live))
      order[n++] = r;
  }
  poplens_lifetimes_sort (self->of.lifetimes,
                          passing ? POPLENS_LIFETIMES_BY_PASSING : POPLENS_LIFETIMES_BY_BYTES,
                          order, n);
  n = MIN (n, most);
  const char *sort = poplens_location_get (location, "order");
  poplens_lifetimes_sort (self->of.lifetimes,
                          !g_strcmp0 (sort, "birth")    ? POPLENS_LIFETIMES_BY_BIRTH
                          : !g_strcmp0 (sort, "length") ? POPLENS_LIFETIMES_BY_LENGTH
                                                        : POPLENS_LIFETIMES_BY_MOST,
                          order, n);
  g_array_append_vals (self->rows, order, n);
}

/* ---- the chart ------------------------------------------------------------------------------- */

static PoplensLaneBlocks *
lifetimes_make_blocks (Lifetimes *self)
{
  g_autoptr (GArray) from = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) to = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) row = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) series = g_array_new (FALSE, FALSE, sizeof (guint8));
  gsize n;

  for (guint32 r = 0; r < self->rows->len; r++) {
    const PoplensLifetime *life = lifetime_at (self, r);
    const char *name = lifetimes_name_of (self, life);
    for (guint32 s = life->first_span; s < life->first_span + life->n_spans; s++) {
      const PoplensLifeSpan *span = &g_array_index (self->of.lifetimes->spans, PoplensLifeSpan, s);
      guint64 begin = span->from, end = span->to;
      guint8 ink = self->inks.by_life ? (span->always ? ALWAYS : PASSING)
                                      : (guint8) (2 * poplens_memory_group_of_variable (name) +
                                                  (span->always && life->n_spans > 1));
      self->inks.used[ink] = TRUE;
      g_array_append_val (from, begin);
      g_array_append_val (to, end);
      g_array_append_val (row, r);
      g_array_append_val (series, ink);
      g_array_append_val (self->items, s);
    }
  }
  n = from->len;
  life_inks_settle (&self->inks, (guint8 *) series->data, n);
  return poplens_lane_blocks_new (
      n, (guint64 *) (gpointer) g_array_free (g_steal_pointer (&from), FALSE),
      (guint64 *) (gpointer) g_array_free (g_steal_pointer (&to), FALSE),
      (guint32 *) (gpointer) g_array_free (g_steal_pointer (&row), FALSE),
      (guint8 *) g_array_free (g_steal_pointer (&series), FALSE), NULL);
}

static void
describe_row (gconstpointer data, guint row, PoplensLaneRowText *text)
{
  const Lifetimes *self = data;
  PoplensNumber bytes;

  if (row >= self->rows->len)
    return;
  text->name = poplens_lifetimes_source_name (&self->of, g_array_index (self->rows, guint32, row));
  text->note = g_strdup (poplens_format_bytes (bytes, lifetime_at (self, row)->bytes, self->unit));
  text->removable = row < self->n_chosen;
}

/* Returns the row of the variable that the bar @item belongs to. Uses a binary search, as spans are
 * in the order of rows. */
static guint32
lifetime_of_item (const Lifetimes *self, gsize item)
{
  guint32 span = g_array_index (self->items, guint32, item);
  guint32 low = 1, high = self->of.lifetimes->rows->len;

  POPLENS_SEARCH (low, high, at,
                  g_array_index (self->of.lifetimes->rows, PoplensLifetime, at).first_span <= span);
  return low - 1;
}

static char *
lifetimes_name_item (gconstpointer data, gsize item)
{
  const Lifetimes *self = data;

  return item < self->items->len
             ? poplens_lifetimes_source_name (&self->of, lifetime_of_item (self, item))
             : NULL;
}

static void
lifetimes_add_bytes (GString *out, const Lifetimes *self, const char *label, guint64 bytes)
{
  PoplensNumber text;

  g_string_append_printf (out, "%s\t%s\n", label, poplens_format_bytes (text, bytes, self->unit));
}

static void
lifetimes_add_program (GString *out, const Lifetimes *self, const char *label, guint32 step)
{
  g_autofree char *program = poplens_live_source_program (&self->of.source, step);

  g_string_append_printf (out, "%s\t%s\n", label, program);
}

static char *
lifetimes_note_item (gconstpointer data, gsize item)
{
  const Lifetimes *self = data;
  GString *out = g_string_new (NULL);

  if (item >= self->items->len)
    return g_string_free (out, FALSE);
  const PoplensLifetime *life =
      &g_array_index (self->of.lifetimes->rows, PoplensLifetime, lifetime_of_item (self, item));
  const PoplensLifeSpan *span = lifetimes_span_at (self, item);
  g_string_append_printf (out, "Category\t%s\n",
                          poplens_memory_group_title (
                              poplens_memory_group_of_variable (lifetimes_name_of (self, life))));
  lifetimes_add_bytes (out, self, "Bytes in range", span->bytes);
  if (life->bytes != span->bytes)
    lifetimes_add_bytes (out, self, "Maximum bytes", life->bytes);
  if (life->always_live && life->always_live != span->bytes)
    lifetimes_add_bytes (out, self, "Always live", life->always_live);
  if (self->of.lifetimes->step != POPLENS_NO_STEP && life->at_step != span->bytes)
    lifetimes_add_bytes (out, self, "At the peak", life->at_step);
  if (life->n_spans > 1)
    g_string_append_printf (out, "Range\t%u of %u\n",
                            g_array_index (self->items, guint32, item) - life->first_span + 1,
                            life->n_spans);
  if (!span->always) {
    lifetimes_add_program (out, self, "First program", span->from);
    lifetimes_add_program (out, self, "Last program", span->to - 1);
  }
  g_string_truncate (out, out->len - 1);
  return g_string_free (out, FALSE);
}

static PoplensChart *
lifetimes_make_chart (Lifetimes *self, const PoplensPageContext *context)
{
  g_autofree char *title = g_strdup_printf ("Lifetimes of variables, %s", self->of.source.label);
  PoplensChart *chart =
      poplens_chart_new (&poplens_lanes_kind, title, 0, POPLENS_CHART_UNIT_BYTES, context->unit);
  g_autoptr (PoplensLaneBlocks) blocks = lifetimes_make_blocks (self);

  life_inks_add_series (&self->inks, chart, context->location);
  poplens_chart_set_item_axis (chart, NULL, "range");
  poplens_chart_set_lane_positions (chart, "step");
  poplens_chart_set_lane_blocks (chart, blocks);
  if (self->n_chosen)
    poplens_chart_add_lane_group (chart, NULL, self->n_chosen, FALSE, FALSE);
  if (self->rows->len > self->n_chosen)
    poplens_chart_add_lane_group (chart, NULL, self->rows->len - self->n_chosen, FALSE, FALSE);
  poplens_chart_set_lane_extent (chart, 0, MAX (self->of.lifetimes->n_steps, 1));
  poplens_chart_set_lane_row_texts (chart, describe_row, g_atomic_rc_box_acquire (self),
                                    lifetimes_unref);
  poplens_chart_set_item_names (chart, lifetimes_name_item, g_atomic_rc_box_acquire (self),
                                lifetimes_unref);
  poplens_chart_set_item_notes (chart, lifetimes_note_item, g_atomic_rc_box_acquire (self),
                                lifetimes_unref);
  return chart;
}

/* Describes which variables are shown: "50 of 14,502 variables, largest at the peak". (transfer
 * full) */
static char *
describe_all (const Lifetimes *self, guint32 most)
{
  PoplensNumber shown, all, chosen;
  const char *which = most < self->of.lifetimes->rows->len && self->rows->len > self->n_chosen
                          ? ", largest at the peak"
                          : "";
  g_autofree char *with =
      self->n_chosen && *which
          ? g_strdup_printf (" and %s added", poplens_format_count (chosen, self->n_chosen))
          : g_strdup ("");

  return g_strdup_printf ("%s of %s variables%s%s", poplens_format_count (shown, self->rows->len),
                          poplens_format_count (all, self->of.lifetimes->rows->len), which, with);
}

/* ---- what is selected ------------------------------------------------------------------------ */

/* Returns the bars of the variable that the location names, by id or by name. (transfer full) */
static GArray *
select_variable (const Lifetimes *self, const PoplensLocation *location)
{
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));
  const char *variable = poplens_location_get (location, "variable");
  PoplensItemRange range = {0, 0};
  guint64 id = G_MAXUINT64;

  if (!variable)
    return ranges;
  g_ascii_string_to_unsigned (variable, 10, 0, G_MAXUINT32 - 1, &id, NULL);
  for (guint32 r = 0; r < self->rows->len; r++) {
    const PoplensLifetime *life = lifetime_at (self, r);
    range.from = range.to;
    range.to += life->n_spans;
    if (life->variable == id || is_named (self, life, variable))
      g_array_append_val (ranges, range);
  }
  return ranges;
}

static GArray *
selected_items (const PoplensTabChart *tab, const PoplensLocation *location)
{
  return select_variable (tab->items, location);
}

static PoplensLocation *
lifetimes_select_item (const PoplensTabChart *tab, const PoplensLocation *location, gsize item,
                       double position)
{
  const Lifetimes *self = tab->items;

  if (item >= self->items->len)
    return poplens_location_with (location, "variable", NULL);
  const PoplensLifeSpan *span = lifetimes_span_at (self, item);
  guint row = 0;
  poplens_chart_get_lane_item (tab->chart, item, NULL, NULL, &row);
  const PoplensLifetime *life = lifetime_at (self, row);
  double last = (double) span->to - 1;
  guint32 at_step = position > span->from ? (guint32) MIN (position, last) : span->from;
  g_autofree char *step = g_strdup_printf ("%u", at_step);
  g_autofree char *id =
      life->variable == POPLENS_NO_VARIABLE ? NULL : g_strdup_printf ("%u", life->variable);
  g_autoptr (PoplensLocation) at = poplens_location_with (location, "step", step);
  return poplens_location_with (at, "variable", id);
}

/* Removes the variable in @row from the key "plot". (transfer full) */
static PoplensLocation *
remove_row (const PoplensTabChart *tab, const PoplensLocation *location, guint row)
{
  const Lifetimes *self = tab->items;
  const char *plot = poplens_location_get (location, "plot");
  g_auto (GStrv) names = g_strsplit (plot ? plot : "", ",", -1);
  g_autoptr (GString) rest = g_string_new (NULL);

  for (guint i = 0; names[i]; i++)
    if (*names[i] && (row >= self->n_chosen || strcmp (names[i], self->chosen->pdata[row])))
      g_string_append_printf (rest, "%s%s", rest->len ? "," : "", names[i]);
  return poplens_location_with (location, "plot", rest->len ? rest->str : NULL);
}

/* ---- the tab --------------------------------------------------------------------------------- */

static PoplensTabChart *
lifetimes_tab_new (const PoplensPageContext *context, GError **error)
{
  Lifetimes *self = g_atomic_rc_box_new0 (Lifetimes);
  g_autofree guint8 *taken = NULL;
  PoplensTabChart *tab;
  guint32 most;

  self->report = g_object_ref (context->report);
  self->unit = context->unit;
  life_inks_init (&self->inks, context->location);
  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->items = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->chosen = g_ptr_array_new_with_free_func (g_free);
  if (!poplens_lifetimes_source_init (&self->of, context->report, context->location,
                                      context->cancellable, error)) {
    lifetimes_unref (self);
    return NULL;
  }
  tab = g_atomic_rc_box_new0 (PoplensTabChart);
  tab->items = self;
  tab->free_items = lifetimes_unref;
  tab->shares_axis = TRUE;
  tab->facts = g_ptr_array_new_with_free_func (poplens_fact_free);
  taken = g_new0 (guint8, MAX (self->of.lifetimes->rows->len, 1));
  tab->misuse = add_chosen (self, context->location, taken);
  if (!parse_most (poplens_location_get (context->location, "lifetimes"), &most))
    most = FEWEST;
  add_largest (self, context->location, most, taken);
  tab->chart = lifetimes_make_chart (self, context);
  tab->selected = select_variable (self, context->location);
  PoplensNumber shown, all;
  tab->title = g_strdup_printf ("%s of %s", poplens_format_count (shown, self->rows->len),
                                poplens_format_count (all, self->of.lifetimes->rows->len));
  tab->text = describe_all (self, most);
  return tab;
}

/* ---- the page -------------------------------------------------------------------------------- */

/* Adds the control for the variables to draw. If the location has a number that is not an option
 * ("peak:75"), adds this number as an option. */
static void
add_which (PoplensPage *page)
{
  static const char *const options[] = {"peak:50",   "peak:10", "peak:200",
                                        "peak:1000", "all",     "chosen"};
  static const char *const titles[] = {"50 largest",    "10 largest",    "200 largest",
                                       "1,000 largest", "All variables", "Added variables only"};
  const char *value = poplens_location_get (page->location, "lifetimes");
  GStrvBuilder *names = g_strv_builder_new (), *shown = g_strv_builder_new ();
  guint current = G_MAXUINT;
  guint32 most;

  for (guint i = 0; i < G_N_ELEMENTS (options); i++) {
    g_strv_builder_add (names, options[i]);
    g_strv_builder_add (shown, titles[i]);
    if (!g_strcmp0 (value, options[i]))
      current = i;
  }
  if (value && current == G_MAXUINT && parse_most (value, &most)) {
    PoplensNumber number;
    g_autofree char *title = g_strdup_printf ("%s largest", poplens_format_count (number, most));
    g_strv_builder_add (names, value);
    g_strv_builder_add (shown, title);
    current = G_N_ELEMENTS (options);
  } else if (value && current == G_MAXUINT) {
    g_autofree char *wrong = g_strdup_printf (
        "invalid lifetimes “%s”; use peak:50 (or another number), all or chosen", value);
    poplens_page_add_misuse (page, wrong);
  }
  poplens_page_add_own_choice (page, "lifetimes", "Variables", "Variables to draw",
                               g_strv_builder_end (names), g_strv_builder_end (shown),
                               current == G_MAXUINT ? 0 : current);
  poplens_page_control (page, "lifetimes")->section = CHART;
  poplens_page_control (page, "lifetimes")->is_plain = TRUE;
  g_strv_builder_unref (names);
  g_strv_builder_unref (shown);
}

void
poplens_liveness_add_lifetime_controls (PoplensPage *page, const PoplensVariables *variables)
{
  static const char *const orders[] = {"bytes", "birth", "length"};
  static const char *const titles[] = {"Bytes", "First step", "Length"};
  GPtrArray *names = g_ptr_array_new ();

  add_which (page);
  poplens_page_add_choice (page, "order", "Sort by", "Order of the rows", orders, titles,
                           G_N_ELEMENTS (orders), 0);
  poplens_page_control (page, "order")->section = CHART;
  poplens_page_control (page, "order")->is_plain = TRUE;
  static const char *const inks[] = {"category", "liveness"};
  static const char *const ink_titles[] = {"Category", "Liveness"};
  poplens_page_add_choice (page, "colour", "Colour by", "Colour bars by category or by liveness",
                           inks, ink_titles, G_N_ELEMENTS (inks), 0);
  poplens_page_control (page, "colour")->section = CHART;
  if (variables)
    poplens_page_add_variable_names (names, variables);
  poplens_page_add_names (page, "plot", "Add a variable", "Add a variable by name", names);
  poplens_page_control (page, "plot")->section = CHART;
}

const PoplensTabKind poplens_liveness_lifetimes_kind = {lifetimes_tab_new, lifetimes_select_item,
                                                        selected_items, remove_row,
                                                        POPLENS_PART_BIT (POPLENS_PART_VARIABLES)};
