#include "profile/profile.h"

#include "base/error.h"
#include "profile/loaders.h"

#include <pthread.h>

struct _PoplensProfile {
  char *path;
  PoplensFileIdentity identity;
  sqlite3 *header; /* has the file open, to look at its header alone; under its lock */
  pthread_mutex_t header_lock;
  PoplensSchema *schema;
  PoplensProfileSizes sizes;
  pthread_mutex_t lock;    /* guards slices and sizes_known: pthread's, as TSan knows it */
  PoplensDatabase *slices; /* the connection that slices share */
  gboolean sizes_known;
  gint step_order; /* PoplensLoad's */
};

/* Tables that any Poplar profile has. */
static gboolean
is_profile (const PoplensSchema *schema)
{
  return poplens_schema_has_table (schema, "target_info") &&
         (poplens_schema_has_table (schema, "version_info") ||
          poplens_schema_has_table (schema, "memory_by_tile"));
}

gboolean
poplens_profile_probe (const char *path)
{
  g_autoptr (GError) wrong = NULL;
  g_autoptr (PoplensDatabase) database = poplens_database_open (path, NULL, NULL, &wrong);
  g_autoptr (PoplensSchema) schema =
      database ? poplens_database_read_schema (database, NULL) : NULL;

  /* One that could be a profile but cannot be read as it lies there: opening it says why. */
  return database ? schema && is_profile (schema)
                  : g_error_matches (wrong, POPLENS_ERROR, POPLENS_ERROR_UNSUPPORTED);
}

PoplensProfile *
poplens_profile_open (const char *path, GError **error)
{
  g_autoptr (PoplensProfile) self = g_new0 (PoplensProfile, 1);

  pthread_mutex_init (&self->lock, NULL);
  pthread_mutex_init (&self->header_lock, NULL);
  self->path = g_canonicalize_filename (path, NULL);
  self->slices = poplens_database_open (self->path, NULL, &self->identity, error);
  if (!self->slices ||
      !poplens_sqlite_file_open (self->path, &self->header, &(PoplensFileIdentity){0}, error))
    return NULL;
  self->schema = poplens_database_read_schema (self->slices, error);
  if (!self->schema)
    return NULL;
  self->slices->schema = self->schema;
  if (!is_profile (self->schema)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s is an SQLite database but not a Poplar profile: it has no table target_info",
                 self->path);
    return NULL;
  }
  if (!poplens_database_has_rows (self->slices, "target_info")) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_EMPTY,
                 "%s has tables without rows: its program was aborted before it compiled; run it "
                 "again and open the new report",
                 self->path);
    return NULL;
  }
  return g_steal_pointer (&self);
}

void
poplens_profile_free (PoplensProfile *self)
{
  if (!self)
    return;
  poplens_database_close (self->slices);
  sqlite3_close (self->header);
  poplens_schema_free (self->schema);
  pthread_mutex_destroy (&self->lock);
  pthread_mutex_destroy (&self->header_lock);
  g_free (self->path);
  g_free (self);
}

/* A file replaced or written since it was opened must not be mixed with what is loaded already. */
static gboolean
check_generation (PoplensProfile *self, GError **error)
{
  PoplensFileIdentity now;
  gboolean there = poplens_file_identity_stat (self->path, &now, NULL);

  pthread_mutex_lock (&self->header_lock);
  there = there && poplens_file_identity_complete (self->path, self->header, &now, NULL);
  pthread_mutex_unlock (&self->header_lock);

  if (there && poplens_file_identity_equal (&now, &self->identity))
    return TRUE;
  g_clear_error (error);
  if (there || g_file_test (self->path, G_FILE_TEST_EXISTS))
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED,
                 "%s changed since it was opened; reload the report", self->path);
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED,
                 "%s was deleted. Loaded data remains available.", self->path);
  return FALSE;
}

char *
poplens_profile_explain_absence (PoplensProfile *self, PoplensPart part)
{
  pthread_mutex_lock (&self->lock);
  char *reason = poplens_explain_absence (self->slices, part);
  pthread_mutex_unlock (&self->lock);
  return reason;
}

char *
poplens_profile_explain_no_lowered (PoplensProfile *self)
{
  pthread_mutex_lock (&self->lock);
  char *reason = poplens_explain_no_lowered (self->slices);
  pthread_mutex_unlock (&self->lock);
  return reason;
}

static gboolean
ensure_sizes (PoplensProfile *self, PoplensProfileSizes *sizes, GError **error)
{
  pthread_mutex_lock (&self->lock);
  if (!self->sizes_known) {
    poplens_database_begin (self->slices);
    self->sizes_known = poplens_sizes_read (self->slices, &self->sizes, error);
    poplens_database_end (self->slices);
  }
  *sizes = self->sizes;
  gboolean known = self->sizes_known;
  pthread_mutex_unlock (&self->lock);
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

/* A few rows, in less time than it takes to open the file again and parse its schema. */
static gboolean
is_small (PoplensPart part)
{
  return part == POPLENS_PART_TARGET || part == POPLENS_PART_OPTIONS ||
         part == POPLENS_PART_COMPILATION;
}

static gpointer
load_on_shared (PoplensProfile *self, const PoplensProfileSizes *sizes, PoplensPart part,
                GCancellable *cancellable, GError **error)
{
  PoplensLoad load = {self->slices, sizes, cancellable, &self->step_order};

  pthread_mutex_lock (&self->lock);
  poplens_database_begin (self->slices);
  gpointer data = load_part (&load, part, error);
  poplens_database_end (self->slices);
  pthread_mutex_unlock (&self->lock);
  return data;
}

typedef gpointer (*Loader) (const PoplensLoad *load, PoplensPart part, GError **error);

static gpointer
load_peak (const PoplensLoad *load, PoplensPart part, GError **error)
{
  return poplens_load_peak (load, error);
}

static gpointer
load_variables_brief (const PoplensLoad *load, PoplensPart part, GError **error)
{
  return poplens_load_variables_brief (load, error);
}

static gpointer
load_on_own (PoplensProfile *self, const PoplensProfileSizes *sizes, Loader loader,
             PoplensPart part, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensDatabase) database =
      poplens_database_open (self->path, self->schema, NULL, error);
  PoplensLoad load = {database, sizes, cancellable, &self->step_order};
  gpointer data;

  if (!database)
    return NULL;
  poplens_database_begin (database);
  data = loader (&load, part, error);
  poplens_database_end (database);
  pthread_mutex_lock (&self->lock);
  poplens_database_share_odd (database, self->slices);
  pthread_mutex_unlock (&self->lock);
  return data;
}

gpointer
poplens_profile_load (PoplensProfile *self, PoplensPart part, GCancellable *cancellable,
                      GError **error)
{
  PoplensProfileSizes sizes;
  gpointer data;

  if (!check_generation (self, error) || !ensure_sizes (self, &sizes, error))
    return NULL;
  data = is_small (part) ? load_on_shared (self, &sizes, part, cancellable, error)
                         : load_on_own (self, &sizes, load_part, part, cancellable, error);
  if (!check_generation (self, error)) {
    poplens_part_free (part, data);
    return NULL;
  }
  return data;
}

/* Ready to read in brief, on the connection of the slices, which is held until end_brief(). */
static gboolean
begin_brief (PoplensProfile *self, PoplensProfileSizes *sizes, PoplensLoad *load)
{
  if (!check_generation (self, NULL) || !ensure_sizes (self, sizes, NULL))
    return FALSE;
  *load = (PoplensLoad){self->slices, sizes, NULL, &self->step_order};
  pthread_mutex_lock (&self->lock);
  poplens_database_begin (self->slices);
  return TRUE;
}

static void
end_brief (PoplensProfile *self)
{
  poplens_database_end (self->slices);
  pthread_mutex_unlock (&self->lock);
}

PoplensMemory *
poplens_profile_load_memory_brief (PoplensProfile *self)
{
  PoplensProfileSizes sizes;
  PoplensLoad load;
  PoplensMemory *memory = NULL;

  if (begin_brief (self, &sizes, &load)) {
    memory = poplens_load_memory_brief (&load, NULL);
    end_brief (self);
  }
  return memory;
}

PoplensPeak *
poplens_profile_load_peak (PoplensProfile *self)
{
  PoplensProfileSizes sizes;

  return check_generation (self, NULL) && ensure_sizes (self, &sizes, NULL)
             ? load_on_own (self, &sizes, load_peak, POPLENS_PART_LIVENESS, NULL, NULL)
             : NULL;
}

PoplensVariables *
poplens_profile_load_variables_brief (PoplensProfile *self, GCancellable *cancellable)
{
  g_autoptr (PoplensVariables) brief = NULL;
  PoplensProfileSizes sizes;

  if (check_generation (self, NULL) && ensure_sizes (self, &sizes, NULL))
    brief =
        load_on_own (self, &sizes, load_variables_brief, POPLENS_PART_VARIABLES, cancellable, NULL);
  return check_generation (self, NULL) ? g_steal_pointer (&brief) : NULL;
}

PoplensExecution *
poplens_profile_load_execution_brief (PoplensProfile *self)
{
  PoplensProfileSizes sizes;
  PoplensLoad load;
  PoplensExecution *brief = NULL;

  if (begin_brief (self, &sizes, &load)) {
    brief = poplens_load_execution_brief (&load, NULL);
    end_brief (self);
  }
  return brief;
}

PoplensSlice *
poplens_profile_read_slice (PoplensProfile *self, PoplensSliceKind kind, guint64 key,
                            GCancellable *cancellable, GError **error)
{
  PoplensProfileSizes sizes;

  if (!check_generation (self, error) || !ensure_sizes (self, &sizes, error))
    return NULL;
  PoplensLoad load = {self->slices, &sizes, cancellable, &self->step_order};
  pthread_mutex_lock (&self->lock);
  /* One transaction: else SQLite locks the file and looks at it anew for each of the many small
   * look-ups that a tile's variables take. Where it fails, so will the first of them, and say why.
   */
  poplens_database_begin (self->slices);
  PoplensSlice *slice = poplens_load_slice (&load, kind, key, error);
  poplens_database_end (self->slices);
  pthread_mutex_unlock (&self->lock);
  if (!check_generation (self, error)) {
    poplens_slice_unref (slice);
    return NULL;
  }
  return slice;
}

PoplensQuery *
poplens_load_query (const PoplensLoad *load, const char *table, const char *columns,
                    const char *tail, GError **error)
{
  if (!poplens_load_has (load, table))
    return poplens_query_new_empty ();
  return poplens_query_new (load->database, table, columns, tail, load->cancellable, error);
}

PoplensQuery *
poplens_load_rows (const PoplensLoad *load, const char *table, const char *columns,
                   const char *order, GError **error)
{
  if (!poplens_load_has (load, table))
    return poplens_query_new_empty ();
  return poplens_query_new_rows (load->database, table, columns, order, load->cancellable, error);
}

gboolean
poplens_load_has (const PoplensLoad *load, const char *table)
{
  return poplens_schema_has_table (load->database->schema, table);
}

void
poplens_load_fail_order (const PoplensLoad *load, const char *table, GError **error)
{
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
               "%s, table %s: its rows are not in key order; the file is damaged: copy it again or "
               "record a new report",
               load->database->path, table);
}
