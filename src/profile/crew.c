#include "profile/crew.h"

#include "base/work.h"

/* ---- two at work -------------------------------------------------------------------------------
 */

typedef struct {
  const PoplensJob *jobs;
  guint n;
  PoplensWork work;
  gint next, done, failed; /* atomic */
} Crew;

static gboolean
work (const PoplensLoad *load, gpointer data, GError **error)
{
  Crew *self = data;

  while (!g_atomic_int_get (&self->failed)) {
    guint i = (guint) g_atomic_int_add (&self->next, 1);
    if (i >= self->n)
      return TRUE;
    if (!self->jobs[i].func (load, self->jobs[i].data, error))
      g_atomic_int_set (&self->failed, 1);
    poplens_work_go_on (&self->work, "Reading executed steps",
                        (guint64) g_atomic_int_add (&self->done, 1) + 1, self->n);
  }
  return FALSE;
}

void
poplens_crew_add (GArray *jobs, PoplensBesideFunc func, gpointer slices, gsize size, guint n)
{
  for (guint i = 0; i < n; i++) {
    PoplensJob job = {func, (guint8 *) slices + i * size};
    g_array_append_val (jobs, job);
  }
}

gboolean
poplens_crew_run (const PoplensLoad *load, const PoplensJob *jobs, guint n, double from, double to)
{
  PoplensWork whole = poplens_work_of (load->cancellable);
  Crew crew = {.jobs = jobs, .n = n, .work = poplens_work_share (&whole, from, to)};
  PoplensBeside *beside = n > 1 ? poplens_beside_start (load, work, &crew) : NULL;
  gboolean good = work (load, &crew, NULL);

  if (beside)
    good = poplens_beside_join (beside, NULL) && good;
  return good;
}

/* ---- slices ------------------------------------------------------------------------------------
 */

/* The row id at one end. */
static gboolean
find_end (const PoplensLoad *load, const char *table, const char *tail, gint64 *id)
{
  g_autoptr (PoplensQuery) q =
      poplens_query_new (load->database, table, "rowid!", tail, load->cancellable, NULL);
  gboolean there = FALSE;

  while (q && poplens_query_next (q)) {
    *id = poplens_query_i64 (q, 0);
    there = TRUE;
  }
  return there && poplens_query_end (q, NULL);
}

gboolean
poplens_load_span (const PoplensLoad *load, const char *table, PoplensRowSpan *span)
{
  return poplens_load_has (load, table) &&
         find_end (load, table, "ORDER BY rowid LIMIT 1", &span->first) &&
         find_end (load, table, "ORDER BY rowid DESC LIMIT 1", &span->last) && span->first >= 0 &&
         span->last >= span->first && span->last < G_MAXUINT32 &&
         (guint64) (span->last - span->first) < load->database->most_rows;
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

PoplensRowSpan *
poplens_span_cut (PoplensRowSpan span, guint32 rows, guint *n)
{
  PoplensRowSpan *slices;

  *n = poplens_span_slices (span, rows);
  slices = g_new (PoplensRowSpan, *n);
  for (guint i = 0; i < *n; i++)
    slices[i] = poplens_span_slice (span, rows, i);
  return slices;
}

PoplensQuery *
poplens_load_slice_query (const PoplensLoad *load, const char *table, const char *columns,
                          const char *where, PoplensRowSpan span, GError **error)
{
  g_autofree char *tail = g_strconcat ("WHERE ", where, " rowid BETWEEN ? AND ?", NULL);
  PoplensQuery *q =
      poplens_query_new_handed (load->database, table, columns, tail, load->cancellable, error);

  if (q) {
    poplens_query_bind (q, 1, span.first);
    poplens_query_bind (q, 2, span.last);
  }
  return q;
}

const PoplensRowSpan poplens_span_whole = {0, -1};

gboolean
poplens_span_is_slice (PoplensRowSpan span)
{
  return span.last >= 0;
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
  poplens_query_fail (q, "there are more rows than row ids");
  return FALSE;
}
