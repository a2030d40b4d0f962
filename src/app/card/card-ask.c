#include "app/card/card-ask.h"

#include "app/remote/link-cost.h"
#include "tables/engine/registry.h"
#include "tables/find/find.h"

typedef struct {
  PoplensReport *report;
  char *ref;
  gboolean is_wanted;
  guint64 bytes; /* answer: that it would bring */
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_object_unref (question->report);
  g_free (question->ref);
  g_free (question);
}

/* What the search for the thing reads; all that is told of it is in these parts. */
static guint64
estimate (const Question *question, GCancellable *cancellable)
{
  guint64 bytes = poplens_report_estimate (question->report, poplens_finder_parts (), cancellable);

  return bytes > POPLENS_COST_UNASKED ? bytes : 0;
}

static PoplensTable *
build (const Question *question, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensLocation) page = poplens_location_new (POPLENS_PAGE_SUMMARY);
  g_autoptr (PoplensLocation) location = poplens_location_with (page, "thing", question->ref);

  return poplens_tables_build ("card", question->report, location, cancellable, error);
}

static void
answer (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Question *question = data;
  PoplensTable *table = NULL;
  GError *error = NULL;

  if (!question->is_wanted && !poplens_report_is_near (question->report))
    question->bytes = estimate (question, cancellable);
  if (!question->bytes)
    table = build (question, cancellable, &error);
  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, table, (GDestroyNotify) poplens_table_unref);
}

void
poplens_card_ask_async (PoplensReport *report, const char *ref, gboolean is_wanted,
                        GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  Question *question = g_new (Question, 1);

  *question = (Question){g_object_ref (report), g_strdup (ref), is_wanted, 0};
  g_task_set_task_data (task, question, question_free);
  g_task_run_in_thread (task, answer);
}

PoplensTable *
poplens_card_ask_finish (GAsyncResult *result, guint64 *bytes, GError **error)
{
  *bytes = ((Question *) g_task_get_task_data (G_TASK (result)))->bytes;
  return g_task_propagate_pointer (G_TASK (result), error);
}
