/* Reads a large table with two threads: splits it into ranges of row IDs, and joins their columns.
 * If that fails, reads the whole table in one query. */
#include "database/ranges.h"

#include "base/error.h"
#include "base/large.h"
#include "database/columns.h"
#include "database/crew.h"
#include "database/leaves.h"

#include <string.h>

static const PoplensRowSpan whole = {0, -1};

/* ---- columns --------------------------------------------------------------------------------- */

static gpointer
get_column (const PoplensRange *self, const PoplensKept *kept)
{
  gpointer column;

  memcpy (&column, (const guint8 *) self + kept->at, sizeof column);
  return column;
}

static void
set_column (PoplensRange *self, const PoplensKept *kept, gpointer column)
{
  memcpy ((guint8 *) self + kept->at, &column, sizeof column);
}

static void
range_resize (PoplensRange *self, guint32 room)
{
  self->room = room;
  for (const PoplensKept *kept = self->kind->kept; kept->width; kept++)
    set_column (self, kept, poplens_realloc_large (get_column (self, kept), room, kept->width));
}

gboolean
poplens_range_grow (PoplensRange *self, PoplensQuery *q)
{
  if (poplens_range_is_part (self)) {
    poplens_query_fail (q, "there are more rows than row IDs");
    return FALSE;
  }
  range_resize (self, poplens_room_grown (self->room));
  return TRUE;
}

void
poplens_range_keep_id (PoplensRange *self, PoplensQuery *q, guint32 id)
{
  if (poplens_range_is_part (self)) {
    poplens_query_fail (q, "ID %u differs from its row number", id);
    return;
  }
  /* With the first ID that differs from its row number, also store the IDs of all earlier rows. */
  if (!self->ids)
    for (self->ids = POPLENS_COLUMN (guint32); self->ids->len < self->n;)
      POPLENS_PUSH (self->ids, guint32, self->ids->len);
  POPLENS_PUSH (self->ids, guint32, id);
}

/* ---- beginning and end ----------------------------------------------------------------------- */

static PoplensRange *
get_part (const PoplensRange *self, guint i)
{
  return (PoplensRange *) ((guint8 *) self->parts + i * self->kind->size);
}

static void
range_end (PoplensRange *self)
{
  if (self->kind->end)
    self->kind->end (self);
}

static void
free_parts (PoplensRange *self)
{
  for (guint i = 0; i < self->n_parts; i++)
    range_end (get_part (self, i));
  g_clear_pointer (&self->parts, g_free);
  self->n_parts = 0;
}

void
poplens_range_clear (PoplensRange *self)
{
  free_parts (self);
  range_end (self);
  range_resize (self, 0);
  g_clear_pointer (&self->ids, g_array_unref);
  *self = (PoplensRange){.kind = self->kind, .span = whole};
}

static void
range_begin (PoplensRange *self)
{
  if (self->kind->begin)
    self->kind->begin (self);
}

/* ---- in one query ---------------------------------------------------------------------------- */

gboolean
poplens_range_read_whole (PoplensRange *self, PoplensDatabase *database, GError **error)
{
  const PoplensRangeKind *kind = self->kind;

  for (guint o = 0; o < G_N_ELEMENTS (kind->orders) && (!o || kind->orders[o]); o++) {
    g_autoptr (PoplensQuery) q =
        poplens_query_new_rows (database, kind->table, kind->columns, kind->orders[o]);
    poplens_range_clear (self);
    range_begin (self);
    kind->read (q, self);
    if (!poplens_query_end (q, error))
      return FALSE;
    if (!self->unsorted) {
      range_resize (self, MAX (self->n, 1));
      return TRUE;
    }
  }
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
               "%s, table %s: its rows are not in key order; the file is damaged: copy it again or "
               "record a new report",
               database->path, kind->table);
  return FALSE;
}

static gboolean
read_whole (PoplensDatabase *database, gpointer range, GError **error)
{
  return poplens_range_read_whole (range, database, error);
}

/* ---- in ranges ------------------------------------------------------------------------------- */

static gboolean
read_range_part (PoplensDatabase *database, gpointer data, GError **error)
{
  PoplensRange *self = data;
  const PoplensRangeKind *kind = self->kind;
  g_autofree PoplensRange *own = g_memdup2 (
      self, kind->size); /* own copy, so that threads do not share cache lines (PoplensJobFunc) */
  g_autoptr (PoplensQuery) q =
      poplens_query_new_span (database, kind->table, kind->columns, own->span);

  kind->read (q, own);
  memcpy (self, own, kind->size);
  return poplens_query_end (q, error) && !self->unsorted &&
         (!kind->numbered || self->n == self->room);
}

/* Splits @self, whose span is set, into ranges. */
static void
range_split (PoplensRange *self)
{
  const PoplensRangeKind *kind = self->kind;
  guint64 n = (guint64) (self->span.last - self->span.first) + 1;

  range_resize (self, (guint32) n);
  self->n_parts = (guint) ((n + kind->rows - 1) / kind->rows);
  PoplensRange *parts = g_malloc_n (self->n_parts, kind->size);
  for (guint i = 0; i < self->n_parts; i++) {
    PoplensRange *part = (PoplensRange *) ((guint8 *) parts + i * kind->size);
    guint32 first = i * kind->rows;
    memcpy (part, self, kind->size);
    part->n_parts = 0;
    part->room = MIN (kind->rows, (guint32) n - first);
    part->span.first += first;
    part->span.last = part->span.first + part->room - 1;
    for (const PoplensKept *kept = kind->kept; kept->width; kept++)
      set_column (part, kept, (guint8 *) get_column (self, kept) + first * kept->width);
    range_begin (part);
  }
  self->parts = parts;
}

/* Finds the lowest and highest row ID of @table. FALSE if the table is empty, or its leaves cannot
 * be read. FALSE also if IDs are negative, or span more rows than the file can hold. */
static gboolean
find_span (PoplensDatabase *database, const char *table, PoplensRowSpan *span)
{
  const PoplensSchemaTable *found = poplens_schema_get_table (database->schema, table);
  const char *reason;
  PoplensLeaves *leaves =
      found && !found->refused ? poplens_database_leaves (database, found, &reason) : NULL;

  return leaves && poplens_leaves_bounds (leaves, &database->pages, &span->first, &span->last) &&
         span->first >= 0 && span->last < G_MAXUINT32 &&
         (guint64) (span->last - span->first) < database->most_rows;
}

void
poplens_range_add_jobs (PoplensRange *self, PoplensDatabase *database, GArray *jobs)
{
  const PoplensRangeKind *kind = self->kind;
  PoplensRowSpan span;

  poplens_range_clear (self);
  if (find_span (database, kind->table, &span) && !(kind->numbered && span.first)) {
    self->span = span;
    range_begin (self);
    range_split (self);
    poplens_crew_add (jobs, read_range_part, self->parts, kind->size, self->n_parts);
  } else {
    poplens_crew_add (jobs, read_whole, self, 0, 1);
  }
}

/* Appends the rows of @part. If earlier parts had fewer rows than expected, moves the rows to close
 * the gap. */
static void
range_append (PoplensRange *self, const PoplensRange *part)
{
  for (const PoplensKept *kept = self->kind->kept; kept->width; kept++) {
    guint8 *to = (guint8 *) get_column (self, kept) + self->n * kept->width;
    const guint8 *from = get_column (part, kept);
    if (to != from)
      memmove (to, from, part->n * kept->width);
  }
  self->n += part->n;
}

gboolean
poplens_range_join (PoplensRange *self)
{
  gboolean good = TRUE;

  for (guint i = 0; i < self->n_parts && good; i++) {
    PoplensRange *part = get_part (self, i);
    good = !self->kind->join || self->kind->join (self, part);
    range_append (self, part);
  }
  free_parts (self);
  range_resize (self, MAX (self->n, 1));
  return good;
}

gboolean
poplens_range_read (PoplensRange *self, PoplensDatabase *database, const char *what, double from,
                    double to, GError **error)
{
  g_autoptr (GArray) jobs = g_array_new (FALSE, FALSE, sizeof (PoplensJob));

  poplens_range_add_jobs (self, database, jobs);
  return (poplens_crew_run (database, jobs, what, from, to) && poplens_range_join (self)) ||
         poplens_range_read_whole (self, database, error);
}

gboolean
poplens_range_read_first (PoplensRange *self, PoplensDatabase *database, guint32 most)
{
  const PoplensRangeKind *kind = self->kind;
  g_autofree char *tail = g_strdup_printf ("ORDER BY rowid LIMIT %u", most);
  g_autoptr (PoplensQuery) q = NULL;

  if (most == G_MAXUINT32)
    return poplens_range_read_whole (self, database, NULL);
  /* For few rows a statement is faster: it reads the first leaf, without finding all leaves. */
  q = poplens_query_new (database, kind->table, kind->columns, tail);
  poplens_range_clear (self);
  range_begin (self);
  kind->read (q, self);
  return poplens_query_end (q, NULL) && !self->unsorted;
}
