#include "app/page-search.h"

struct _PoplensPageSearch {
  PoplensChartWidget *chart;
  PoplensPageBundle *bundle; /* that was searched */
  char *words;
  GCancellable *cancellable; /* of the search under way; NULL: none */
};

typedef struct {
  PoplensPageBundle *bundle;
  PoplensPlace *place;
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  poplens_page_bundle_unref (request->bundle);
  poplens_place_unref (request->place);
  g_free (request);
}

PoplensPageSearch *
poplens_page_search_new (PoplensChartWidget *chart)
{
  PoplensPageSearch *self = g_new0 (PoplensPageSearch, 1);

  self->chart = chart;
  return self;
}

static void
cancel (PoplensPageSearch *self)
{
  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

void
poplens_page_search_free (PoplensPageSearch *self)
{
  cancel (self);
  g_clear_pointer (&self->bundle, poplens_page_bundle_unref);
  g_free (self->words);
  g_free (self);
}

static void
search_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Request *request = data;

  g_task_return_pointer (
      task, poplens_page_found_items (request->bundle->page, request->place, cancellable),
      (GDestroyNotify) g_array_unref);
}

/* One that was cancelled has an error, and @data may be gone. */
static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) found = g_task_propagate_pointer (G_TASK (result), &error);
  PoplensPageSearch *self = data;

  if (error)
    return;
  g_clear_object (&self->cancellable);
  poplens_chart_widget_set_found (self->chart, found);
}

static const char *
words_of (const PoplensPage *page, const PoplensPlace *place)
{
  for (guint i = 0; i < page->controls->len; i++) {
    const PoplensControl *control = page->controls->pdata[i];
    const char *words = control->is_search ? poplens_place_get (place, control->key) : NULL;
    if (words && *words)
      return words;
  }
  return NULL;
}

void
poplens_page_search_run (PoplensPageSearch *self, PoplensPageBundle *bundle,
                         const PoplensPlace *place)
{
  const char *words = words_of (bundle->page, place);
  g_autoptr (GTask) task = NULL;
  Request *request;

  if (bundle == self->bundle && !g_strcmp0 (words, self->words))
    return;
  cancel (self);
  poplens_page_bundle_ref (bundle);
  g_clear_pointer (&self->bundle, poplens_page_bundle_unref);
  self->bundle = bundle;
  g_free (self->words);
  self->words = g_strdup (words);
  if (!words) {
    poplens_chart_widget_set_found (self->chart, NULL);
    return;
  }
  request = g_new (Request, 1);
  *request =
      (Request){poplens_page_bundle_ref (bundle), poplens_place_ref ((PoplensPlace *) place)};
  self->cancellable = g_cancellable_new ();
  task = g_task_new (NULL, self->cancellable, on_found, self);
  g_task_set_task_data (task, request, request_free);
  g_task_run_in_thread (task, search_thread);
}
