/* profile.pop as a good database with up to six things done to it: the input chooses which. It gets
 * behind SQLite's own checks, where bytes alone seldom do. */
#include "read-profile.h"

#include "support/mini-profile.h"
#include "support/sql-mutant.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CHANGES 6

typedef struct {
  guint8 *image; /* the mini profile, with small pages */
  sqlite3_int64 size;
  SqlMutantSchema *schema;
} Base;

static const Base *
get_base (void)
{
  static Base base;

  if (base.image)
    return &base;
  g_autofree char *path = g_strdup (fuzz_write ("base.pop", NULL, 0));
  mini_profile_write (path, NULL);
  mini_profile_alter (path, "COMMIT; PRAGMA page_size = 512; VACUUM; BEGIN");
  sqlite3 *handle = mini_profile_connect (path);
  base.schema = sql_mutant_schema_new (handle);
  base.image = sqlite3_serialize (handle, "main", &base.size, 0);
  sqlite3_close (handle);
  g_unlink (path);
  fuzz_check (base.image != NULL);
  return &base;
}

static guint32
next (gpointer data)
{
  return fuzz_byte (data);
}

/* To look at a finding: POPLENS_FUZZ_KEEP=FILE has the profile that was made. */
static void
keep (const guint8 *image, gsize size)
{
  const char *path = g_getenv ("POPLENS_FUZZ_KEEP");

  if (path)
    g_file_set_contents (path, (const char *) image, size, NULL);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const Base *base = get_base ();
  FuzzInput input = {data, size, 0};
  sqlite3_int64 n;
  sqlite3 *handle;

  guint8 *copy = sqlite3_malloc64 (base->size + 65536);
  memcpy (copy, base->image, base->size);
  fuzz_check (sqlite3_open (":memory:", &handle) == SQLITE_OK);
  sqlite3_deserialize (handle, "main", copy, base->size, base->size + 65536,
                       SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
  for (guint i = 0; i < MOST_CHANGES && input.pos < size; i++) {
    g_autofree char *sql = sql_mutant_apply (base->schema, handle, next, &input);
    if (g_getenv ("POPLENS_FUZZ_KEEP"))
      g_printerr ("%s;\n", sql);
  }
  guint8 *image = sqlite3_serialize (handle, "main", &n, 0);
  fuzz_check (image != NULL);
  keep (image, n);
  fuzz_read_profile (fuzz_write ("profile.pop", image, n));
  sqlite3_free (image);
  sqlite3_close (handle);
  return 0;
}
