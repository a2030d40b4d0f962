#include "profile/crew.h"

#include "base/work.h"

/* ---- two at work -------------------------------------------------------------------------------
 */

/* So many are done by one sooner than a connection for another is open. */
#define FEW_JOBS 3

typedef struct {
  const PoplensLoad *load; /* the caller's */
  const GArray *jobs;
  const char *what;
  PoplensWork work;
  gint next, done, failed; /* atomic */
} Crew;

static void
work (Crew *self, const PoplensLoad *load)
{
  while (!g_atomic_int_get (&self->failed)) {
    guint i = (guint) g_atomic_int_add (&self->next, 1);
    if (i >= self->jobs->len)
      break;
    const PoplensJob *job = &g_array_index (self->jobs, PoplensJob, i);
    if (!job->func (load, job->data, NULL))
      g_atomic_int_set (&self->failed, 1);
    poplens_work_go_on (&self->work, self->what, (guint64) g_atomic_int_add (&self->done, 1) + 1,
                        self->jobs->len);
  }
}

static gpointer
help (gpointer data)
{
  Crew *self = data;
  const PoplensDatabase *callers = self->load->database;
  g_autoptr (PoplensDatabase) own =
      poplens_database_open (callers->path, callers->schema, NULL, NULL);
  PoplensLoad load = *self->load;

  /* Without one the caller does it all. */
  if (!own)
    return NULL;
  load.database = own;
  poplens_database_begin (own);
  work (self, &load);
  poplens_database_end (own);
  return NULL;
}

void
poplens_crew_add (GArray *jobs, PoplensSliceReader func, gpointer slices, gsize size, guint n)
{
  for (guint i = 0; i < n; i++) {
    PoplensJob job = {func, (guint8 *) slices + i * size};
    g_array_append_val (jobs, job);
  }
}

gboolean
poplens_crew_run (const PoplensLoad *load, const GArray *jobs, const char *what, double from,
                  double to)
{
  PoplensWork whole = poplens_work_of (load->cancellable);
  Crew crew = {
      .load = load, .jobs = jobs, .what = what, .work = poplens_work_share (&whole, from, to)};
  GThread *helper =
      jobs->len > FEW_JOBS ? g_thread_try_new ("poplens-read", help, &crew, NULL) : NULL;

  work (&crew, load);
  g_clear_pointer (&helper, g_thread_join);
  return !crew.failed;
}

/* ---- slices ------------------------------------------------------------------------------------
 */

gboolean
poplens_load_span (const PoplensLoad *load, const char *table, PoplensRowSpan *span)
{
  PoplensDatabase *database = load->database;
  const PoplensSchemaTable *found = poplens_schema_get_table (database->schema, table);
  const char *reason;
  const PoplensLeaves *leaves =
      found && !found->refused ? poplens_database_leaves (database, found, &reason) : NULL;

  return leaves && poplens_leaves_bounds (leaves, &database->pages, &span->first, &span->last) &&
         span->first >= 0 && span->last < G_MAXUINT32 &&
         (guint64) (span->last - span->first) < database->most_rows;
}

guint32
poplens_span_length (PoplensRowSpan span)
{
  return (guint32) (span.last - span.first + 1);
}

guint
poplens_span_slices (PoplensRowSpan span, guint32 rows)
{
  return (guint) ((span.last - span.first) / rows) + 1;
}

PoplensRowSpan
poplens_span_slice (PoplensRowSpan span, guint32 rows, guint i)
{
  gint64 first = span.first + (gint64) i * rows;

  return (PoplensRowSpan){first, MIN (first + rows - 1, span.last)};
}

const PoplensRowSpan poplens_span_whole = {0, -1};

gboolean
poplens_span_is_slice (PoplensRowSpan span)
{
  return span.last >= 0;
}

PoplensQuery *
poplens_load_slice_rows (const PoplensLoad *load, const char *table, const char *columns,
                         const char *order, PoplensRowSpan span, GError **error)
{
  return poplens_span_is_slice (span) ? poplens_query_new_span (load->database, table, columns,
                                                                span, load->cancellable, error)
                                      : poplens_load_rows (load, table, columns, order, error);
}

guint32
poplens_slice_grown (guint32 room)
{
  return MAX (room + room / 2, 4096);
}

gboolean
poplens_slice_has_room (PoplensQuery *q, PoplensRowSpan span, guint32 n, guint32 room)
{
  if (n < room || !poplens_span_is_slice (span))
    return TRUE;
  poplens_query_fail (q, "there are more rows than row IDs");
  return FALSE;
}
