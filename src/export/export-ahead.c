/* Builds the next tables of an export on threads while the caller writes the current one. */
#include "export/export-private.h"

#include "base/error.h"

#include <pthread.h>

/* Maximum number of queued pieces of tables. Some tables take long to build, others to write, so a
 * long queue keeps the threads and the writer busy. */
#define MOST_PIECES 64
/* Maximum number of threads that build tables, besides the caller's thread. */
#define MOST_THREADS 3

/* State of one SQL table (entry) of the export. While .busy is set, only the thread that set it may
 * use the fields above .busy. */
typedef struct {
  const PoplensExportEntry *entry; /* (not owned) */
  gboolean begun, given;           /* .begun: .keys is set; .given: at least one table was built */
  PoplensExportKeys keys;
  guint location;             /* index in keys.locations of the location to build next */
  PoplensTableSeries *series; /* (nullable): tables of the current location, built one by one */
  GError *lack;               /* (nullable): the first ABSENT error of a location */
  /* Guarded by the mutex: */
  gboolean busy, done; /* .busy: a thread builds a piece; .done: all pieces are built */
  GQueue waiting;      /* PoplensExportPiece * */
} ExportAheadEntry;

struct _PoplensExportAhead {
  PoplensReport *report; /* (not owned) */
  ExportAheadEntry *entries;
  guint n_entries;
  GCancellable *cancellable;
  GThread *threads[MOST_THREADS]; /* NULL: thread not started */

  pthread_mutex_t mutex;
  pthread_cond_t changed;
  guint asked; /* index of the entry whose pieces the caller receives now. Fields from here on are
                  guarded by .mutex */
  guint n_pieces, n_parts; /* .n_pieces: queued pieces; .n_parts: queued parts of long tables */
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
export_piece_free (gpointer piece)
{
  poplens_export_piece_clear (piece);
  g_free (piece);
}

/* ---- building pieces ------------------------------------------------------------------------- */

static gboolean
begin_entry (PoplensExportAhead *self, ExportAheadEntry *making, GError **error)
{
  making->begun = TRUE;
  return poplens_export_keys_init (&making->keys, making->entry, self->report, error) &&
         poplens_tables_prepare (making->entry->table, self->report, self->cancellable, error);
}

static void
end_entry (ExportAheadEntry *making)
{
  g_clear_pointer (&making->series, poplens_table_series_free);
  poplens_export_keys_clear (&making->keys);
  g_clear_error (&making->lack);
}

/* Sets *@table to the next table of @making. Leaves *@table NULL at the end of a series of tables.
 * FALSE with @error. */
static gboolean
ahead_build_table (PoplensExportAhead *self, ExportAheadEntry *making, PoplensTable **table,
                   GError **error)
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

/* Builds the next table of @making into @piece. Skips locations for which the report lacks data.
 * After the last location, piece->table stays NULL. */
static void
ahead_build_piece (PoplensExportAhead *self, ExportAheadEntry *making, PoplensExportPiece *piece)
{
  if (!making->begun && !begin_entry (self, making, &piece->error))
    return;
  while (making->location < making->keys.locations->len) {
    guint at = making->location;
    g_autoptr (GError) local = NULL;
    if (ahead_build_table (self, making, &piece->table, &local) && piece->table) {
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

/* ---- the queue ------------------------------------------------------------------------------- */

/* The functions below are called with the mutex held. */

/* TRUE if the queue has space for another piece of @making. The next piece that the caller will
 * receive always has space. */
static gboolean
ahead_can_queue (const PoplensExportAhead *self, const ExportAheadEntry *making)
{
  if (making == &self->entries[self->asked] && !making->waiting.length)
    return TRUE;
  return self->n_pieces < MOST_PIECES && !(making->series && self->n_parts);
}

/* Returns the first entry whose next piece can be built now. (nullable) */
static ExportAheadEntry *
ahead_choose_entry (PoplensExportAhead *self)
{
  for (guint e = self->asked; e < self->n_entries; e++) {
    ExportAheadEntry *making = &self->entries[e];
    if (!making->busy && !making->done && ahead_can_queue (self, making))
      return making;
  }
  return NULL;
}

/* Builds the next piece of any entry, or waits for a change if no piece can be built now. */
static void
ahead_build_or_wait (PoplensExportAhead *self)
{
  ExportAheadEntry *making = ahead_choose_entry (self);

  if (!making) {
    pthread_cond_wait (&self->changed, &self->mutex);
    return;
  }
  PoplensExportPiece *piece = g_new0 (PoplensExportPiece, 1);
  making->busy = TRUE;
  pthread_mutex_unlock (&self->mutex);
  ahead_build_piece (self, making, piece);
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
ahead_thread (gpointer data)
{
  PoplensExportAhead *self = data;

  pthread_mutex_lock (&self->mutex);
  while (self->asked < self->n_entries && !self->stopped)
    ahead_build_or_wait (self);
  pthread_mutex_unlock (&self->mutex);
  return NULL;
}

PoplensExportAhead *
poplens_export_ahead_new (PoplensReport *report, const GPtrArray *entries)
{
  PoplensExportAhead *self = g_new0 (PoplensExportAhead, 1);

  self->report = report;
  self->n_entries = entries->len;
  self->entries = g_new0 (ExportAheadEntry, entries->len);
  for (guint e = 0; e < entries->len; e++)
    self->entries[e].entry = g_ptr_array_index (entries, e);
  self->cancellable = g_cancellable_new ();
  pthread_mutex_init (&self->mutex, NULL);
  pthread_cond_init (&self->changed, NULL);
  for (guint t = 0; t < MOST_THREADS && (t == 0 || t + 1 < g_get_num_processors ()); t++)
    self->threads[t] = g_thread_try_new ("poplens-tables", ahead_thread, self, NULL);
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
    g_queue_clear_full (&self->entries[e].waiting, export_piece_free);
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
  ExportAheadEntry *making = &self->entries[self->asked];
  while (g_queue_is_empty (&making->waiting))
    ahead_build_or_wait (self);
  g_autofree PoplensExportPiece *first = g_queue_pop_head (&making->waiting);
  *piece = *first;
  self->n_pieces--;
  self->n_parts -= piece->is_part;
  if (!piece->table)
    self->asked++;
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->mutex);
}
