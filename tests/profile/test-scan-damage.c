/* Tables whose pages are damaged, by chance or to do harm: from their leaves comes what SQLite
 * gives, or an error where SQLite gives one. */
#include "made.h"

#include "base/error.h"
#include "support/work-time.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* All tables of the file, as far as it can be opened at all. */
static Compared
compare_file (const char *path, guint more)
{
  g_auto (Readers) readers;
  Compared compared = {0};

  readers_open (&readers, path);
  if (readers.schema)
    compare_tables (&readers, more, &compared, NULL);
  return compared;
}

/* ---- by chance ---------------------------------------------------------------------------------
 */

#define MUTANTS 800

static guint
at_random (gsize n)
{
  return (guint) g_test_rand_int_range (0, (gint32) n);
}

static void
spoil_byte (guint8 *at)
{
  static const guint8 odd[] = {0, 1, 2, 5, 9, 10, 13, 0x7f, 0x80, 0x81, 0xff};

  switch (at_random (4)) {
  case 0:
    *at ^= (guint8) (1 << at_random (8));
    break;
  case 1:
    *at = odd[at_random (sizeof odd)];
    break;
  case 2:
    *at = (guint8) (*at + at_random (5) - 2);
    break;
  default:
    *at = (guint8) at_random (256);
  }
}

/* A byte of the cell, near its beginning: sizes, row ids, types. */
static void
spoil_cell (guint8 *page, guint size)
{
  guint header = page[0] == 5 ? 12 : 8, n = poplens_u16 (page + 3);
  guint cell = n && header + 2 * n < size ? header + 2 * at_random (n) : header;

  if (at_random (3)) {
    guint at = poplens_u16 (page + cell) + at_random (9);
    spoil_byte (page + MIN (at, size - 1));
  } else {
    spoil_byte (page + cell + at_random (2));
  }
}

static void
spoil (guint8 *bytes, gsize n, guint size)
{
  guint n_pages = (guint) (n / size);
  guint8 *page = bytes + (gsize) (1 + at_random (n_pages - 1)) * size;

  switch (at_random (16)) {
  case 0:
    spoil_byte (bytes + 16 + at_random (84));
    break;
  case 1:
    spoil_byte (bytes + 100 + at_random (n - 100));
    break;
  case 2:
    memcpy (page, bytes + (gsize) (1 + at_random (n_pages - 1)) * size, size);
    break;
  case 3:
    memset (page + at_random (size), (int) at_random (256), 1);
    page[3] = (guint8) at_random (2);
    break;
  case 4: /* the right child, or the page that follows */
    page[8 * at_random (2) + 3] = (guint8) (1 + at_random (n_pages));
    break;
  case 5:
  case 6:
    spoil_byte (page + at_random (12));
    break;
  default:
    spoil_cell (page, size);
  }
}

static Made *
make_small (int page_size)
{
  return made_new (
      page_size, 0,
      "BEGIN; CREATE TABLE t (id INTEGER PRIMARY KEY, a, b TEXT, c REAL);"
      "WITH RECURSIVE c (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM c LIMIT 400) INSERT INTO t "
      "SELECT i * 37 - 999, i, words (i % 23), i / 3.0 FROM c;"
      "CREATE TABLE u (a, b, c);"
      "WITH RECURSIVE c (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM c LIMIT 25) INSERT INTO u "
      "SELECT i, noise (i * 70), words (i * 3) FROM c;"
      "CREATE TABLE v (x); INSERT INTO v VALUES (1), (NULL); COMMIT");
}

static void
test_mutants (void)
{
  static const int sizes[] = {512, 1024};
  Compared all = {0};
  guint opened = 0;

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++) {
    g_autoptr (Made) made = make_small (sizes[s]);
    g_autofree guint8 *good = NULL;
    gsize n;
    g_assert_true (g_file_get_contents (made->path, (char **) &good, &n, NULL));
    for (guint i = 0; i < MUTANTS / G_N_ELEMENTS (sizes); i++) {
      g_autofree guint8 *bytes = g_memdup2 (good, n);
      int fd = open (made->path, O_WRONLY | O_CLOEXEC);
      for (guint times = 1 + at_random (3); times; times--)
        spoil (bytes, n, (guint) sizes[s]);
      g_assert_cmpint (write (fd, bytes, n), ==, (gssize) n);
      close (fd);
      Compared compared = compare_file (made->path, 2);
      opened += compared.tables > 0;
      all.tables += compared.tables;
      all.by_leaves += compared.by_leaves;
      all.rows += compared.rows;
    }
  }
  g_test_message ("%u of %u opened, %u tables, %u by their leaves, %" G_GUINT64_FORMAT " rows",
                  opened, MUTANTS, all.tables, all.by_leaves, all.rows);
  g_assert_cmpuint (opened, >, MUTANTS / 2);
  g_assert_cmpuint (all.by_leaves, >, all.tables / 4);
  g_assert_cmpuint (all.by_leaves, <, all.tables);
}

/* ---- a leaf made by hand -----------------------------------------------------------------------
 */

#define PAGE 1024

static gsize
write_hex (guint8 *out, const char *hex)
{
  gsize n = 0;

  for (; hex[0]; hex++)
    if (g_ascii_isxdigit (hex[0])) {
      out[n++] = (guint8) (g_ascii_xdigit_value (hex[0]) << 4 | g_ascii_xdigit_value (hex[1]));
      hex++;
    }
  return n;
}

static void
write_page (const Made *made, guint number, const guint8 *page)
{
  int fd = open (made->path, O_WRONLY | O_CLOEXEC);

  g_assert_cmpint (pwrite (fd, page, PAGE, (off_t) (number - 1) * PAGE), ==, PAGE);
  close (fd);
}

/* A leaf whose cells lie at the page's end, the last one first; those of @cells, by commas. */
static void
make_leaf (guint8 *page, const char *cells)
{
  g_auto (GStrv) all = g_strsplit (cells, ",", -1);
  guint n = g_strv_length (all), end = PAGE;

  memset (page, 0, PAGE);
  page[0] = 13;
  page[4] = (guint8) n;
  for (guint i = 0; i < n; i++) {
    guint8 cell[PAGE];
    gsize size = write_hex (cell, all[i]);
    end -= (guint) size;
    memcpy (page + end, cell, size);
    page[8 + 2 * i] = (guint8) (end >> 8);
    page[9 + 2 * i] = (guint8) end;
  }
  page[5] = (guint8) (end >> 8);
  page[6] = (guint8) end;
}

/* One table of columns a, b and c on page 2, which is a leaf. */
typedef struct {
  const char *name, *cells;
  gboolean fails; /* SQLite finds it damaged where c is asked for */
} Leaf;

static const Leaf leaves[] = {
    {"good", "07 01 04 01 01 01 01 02 03, 07 02 04 01 01 01 04 05 06", FALSE},
    {"short", "05 01 03 01 01 02 03", FALSE},
    /* The header is all used, but not the body. */
    {"rest-of-record", "09 01 04 01 01 01 01 02 03 04 05", TRUE},
    {"rest-of-short-record", "07 01 03 01 01 02 03 04 05", TRUE},
    {"more-columns", "09 01 06 01 01 01 01 08 01 02 03 04", FALSE},
    /* A type that ends behind the header. */
    {"cut-type", "06 01 03 01 81 01 02 03", TRUE},
    {"cut-last-type", "07 01 04 01 01 81 01 02 03", TRUE},
    {"huge-type", "0b 01 08 01 8f ff ff ff 7f 01 01 02 03", TRUE},
    {"no-types", "01 01 01 00", TRUE},
    {"header-of-nothing", "03 01 00 01 02", FALSE},
    {"nothing", "00 01 00 00", FALSE},
    {"row-ids-fall", "07 05 04 01 01 01 01 02 03, 07 02 04 01 01 01 04 05 06", FALSE},
    {"row-ids-equal", "07 05 04 01 01 01 01 02 03, 07 05 04 01 01 01 04 05 06", FALSE},
    {"types-10", "07 01 04 0a 01 01 02 03 00", TRUE},
    {"long-numbers", "80 80 07 01 04 01 01 01 01 02 03", FALSE},
    /* SQLite takes sizes for numbers of 32 bits, and of the ninth byte seven. */
    {"size-of-33-bits", "90 80 80 80 07 01 04 01 01 01 01 02 03", FALSE},
    {"size-of-nine-bytes", "80 80 80 80 80 80 80 80 87 01 04 01 01 01 01 02 03", FALSE},
    /* Less than four bytes at the page's end. */
    {"no-room", "01 01 01", TRUE},
};

/* Each on connections of its own: what one finds out would keep others from the leaf. */
static gboolean
compare_columns (const Made *made, const char *columns)
{
  g_auto (Readers) readers;
  g_auto (ComparedRows) result = {0};

  readers_open (&readers, made->path);
  g_assert_no_error (readers.error);
  g_autofree char *difference =
      compare_rows (readers.database, readers.plain, "t", columns, NULL, &result);
  g_assert_cmpstr (difference, ==, NULL);
  g_test_message ("%s: %s", columns, result.reason ? result.reason : "by its leaves");
  return result.failed;
}

static void
test_leaf (gconstpointer data)
{
  static const char *const others[] = {"a", "b", "c", "a,b", "c,a", "b,rowid", "rowid"};
  const Leaf *leaf = data;
  g_autoptr (Made) made = made_new (PAGE, 0, "CREATE TABLE t (a, b, c)");
  guint8 page[PAGE];

  make_leaf (page, leaf->cells);
  write_page (made, 2, page);
  g_assert_cmpint (compare_columns (made, "a,b,c"), ==, leaf->fails);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    compare_columns (made, others[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile/scan-damage/mutants", test_mutants);
  for (guint i = 0; i < G_N_ELEMENTS (leaves); i++) {
    g_autofree char *path = g_strconcat ("/profile/scan-damage/leaf/", leaves[i].name, NULL);
    g_test_add_data_func (path, &leaves[i], test_leaf);
  }
  return g_test_run ();
}
