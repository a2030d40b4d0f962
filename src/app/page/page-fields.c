/* PoplensPageFields: reads the fields of a chart on up to two workers, and cancels reading if the
 * view changes. */
#include "app/page/page-fields.h"

#include "charts/lanes/field.h"

#include <string.h>

/* Fields are read when the chart's layout has not changed for this number of milliseconds. */
#define REST 60
/* Milliseconds between updates of the reading progress. */
#define TELL 300
/* Maximum number of fields that are read in parallel. */
#define MOST_READERS 2

struct _PoplensPageFields {
  PoplensChartWidget *chart; /* (not owned): chart whose fields are read */
  PoplensPageBundle *bundle; /* (nullable) */
  PoplensLocation *location; /* (nullable) */
  guint rest, tell;
  guint next, n_readers; /* .next: index of the first field that no reader has begun; .n_readers:
                            number of running readers */
  gulong handler;
  GCancellable *cancellable; /* (nullable): cancels the running readers */
  /* The three fields below are the input of the running or last request. */
  GArray *edges; /* (nullable) */
  PoplensPage *page;
  char *executed;
};

typedef struct {
  PoplensPageBundle *bundle;
  PoplensLocation *location;
  GArray *edges;
  guint field;
} FieldJob;

static void
field_job_free (gpointer data)
{
  FieldJob *job = data;

  poplens_page_bundle_unref (job->bundle);
  poplens_location_unref (job->location);
  g_array_unref (job->edges);
  g_free (job);
}

static void
stop_reading (PoplensPageFields *self)
{
  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->tell, g_source_remove);
  self->n_readers = 0;
}

static gboolean
on_tell (gpointer data)
{
  PoplensPageFields *self = data;

  poplens_chart_widget_refresh (self->chart);
  return G_SOURCE_CONTINUE;
}

static void
clear_fields (PoplensPageFields *self)
{
  g_clear_pointer (&self->edges, g_array_unref);
  g_clear_pointer (&self->executed, g_free);
  self->page = NULL;
}

/* ---- one field ------------------------------------------------------------------------------- */

static void
read_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  FieldJob *job = data;
  PoplensWork work = {.cancellable = cancellable, .to = 1};
  GError *error = NULL;

  if (poplens_page_fetch_field (job->bundle->page, job->location, job->field, job->edges, &work,
                                &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void read_more (PoplensPageFields *self);

/* Called when a reader has ended: redraws the chart, and reads the next field. Does not show
 * errors, because the tables of the page report them. */
static void
on_field_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  PoplensPageFields *self = data;

  g_task_propagate_boolean (G_TASK (result), &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self->n_readers--;
  if (error)
    self->next = poplens_page_n_fields (self->bundle->page);
  read_more (self);
  poplens_chart_widget_refresh (self->chart);
}

static void
read_field (PoplensPageFields *self, guint field)
{
  g_autoptr (GTask) task = NULL;
  FieldJob *job = g_new (FieldJob, 1);

  *job = (FieldJob){poplens_page_bundle_ref (self->bundle), poplens_location_ref (self->location),
                    g_array_ref (self->edges), field};
  task = g_task_new (NULL, self->cancellable, on_field_read, self);
  g_task_set_task_data (task, job, field_job_free);
  g_task_run_in_thread (task, read_thread);
}

static void
read_more (PoplensPageFields *self)
{
  guint most = MIN (g_get_num_processors (), MOST_READERS);

  while (self->n_readers < most && self->next < poplens_page_n_fields (self->bundle->page)) {
    self->n_readers++;
    read_field (self, self->next++);
  }
  if (!self->n_readers)
    stop_reading (self);
}

/* ---- requests -------------------------------------------------------------------------------- */

static gboolean
is_wanted (PoplensPageFields *self, const GArray *edges)
{
  return self->edges && self->page == self->bundle->page && self->edges->len == edges->len &&
         !memcmp (self->edges->data, edges->data, edges->len * sizeof (guint64)) &&
         !g_strcmp0 (self->executed, poplens_location_get (self->location, "executed"));
}

static gboolean
on_rest (gpointer data)
{
  PoplensPageFields *self = data;
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self->chart);
  g_autoptr (GArray) edges = NULL;

  self->rest = 0;
  if (!layout || !self->bundle || !poplens_page_n_fields (self->bundle->page))
    return G_SOURCE_REMOVE;
  edges = poplens_chart_layout_field_edges (layout,
                                            poplens_page_most_field_columns (self->bundle->page));
  if (is_wanted (self, edges))
    return G_SOURCE_REMOVE;
  stop_reading (self);
  clear_fields (self);
  self->edges = g_steal_pointer (&edges);
  self->page = self->bundle->page;
  self->executed = g_strdup (poplens_location_get (self->location, "executed"));
  self->cancellable = g_cancellable_new ();
  self->next = 0;
  self->tell = g_timeout_add (TELL, on_tell, self);
  read_more (self);
  return G_SOURCE_REMOVE;
}

static void
on_layout_changed (PoplensPageFields *self)
{
  if (!self->rest && self->bundle && poplens_page_n_fields (self->bundle->page))
    self->rest = g_timeout_add (REST, on_rest, self);
}

void
poplens_page_fields_follow (PoplensPageFields *self, PoplensPageBundle *bundle,
                            const PoplensLocation *location)
{
  poplens_page_bundle_ref (bundle);
  if (self->bundle != bundle) {
    stop_reading (self);
    clear_fields (self);
  }
  g_clear_pointer (&self->bundle, poplens_page_bundle_unref);
  g_clear_pointer (&self->location, poplens_location_unref);
  self->bundle = bundle;
  self->location = poplens_location_ref ((PoplensLocation *) location);
  on_layout_changed (self);
}

/* ---- construction and destruction ------------------------------------------------------------ */

PoplensPageFields *
poplens_page_fields_new (PoplensChartWidget *chart)
{
  PoplensPageFields *self = g_new0 (PoplensPageFields, 1);

  self->chart = chart;
  self->handler =
      g_signal_connect_swapped (chart, "layout-changed", G_CALLBACK (on_layout_changed), self);
  return self;
}

void
poplens_page_fields_free (PoplensPageFields *self)
{
  stop_reading (self);
  g_clear_handle_id (&self->rest, g_source_remove);
  g_signal_handler_disconnect (self->chart, self->handler);
  clear_fields (self);
  g_clear_pointer (&self->bundle, poplens_page_bundle_unref);
  g_clear_pointer (&self->location, poplens_location_unref);
  g_free (self);
}
