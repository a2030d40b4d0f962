/* Tests of the search for the longest text of each column, which decides how wide the column has to
 * be. */
#include "app-test.h"

#include <string.h>

#include "app/table/table-longest.h"

#define ROWS 10000000u
/* Rows that are decoded together, as in a long trace. */
#define IN_SLICE 4096u

typedef struct {
  guint32 slice; /* the slice that is decoded */
  guint decoded;
} CellReader;

static void
read_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  CellReader *reader = (CellReader *) data;

  if (row / IN_SLICE != reader->slice)
    reader->decoded++;
  reader->slice = row / IN_SLICE;
  value->type = POPLENS_VALUE_INT;
  value->integer = column == 1 && row == 7 ? G_GINT64_CONSTANT (123456789012) : (gint64) row;
}

static PoplensTable *
new_table (guint32 rows, CellReader *reader)
{
  static const char *const names[] = {"first", "second", "third"};
  PoplensTable *table = poplens_table_new ("long", "Long", rows, read_cell, reader, NULL, NULL);

  for (guint c = 0; c < G_N_ELEMENTS (names); c++)
    poplens_table_add_column (table, names[c], names[c], POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
                              "Is a test.");
  return table;
}

/* The last row is examined, as positions in the table grow. Each chunk of the file is decoded once,
 * not once for each column. */
static void
test_few_slices (void)
{
  CellReader reader = {G_MAXUINT32, 0};
  g_autoptr (PoplensTable) table = new_table (ROWS, &reader);

  poplens_table_find_longest (table, POPLENS_BYTE_UNIT_BINARY);
  g_assert_cmpuint (reader.decoded, <=, 21);
  g_auto (PoplensTableLongest) first =
      poplens_table_get_longest (table, 0, POPLENS_BYTE_UNIT_BINARY);
  g_auto (PoplensTableLongest) second =
      poplens_table_get_longest (table, 1, POPLENS_BYTE_UNIT_BINARY);
  g_assert_cmpuint (strlen (first.text), ==, strlen ("9,999,999"));
  g_assert_cmpstr (second.text, ==, "123,456,789,012");
  g_assert_cmpuint (reader.decoded, <=, 21);
}

/* All rows of a short table are examined, and none beyond the last. */
static void
test_short (void)
{
  for (guint32 rows = 0; rows < 450; rows++) {
    CellReader reader = {0, 0};
    g_autoptr (PoplensTable) table = new_table (rows, &reader);

    poplens_table_find_longest (table, POPLENS_BYTE_UNIT_BINARY);
    g_auto (PoplensTableLongest) found =
        poplens_table_get_longest (table, 2, POPLENS_BYTE_UNIT_BINARY);
    if (rows == 0)
      g_assert_null (found.text);
    else
      g_assert_cmpuint (strlen (found.text), ==, rows > 100 ? 3 : rows > 10 ? 2 : 1);
  }
}

static void
name_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  static const char *const texts[] = {"cycles +1.2 %", "peak +182 KiB", "illicit tilt"};

  value->type = POPLENS_VALUE_TEXT;
  value->text = texts[row];
}

/* Between texts with equally many letters, the wider one wins. */
static void
test_wide_letters (void)
{
  g_autoptr (PoplensTable) table =
      poplens_table_new ("names", "Names", 3, name_cell, NULL, NULL, NULL);

  poplens_table_add_column (table, "worse", "Worse", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
                            "Is a test.");
  g_auto (PoplensTableLongest) found =
      poplens_table_get_longest (table, 0, POPLENS_BYTE_UNIT_BINARY);
  g_assert_cmpstr (found.text, ==, "peak +182 KiB");
}

void
add_longest_tests (void)
{
  g_test_add_func ("/app/table-longest/wide-letters", test_wide_letters);
  g_test_add_func ("/app/table-longest/few-slices", test_few_slices);
  g_test_add_func ("/app/table-longest/short", test_short);
}
