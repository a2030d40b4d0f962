/* PoplensPageFollow: finds stale tabs, makes their tables and charts on a worker, and copies
 * details of steps. */
#include "app/page/page-follow.h"

#include "app/remote/link-cost.h"
#include "app/table/table-copy.h"
#include "app/table/table-longest.h"
#include "app/table/table-widget.h"
#include "app/page/page-progress.h"

#include <string.h>

/* Tables that depend on the view are made again when the view has not changed for this number of
 * milliseconds. */
#define SETTLE_MS 150
/* If making a table takes longer than this number of milliseconds, its progress is shown. */
#define TELL_AFTER 300
/* Key of the section that has the table of the selected step. */
#define STEP_KEY "card"

struct _PoplensPageFollow {
  PoplensPageTabs *tabs;
  PoplensPageBundle *bundle; /* (nullable) */
  PoplensLocation *location; /* (nullable): last argument of poplens_page_follow_location () */
  GPtrArray *shown;          /* of FollowedTab: one per section of .bundle */
  GCancellable *cancellable; /* (nullable): cancels the running job */
  const char *making; /* (nullable): key of the section that is being made; owned by .bundle */
  gint64 since;       /* time in µs at which the running job started */
  guint rest;         /* timeout source id while waiting for the view to settle; 0: not waiting */
};

/* State of a section. Its table or chart is made by this file, if is_made_here (). */
typedef struct {
  char *key;
  char *followed; /* (nullable): values of the location keys that the contents were made for, as
                     text; NULL: the contents are stale */
  PoplensMadeOf made;
  gboolean is_wanted; /* the user asked for the contents, even if much must be read over a link */
} FollowedTab;

static void
followed_tab_free (gpointer data)
{
  FollowedTab *shown = data;

  g_free (shown->key);
  g_free (shown->followed);
  poplens_made_of_clear (&shown->made);
  g_free (shown);
}

/* TRUE if this file makes the section's table or chart, after the page was built. Such contents
 * depend on the view, or are made only when their tab comes to the front. */
static gboolean
is_made_here (const PoplensSection *section)
{
  return (section->kind == POPLENS_SECTION_TABLE || section->kind == POPLENS_SECTION_TAB_CHART) &&
         (section->follows || section->state == POPLENS_PARTIAL);
}

static void on_load (PoplensPageFollow *self, const char *key);

PoplensPageFollow *
poplens_page_follow_new (PoplensPageTabs *tabs)
{
  PoplensPageFollow *self = g_new0 (PoplensPageFollow, 1);

  self->tabs = tabs;
  g_signal_connect_swapped (tabs, "load", G_CALLBACK (on_load), self);
  self->shown = g_ptr_array_new_with_free_func (followed_tab_free);
  return self;
}

/* Cancels the running job, if any, and hides its progress. */
static void
end_job (PoplensPageFollow *self)
{
  if (self->making)
    poplens_page_tabs_tell (self->tabs, self->making, 0, NULL);
  self->making = NULL;
  g_clear_object (&self->cancellable);
}

static void
stop_making (PoplensPageFollow *self)
{
  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
  end_job (self);
  g_clear_handle_id (&self->rest, g_source_remove);
}

void
poplens_page_follow_free (PoplensPageFollow *self)
{
  stop_making (self);
  g_signal_handlers_disconnect_by_data (self->tabs, self);
  g_clear_pointer (&self->bundle, poplens_page_bundle_unref);
  g_clear_pointer (&self->location, poplens_location_unref);
  g_ptr_array_unref (self->shown);
  g_free (self);
}

static FollowedTab *
find_followed (GPtrArray *shown, const char *key)
{
  for (guint i = 0; i < shown->len; i++)
    if (!g_strcmp0 (((FollowedTab *) shown->pdata[i])->key, key))
      return shown->pdata[i];
  return NULL;
}

/* Keeps the table that is on the screen for the new page, if nothing that it depends on has
 * changed. @old: state of the section on the old page. Does nothing if the tab shows a notice. */
static void
keep_shown (PoplensPageFollow *self, FollowedTab *shown, FollowedTab *old,
            const PoplensSection *section)
{
  const PoplensPage *page = self->bundle->page;

  if (!old->followed || !poplens_page_tabs_has_table (self->tabs, section->key) ||
      !poplens_page_is_made (page, section, page->location, &old->made))
    return;
  shown->followed = g_steal_pointer (&old->followed);
  shown->made = old->made;
  old->made = (PoplensMadeOf){0};
}

void
poplens_page_follow_show (PoplensPageFollow *self, PoplensPageBundle *bundle)
{
  gboolean goes_on = self->bundle && poplens_page_bundle_continues (self->bundle, bundle);
  g_autoptr (GPtrArray) before = self->shown;

  stop_making (self);
  poplens_page_bundle_ref (bundle);
  g_clear_pointer (&self->bundle, poplens_page_bundle_unref);
  self->bundle = bundle;
  self->shown = g_ptr_array_new_with_free_func (followed_tab_free);
  for (guint i = 0; i < bundle->page->sections->len; i++) {
    const PoplensSection *section = bundle->page->sections->pdata[i];
    FollowedTab *shown = g_new0 (FollowedTab, 1),
                *old = goes_on ? find_followed (before, section->key) : NULL;
    shown->key = g_strdup (section->key);
    shown->is_wanted = old && old->is_wanted;
    if (is_made_here (section) && section->state != POPLENS_PARTIAL)
      shown->followed = poplens_section_followed (section, bundle->page->location);
    else if (is_made_here (section) && old)
      keep_shown (self, shown, old, section);
    g_ptr_array_add (self->shown, shown);
  }
}

/* ---- making a table -------------------------------------------------------------------------- */

typedef struct {
  PoplensPageBundle *bundle;
  PoplensLocation *location;
  guint index;
  gboolean is_wanted;
  /* The members below are results. */
  guint64 bytes; /* bytes to read over a link, if the user must be asked first; 0: no question */
  PoplensTable *table;
  PoplensTableView *view;
  PoplensTabChart *chart;
  PoplensMadeOf made;
  char *why_not;
} FollowJob;

static void
follow_job_free (gpointer data)
{
  FollowJob *job = data;

  g_clear_pointer (&job->table, poplens_table_unref);
  g_clear_pointer (&job->view, poplens_table_view_free);
  g_clear_pointer (&job->chart, poplens_tab_chart_unref);
  poplens_made_of_clear (&job->made);
  poplens_page_bundle_unref (job->bundle);
  poplens_location_unref (job->location);
  g_free (job->why_not);
  g_free (job);
}

static void
make_table (FollowJob *job, GCancellable *cancellable)
{
  const PoplensSection *section = poplens_page_bundle_get_section (job->bundle, job->index);
  g_autoptr (GError) error = NULL;

  if (section->kind == POPLENS_SECTION_TAB_CHART) {
    job->chart = poplens_page_make_chart (job->bundle->report, job->bundle->page, section,
                                          job->location, &job->made, cancellable, &error);
    if (!job->chart)
      job->why_not = g_strdup (error->message);
    return;
  }
  job->table = poplens_page_make_table (job->bundle->report, job->bundle->page, section,
                                        job->location, &job->made, cancellable, &error);
  if (!job->table) {
    job->why_not = g_strdup (error ? error->message : "Not recorded");
    return;
  }
  poplens_table_find_longest (job->table, job->bundle->defaults.unit);
  PoplensTableState state = poplens_table_state (job->table, job->location);
  job->view = poplens_table_view_for (job->table, state.filter, state.sort, cancellable);
}

static void
table_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  FollowJob *job = data;

  poplens_lower_priority (POPLENS_NICE_LOADING);
  if (!job->is_wanted) {
    /* Ask the user first if much must be read over a link; the estimate is 0 for a small amount. */
    const PoplensPageBundle *bundle = job->bundle;
    guint32 parts =
        poplens_section_parts (poplens_page_bundle_get_section (job->bundle, job->index));
    guint64 bytes = poplens_report_estimate (bundle->report, parts, cancellable);
    if (bundle->other)
      bytes += poplens_report_estimate (bundle->other, parts, cancellable);
    job->bytes = bytes > POPLENS_COST_UNASKED ? bytes : 0;
  }
  if (!job->bytes)
    make_table (job, cancellable);
  g_task_return_boolean (task, TRUE);
}

static void make_next (PoplensPageFollow *self);

static void
on_table_work (double fraction, const char *what, gpointer data)
{
  PoplensPageFollow *self = data;

  if (g_get_monotonic_time () - self->since >= TELL_AFTER * 1000)
    poplens_page_tabs_tell (self->tabs, self->making, fraction, what);
}

/* Shows the table or chart that was made. If the job was cancelled, @data may have been freed. */
static void
on_table (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  FollowJob *job = g_task_get_task_data (G_TASK (result));
  PoplensPageFollow *self = data;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    return;
  poplens_work_unwatch (self->cancellable);
  end_job (self);
  FollowedTab *shown = self->shown->pdata[job->index];
  g_free (shown->followed);
  shown->followed = poplens_section_followed (
      poplens_page_bundle_get_section (job->bundle, job->index), job->location);
  poplens_made_of_clear (&shown->made);
  shown->made = job->made;
  job->made = (PoplensMadeOf){0};
  if (job->bytes)
    poplens_page_tabs_ask (self->tabs, job->bundle, job->index, job->bytes);
  else if (job->chart)
    poplens_page_tabs_update_chart (self->tabs, job->bundle, job->index, job->chart);
  else
    poplens_page_tabs_update (self->tabs, job->bundle, job->index, job->location, job->table,
                              g_steal_pointer (&job->view), job->why_not);
  make_next (self);
}

/* ---- finding stale tabs ---------------------------------------------------------------------- */

static gboolean
is_stale (PoplensPageFollow *self, guint index)
{
  const PoplensSection *section = poplens_page_bundle_get_section (self->bundle, index);
  const FollowedTab *shown = self->shown->pdata[index];

  if (!is_made_here (section))
    return FALSE;
  g_autofree char *now = poplens_section_followed (section, self->location);
  return g_strcmp0 (now, shown->followed) != 0;
}

/* Returns the index of the section to make next among the tabs. Usually that is the tab in front.
 * If the location names no tab, a stale tab to its left comes first. −1 if no such tab is stale. */
static int
find_stale_tab (PoplensPageFollow *self)
{
  const char *tab = poplens_page_tabs_get_tab (self->tabs);
  gboolean any = self->location && !poplens_location_get (self->location, "tab");

  for (guint i = 0; self->bundle && self->location && i < self->shown->len; i++) {
    gboolean in_front = !g_strcmp0 (((FollowedTab *) self->shown->pdata[i])->key, tab);
    gboolean would_be =
        any && poplens_page_bundle_get_section (self->bundle, i)->state != POPLENS_PARTIAL;
    if ((in_front || would_be) && is_stale (self, i))
      return (int) i;
    if (in_front)
      return -1;
  }
  return -1;
}

/* Returns the index of the section to make next. The tab in front comes first, then the column
 * beside the chart. −1 if neither is stale. */
static int
find_stale (PoplensPageFollow *self)
{
  const char *beside = poplens_page_tabs_get_beside (self->tabs);
  int index = find_stale_tab (self);

  for (guint i = 0; index < 0 && beside && self->bundle && self->location && i < self->shown->len;
       i++)
    if (!g_strcmp0 (((FollowedTab *) self->shown->pdata[i])->key, beside) && is_stale (self, i))
      return (int) i;
  return index;
}

static void
make_next (PoplensPageFollow *self)
{
  g_autoptr (GTask) task = NULL;
  int index = find_stale (self);
  FollowJob *job;

  if (index < 0)
    return;
  job = g_new0 (FollowJob, 1);
  job->bundle = poplens_page_bundle_ref (self->bundle);
  job->location = poplens_location_ref (self->location);
  job->index = (guint) index;
  job->is_wanted = ((FollowedTab *) self->shown->pdata[index])->is_wanted;
  self->cancellable = g_cancellable_new ();
  self->making = poplens_page_bundle_get_section (self->bundle, (guint) index)->key;
  self->since = g_get_monotonic_time ();
  poplens_work_watch (self->cancellable, on_table_work, self);
  task = g_task_new (NULL, self->cancellable, on_table, self);
  g_task_set_task_data (task, job, follow_job_free);
  g_task_run_in_thread (task, table_thread);
}

static gboolean
on_rest (gpointer data)
{
  PoplensPageFollow *self = data;

  self->rest = 0;
  make_next (self);
  return G_SOURCE_REMOVE;
}

/* TRUE if @location needs the same tables and charts as the last location: the keys that they
 * depend on have the same values. */
static gboolean
is_same (PoplensPageFollow *self, const PoplensLocation *location)
{
  for (guint i = 0; self->location && i < self->bundle->page->sections->len; i++) {
    const PoplensSection *section = self->bundle->page->sections->pdata[i];
    g_autofree char *old = poplens_section_followed (section, self->location);
    g_autofree char *now = poplens_section_followed (section, location);
    if (is_made_here (section) && strcmp (old, now))
      return FALSE;
  }
  return self->location != NULL;
}

void
poplens_page_follow_location (PoplensPageFollow *self, const PoplensLocation *location)
{
  const char *range = poplens_location_get (location, "range");
  gboolean same, moved;

  if (!self->bundle)
    return;
  same = is_same (self, location);
  moved = !range && self->location &&
          (g_strcmp0 (poplens_location_get (location, "from"),
                      poplens_location_get (self->location, "from")) ||
           g_strcmp0 (poplens_location_get (location, "to"),
                      poplens_location_get (self->location, "to")));
  poplens_location_ref ((PoplensLocation *) location);
  g_clear_pointer (&self->location, poplens_location_unref);
  self->location = (PoplensLocation *) location;
  if (same && (self->rest || self->cancellable))
    return;
  stop_making (self);
  if (moved)
    self->rest = g_timeout_add (SETTLE_MS, on_rest, self);
  else
    make_next (self);
}

void
poplens_page_follow_again (PoplensPageFollow *self, const char *key)
{
  FollowedTab *shown = self->bundle ? find_followed (self->shown, key) : NULL;

  if (!shown)
    return;
  g_clear_pointer (&shown->followed, g_free);
  if (self->rest)
    return;
  stop_making (self);
  make_next (self);
}

static void
on_load (PoplensPageFollow *self, const char *key)
{
  FollowedTab *shown = find_followed (self->shown, key);

  if (!shown)
    return;
  shown->is_wanted = TRUE;
  poplens_page_follow_again (self, key);
}

/* ---- details as text ------------------------------------------------------------------------- */

typedef struct {
  FollowJob *job; /* (nullable): job that makes the table of the step */
  char *plain;
} DetailsText;

static void
details_free (gpointer data)
{
  DetailsText *details = data;

  g_clear_pointer (&details->job, follow_job_free);
  g_free (details->plain);
  g_free (details);
}

/* Formats a table as text: a line per row, cells separated by tabs. (transfer full) */
static char *
table_to_text (const PoplensTable *table)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
    for (guint column = 0; column < poplens_table_n_columns (table); column++) {
      g_autofree char *cell = poplens_table_cell_plain (table, row, column);
      g_string_append (text, cell);
      g_string_append_c (text, column + 1 < poplens_table_n_columns (table) ? '\t' : '\n');
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
details_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  DetailsText *details = data;

  const FollowJob *job = details->job;
  PoplensTable *table = NULL;

  if (job)
    make_table (details->job, cancellable);
  if (job && job->chart && job->chart->digest)
    table = job->chart->digest->details;
  else if (job)
    table = job->table;
  g_task_return_pointer (task, table ? table_to_text (table) : g_strdup (details->plain), g_free);
}

/* Returns a job that makes the table of the step which block @item shows. (transfer full)
 * (nullable): NULL if the block is a group of steps. */
static FollowJob *
step_job (PoplensPageBundle *bundle, const PoplensLocation *location, gsize item)
{
  FollowJob *job;

  for (guint i = 0; i < bundle->page->sections->len; i++) {
    const PoplensSection *section = bundle->page->sections->pdata[i];
    if (!poplens_section_is_tab (section) || g_strcmp0 (section->key, STEP_KEY))
      continue;
    job = g_new0 (FollowJob, 1);
    job->bundle = poplens_page_bundle_ref (bundle);
    job->index = i;
    job->location = poplens_page_select_items (
        bundle->page, location, (PoplensItemRange){item, item + 1}, POPLENS_SELECT_REPLACE);
    if (poplens_location_get (job->location, "executed"))
      return job;
    follow_job_free (job);
  }
  return NULL;
}

void
poplens_page_details_async (PoplensPageBundle *bundle, const PoplensLocation *location, gsize item,
                            GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);
  const PoplensSection *chart = poplens_page_get_chart (bundle->page);
  DetailsText *details = g_new0 (DetailsText, 1);

  details->job = step_job (bundle, location, item);
  details->plain = chart ? poplens_chart_describe_item (chart->chart, item) : g_strdup ("");
  g_task_set_task_data (task, details, details_free);
  g_task_run_in_thread (task, details_thread);
}

char *
poplens_page_details_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
