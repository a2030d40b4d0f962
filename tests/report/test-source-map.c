/* Tests of finding source code on this computer: which pair of prefix and folder applies, and that
 * no file outside of the folder is found. */
#include "report/source-map.h"

#include "base/error.h"
#include "support/temp-dir.h"

#include <string.h>
#include <unistd.h>

typedef struct {
  char *dir;
} Folder;

static void
source_map_set_up (Folder *f, gconstpointer data)
{
  f->dir = temp_dir_new ();
  g_free (temp_dir_write (f->dir, "model/src/encoder.py", "one\r\ntwo\n\xff three", -1));
  g_free (temp_dir_write (f->dir, "model/other/encoder.py", "one\n", -1));
  g_free (temp_dir_write (f->dir, "secret.py", "secret\n", -1));
}

static void
source_map_tear_down (Folder *f, gconstpointer data)
{
  temp_dir_remove (f->dir);
  g_free (f->dir);
}

/* Returns the path of @file with the pair of @prefix and @folder in the test's folder. (transfer
 * full) (nullable): NULL if it is not found */
static char *
find_source (const Folder *f, const char *prefix, const char *folder, const char *file)
{
  g_autofree char *pair = g_strdup_printf ("%s=%s/%s", prefix, f->dir, folder);
  g_autoptr (GError) error = NULL;
  char *found = poplens_source_map_find ((const char *[]){pair, NULL}, file, &error);

  g_assert_true (found || g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT));
  return found;
}

static void
check_found (const Folder *f, const char *prefix, const char *folder, const char *file,
             gboolean expected)
{
  g_autofree char *found = find_source (f, prefix, folder, file);

  g_assert_true ((found != NULL) == expected);
  g_assert_true (!found || g_str_has_suffix (found, "/model/src/encoder.py"));
}

static void
test_find (Folder *f, gconstpointer data)
{
  check_found (f, "/work/src", "model/src", "/work/src/encoder.py", TRUE);
  check_found (f, "/work/src/", "model/src", "/work/src/encoder.py", TRUE);
  check_found (f, "./src", "model/src", "./src/encoder.py", TRUE);
  /* A prefix ends at the end of a name. */
  check_found (f, "/work/s", "model/src", "/work/src/encoder.py", FALSE);
  check_found (f, "/elsewhere", "model/src", "/work/src/encoder.py", FALSE);
  check_found (f, "/work/src", "model/src", "/work/src/missing.py", FALSE);
  /* Dots do not lead out of the folder. */
  check_found (f, "/work", "model", "/work/../secret.py", FALSE);
  check_found (f, "/work", "model/src", "/work/../../secret.py", FALSE);
  check_found (f, "/work", "model", "/work/other/../src/encoder.py", TRUE);
}

/* Links do not lead out of the folder. */
static void
test_source_map_links (Folder *f, gconstpointer data)
{
  g_autofree char *link = g_build_filename (f->dir, "model/link.py", NULL);
  g_autofree char *folder = g_build_filename (f->dir, "model/folder", NULL);
  g_autofree char *inner = g_build_filename (f->dir, "model/inner.py", NULL);

  g_assert_cmpint (symlink ("../secret.py", link), ==, 0);
  g_assert_cmpint (symlink ("..", folder), ==, 0);
  g_assert_cmpint (symlink ("src/encoder.py", inner), ==, 0);
  check_found (f, "/work", "model", "/work/link.py", FALSE);
  check_found (f, "/work", "model", "/work/folder/secret.py", FALSE);
  check_found (f, "/work", "model", "/work/inner.py", TRUE);
}

static void
test_longest (Folder *f, gconstpointer data)
{
  g_autofree char *shorter = g_strdup_printf ("/work=%s/model/other", f->dir);
  g_autofree char *longer = g_strdup_printf ("/work/src=%s/model/src", f->dir);
  g_autofree char *one = poplens_source_map_find ((const char *[]){shorter, longer, NULL},
                                                  "/work/src/encoder.py", NULL);
  g_autofree char *other =
      poplens_source_map_find ((const char *[]){longer, shorter, NULL}, "/work/encoder.py", NULL);

  g_assert_true (g_str_has_suffix (one, "/src/encoder.py"));
  g_assert_true (g_str_has_suffix (other, "/other/encoder.py"));
}

static void
test_text (Folder *f, gconstpointer data)
{
  g_autofree char *pair = g_strdup_printf ("/work=%s/model", f->dir);
  const char *const pairs[] = {pair, NULL};
  g_autoptr (PoplensSourceText) text =
      poplens_source_text_read (pairs, "/work/src/encoder.py", NULL);
  g_autofree char *large = g_strnfill (POPLENS_SOURCE_MOST_BYTES + 1, '\n');
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (text->n, ==, 3);
  g_assert_cmpstr (text->lines[0], ==, "one");
  g_assert_cmpstr (text->lines[1], ==, "two");
  g_assert_true (g_utf8_validate (text->lines[2], -1, NULL));
  g_free (temp_dir_write (f->dir, "model/large.py", large, POPLENS_SOURCE_MOST_BYTES + 1));
  g_assert_null (poplens_source_text_read (pairs, "/work/large.py", &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
  g_clear_error (&error);
  g_assert_null (poplens_source_text_read (pairs, "/work/src", &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
}

static void
check_proposal (const Folder *f, const char *file, guint32 line, const char *folder,
                const char *prefix, const char *found_in)
{
  g_autofree char *path = g_build_filename (f->dir, folder, NULL);
  g_autofree char *pair = poplens_source_map_propose (file, line, path, NULL, NULL);
  g_autofree char *full = NULL;

  if (!prefix) {
    g_assert_null (pair);
    return;
  }
  full = g_strdup_printf ("%s=%s/%s", prefix, f->dir, found_in);
  g_assert_cmpstr (pair, ==, full);
  g_autofree char *found = poplens_source_map_find ((const char *[]){pair, NULL}, file, NULL);
  g_assert_nonnull (found);
}

static void
test_propose (Folder *f, gconstpointer data)
{
  check_proposal (f, "/build/m/src/encoder.py", 3, "model", "/build/m", "model");
  check_proposal (f, "/build/model/src/encoder.py", 3, "model", "/build/model", "model");
  check_proposal (f, "./src/encoder.py", 3, "model", ".", "model");
  check_proposal (f, "src/encoder.py", 3, "model", "src", "model/src");
  /* The file has fewer lines than the report needs, another name, or several candidates; the
   * longest common path is proposed. */
  check_proposal (f, "/build/m/src/encoder.py", 4, "model", NULL, NULL);
  check_proposal (f, "/build/encoder.py", 1, "model", NULL, NULL);
  check_proposal (f, "/build/src/decoder.py", 1, "model", NULL, NULL);
  g_free (temp_dir_write (f->dir, "model/copy/src/encoder.py", "1\n2\n3\n", -1));
  check_proposal (f, "/build/m/src/encoder.py", 3, "model", NULL, NULL);
  check_proposal (f, "/build/copy/src/encoder.py", 3, "model", "/build", "model");
}

static void
test_pairs (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (poplens_source_pair_check ("/a=/b", NULL));
  g_assert_true (poplens_source_pair_check (".=/b=c", NULL));
  for (guint i = 0; i < 4; i++) {
    static const char *const wrong[] = {"/a", "=/b", "/a=", "/a=b"};
    g_assert_false (poplens_source_pair_check (wrong[i], &error));
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
    g_clear_error (&error);
  }
}

#define ADD(path, test)                                                                            \
  g_test_add (path, Folder, NULL, source_map_set_up, test, source_map_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/report/source-map/find", test_find);
  ADD ("/report/source-map/links", test_source_map_links);
  ADD ("/report/source-map/longest", test_longest);
  ADD ("/report/source-map/text", test_text);
  ADD ("/report/source-map/propose", test_propose);
  g_test_add_func ("/report/source-map/pairs", test_pairs);
  return g_test_run ();
}
