/* Tests of tables with damaged pages, by chance or on purpose: reading their leaves returns what
 * SQLite returns, or fails if SQLite fails. */
#include "made.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* Compares all tables of the file, if it can be opened. */
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

/* ---- by chance ------------------------------------------------------------------------------- */

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

/* Damages a byte near the beginning of a cell: a size, row ID or type. */
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
spoil_page (guint8 *bytes, gsize n, guint size)
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
  case 4: /* the right child, or the next overflow page */
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
test_leaf_mutants (void)
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
        spoil_page (bytes, n, (guint) sizes[s]);
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

/* ---- a leaf made by hand --------------------------------------------------------------------- */

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

/* Makes a leaf with the cells @cells (hexadecimal, separated by commas), stored at the end of the
 * page from last to first. */
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

/* A table with columns a, b and c whose root, page 2, is a leaf. */
typedef struct {
  const char *name, *cells;
  gboolean fails; /* SQLite reports damage if column c is read */
} Leaf;

static const Leaf leaves[] = {
    {"good", "07 01 04 01 01 01 01 02 03, 07 02 04 01 01 01 04 05 06", FALSE},
    {"short", "05 01 03 01 01 02 03", FALSE},
    /* The header is used completely, but not the body. */
    {"rest-of-record", "09 01 04 01 01 01 01 02 03 04 05", TRUE},
    {"rest-of-short-record", "07 01 03 01 01 02 03 04 05", TRUE},
    {"more-columns", "09 01 06 01 01 01 01 08 01 02 03 04", FALSE},
    /* A type extends past the header. */
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
    /* SQLite reads sizes as numbers of 32 bits, and uses seven bits of the ninth byte. */
    {"size-of-33-bits", "90 80 80 80 07 01 04 01 01 01 01 02 03", FALSE},
    {"size-of-nine-bytes", "80 80 80 80 80 80 80 80 87 01 04 01 01 01 01 02 03", FALSE},
    /* Less than four bytes are left at the end of the page. */
    {"no-room", "01 01 01", TRUE},
};

/* Compares the columns on new connections: damage found by an earlier comparison would stop reading
 * from leaves. TRUE if SQLite found damage */
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

/* ---- pages made by hand ---------------------------------------------------------------------- */

static void
get_page (const Made *made, guint number, guint size, guint8 *page)
{
  int fd = open (made->path, O_RDONLY | O_CLOEXEC);

  g_assert_cmpint (pread (fd, page, size, (off_t) (number - 1) * size), ==, size);
  close (fd);
}

static void
put_page_bytes (const Made *made, gsize at, const void *bytes, gsize n)
{
  int fd = open (made->path, O_WRONLY | O_CLOEXEC);

  g_assert_cmpint (pwrite (fd, bytes, n, (off_t) at), ==, (gssize) n);
  close (fd);
}

/* Creates a database with pages of 512 bytes and leaves below page 2. (transfer full) */
static Made *
make_levels (void)
{
  Made *made = made_new (
      512, 0,
      "BEGIN; CREATE TABLE t (a, b, c);"
      "WITH RECURSIVE c (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM c LIMIT 100) INSERT INTO t "
      "SELECT i, words (40), -i FROM c; COMMIT");
  guint8 root[512];

  get_page (made, 2, sizeof root, root);
  g_assert_cmpuint (root[0], ==, 5);
  return made;
}

static void
test_no_cells (void)
{
  g_autoptr (Made) empty_leaf = make_levels (), empty_root = make_levels ();
  guint8 root[512];

  get_page (empty_leaf, 2, sizeof root, root);
  guint32 leaf = poplens_u32 (root + poplens_u16 (root + 14));
  put_page_bytes (empty_leaf, (gsize) (leaf - 1) * 512 + 3, "\0\0", 2);
  g_assert_true (compare_columns (empty_leaf, "a"));
  put_page_bytes (empty_root, 512 + 3, "\0\0", 2);
  g_assert_true (compare_columns (empty_root, "a"));
}

/* SQLite uses seven bits of a ninth byte, other readers use eight: the record has 133 or 261 bytes.
 */
static void
test_size_of_nine_bytes (void)
{
  g_autoptr (Made) made = made_new (PAGE, 0, "CREATE TABLE t (a, b, c)");
  g_autofree char *body = g_strnfill (2 * 258, '1');
  g_autofree char *cell = g_strconcat ("80 80 80 80 80 80 80 81 05 01 03 84 10", body, NULL);
  guint8 page[PAGE];

  make_leaf (page, cell);
  write_page (made, 2, page);
  g_assert_true (compare_columns (made, "a"));
}

static void
put_varint (guint8 *at, guint32 value, guint n)
{
  for (guint i = 0; i < n; i++)
    at[i] = (guint8) ((value >> 7 * (n - 1 - i) & 0x7f) | (i + 1 < n ? 0x80 : 0));
}

/* Thousands of records overlap, and all end with the page. */
static void
test_overlap (void)
{
  enum { SIZE = 65536, ROWS = 5000, HEAD = 9, FIRST = 8 + 2 * ROWS };
  g_autoptr (Made) made = made_new (SIZE, 0, "CREATE TABLE t (a)");
  g_autofree guint8 *page = g_malloc0 (SIZE);
  g_auto (Readers) readers;
  g_auto (ComparedRows) result = {0};

  page[0] = 13;
  page[3] = ROWS >> 8;
  page[4] = ROWS & 0xff;
  for (guint i = 0; i < ROWS; i++) {
    guint at = FIRST + i * HEAD, body = SIZE - at - HEAD;
    page[8 + 2 * i] = (guint8) (at >> 8);
    page[9 + 2 * i] = (guint8) at;
    put_varint (page + at, body + 4, 3);
    put_varint (page + at + 3, i + 1, 2);
    page[at + 5] = 4;
    put_varint (page + at + 6, 2 * body + 13, 3);
  }
  put_page_bytes (made, SIZE, page, SIZE);
  readers_open (&readers, made->path);
  g_autofree char *difference =
      compare_rows (readers.database, readers.plain, "t", "a", NULL, &result);
  g_assert_cmpstr (difference, ==, NULL);
  g_assert_true (result.failed);
  g_assert_cmpuint (result.rows, <, 10);
  g_assert_nonnull (strstr (result.reason, "overlap"));
}

/* Seven records share the same overflow pages. */
static void
test_shared_overflow (void)
{
  enum { ROWS = 7 };
  g_autoptr (Made) made =
      made_new (PAGE, 0, "CREATE TABLE t (a); INSERT INTO t VALUES (noise (300000))");
  g_auto (Readers) readers;
  g_auto (ComparedRows) result = {0};
  guint8 page[PAGE], leaf[PAGE] = {13, 0, 0, 0, ROWS};

  get_page (made, 2, PAGE, page);
  guint at = poplens_u16 (page + 8), size = PAGE - at, end = PAGE;
  g_assert_cmpuint (size * ROWS, <, PAGE - 30);
  for (guint i = 0; i < ROWS; i++) {
    end -= size;
    memcpy (leaf + end, page + at, size);
    leaf[end + 3] = (guint8) (i + 1); /* row ID, after a size of three bytes */
    leaf[8 + 2 * i] = (guint8) (end >> 8);
    leaf[9 + 2 * i] = (guint8) end;
  }
  write_page (made, 2, leaf);
  readers_open (&readers, made->path);
  g_autofree char *difference =
      compare_rows (readers.database, readers.plain, "t", "a", NULL, &result);
  g_assert_cmpstr (difference, ==, NULL);
  g_assert_true (result.failed);
  g_assert_cmpuint (result.rows, <=, 2);
}

/* A leaf is at the page of SQLite's locks, after one gigabyte of a sparse file. */
static void
test_lock_page (void)
{
  enum { SIZE = 65536, LOCKS = POPLENS_LOCK_BYTE / SIZE + 1, PAGES = LOCKS + 2 };
  static const guint8 n_pages[] = {0, 0, PAGES >> 8, PAGES & 0xff},
                      to[] = {0, 0, LOCKS >> 8, LOCKS & 0xff};
  g_autoptr (Made) made = made_new (
      SIZE, 0,
      "CREATE TABLE t (a, b);"
      "WITH RECURSIVE c (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM c LIMIT 20) INSERT INTO t "
      "SELECT i, words (20000) FROM c");
  g_autofree guint8 *root = g_malloc (SIZE), *leaf = g_malloc (SIZE);

  get_page (made, 2, SIZE, root);
  g_assert_cmpuint (root[0], ==, 5);
  guint at = poplens_u16 (root + 14);
  get_page (made, poplens_u32 (root + at), SIZE, leaf);
  if (truncate (made->path, (off_t) PAGES * SIZE) < 0) {
    g_test_skip ("a file here cannot have a gigabyte");
    return;
  }
  put_page_bytes (made, 28, n_pages, sizeof n_pages);
  g_assert_false (compare_columns (made, "a"));
  put_page_bytes (made, (gsize) (LOCKS - 1) * SIZE, leaf, SIZE);
  put_page_bytes (made, SIZE + at, to, sizeof to);
  g_assert_true (compare_columns (made, "a"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile/scan-damage/mutants", test_leaf_mutants);
  for (guint i = 0; i < G_N_ELEMENTS (leaves); i++) {
    g_autofree char *path = g_strconcat ("/profile/scan-damage/leaf/", leaves[i].name, NULL);
    g_test_add_data_func (path, &leaves[i], test_leaf);
  }
  g_test_add_func ("/profile/scan-damage/no-cells", test_no_cells);
  g_test_add_func ("/profile/scan-damage/size-of-nine-bytes", test_size_of_nine_bytes);
  g_test_add_func ("/profile/scan-damage/overlap", test_overlap);
  g_test_add_func ("/profile/scan-damage/shared-overflow", test_shared_overflow);
  g_test_add_func ("/profile/scan-damage/lock-page", test_lock_page);
  return g_test_run ();
}
