#include "app/page-bundle.h"

#include "app/table-longest.h"
#include "app/table-state.h"

const PoplensBlock *
poplens_page_bundle_get_block (PoplensPageBundle *self, guint index)
{
  return index < self->page->blocks->len ? g_ptr_array_index (self->page->blocks, index) : NULL;
}

static PoplensTableView *
view_of (const PoplensBlock *block, const PoplensPlace *place, PoplensByteUnit unit,
         GCancellable *cancellable)
{
  g_autofree char *filter = NULL;
  g_autofree char *sort = NULL;

  if (block->kind != POPLENS_BLOCK_TABLE || !block->table)
    return NULL;
  poplens_table_find_longest (block->table, unit);
  filter = poplens_table_filter_key (block->table);
  sort = poplens_table_sort_key (block->table);
  return poplens_table_view_for (block->table, poplens_place_get (place, filter),
                                 poplens_place_get (place, sort), cancellable);
}

static void
free_view (gpointer view)
{
  if (view)
    poplens_table_view_free (view);
}

PoplensPageBundle *
poplens_page_bundle_build (PoplensReport *report, const PoplensPlace *place, PoplensByteUnit unit,
                           const PoplensWork *work, GError **error)
{
  g_autoptr (PoplensPageBundle) self = NULL;
  GCancellable *cancellable = work->cancellable;
  PoplensPage *page = poplens_page_build_work (report, place, unit, work, error);

  if (!page)
    return NULL;
  self = g_new0 (PoplensPageBundle, 1);
  g_atomic_ref_count_init (&self->refs);
  self->report = g_object_ref (report);
  self->unit = unit;
  self->page = page;
  self->views = g_ptr_array_new_with_free_func (free_view);
  for (guint i = 0; i < page->blocks->len; i++)
    g_ptr_array_add (self->views,
                     view_of (g_ptr_array_index (page->blocks, i), place, unit, cancellable));
  return g_cancellable_set_error_if_cancelled (cancellable, error) ? NULL : g_steal_pointer (&self);
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
  g_free (self);
}

PoplensTableView *
poplens_page_bundle_steal_view (PoplensPageBundle *self, guint index)
{
  return index < self->views->len ? g_steal_pointer (&self->views->pdata[index]) : NULL;
}

/* ---- on a worker -------------------------------------------------------------------------------
 */

typedef struct {
  PoplensReport *report;
  PoplensPlace *place;
  PoplensByteUnit unit;
  PoplensProgressFunc progress;
  gpointer progress_data;
  gboolean loaded;
  GMainContext *context; /* of the progress */
  GMutex lock;           /* of the three below */
  double fraction;
  const char *what;
  gboolean told; /* an idle is on its way */
} Request;

static gboolean
request_free (gpointer data)
{
  Request *request = data;

  g_object_unref (request->report);
  poplens_place_unref (request->place);
  g_main_context_unref (request->context);
  g_mutex_clear (&request->lock);
  g_free (request);
  return G_SOURCE_REMOVE;
}

/* A last word of progress may still be on its way, as an idle of a higher priority. */
static void
request_free_later (gpointer data)
{
  g_idle_add_full (G_PRIORITY_LOW, request_free, data, NULL);
}

static void
on_progress (double fraction, const char *what, gpointer data)
{
  Request *request = data;
  g_autofree char *text = g_strdup_printf ("Reading %s", what);

  if (!request->loaded && request->progress)
    request->progress (fraction, text, request->progress_data);
}

static gboolean
tell_work (gpointer data)
{
  Request *request = g_task_get_task_data (data);
  double fraction;
  const char *what;

  g_mutex_lock (&request->lock);
  request->told = FALSE;
  fraction = request->fraction;
  what = request->what;
  g_mutex_unlock (&request->lock);
  /* Whoever gave up on it does not hear of it again. */
  if (request->progress && !g_task_get_completed (data) &&
      !g_cancellable_is_cancelled (g_task_get_cancellable (data)))
    request->progress (fraction, what, request->progress_data);
  return G_SOURCE_REMOVE;
}

/* On the worker: one idle at a time, with the newest word. */
static void
on_work (double fraction, const char *what, gpointer data)
{
  Request *request = g_task_get_task_data (data);
  gboolean told;

  g_mutex_lock (&request->lock);
  request->fraction = fraction;
  request->what = what;
  told = request->told;
  request->told = TRUE;
  g_mutex_unlock (&request->lock);
  if (!told)
    g_main_context_invoke_full (request->context, G_PRIORITY_DEFAULT_IDLE, tell_work,
                                g_object_ref (data), g_object_unref);
}

static void
build_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Request *request = data;
  GError *error = NULL;
  PoplensWork work = {on_work, task, cancellable, 0, 1};
  PoplensPageBundle *bundle =
      poplens_page_bundle_build (request->report, request->place, request->unit, &work, &error);

  if (bundle)
    g_task_return_pointer (task, bundle, (GDestroyNotify) poplens_page_bundle_unref);
  else
    g_task_return_error (task, error);
}

static void
on_parts_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Request *request = g_task_get_task_data (task);

  request->loaded = TRUE;
  /* What cannot be loaded, the page says itself. */
  poplens_report_load_finish (POPLENS_REPORT (source), result, NULL);
  if (!g_task_return_error_if_cancelled (task))
    g_task_run_in_thread (task, build_thread);
}

void
poplens_page_bundle_build_async (PoplensReport *report, PoplensPlace *place, PoplensByteUnit unit,
                                 PoplensProgressFunc progress, gpointer progress_data,
                                 GCancellable *cancellable, GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Request *request = g_new0 (Request, 1);

  request->report = g_object_ref (report);
  request->place = poplens_place_ref (place);
  request->unit = unit;
  request->progress = progress;
  request->progress_data = progress_data;
  request->context = g_main_context_ref_thread_default ();
  g_mutex_init (&request->lock);
  g_task_set_task_data (task, request, request_free_later);
  poplens_report_load_async (report, poplens_page_parts_of_place (place), on_progress, request,
                             cancellable, on_parts_loaded, task);
}

PoplensPageBundle *
poplens_page_bundle_build_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
