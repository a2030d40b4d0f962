/* The profile of a report: opens profile.pop, chooses a connection for each read, and makes sure
 * that the file does not change meanwhile. */
#include "profile/profile.h"

#include "base/error.h"
#include "base/work.h"
#include "database/damage.h"
#include "database/identity.h"
#include "database/sqlite-file.h"
#include "profile/loaders.h"

#include <pthread.h>

/* ---- changes of the file --------------------------------------------------------------------- */

/* Detects that the file was replaced or written since it was opened, so that data of two states
 * never mix. Any thread may use it. */

typedef struct {
  PoplensFile *file;
  PoplensFileIdentity identity;
  /* (nullable): connection that reads only the header, to detect changes; guarded by .lock. NULL
   * for a file on another computer, where only stat () is compared. */
  sqlite3 *handle;
  pthread_mutex_t lock;
} PoplensFileGeneration;

static void
file_generation_free (PoplensFileGeneration *self)
{
  if (!self)
    return;
  sqlite3_close (self->handle);
  pthread_mutex_destroy (&self->lock);
  g_object_unref (self->file);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFileGeneration, file_generation_free)

/* Creates the change detection of @file. @identity: identity of @file when it was opened. NULL with
 * NOT_FOUND, DAMAGED or UNSUPPORTED if the file cannot be opened again. */
static PoplensFileGeneration *
file_generation_new (PoplensFile *file, const PoplensFileIdentity *identity, GError **error)
{
  g_autoptr (PoplensFileGeneration) self = g_new0 (PoplensFileGeneration, 1);

  pthread_mutex_init (&self->lock, NULL);
  self->file = g_object_ref (file);
  self->identity = *identity;
  return !poplens_file_get_local_path (file) ||
                 poplens_sqlite_file_open (file, &self->handle, &(PoplensFileIdentity){0}, error)
             ? g_steal_pointer (&self)
             : NULL;
}

/* Compares a file on this computer, including its header, with its recorded identity
 * (database/identity.h). FALSE with CHANGED, LINK, READ or CANCELLED. */
static gboolean
check_local_file (PoplensFileGeneration *self, GError **error)
{
  PoplensFileIdentity now;
  PoplensFileInfo info;
  g_autoptr (GError) wrong = NULL;
  gboolean there = poplens_file_identity_stat (self->file, &now, &wrong);

  pthread_mutex_lock (&self->lock);
  there = there && poplens_file_identity_complete (self->file, self->handle, &now, &wrong);
  pthread_mutex_unlock (&self->lock);

  if (poplens_error_is_interruption (wrong)) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return FALSE;
  }
  if (there && poplens_file_identity_equal (&now, &self->identity))
    return TRUE;
  poplens_file_set_changed (self->file, there ? 0 : poplens_file_stat (self->file, &info), error);
  return FALSE;
}

/* Checks that the file is unchanged, as poplens_file_check (). FALSE with @error. */
static gboolean
file_generation_check (PoplensFileGeneration *self, PoplensFileCheck check, GError **error)
{
  return self->handle ? check_local_file (self, error)
                      : poplens_file_check (self->file, &self->identity.info, check, error);
}

/* ---- the profile ----------------------------------------------------------------------------- */

/* A connection that several reads share, one at a time. */
typedef struct {
  pthread_mutex_t lock; /* guards the other fields; not a GMutex: TSan does not know it */
  PoplensDatabase *database;
  GHashTable *base_names; /* (nullable): base names of variables (PoplensLoad.base_names) */
} SharedConnection;

struct _PoplensProfile {
  PoplensFile *file;
  PoplensFileGeneration *generation;
  PoplensSchema *schema;
  PoplensProfileSizes sizes;
  SharedConnection slices; /* main connection; its lock also guards .sizes and .expects_briefs */
  SharedConnection beside; /* connection to use while .slices is in use; opened when needed */
  gint sizes_known;        /* atomic: TRUE once .sizes is set */
  gboolean expects_briefs;
  gint step_order; /* atomic: order of steps_by_ipu (PoplensLoad.step_order) */
  pthread_mutex_t damage_lock;
  GPtrArray *damage; /* guarded by .damage_lock: damaged values (damage.h) */
};

/* TRUE if the file has the tables that any Poplar profile has. */
static gboolean
is_profile (const PoplensSchema *schema)
{
  return poplens_schema_has_table (schema, "target_info") &&
         (poplens_schema_has_table (schema, "version_info") ||
          poplens_schema_has_table (schema, "memory_by_tile"));
}

gboolean
poplens_profile_probe (PoplensFile *file, GError **error)
{
  g_autoptr (GError) wrong = NULL;
  g_autoptr (PoplensDatabase) database = poplens_database_open (file, NULL, NULL, &wrong);
  g_autoptr (PoplensSchema) schema =
      database ? poplens_database_read_schema (database, &wrong) : NULL;

  if (poplens_error_is_interruption (wrong)) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return FALSE;
  }
  /* UNSUPPORTED means that SQLite would have to write to read the file. It may still be a profile:
   * opening it reports the reason. */
  return database ? schema && is_profile (schema)
                  : g_error_matches (wrong, POPLENS_ERROR, POPLENS_ERROR_UNSUPPORTED);
}

static void
shared_init (SharedConnection *self)
{
  pthread_mutex_init (&self->lock, NULL);
  self->base_names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
}

static void
shared_clear (SharedConnection *self)
{
  poplens_database_close (self->database);
  g_hash_table_unref (self->base_names);
  pthread_mutex_destroy (&self->lock);
}

PoplensProfile *
poplens_profile_open (PoplensFile *file, GError **error)
{
  g_autoptr (PoplensProfile) self = g_new0 (PoplensProfile, 1);
  const char *name = poplens_file_get_name (file);
  PoplensFileIdentity identity;

  shared_init (&self->slices);
  shared_init (&self->beside);
  pthread_mutex_init (&self->damage_lock, NULL);
  self->damage = poplens_damage_new ();
  self->file = g_object_ref (file);
  self->slices.database = poplens_database_open (file, NULL, &identity, error);
  if (!self->slices.database || !(self->generation = file_generation_new (file, &identity, error)))
    return NULL;
  self->schema = poplens_database_read_schema (self->slices.database, error);
  if (!self->schema)
    return NULL;
  poplens_profile_set_limits (self->schema);
  self->slices.database->schema = self->schema;
  poplens_database_will_need_roots (self->slices.database, self->schema);
  if (!is_profile (self->schema)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s is an SQLite database but not a Poplar profile: it has no table target_info",
                 name);
    return NULL;
  }
  poplens_file_accept (file);
  if (!poplens_database_has_rows (self->slices.database, "target_info")) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_EMPTY,
                 "%s has tables without rows: its program was aborted before it compiled; run it "
                 "again and open the new report",
                 name);
    return NULL;
  }
  return poplens_database_check_reads (self->slices.database, error) ? g_steal_pointer (&self)
                                                                     : NULL;
}

gboolean
poplens_profile_has_locks (PoplensProfile *self)
{
  return poplens_sqlite_has_locks (self->slices.database->handle);
}

void
poplens_profile_free (PoplensProfile *self)
{
  if (!self)
    return;
  shared_clear (&self->beside);
  shared_clear (&self->slices);
  pthread_mutex_destroy (&self->damage_lock);
  g_ptr_array_unref (self->damage);
  file_generation_free (self->generation);
  poplens_schema_free (self->schema);
  g_object_unref (self->file);
  g_free (self);
}

/* Locks the shared connection, which another thread may hold while it waits for another computer.
 * FALSE with CANCELLED if the thread's current cancellable is cancelled first. */
static gboolean
profile_lock (PoplensProfile *self, GError **error)
{
  return poplens_lock_unless_cancelled (&self->slices.lock, g_cancellable_get_current (), error);
}

/* Explains why @part is absent; POPLENS_N_PARTS stands for lowered variables. (transfer full)
 * (nullable): NULL as poplens_profile_explain_absence () */
static char *
explain_part_absence (PoplensProfile *self, PoplensPart part, GError **error)
{
  if (!profile_lock (self, error))
    return NULL;
  poplens_database_begin (self->slices.database, NULL);
  g_autofree char *reason = part == POPLENS_N_PARTS
                                ? poplens_explain_no_lowered (self->slices.database)
                                : poplens_explain_absence (self->slices.database, part);
  gboolean known = poplens_database_check_reads (self->slices.database, error);
  poplens_database_end (self->slices.database);
  pthread_mutex_unlock (&self->slices.lock);
  return known ? g_steal_pointer (&reason) : NULL;
}

char *
poplens_profile_explain_absence (PoplensProfile *self, PoplensPart part, GError **error)
{
  return explain_part_absence (self, part, error);
}

char *
poplens_profile_explain_no_lowered (PoplensProfile *self, GError **error)
{
  return explain_part_absence (self, POPLENS_N_PARTS, error);
}

void
poplens_profile_expect_briefs (PoplensProfile *self)
{
  if (poplens_file_get_local_path (self->file) || !profile_lock (self, NULL))
    return;
  if (!self->expects_briefs) {
    poplens_database_begin (self->slices.database, NULL);
    poplens_expect_briefs (self->slices.database);
    self->expects_briefs = poplens_database_check_reads (self->slices.database, NULL);
    poplens_database_end (self->slices.database);
  }
  pthread_mutex_unlock (&self->slices.lock);
}

/* Adds the damage found in the current transaction of @database to the profile's damage. */
static void
record_damage (PoplensProfile *self, const PoplensDatabase *database)
{
  pthread_mutex_lock (&self->damage_lock);
  poplens_damage_merge (self->damage, database->damage);
  pthread_mutex_unlock (&self->damage_lock);
}

char *
poplens_profile_describe_damage (PoplensProfile *self)
{
  pthread_mutex_lock (&self->damage_lock);
  char *text = poplens_damage_describe (self->damage, poplens_file_get_name (self->file));
  pthread_mutex_unlock (&self->damage_lock);
  return text;
}

static gboolean
ensure_sizes (PoplensProfile *self, PoplensProfileSizes *sizes, GError **error)
{
  gboolean known = g_atomic_int_get (&self->sizes_known);

  if (!known) {
    if (!profile_lock (self, error))
      return FALSE;
    poplens_database_begin (self->slices.database, NULL);
    known = g_atomic_int_get (&self->sizes_known) ||
            (poplens_sizes_read (self->slices.database, &self->sizes, error) &&
             poplens_database_check_reads (self->slices.database, error));
    record_damage (self, self->slices.database);
    poplens_database_end (self->slices.database);
    g_atomic_int_set (&self->sizes_known, known);
    pthread_mutex_unlock (&self->slices.lock);
  }
  if (known)
    *sizes = self->sizes;
  return known;
}

static gpointer
load_part (const PoplensLoad *load, PoplensPart part, GError **error)
{
  switch (part) {
  case POPLENS_PART_TARGET:
    return poplens_load_target (load, error);
  case POPLENS_PART_OPTIONS:
    return poplens_load_options (load, error);
  case POPLENS_PART_COMPILATION:
    return poplens_load_compilation (load, error);
  case POPLENS_PART_MEMORY:
    return poplens_load_memory (load, error);
  case POPLENS_PART_VERTICES:
    return poplens_load_vertices (load, error);
  case POPLENS_PART_PROGRAMS:
    return poplens_load_programs (load, error);
  case POPLENS_PART_EXCHANGES:
    return poplens_load_exchanges (load, error);
  case POPLENS_PART_VARIABLES:
    return poplens_load_variables (load, error);
  case POPLENS_PART_LIVENESS:
    return poplens_load_liveness (load, error);
  case POPLENS_PART_EXECUTION:
    return poplens_load_execution (load, error);
  default:
    g_return_val_if_reached (NULL);
  }
}

/* TRUE for parts of a few rows: reading them on the shared connection takes less time than opening
 * another one and parsing its schema. */
static gboolean
is_small_part (PoplensPart part)
{
  return part == POPLENS_PART_TARGET || part == POPLENS_PART_OPTIONS ||
         part == POPLENS_PART_COMPILATION;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Choice of the connection on which a part or slice is read. */
typedef enum {
  ON_SHARED, /* the shared connection .slices */
  ON_EITHER, /* the shared connection .slices or, while another read uses it, .beside */
  ON_OWN,
} ConnectionKind;

typedef struct {
  PoplensProfile *profile;
  GCancellable *cancellable; /* (nullable) */
  PoplensDatabase *own;      /* (nullable): connection for this read only */
  SharedConnection *shared;  /* (nullable): shared connection, which this read has locked */
  PoplensProfileSizes sizes;
  PoplensLoad load;
} ProfileReading;

/* Locks the second connection, and opens it if needed. FALSE if it is in use, or cannot be opened.
 * FALSE also for a file on another computer, where both connections would wait for the same
 * replies. */
static gboolean
lock_beside (PoplensProfile *profile)
{
  SharedConnection *beside = &profile->beside;

  if (!poplens_file_get_local_path (profile->file) || pthread_mutex_trylock (&beside->lock) != 0)
    return FALSE;
  if (!beside->database)
    beside->database = poplens_database_open (profile->file, profile->schema, NULL, NULL);
  if (!beside->database)
    pthread_mutex_unlock (&beside->lock);
  return beside->database != NULL;
}

static gboolean
lock_shared (ProfileReading *self, ConnectionKind connection, GError **error)
{
  PoplensProfile *profile = self->profile;

  self->shared = &profile->slices;
  if (connection == ON_SHARED)
    return profile_lock (profile, error);
  if (pthread_mutex_trylock (&profile->slices.lock) == 0)
    return TRUE;
  if (!lock_beside (profile))
    return profile_lock (profile, error);
  self->shared = &profile->beside;
  return TRUE;
}

static gboolean
reading_prepare (ProfileReading *self, ConnectionKind connection, GError **error)
{
  PoplensProfile *profile = self->profile;

  if (!file_generation_check (profile->generation, POPLENS_CHECK_LATELY, error) ||
      !ensure_sizes (profile, &self->sizes, error))
    return FALSE;
  if (connection != ON_OWN)
    return lock_shared (self, connection, error);
  self->own = poplens_database_open (profile->file, profile->schema, NULL, error);
  return self->own != NULL;
}

/* Begins a read, which reading_end () ends. FALSE with @error: the caller must not read. */
static gboolean
reading_begin (ProfileReading *self, PoplensProfile *profile, ConnectionKind connection,
               GCancellable *cancellable, GError **error)
{
  *self = (ProfileReading){.profile = profile, .cancellable = cancellable};
  poplens_cancellable_push (cancellable);
  if (!reading_prepare (self, connection, error)) {
    /* Report a change of the file rather than the error that it caused. */
    file_generation_check (profile->generation, POPLENS_CHECK_NOW, error);
    poplens_cancellable_pop (cancellable);
    return FALSE;
  }
  self->load = (PoplensLoad){self->own ? self->own : self->shared->database, &self->sizes,
                             &profile->step_order, self->own ? NULL : self->shared->base_names};
  /* Run all queries in one transaction. Otherwise SQLite would lock and check the file for each of
   * the many small look-ups of a tile's variables. If this fails for lack of memory, reading_end ()
   * reports it. */
  poplens_database_begin (self->load.database, cancellable);
  return TRUE;
}

/* Ends a read. FALSE with @error if the file has changed meanwhile or could not be reached: the
 * results must be discarded. */
static gboolean
reading_end (ProfileReading *self, PoplensFileCheck check, GError **error)
{
  PoplensProfile *profile = self->profile;
  gboolean read = poplens_database_check_reads (self->load.database, error);

  record_damage (profile, self->load.database);
  poplens_database_end (self->load.database);
  if (self->shared) {
    pthread_mutex_unlock (&self->shared->lock);
  } else if (poplens_database_has_odd (self->own) && profile_lock (profile, NULL)) {
    poplens_database_share_odd (self->own, profile->slices.database);
    pthread_mutex_unlock (&profile->slices.lock);
  }
  g_clear_pointer (&self->own, poplens_database_close);
  gboolean good = read && file_generation_check (profile->generation, check, error);
  poplens_cancellable_pop (self->cancellable);
  return good;
}

gpointer
poplens_profile_load (PoplensProfile *self, PoplensPart part, GCancellable *cancellable,
                      GError **error)
{
  ProfileReading reading;

  if (!reading_begin (&reading, self, is_small_part (part) ? ON_SHARED : ON_OWN, cancellable,
                      error))
    return NULL;
  gpointer data = load_part (&reading.load, part, error);
  if (reading_end (&reading, POPLENS_CHECK_NOW, error))
    return data;
  poplens_part_free (part, data);
  return NULL;
}

static gpointer
load_brief (const PoplensLoad *load, PoplensPart part)
{
  switch (part) {
  case POPLENS_PART_MEMORY:
    return poplens_load_memory_brief (load, NULL);
  case POPLENS_PART_VARIABLES:
    return poplens_load_variables_brief (load, NULL);
  case POPLENS_PART_LIVENESS:
    return poplens_load_peak (load, NULL);
  case POPLENS_PART_EXECUTION:
    return poplens_load_execution_brief (load, NULL);
  case POPLENS_PART_EXCHANGES:
    return poplens_load_exchanges_brief (load, NULL);
  default:
    g_return_val_if_reached (NULL);
  }
}

gpointer
poplens_profile_load_brief (PoplensProfile *self, PoplensPart part, GCancellable *cancellable,
                            GError **error)
{
  gboolean is_long = part == POPLENS_PART_LIVENESS || part == POPLENS_PART_VARIABLES;
  ProfileReading reading;

  if (!reading_begin (&reading, self, is_long ? ON_OWN : ON_SHARED, cancellable, error))
    return NULL;
  gpointer data = load_brief (&reading.load, part);
  /* Discard the result of a cancelled read: a later call may succeed. */
  if (reading_end (&reading, POPLENS_CHECK_NOW, error) &&
      !g_cancellable_set_error_if_cancelled (cancellable, error))
    return data;
  poplens_brief_free (part, data);
  return NULL;
}

void
poplens_brief_free (PoplensPart part, gpointer data)
{
  if (part == POPLENS_PART_LIVENESS)
    poplens_peak_free (data);
  else
    poplens_part_free (part, data);
}

PoplensStrings *
poplens_profile_load_compute_set_names (PoplensProfile *self, GCancellable *cancellable,
                                        GError **error)
{
  ProfileReading reading;

  if (!reading_begin (&reading, self, ON_SHARED, cancellable, error))
    return NULL;
  g_autoptr (PoplensStrings) names = poplens_load_compute_set_names (&reading.load, error);
  return reading_end (&reading, POPLENS_CHECK_NOW, error) ? g_steal_pointer (&names) : NULL;
}

GArray *
poplens_profile_estimate (PoplensProfile *self, guint32 parts, GCancellable *cancellable,
                          GError **error)
{
  ProfileReading reading;

  if (!reading_begin (&reading, self, ON_SHARED, cancellable, error))
    return NULL;
  g_autoptr (GArray) ranges = poplens_load_estimate (&reading.load, parts);
  return reading_end (&reading, POPLENS_CHECK_LATELY, error) ? g_steal_pointer (&ranges) : NULL;
}

PoplensSlice *
poplens_profile_read_slice (PoplensProfile *self, PoplensSliceKind kind, guint64 key,
                            GCancellable *cancellable, GError **error)
{
  ProfileReading reading;

  if (!reading_begin (&reading, self, ON_EITHER, cancellable, error))
    return NULL;
  g_autoptr (PoplensSlice) slice = poplens_load_slice (&reading.load, kind, key, error);
  /* If the slice seems damaged, check at once whether the file has changed. */
  return reading_end (&reading, slice ? POPLENS_CHECK_LATELY : POPLENS_CHECK_NOW, error)
             ? g_steal_pointer (&slice)
             : NULL;
}

gboolean
poplens_load_has (const PoplensLoad *load, const char *table)
{
  return poplens_schema_has_table (load->database->schema, table);
}
