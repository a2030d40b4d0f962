/* PoplensPageSearch: searches on a worker, and keeps the current match when the page is rebuilt. */
#include "app/page/page-search.h"

#include "base/search.h"
#include "pages/core/finding.h"

#include <math.h>
#include <string.h>

/* Maximum number of matches that are marked on the overview. */
#define MOST_PLACES 8192

struct _PoplensPageSearch {
  PoplensChartWidget *chart;
  PoplensPageSearchFunc changed;
  gpointer data;
  PoplensPageBundle *bundle; /* (nullable): bundle of the page that was searched */
  char *words, *program;
  char *finding;   /* (nullable): finding whose occurrences are the matches; NULL if words or a
                      program are searched */
  const char *key; /* (nullable, static): location key whose value is .words */
  GCancellable *cancellable; /* (nullable): cancels the running search */
  GArray *found;             /* (nullable): [n matches] PoplensItemRange: items of each match */
  char *trouble;             /* (nullable): error in the search expression */
  GArray *locations;     /* (nullable): positions of matches on the axis of a LANES chart; array of
                            double, ascending */
  gsize current;         /* index in .found of the current match; G_MAXSIZE: none */
  gsize kept, kept_item; /* index and first item of the match that was current before the page was
                            rebuilt; .kept is G_MAXSIZE if no match was current */
  gboolean goes;         /* go to the first match when the search has ended */
  double origin; /* start of the view when the user began to type, in units of the axis; NAN: the
                    user is not typing */
};

typedef struct {
  PoplensPageBundle *bundle;
  PoplensLocation *location;
} SearchRequest;

typedef struct {
  GArray *found; /* (nullable) */
  PoplensLaneFound *lanes;
  GArray *locations;
  char *trouble;
} SearchResult;

static void
request_free (gpointer data)
{
  SearchRequest *request = data;

  poplens_page_bundle_unref (request->bundle);
  poplens_location_unref (request->location);
  g_free (request);
}

static void
result_free (gpointer data)
{
  SearchResult *result = data;

  g_clear_pointer (&result->found, g_array_unref);
  g_clear_pointer (&result->lanes, poplens_lane_found_free);
  g_clear_pointer (&result->locations, g_array_unref);
  g_free (result->trouble);
  g_free (result);
}

PoplensPageSearch *
poplens_page_search_new (PoplensChartWidget *chart, PoplensPageSearchFunc changed, gpointer data)
{
  PoplensPageSearch *self = g_new0 (PoplensPageSearch, 1);

  self->chart = chart;
  self->changed = changed;
  self->data = data;
  self->current = self->kept = G_MAXSIZE;
  self->origin = NAN;
  return self;
}

static void
cancel_search (PoplensPageSearch *self)
{
  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

void
poplens_page_search_free (PoplensPageSearch *self)
{
  cancel_search (self);
  g_clear_pointer (&self->bundle, poplens_page_bundle_unref);
  g_clear_pointer (&self->found, g_array_unref);
  g_clear_pointer (&self->locations, g_array_unref);
  g_free (self->trouble);
  g_free (self->words);
  g_free (self->program);
  g_free (self->finding);
  g_free (self);
}

/* ---- on a worker ----------------------------------------------------------------------------- */

/* Prepares the matches for drawing. (transfer full) (nullable): NULL if the chart has no lane
 * blocks. */
static PoplensLaneFound *
prepare_lanes (const PoplensPage *page, const GArray *found)
{
  const PoplensSection *section = poplens_page_get_chart (page);
  g_autoptr (PoplensLaneBlocks) blocks = NULL;
  g_autoptr (GArray) items = NULL;

  if (!section || !poplens_chart_has_blocks (section->chart))
    return NULL;
  blocks = poplens_chart_ref_lane_blocks (section->chart);
  if (!blocks)
    return NULL;
  items = g_array_sized_new (FALSE, FALSE, sizeof (gsize), found->len);
  for (guint i = 0; i < found->len; i++) {
    PoplensItemRange range = g_array_index (found, PoplensItemRange, i);
    for (gsize k = range.from; k < range.to; k++)
      g_array_append_val (items, k);
  }
  return poplens_lane_found_new (blocks, (const gsize *) (gconstpointer) items->data, items->len);
}

/* Returns the positions of matches on the chart's axis, for marks on the overview. Skips a match if
 * its mark would overlap the previous mark. @found: matches in order of their start. (transfer
 * full) */
static GArray *
find_places (const PoplensPage *page, const GArray *found)
{
  const PoplensSection *section = poplens_page_get_chart (page);
  GArray *locations = g_array_new (FALSE, FALSE, sizeof (double));
  PoplensChartView all = poplens_chart_view_all (section->chart);
  double least = (all.to - all.from) / MOST_PLACES, last = -INFINITY;

  for (guint i = 0; i < found->len; i++) {
    guint64 from;
    double at;
    if (!poplens_chart_get_lane_item (
            section->chart, g_array_index (found, PoplensItemRange, i).from, &from, NULL, NULL))
      continue;
    at = (double) from;
    if (at - last < least)
      continue;
    last = at;
    g_array_append_val (locations, at);
  }
  return locations;
}

static void
search_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  SearchRequest *request = data;
  SearchResult *result = g_new0 (SearchResult, 1);

  result->found = poplens_page_found_items (request->bundle->page, request->location, cancellable,
                                            &result->trouble);
  if (result->found)
    result->lanes = prepare_lanes (request->bundle->page, result->found);
  if (result->lanes)
    result->locations = find_places (request->bundle->page, result->found);
  g_task_return_pointer (task, result, result_free);
}

/* ---- showing --------------------------------------------------------------------------------- */

static void
show_hits (PoplensPageSearch *self, SearchResult *result)
{
  PoplensChart *chart = poplens_chart_widget_get_chart (self->chart);
  gboolean lanes = chart && poplens_chart_has_blocks (chart);

  g_clear_pointer (&self->found, g_array_unref);
  self->current = G_MAXSIZE;
  g_clear_pointer (&self->locations, g_array_unref);
  g_clear_pointer (&self->trouble, g_free);
  if (result) {
    self->found = g_steal_pointer (&result->found);
    self->locations = g_steal_pointer (&result->locations);
    self->trouble = g_steal_pointer (&result->trouble);
  }
  if (self->found && self->kept < self->found->len &&
      g_array_index (self->found, PoplensItemRange, self->kept).from == self->kept_item)
    self->current = self->kept;
  self->kept = G_MAXSIZE;
  poplens_chart_widget_set_current (self->chart, G_MAXSIZE);
  poplens_chart_widget_set_outlined (self->chart, self->finding != NULL);
  poplens_chart_widget_set_lane_found (self->chart,
                                       result ? g_steal_pointer (&result->lanes) : NULL);
  poplens_chart_widget_set_found (self->chart, lanes ? NULL : self->found);
  self->changed (self->data);
}

/* Shows the matches that were found. If the search was cancelled, @data may have been freed. */
static void
on_matches_found (GObject *source, GAsyncResult *async, gpointer data)
{
  g_autoptr (GError) error = NULL;
  SearchResult *result = g_task_propagate_pointer (G_TASK (async), &error);
  PoplensPageSearch *self = data;

  if (error)
    return;
  g_clear_object (&self->cancellable);
  show_hits (self, result);
  result_free (result);
  self->goes = FALSE;
}

/* Returns the key of the search field that has words in @location. Name fields do not count.
 * (nullable): NULL if no search field has words. */
static const char *
search_key_of (const PoplensPage *page, const PoplensLocation *location)
{
  for (guint i = 0; i < page->controls->len; i++) {
    const PoplensControl *control = page->controls->pdata[i];
    const char *words = control->kind == POPLENS_CONTROL_SEARCH
                            ? poplens_location_get (location, control->key)
                            : NULL;
    if (words && *words)
      return control->key;
  }
  return NULL;
}

/* Returns the program of @location, if the page is a trace. The steps of the program are the
 * matches. (nullable) */
static const char *
program_of (const PoplensPage *page, const PoplensLocation *location)
{
  const PoplensSection *chart = poplens_page_get_chart (page);

  return chart && chart->plot.selects == POPLENS_SELECTS_CYCLES
             ? poplens_location_get (location, "program")
             : NULL;
}

void
poplens_page_search_run (PoplensPageSearch *self, PoplensPageBundle *bundle,
                         const PoplensLocation *location)
{
  const char *key = search_key_of (bundle->page, location),
             *words = key ? poplens_location_get (location, key) : NULL,
             *program = program_of (bundle->page, location),
             *finding = !words && !program && poplens_page_shows_finding (location)
                            ? poplens_location_get (location, "finding")
                            : NULL;
  g_autoptr (GTask) task = NULL;
  SearchRequest *request;

  if (bundle == self->bundle && !g_strcmp0 (words, self->words) &&
      !g_strcmp0 (program, self->program) && !g_strcmp0 (finding, self->finding))
    return;
  cancel_search (self);
  if (g_strcmp0 (words, self->words) || g_strcmp0 (program, self->program))
    self->kept = self->current = G_MAXSIZE;
  if (bundle != self->bundle) {
    /* Selecting a match can rebuild the page. Save the current match, so that the next step
     * continues from it. */
    if (self->found && self->current != G_MAXSIZE) {
      self->kept = self->current;
      self->kept_item = g_array_index (self->found, PoplensItemRange, self->current).from;
    }
    /* Drop the matches: they are items of the old chart. */
    g_clear_pointer (&self->found, g_array_unref);
    self->current = G_MAXSIZE;
  }
  poplens_page_bundle_ref (bundle);
  g_clear_pointer (&self->bundle, poplens_page_bundle_unref);
  self->bundle = bundle;
  g_free (self->words);
  self->words = g_strdup (words);
  self->key = key;
  g_free (self->program);
  self->program = g_strdup (program);
  g_free (self->finding);
  self->finding = g_strdup (finding);
  if (!words && !program && !finding) {
    self->goes = FALSE;
    self->origin = NAN;
    show_hits (self, NULL);
    return;
  }
  request = g_new (SearchRequest, 1);
  *request = (SearchRequest){poplens_page_bundle_ref (bundle),
                             poplens_location_ref ((PoplensLocation *) location)};
  self->cancellable = g_cancellable_new ();
  task = g_task_new (NULL, self->cancellable, on_matches_found, self);
  g_task_set_task_data (task, request, request_free);
  g_task_run_in_thread (task, search_thread);
  self->changed (self->data);
}

/* ---- matches --------------------------------------------------------------------------------- */

static double
begin_of (PoplensPageSearch *self, gsize hit)
{
  gsize item = g_array_index (self->found, PoplensItemRange, hit).from;
  PoplensChart *chart = poplens_chart_widget_get_chart (self->chart);
  guint64 from, to;

  return poplens_chart_get_lane_item (chart, item, &from, &to, NULL) ? (double) from
                                                                     : (double) item;
}

static double
view_begin (PoplensPageSearch *self)
{
  return poplens_chart_widget_get_view (self->chart).from;
}

/* Returns the index of the first match that begins at or after @from. If no match does, returns
 * 0. */
static gsize
first_hit (PoplensPageSearch *self, double from)
{
  gsize low = 0, high = self->found->len;

  POPLENS_SEARCH (low, high, at, begin_of (self, at) < from);
  return low < self->found->len ? low : 0;
}

static PoplensItemRange
go_to (PoplensPageSearch *self, gsize hit)
{
  PoplensItemRange items = g_array_index (self->found, PoplensItemRange, hit);

  self->current = hit;
  poplens_chart_widget_set_current (self->chart, items.from);
  self->changed (self->data);
  return items;
}

gboolean
poplens_page_search_step (PoplensPageSearch *self, int by, PoplensItemRange *hit)
{
  gsize n = self->found ? self->found->len : 0;

  self->goes = FALSE;
  self->origin = NAN;
  if (!n)
    return FALSE;
  *hit = go_to (self, self->current != G_MAXSIZE ? (self->current + (by < 0 ? n - 1 : 1)) % n
                                                 : first_hit (self, view_begin (self)));
  return TRUE;
}

static gboolean
is_search (const PoplensPage *page, const char *key)
{
  for (guint i = 0; i < page->controls->len; i++) {
    const PoplensControl *control = page->controls->pdata[i];
    if (control->kind == POPLENS_CONTROL_SEARCH && !strcmp (control->key, key))
      return TRUE;
  }
  return FALSE;
}

void
poplens_page_search_type (PoplensPageSearch *self, const char *key)
{
  if (!self->bundle || !is_search (self->bundle->page, key))
    return;
  self->goes = self->words != NULL;
  if (self->goes && isnan (self->origin))
    self->origin = view_begin (self);
  self->changed (self->data);
}

gboolean
poplens_page_search_reach (PoplensPageSearch *self, PoplensItemRange *hit)
{
  if (!self->goes || self->cancellable || !self->found || !self->found->len)
    return FALSE;
  self->goes = FALSE;
  *hit = go_to (self, first_hit (self, self->origin));
  return TRUE;
}

const char *
poplens_page_search_key (PoplensPageSearch *self)
{
  return self->key;
}

char *
poplens_page_search_count (PoplensPageSearch *self)
{
  PoplensNumber at, all;

  if (!self->words && !self->program)
    return NULL;
  if (self->cancellable)
    return g_strdup ("…");
  if (self->trouble)
    return g_strdup (self->trouble);
  if (!self->found || !self->found->len)
    return g_strdup ("No matches");
  poplens_format_count (all, self->found->len);
  if (self->current == G_MAXSIZE)
    return g_strdup_printf (self->found->len == 1 ? "%s match" : "%s matches", all);
  return g_strdup_printf ("%s of %s", poplens_format_count (at, self->current + 1), all);
}

const GArray *
poplens_page_search_places (PoplensPageSearch *self)
{
  return self->locations;
}
