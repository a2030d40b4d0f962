/* PoplensPageBundle: loads the parts of a page, builds page and table rows on a worker, and reports
 * progress. */
#include "app/page/page-bundle.h"

#include "app/table/table-longest.h"
#include "app/table/table-widget.h"
#include "derived/insights/kinds-source.h"

const PoplensSection *
poplens_page_bundle_get_section (PoplensPageBundle *self, guint index)
{
  return index < self->page->sections->len ? g_ptr_array_index (self->page->sections, index) : NULL;
}

guint32
poplens_page_bundle_next_parts (const PoplensPageBundle *self)
{
  const guint32 files =
      POPLENS_PART_BIT (POPLENS_PART_ARCHIVE) | POPLENS_PART_BIT (POPLENS_PART_DEBUG);
  guint32 later = self->page->later;

  return later & ~files ? later & ~files : later;
}

gboolean
poplens_page_bundle_is_behind (const PoplensPageBundle *self)
{
  guint32 later = poplens_page_bundle_next_parts (self);

  if (self->page->kinds_later && !poplens_kinds_are_due (self->report))
    return TRUE;
  for (guint p = 0; p < POPLENS_N_PARTS; p++)
    if (later & POPLENS_PART_BIT (p) && !poplens_report_peek (self->report, p) &&
        !poplens_report_peek_damage (self->report, p))
      return FALSE;
  return later != 0;
}

static PoplensTableView *
view_of (const PoplensSection *section, const PoplensLocation *location,
         PoplensPageDefaults defaults, GCancellable *cancellable)
{
  if (section->kind != POPLENS_SECTION_TABLE || !section->table)
    return NULL;
  poplens_table_find_longest (section->table, defaults.unit);
  PoplensTableState state = poplens_table_state (section->table, location);
  return poplens_table_view_for (section->table, state.filter, state.sort, cancellable);
}

static void
free_view (gpointer view)
{
  if (view)
    poplens_table_view_free (view);
}

/* Makes a bundle of @page, with its tables sorted and filtered. @page: (transfer full) (nullable).
 * Returns NULL if @page is NULL, or with @error if cancelled. */
static PoplensPageBundle *
bundle_new (PoplensReport *report, const PoplensLocation *location, PoplensPageDefaults defaults,
            PoplensPage *page, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensPageBundle) self = NULL;

  if (!page)
    return NULL;
  self = g_new0 (PoplensPageBundle, 1);
  g_atomic_ref_count_init (&self->refs);
  self->report = g_object_ref (report);
  self->other = poplens_report_ref_other (report);
  self->defaults = defaults;
  self->page = page;
  self->views = g_ptr_array_new_with_free_func (free_view);
  for (guint i = 0; i < page->sections->len; i++)
    g_ptr_array_add (self->views, view_of (g_ptr_array_index (page->sections, i), location,
                                           defaults, cancellable));
  return g_cancellable_set_error_if_cancelled (cancellable, error) ? NULL : g_steal_pointer (&self);
}

static gboolean
may_continue (const PoplensPageBundle *self, PoplensReport *report, PoplensReport *other,
              PoplensPageDefaults defaults, PoplensPageId page)
{
  return self->report == report && self->other == other &&
         poplens_page_defaults_equal (self->defaults, defaults) && self->page->id == page &&
         self->page->state == POPLENS_WHOLE;
}

gboolean
poplens_page_bundle_continues (PoplensPageBundle *self, PoplensPageBundle *next)
{
  return may_continue (self, next->report, next->other, next->defaults, next->page->id);
}

PoplensPageBundle *
poplens_page_bundle_build (PoplensReport *report, const PoplensLocation *location,
                           PoplensPageDefaults defaults, PoplensPageBundle *before,
                           const PoplensWork *work, GError **error)
{
  g_autoptr (PoplensReport) other = poplens_report_ref_other (report);
  gboolean goes_on = before && may_continue (before, report, other, defaults,
                                             poplens_location_get_page (location));
  PoplensPage *page = poplens_page_build_work (report, location, defaults,
                                               goes_on ? before->page : NULL, work, error);

  return bundle_new (report, location, defaults, page, work->cancellable, error);
}

PoplensPageBundle *
poplens_page_bundle_ref (PoplensPageBundle *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
poplens_page_bundle_unref (PoplensPageBundle *self)
{
  if (!self || !g_atomic_ref_count_dec (&self->refs))
    return;
  g_ptr_array_unref (self->views);
  poplens_page_free (self->page);
  g_object_unref (self->report);
  g_clear_object (&self->other);
  g_free (self);
}

PoplensTableView *
poplens_page_bundle_steal_view (PoplensPageBundle *self, guint index)
{
  return index < self->views->len ? g_steal_pointer (&self->views->pdata[index]) : NULL;
}

/* ---- on a worker ----------------------------------------------------------------------------- */

typedef struct {
  PoplensReport *report;
  PoplensLocation *location;
  PoplensPageDefaults defaults;
  PoplensPageBundle *before; /* (nullable) */
  PoplensBundleListener listener;
  gboolean by_work;      /* readers of parts report the progress, instead of on_part_progress () */
  GMainContext *context; /* main context on which the caller's callbacks run */
  GMutex lock;           /* protects the fields below */
  gboolean loaded;
  double fraction;
  const char *what;
  gboolean told;              /* an idle source that reports progress is pending */
  PoplensPageBundle *partial; /* (nullable): partial page that was not reported to the caller yet */
} BundleRequest;

static void
request_free (gpointer data)
{
  BundleRequest *request = data;

  g_object_unref (request->report);
  poplens_location_unref (request->location);
  g_clear_pointer (&request->partial, poplens_page_bundle_unref);
  g_clear_pointer (&request->before, poplens_page_bundle_unref);
  g_main_context_unref (request->context);
  g_mutex_clear (&request->lock);
  g_free (request);
}

static void
on_part_progress (double fraction, const char *what, gpointer data)
{
  BundleRequest *request = data;
  g_autofree char *text = g_strdup_printf ("Loading %s", what);

  if (!request->loaded && !request->by_work && request->listener.progress)
    request->listener.progress (fraction, text, request->listener.data);
}

static gboolean
tell_work (gpointer data)
{
  BundleRequest *request = g_task_get_task_data (data);
  g_autoptr (PoplensPageBundle) partial = NULL;
  double fraction;
  const char *what;

  g_mutex_lock (&request->lock);
  request->told = FALSE;
  fraction = request->fraction;
  what = request->what;
  partial = g_steal_pointer (&request->partial);
  g_mutex_unlock (&request->lock);
  /* Do not report to the caller if the task is cancelled or has ended. */
  if (g_task_get_completed (data) || g_cancellable_is_cancelled (g_task_get_cancellable (data)))
    return G_SOURCE_REMOVE;
  if (request->listener.progress && what)
    request->listener.progress (fraction, what, request->listener.data);
  if (partial)
    request->listener.partial (partial, request->listener.data);
  return G_SOURCE_REMOVE;
}

/* Schedules a progress report to the caller, in the caller's main context. Does nothing if an idle
 * source is already pending, which will report the latest state. Called with the lock held. */
static void
tell_soon (GTask *task, BundleRequest *request)
{
  GSource *source;

  if (request->told)
    return;
  request->told = TRUE;
  /* Attach an idle source: g_main_context_invoke () would call the caller on this thread if no
   * thread iterates the context. */
  source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT_IDLE);
  g_source_set_callback (source, tell_work, g_object_ref (task), g_object_unref);
  g_source_attach (source, request->context);
  g_source_unref (source);
}

/* Called on the worker with the progress of building the page. */
static void
on_bundle_work (double fraction, const char *what, gpointer data)
{
  BundleRequest *request = g_task_get_task_data (data);

  g_mutex_lock (&request->lock);
  request->fraction = fraction;
  request->what = what;
  tell_soon (data, request);
  g_mutex_unlock (&request->lock);
}

/* Called on any thread while parts are read. Two threads can report at the same time, so lower
 * fractions are ignored: progress never goes back. */
static void
on_reading (double fraction, const char *what, gpointer data)
{
  BundleRequest *request = g_task_get_task_data (data);

  g_mutex_lock (&request->lock);
  if (!request->loaded && fraction >= request->fraction) {
    request->fraction = fraction;
    request->what = what;
    tell_soon (data, request);
  }
  g_mutex_unlock (&request->lock);
}

/* Builds a partial page from the loaded parts while other parts of the page are being loaded. */
static void
build_partial (GTask *task, BundleRequest *request, GCancellable *cancellable)
{
  PoplensWork work = {on_bundle_work, task, cancellable, 0, 1};
  PoplensPage *page =
      poplens_page_build_partial (request->report, request->location, request->defaults, &work);
  PoplensPageBundle *bundle =
      bundle_new (request->report, request->location, request->defaults, page, cancellable, NULL);

  if (!bundle)
    return;
  g_mutex_lock (&request->lock);
  request->partial = bundle;
  tell_soon (task, request);
  g_mutex_unlock (&request->lock);
}

static void
build_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  BundleRequest *request = data;
  GError *error = NULL;
  PoplensWork work = {on_bundle_work, task, cancellable, 0, 1};

  poplens_lower_priority (POPLENS_NICE_LOADING);
  if (request->listener.partial)
    build_partial (task, request, cancellable);
  PoplensPageBundle *bundle = poplens_page_bundle_build (
      request->report, request->location, request->defaults, request->before, &work, &error);

  if (bundle)
    g_task_return_pointer (task, bundle, (GDestroyNotify) poplens_page_bundle_unref);
  else
    g_task_return_error (task, error);
}

static void
on_parts_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  BundleRequest *request = g_task_get_task_data (task);

  g_mutex_lock (&request->lock);
  request->loaded = TRUE;
  g_mutex_unlock (&request->lock);
  /* Ignore errors: the page says what could not be loaded. */
  poplens_report_load_finish (POPLENS_REPORT (source), result, NULL);
  if (!g_task_return_error_if_cancelled (task))
    g_task_run_in_thread (task, build_thread);
}

void
poplens_page_bundle_build_async (PoplensReport *report, PoplensLocation *location,
                                 PoplensPageDefaults defaults, PoplensPageBundle *before,
                                 const PoplensBundleListener *listener, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  BundleRequest *request = g_new0 (BundleRequest, 1);
  guint32 parts = poplens_page_parts_of_location (location);

  request->report = g_object_ref (report);
  request->location = poplens_location_ref (location);
  request->defaults = defaults;
  request->before = before ? poplens_page_bundle_ref (before) : NULL;
  request->listener = *listener;
  request->by_work = (parts & POPLENS_PART_BIT (POPLENS_PART_EXECUTION)) &&
                     !poplens_report_peek (report, POPLENS_PART_EXECUTION);
  request->context = g_main_context_ref_thread_default ();
  g_mutex_init (&request->lock);
  g_task_set_task_data (task, request, request_free);
  /* Keep @task until all reading and building has ended, because it is the data of on_reading ().
   */
  poplens_work_attach (cancellable, on_reading, task);
  poplens_report_load_async (report, parts, on_part_progress, request, cancellable, on_parts_loaded,
                             task);
}

PoplensPageBundle *
poplens_page_bundle_build_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
