/* Replaces SQLite's allocator by one that fails on request (see the header). */
#include "faults/refuse-memory.h"

#include "support/run-demo.h"

#include <sqlite3.h>

#define NEVER (-1)

/* SQLite's own allocator; its methods have no user data. */
static sqlite3_mem_methods given;
static gint n_calls, refused = NEVER; /* atomic */

static gboolean
is_refused (void)
{
  return g_atomic_int_add (&n_calls, 1) == g_atomic_int_get (&refused);
}

static void *
give (int size)
{
  return is_refused () ? NULL : given.xMalloc (size);
}

static void *
give_other (void *block, int size)
{
  return is_refused () ? NULL : given.xRealloc (block, size);
}

void
refuse_memory_take_over (void)
{
  sqlite3_mem_methods ours;

  g_assert_cmpint (sqlite3_config (SQLITE_CONFIG_GETMALLOC, &given), ==, SQLITE_OK);
  ours = given;
  ours.xMalloc = give;
  ours.xRealloc = give_other;
  g_assert_cmpint (sqlite3_config (SQLITE_CONFIG_MALLOC, &ours), ==, SQLITE_OK);
}

void
refuse_memory_at (gint at)
{
  g_atomic_int_set (&n_calls, 0);
  g_atomic_int_set (&refused, at);
}

gint
refuse_memory_stop (void)
{
  g_atomic_int_set (&refused, NEVER);
  return g_atomic_int_get (&n_calls);
}

void
refuse_memory_write_report (const char *path, const char *seed)
{
  const char *const options[] = {"--preset",    "mnist", "--tiles", "32", "--steps", "40",
                                 "--variables", "300",   "--seed",  seed, NULL};

  g_assert_true (run_demo (path, options));
}
