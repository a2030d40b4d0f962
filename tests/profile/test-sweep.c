/* Sweeps over damaged files, truncated at every page and damaged at random: every part and some
 * slices are read or refused, without a crash and in time. */
#include "fixture.h"

#include "base/error.h"
#include "support/damage.h"
#include "support/local-file.h"
#include "support/seeds.h"
#include "support/temp-dir.h"

#include <string.h>

#define PAGE 4096

typedef struct {
  Mini *mini;
  char *bytes;
  gsize size;
  guint opened, loaded, refused;
} ProfileSweep;

static void
sweep_check_error (GError *error)
{
  g_assert_nonnull (error);
  g_assert_true (error->domain == POPLENS_ERROR);
  g_assert_cmpint (error->message[0], !=, 0);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

static void
read_everything (ProfileSweep *sweep, PoplensProfile *profile)
{
  static const guint64 keys[] = {0, 1, 7};

  for (guint part = 0; part <= POPLENS_PART_EXECUTION; part++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *reason = poplens_profile_explain_absence (profile, part, NULL);
    gpointer data = poplens_profile_load (profile, part, NULL, &error);
    if (!data)
      sweep_check_error (error);
    sweep->loaded += data != NULL;
    sweep->refused += data == NULL;
    poplens_part_free (part, data);
  }
  for (guint kind = 0; kind < POPLENS_N_SLICE_KINDS; kind++)
    for (guint k = 0; k < G_N_ELEMENTS (keys); k++) {
      g_autoptr (GError) error = NULL;
      g_autoptr (PoplensSlice) slice =
          poplens_profile_read_slice (profile, kind, keys[k], NULL, &error);
      if (!slice)
        sweep_check_error (error);
    }
}

static void
try_file (ProfileSweep *sweep, const char *bytes, gsize size)
{
  g_autofree char *path = temp_dir_write (sweep->mini->dir, "mutant.pop", bytes, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensProfile) profile = local_profile_open (path, &error);

  if (!profile) {
    sweep_check_error (error);
    return;
  }
  sweep->opened++;
  read_everything (sweep, profile);
}

static void
sweep_set_up (ProfileSweep *sweep, gconstpointer data)
{
  sweep->mini = mini_new (data);
  g_assert_true (g_file_get_contents (sweep->mini->path, &sweep->bytes, &sweep->size, NULL));
  g_assert_cmpuint (sweep->size % PAGE, ==, 0);
}

static void
sweep_tear_down (ProfileSweep *sweep, gconstpointer data)
{
  g_test_message ("%u opened, %u parts loaded, %u refused", sweep->opened, sweep->loaded,
                  sweep->refused);
  mini_free (sweep->mini);
  g_free (sweep->bytes);
}

/* Checks that the undamaged file is read, from which the sweeps below start. */
static void
test_sweep_whole (ProfileSweep *sweep, gconstpointer data)
{
  try_file (sweep, sweep->bytes, sweep->size);
  g_assert_cmpuint (sweep->opened, ==, 1);
  g_assert_cmpuint (sweep->refused, ==, 0);
}

static void
test_sweep_cut (ProfileSweep *sweep, gconstpointer data)
{
  for (gsize size = 0; size < sweep->size; size += PAGE)
    try_file (sweep, sweep->bytes, size);
  for (guint i = 0; i < 20; i++)
    try_file (sweep, sweep->bytes, g_test_rand_int_range (0, sweep->size));
  try_file (sweep, sweep->bytes, sweep->size - 1);
  g_assert_cmpuint (sweep->opened, ==, 0);
}

/* Truncates the file with a header that has the new size, so that SQLite opens it and finds pages
 * missing. */
static void
test_cut_in_accord (ProfileSweep *sweep, gconstpointer data)
{
  g_autofree char *bytes = g_memdup2 (sweep->bytes, sweep->size);

  for (gsize size = PAGE; size < sweep->size; size += PAGE) {
    guint32 pages = GUINT32_TO_BE (size / PAGE);
    memcpy (bytes + 28, &pages, sizeof pages);
    try_file (sweep, bytes, size);
  }
  g_assert_cmpuint (sweep->opened, >, 0);
  g_assert_cmpuint (sweep->refused, >, 0);
}

static void
test_sweep_mutants (ProfileSweep *sweep, gconstpointer data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());

  for (guint i = 0; i < (all_seeds () ? 400 : 130); i++) {
    g_autoptr (GByteArray) bytes = g_byte_array_new ();
    g_byte_array_append (bytes, (const guint8 *) sweep->bytes, sweep->size);
    damage_bytes (rand, bytes, PAGE);
    try_file (sweep, (const char *) bytes->data, bytes->len);
  }
  g_assert_cmpuint (sweep->loaded, >, 0);
}

/* Enough rows for tables of many pages, which are stored after all others. */
#define MANY_ROWS                                                                                  \
  "WITH RECURSIVE n (i) AS (VALUES (17) UNION ALL SELECT i + 1 FROM n WHERE i < 2000)"             \
  "INSERT INTO vars_info SELECT i, 7, 0, NULL, '', 1, 1, 0, 0, 1, NULL, NULL, NULL, 1 FROM n;"     \
  "WITH RECURSIVE n (i) AS (VALUES (4) UNION ALL SELECT i + 1 FROM n WHERE i < 2000)"              \
  "INSERT INTO steps (id, type) SELECT i, 'Sync' FROM n"

#define ADD(path, sql, func)                                                                       \
  g_test_add (path, ProfileSweep, sql, sweep_set_up, func, sweep_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/profile/sweep/whole", NULL, test_sweep_whole);
  ADD ("/profile/sweep/cut", NULL, test_sweep_cut);
  ADD ("/profile/sweep/cut-in-accord", MANY_ROWS, test_cut_in_accord);
  ADD ("/profile/sweep/mutants", MANY_ROWS, test_sweep_mutants);
  return g_test_run ();
}
