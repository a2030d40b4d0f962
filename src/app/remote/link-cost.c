/* Estimates what an operation transfers, describes it, and asks the user. */
#include "app/remote/link-cost.h"

#include "app/remote/remote-ready.h"
#include "base/format.h"
#include "remote/address.h"

/* ---- question shown in place of an expensive page -------------------------------------------- */

struct _PoplensPageQuestion {
  AdwBin parent;
  AdwStatusPage *status;
};

G_DEFINE_FINAL_TYPE (PoplensPageQuestion, poplens_page_question, ADW_TYPE_BIN)

static void
on_load (PoplensPageQuestion *self)
{
  g_signal_emit_by_name (self, "accepted");
}

void
poplens_page_question_set (PoplensPageQuestion *self, PoplensReport *report, const char *title,
                           guint64 bytes)
{
  g_autofree char *head = g_strdup_printf ("%s Not Loaded", title);
  g_autofree char *cost = poplens_cost_describe (report, bytes);
  g_autofree char *text = bytes ? g_strdup_printf ("Needs about %s.", cost) : NULL;

  adw_status_page_set_title (self->status, head);
  adw_status_page_set_description (self->status, text);
}

void
poplens_page_question_set_small (PoplensPageQuestion *self)
{
  GtkWidget *buttons = adw_status_page_get_child (self->status);

  adw_status_page_set_icon_name (self->status, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->status), "compact");
  gtk_orientable_set_orientation (GTK_ORIENTABLE (buttons), GTK_ORIENTATION_HORIZONTAL);
}

static void
poplens_page_question_class_init (PoplensPageQuestionClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_signal_new ("accepted", POPLENS_TYPE_PAGE_QUESTION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/page-question.ui");
  gtk_widget_class_bind_template_child (widget_class, PoplensPageQuestion, status);
  gtk_widget_class_bind_template_callback (widget_class, on_load);
}

static void
poplens_page_question_init (PoplensPageQuestion *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* ---- the cost -------------------------------------------------------------------------------- */

typedef struct {
  PoplensReport *report;
  guint32 parts;
  guint64 bytes;
} CostJob;

static void
cost_job_free (gpointer data)
{
  CostJob *job = data;

  g_object_unref (job->report);
  g_free (job);
}

static void
estimate_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  CostJob *job = data;
  g_autoptr (PoplensReport) other = poplens_report_ref_other (job->report);

  job->bytes = poplens_report_estimate (job->report, job->parts, cancellable);
  if (other)
    job->bytes += poplens_report_estimate (other, job->parts, cancellable);
  g_task_return_boolean (task, TRUE);
}

void
poplens_cost_async (PoplensReport *report, guint32 parts, GCancellable *cancellable,
                    GAsyncReadyCallback callback, gpointer user_data)
{
  /* Pass no source object: the task would hold a reference to a widget, and a worker could drop the
   * last one. A widget must not be finalized on a worker. */
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  CostJob *job = g_new (CostJob, 1);

  *job = (CostJob){g_object_ref (report), parts, 0};
  g_task_set_task_data (task, job, cost_job_free);
  g_task_run_in_thread (task, estimate_thread);
}

guint64
poplens_cost_finish (GAsyncResult *result)
{
  const CostJob *job = g_task_get_task_data (G_TASK (result));

  return g_task_propagate_boolean (G_TASK (result), NULL) ? job->bytes : 0;
}

char *
poplens_cost_describe (PoplensReport *report, guint64 bytes)
{
  guint64 rate = poplens_remote_rate (poplens_report_get_path (report));
  PoplensNumber size, time;

  poplens_format_bytes (size, bytes, POPLENS_BYTE_UNIT_BINARY);
  if (!rate)
    return g_strdup (size);
  poplens_format_estimate (time, (double) bytes / (double) rate);
  return g_strdup_printf ("%s, %s over this connection", size, time);
}

/* Returns the host of @report, such as "kim@gc-01". (transfer full) (nullable): NULL if the report
 * is local. */
static char *
destination_of (PoplensReport *report)
{
  g_autoptr (PoplensAddress) address =
      poplens_report_is_near (report)
          ? NULL
          : poplens_address_parse (poplens_report_get_path (report), NULL);

  return address ? poplens_address_get_destination (address) : NULL;
}

char *
poplens_cost_destination (PoplensReport *report)
{
  g_autoptr (PoplensReport) other = poplens_report_ref_other (report);
  char *destination = destination_of (report);

  return destination || !other ? destination : destination_of (other);
}

guint64
poplens_cost_received (PoplensReport *report)
{
  g_autoptr (PoplensReport) other = poplens_report_ref_other (report);
  g_autofree char *here = destination_of (report), *there = other ? destination_of (other) : NULL;
  guint64 received = poplens_remote_received (poplens_report_get_path (report));

  /* If both reports are on one host, they use the same connection: do not count its bytes twice. */
  if (there && g_strcmp0 (here, there) != 0)
    received += poplens_remote_received (poplens_report_get_path (other));
  return received;
}
