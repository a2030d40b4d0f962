/* The tables of an export, made ahead: threads work out the next ones while others are written. */
#include "export/export-private.h"

#include "base/error.h"

#include <pthread.h>

/* Some tables take long to work out and others long to write: so that neither waits for the other,
 * many may be ahead. */
#define MOST_PIECES 64
/* Threads that make them, beside who asks. */
#define MOST_THREADS 3

/* An entry; while it is busy it belongs to the thread that makes its next piece. */
typedef struct {
  const PoplensExportEntry *entry; /* (not owned) */
  gboolean begun, given;           /* it has its keys; a table */
  PoplensExportKeys keys;
  guint location;             /* the next, in keys */
  PoplensTableSeries *series; /* (nullable): of that location, which stays until it ends */
  GError *lack;               /* (nullable): of the first location that the report lacks */
  gboolean busy, done;        /* a piece is being made; all are. Under the mutex, as what follows */
  GQueue waiting;             /* PoplensExportPiece * */
} Making;

struct _PoplensExportAhead {
  PoplensReport *report; /* (not owned) */
  Making *entries;
  guint n_entries;
  GCancellable *cancellable;
  GThread *threads[MOST_THREADS]; /* NULL where there are fewer; who asks can make all alone */

  pthread_mutex_t mutex;
  pthread_cond_t changed;
  guint asked;             /* the entry asked for; under the mutex, as what follows */
  guint n_pieces, n_parts; /* that wait; and of them, parts */
  gboolean stopped;
};

void
poplens_export_piece_clear (PoplensExportPiece *self)
{
  g_clear_pointer (&self->table, poplens_table_unref);
  g_clear_pointer (&self->key, g_free);
  g_clear_error (&self->error);
}

static void
piece_free (gpointer piece)
{
  poplens_export_piece_clear (piece);
  g_free (piece);
}

/* ---- making ------------------------------------------------------------------------------------
 */

static gboolean
begin_entry (PoplensExportAhead *self, Making *making, GError **error)
{
  making->begun = TRUE;
  return poplens_export_keys_init (&making->keys, making->entry, self->report, error) &&
         poplens_tables_prepare (making->entry->table, self->report, self->cancellable, error);
}

static void
end_entry (Making *making)
{
  g_clear_pointer (&making->series, poplens_table_series_free);
  poplens_export_keys_clear (&making->keys);
  g_clear_error (&making->lack);
}

/* The next table of the location, none behind the last of a series. */
static gboolean
make_table (PoplensExportAhead *self, Making *making, PoplensTable **table, GError **error)
{
  const PoplensLocation *location = g_ptr_array_index (making->keys.locations, making->location);
  const char *name = making->entry->table;
  gboolean good =
      making->series || poplens_tables_series (name, self->report, location, &making->series,
                                               self->cancellable, error);

  if (good && making->series)
    good = poplens_table_series_next (making->series, table, self->cancellable, error);
  else if (good) {
    *table = poplens_tables_build (name, self->report, location, self->cancellable, error);
    good = *table != NULL;
  }
  if (making->series && *table)
    return TRUE;
  g_clear_pointer (&making->series, poplens_table_series_free);
  making->location++;
  return good;
}

/* The next table of the entry; none at its end. The report may lack some locations. */
static void
make_piece (PoplensExportAhead *self, Making *making, PoplensExportPiece *piece)
{
  if (!making->begun && !begin_entry (self, making, &piece->error))
    return;
  while (making->location < making->keys.locations->len) {
    guint at = making->location;
    g_autoptr (GError) local = NULL;
    if (make_table (self, making, &piece->table, &local) && piece->table) {
      piece->key =
          making->keys.values ? g_strdup (g_ptr_array_index (making->keys.values, at)) : NULL;
      piece->numbers = making->keys.numbers;
      piece->is_part = making->series != NULL;
      making->given = TRUE;
      return;
    }
    if (local && !g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
      piece->error = g_steal_pointer (&local);
      return;
    }
    if (local && !making->lack)
      making->lack = g_steal_pointer (&local);
  }
  if (!making->given)
    piece->error = g_steal_pointer (&making->lack);
}

/* ---- handing over ------------------------------------------------------------------------------
 */

/* All with the mutex held. */

/* Parts are what would be too much at once. What is waited for has room. */
static gboolean
has_room (const PoplensExportAhead *self, const Making *making)
{
  if (making == &self->entries[self->asked] && !making->waiting.length)
    return TRUE;
  return self->n_pieces < MOST_PIECES && !(making->series && self->n_parts);
}

/* (nullable): the first entry of which a piece can be made. */
static Making *
choose (PoplensExportAhead *self)
{
  for (guint e = self->asked; e < self->n_entries; e++) {
    Making *making = &self->entries[e];
    if (!making->busy && !making->done && has_room (self, making))
      return making;
  }
  return NULL;
}

/* Makes the next piece of some entry, or waits until something changes. */
static void
make_or_wait (PoplensExportAhead *self)
{
  Making *making = choose (self);

  if (!making) {
    pthread_cond_wait (&self->changed, &self->mutex);
    return;
  }
  PoplensExportPiece *piece = g_new0 (PoplensExportPiece, 1);
  making->busy = TRUE;
  pthread_mutex_unlock (&self->mutex);
  make_piece (self, making, piece);
  if (!piece->table)
    end_entry (making);
  pthread_mutex_lock (&self->mutex);
  making->busy = FALSE;
  making->done = !piece->table;
  g_queue_push_tail (&making->waiting, piece);
  self->n_pieces++;
  self->n_parts += piece->is_part;
  pthread_cond_broadcast (&self->changed);
}

static gpointer
make_all (gpointer data)
{
  PoplensExportAhead *self = data;

  pthread_mutex_lock (&self->mutex);
  while (self->asked < self->n_entries && !self->stopped)
    make_or_wait (self);
  pthread_mutex_unlock (&self->mutex);
  return NULL;
}

PoplensExportAhead *
poplens_export_ahead_new (PoplensReport *report, const GPtrArray *entries)
{
  PoplensExportAhead *self = g_new0 (PoplensExportAhead, 1);

  self->report = report;
  self->n_entries = entries->len;
  self->entries = g_new0 (Making, entries->len);
  for (guint e = 0; e < entries->len; e++)
    self->entries[e].entry = g_ptr_array_index (entries, e);
  self->cancellable = g_cancellable_new ();
  pthread_mutex_init (&self->mutex, NULL);
  pthread_cond_init (&self->changed, NULL);
  for (guint t = 0; t < MOST_THREADS && (t == 0 || t + 1 < g_get_num_processors ()); t++)
    self->threads[t] = g_thread_try_new ("poplens-tables", make_all, self, NULL);
  return self;
}

void
poplens_export_ahead_free (PoplensExportAhead *self)
{
  if (!self)
    return;
  pthread_mutex_lock (&self->mutex);
  self->stopped = TRUE;
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->mutex);
  g_cancellable_cancel (self->cancellable);
  for (guint t = 0; t < MOST_THREADS; t++)
    g_clear_pointer (&self->threads[t], g_thread_join);
  for (guint e = 0; e < self->n_entries; e++) {
    end_entry (&self->entries[e]);
    g_queue_clear_full (&self->entries[e].waiting, piece_free);
  }
  g_free (self->entries);
  pthread_cond_destroy (&self->changed);
  pthread_mutex_destroy (&self->mutex);
  g_object_unref (self->cancellable);
  g_free (self);
}

void
poplens_export_ahead_next (PoplensExportAhead *self, PoplensExportPiece *piece)
{
  pthread_mutex_lock (&self->mutex);
  Making *making = &self->entries[self->asked];
  while (g_queue_is_empty (&making->waiting))
    make_or_wait (self);
  g_autofree PoplensExportPiece *first = g_queue_pop_head (&making->waiting);
  *piece = *first;
  self->n_pieces--;
  self->n_parts -= piece->is_part;
  if (!piece->table)
    self->asked++;
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->mutex);
}
