/* Tests of files that are cut, changed, or not CBOR: no crash, no hang, and contexts read before
 * the damage are kept. */
#include "debuginfo/cbor-text.h"
#include "support/damage.h"
#include "support/local-file.h"
#include "support/seeds.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static GByteArray *
sample (gsize ends[3])
{
  GByteArray *out = c_begin ();

  for (guint i = 0; i < 3; i++) {
    c_map (out, 6);
    c_pair_text (out, "category", "op");
    c_pair (out, "id", 3 - i);
    c_pair_text (out, "layer", "popart");
    c_text (out, "location");
    c_map (out, 3);
    c_pair (out, "fileName", 1);
    c_pair (out, "functionName", 2);
    c_pair (out, "lineNumber", 300 + i);
    c_pair (out, "name", i);
    c_text (out, "shape");
    c_hex (out, "9f 01 190200 fa3fc00000 20 7f 6161 ff c1 a1 6161 f6 ff");
    ends[i] = out->len;
  }
  c_end (out);
  return out;
}

/* Cuts the file at every byte. */
static void
test_cut_debug (void)
{
  gsize ends[3];
  g_autoptr (GByteArray) whole = sample (ends);

  for (guint size = 0; size < whole->len; size++) {
    g_autoptr (GByteArray) bytes = g_byte_array_new ();
    g_autoptr (GError) error = NULL;
    g_byte_array_append (bytes, whole->data, size);
    g_autoptr (PoplensDebugContexts) c = c_read (bytes, &error);
    if (!c) {
      g_assert_cmpuint (size, ==, 0);
      g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
      continue;
    }
    g_assert_true (c->incomplete);
    g_assert_cmpuint (c->n, ==, (size >= ends[0]) + (size >= ends[1]) + (size >= ends[2]));
    g_assert_cmpuint (c->stopped_at, <=, size);
    g_assert_nonnull (strstr (c->reason, "the file is truncated"));
    for (guint32 i = 0; i < c->n; i++) {
      char label[POPLENS_DEBUG_LABEL_SIZE];
      g_assert_cmpstr (poplens_debug_context_layer (c, i), ==, "popart");
      g_assert_cmpint (*poplens_debug_context_label (c, i, label), !=, 0);
    }
  }
}

static void
test_no_table (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  char label[POPLENS_DEBUG_LABEL_SIZE];

  c_map (bytes, 1);
  c_text (bytes, "contexts");
  c_array (bytes, 1);
  c_context (bytes, 1, 0, "l", 12);
  g_autoptr (PoplensDebugContexts) c = c_read (bytes, NULL);
  g_assert_true (c->incomplete);
  g_assert_nonnull (strstr (c->reason, "no string table"));
  g_assert_null (poplens_debug_context_name (c, 0));
  g_assert_cmpstr (poplens_debug_context_label (c, 0, label), ==, "Unnamed (12)");
}

static void
test_not_cbor (void)
{
  static const char *const files[] = {"", "80", "f6", "ff", "7b2261223a317d", "1c", "d9d9f7", "9f"};

  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autoptr (GByteArray) bytes = g_byte_array_new ();
    g_autoptr (GError) error = NULL;
    c_hex (bytes, files[i]);
    g_assert_null (c_read (bytes, &error));
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
  }
}

/* Huge lengths, wherever a length can be. */
static void
test_hostile_lengths (void)
{
  static const char *const lengths[] = {"5bffffffffffffffff",
                                        "7bffffffffffffffff",
                                        "9bffffffffffffffff",
                                        "bbffffffffffffffff",
                                        "9b7fffffffffffffff",
                                        "bb7fffffffffffffff",
                                        "7b0000000100000000",
                                        "9a7fffffff",
                                        "ff",
                                        "1c",
                                        "df",
                                        "fe"};
  static const char *const places[] = {"%s",
                                       "a1 68636f6e7465787473 %s",
                                       "a1 6b737472696e675461626c65 %s",
                                       "a1 68636f6e7465787473 81 %s",
                                       "a1 68636f6e7465787473 81 a1 %s",
                                       "a1 68636f6e7465787473 81 a1 656c61796572 %s",
                                       "a1 68636f6e7465787473 81 a1 686c6f636174696f6e %s",
                                       "a1 68636f6e7465787473 81 a2 626964 01 6161 %s"};

  for (guint p = 0; p < G_N_ELEMENTS (places); p++)
    for (guint l = 0; l < G_N_ELEMENTS (lengths); l++)
      for (guint tail = 0; tail < 2; tail++) {
        g_autoptr (GByteArray) bytes = g_byte_array_new ();
        const char *at = strchr (places[p], '%');
        g_autofree char *hex =
            g_strdup_printf ("%.*s%s%s", (int) (at - places[p]), places[p], lengths[l],
                             tail ? "616101020304616162636465a0" : "");
        c_hex (bytes, hex);
        g_autoptr (PoplensDebugContexts) c = c_read (bytes, NULL);
        g_assert_true (!c || c->incomplete);
      }
}

/* Nested levels of a value that is skipped: as many as are followed, and more. */
static void
test_nested_levels (void)
{
  static const guint depths[] = {1000000, 1200000};

  for (guint d = 0; d < G_N_ELEMENTS (depths); d++) {
    g_autoptr (GByteArray) bytes = c_begin ();
    c_context (bytes, 1, 0, "l", 0);
    c_map (bytes, 2);
    c_pair (bytes, "id", 2);
    c_text (bytes, "v");
    for (guint i = 0; i < depths[d]; i++)
      c_array (bytes, OPEN);
    for (guint i = 0; i < depths[d]; i++)
      c_break (bytes);
    c_end (bytes);
    g_autoptr (PoplensDebugContexts) c = c_read (bytes, NULL);
    g_assert_cmpuint (c->n, ==, d ? 1 : 2);
    g_assert_cmpint (c->incomplete, ==, d);
  }
}

static void
test_debug_not_a_file (void)
{
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *pipe = g_build_filename (dir, "debug.cbor", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (local_debuginfo_read (pipe, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  g_assert_null (local_debuginfo_read (pipe, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_A_REPORT);
  temp_dir_remove (dir);
}

static void
test_cancelled_debug (void)
{
  gsize ends[3];
  g_autoptr (GByteArray) bytes = sample (ends);
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *path =
      temp_dir_write (dir, "debug.cbor", (const char *) bytes->data, bytes->len);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (local_debuginfo_read (path, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  temp_dir_remove (dir);
}

/* Reads everything that contexts offer. */
static void
use (const char *path, const PoplensDebugContexts *c)
{
  char label[POPLENS_DEBUG_LABEL_SIZE];

  for (guint32 i = 0; i < c->n; i++) {
    g_autoptr (GArray) chain = poplens_debug_context_chain (c, i);
    g_autofree char *name = poplens_debug_context_path (c, i);
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensSlice) body = local_debuginfo_read_body (path, c, c->id[i], NULL, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (body->n, >, 0);
    g_assert_true (!i || c->id[i] > c->id[i - 1]);
    g_assert_cmpuint (chain->len, <=, c->n);
    g_assert_true (g_utf8_validate (name, -1, NULL));
    g_assert_true (g_utf8_validate (poplens_debug_context_label (c, i, label), -1, NULL));
    g_assert_true (g_utf8_validate (poplens_debug_context_layer (c, i), -1, NULL));
  }
}

static void
test_debug_mutants (void)
{
  gsize ends[3];
  g_autoptr (GByteArray) whole = sample (ends);
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autofree char *dir = temp_dir_new ();
  guint n_incomplete = 0;

  for (guint m = 0; m < (all_seeds () ? 5000 : 1500); m++) {
    g_autoptr (GByteArray) bytes = g_byte_array_new ();
    g_byte_array_append (bytes, whole->data, whole->len);
    for (guint n = (guint) g_rand_int_range (random, 1, 4); n && bytes->len; n--)
      damage_bytes (random, bytes, 0);
    g_autofree char *path =
        temp_dir_write (dir, "debug.cbor", (const char *) bytes->data, bytes->len);
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensDebugContexts) c = local_debuginfo_read (path, NULL, &error);
    g_assert_true ((c == NULL) == (error != NULL));
    if (c)
      use (path, c);
    n_incomplete += c && c->incomplete;
    /* Deletes the file before it is written again, as GLib syncs a file that it overwrites. */
    g_assert_cmpint (unlink (path), ==, 0);
  }
  g_test_message ("%u are incomplete", n_incomplete);
  g_assert_cmpuint (n_incomplete, >, 500);
  temp_dir_remove (dir);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/debuginfo/damage/cut", test_cut_debug);
  g_test_add_func ("/debuginfo/damage/no-table", test_no_table);
  g_test_add_func ("/debuginfo/damage/not-cbor", test_not_cbor);
  g_test_add_func ("/debuginfo/damage/hostile-lengths", test_hostile_lengths);
  g_test_add_func ("/debuginfo/damage/levels", test_nested_levels);
  g_test_add_func ("/debuginfo/damage/no-file", test_debug_not_a_file);
  g_test_add_func ("/debuginfo/damage/cancelled", test_cancelled_debug);
  g_test_add_func ("/debuginfo/damage/mutants", test_debug_mutants);
  return g_test_run ();
}
