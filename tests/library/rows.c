/* Compares frames with rows of SQL, cell by cell and in the buffers. */
#include "library/rows.h"

#include <math.h>
#include <string.h>

PoplensFrame *
rows_frame (PoplensReport *report, const char *name, guint64 key)
{
  g_autoptr (GError) error = NULL;
  PoplensFrame *frame = poplens_report_get_frame (report, name, key, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (poplens_frame_get_name (frame), ==, name);
  return frame;
}

guint
rows_column (const PoplensFrame *frame, const char *name)
{
  int column = poplens_frame_find_column (frame, name);

  if (column < 0)
    g_error ("%s has no column %s", poplens_frame_get_name (frame), name);
  return (guint) column;
}

gboolean
rows_at (const PoplensBuffer *buffer, gsize row, gint64 *value)
{
  gconstpointer at = (const char *) buffer->values + row * buffer->stride;

  switch (buffer->type) {
  case POPLENS_BUFFER_UINT8:
  case POPLENS_BUFFER_BOOL:
    *value = *(const guint8 *) at;
    break;
  case POPLENS_BUFFER_UINT16:
    *value = *(const guint16 *) at;
    break;
  case POPLENS_BUFFER_UINT32:
    *value = *(const guint32 *) at;
    break;
  case POPLENS_BUFFER_UINT64:
  case POPLENS_BUFFER_INT64:
    *value = *(const gint64 *) at;
    break;
  default:
    g_error ("no column of integers");
  }
  return (!buffer->valid || buffer->valid[row]) &&
         !(buffer->has_absent && *value == buffer->absent);
}

static void
rows_check_text (PoplensFrame *frame, guint column, const PoplensBuffer *buffer, gsize row)
{
  const char *text = poplens_frame_get_text (frame, column, row);
  guint32 code = *(const guint32 *) ((const char *) buffer->values + row * buffer->stride);

  if (text)
    g_assert_cmpstr (poplens_frame_get_code_text (frame, column, code), ==, text);
  /* A column of several units can have a number here. */
  g_assert_true (text || strlen (poplens_frame_get_code_text (frame, column, code)) ||
                 (buffer->valid && !buffer->valid[row]));
}

static void
check_double (PoplensFrame *frame, guint column, const PoplensBuffer *buffer, gsize row)
{
  double there = *(const double *) ((const char *) buffer->values + row * buffer->stride), value;

  if (poplens_frame_get_double (frame, column, row, &value))
    g_assert_cmpfloat (value, ==, there);
  else
    g_assert_true (isnan (there));
}

static void
check_list (PoplensFrame *frame, guint column, gsize row)
{
  guint64 sum = 0, said;
  gsize n;

  if (!poplens_frame_get_list_length (frame, column, row, &n))
    return;
  g_autofree guint64 *values = g_new (guint64, n + 1);
  values[n] = 0;
  g_assert_true (poplens_frame_read_list (frame, column, row, values, n + 1));
  g_assert_cmpuint (values[n], ==, 0);
  for (gsize i = 0; i < n; i++)
    sum += values[i];
  g_assert_true (poplens_frame_sum_list (frame, column, row, &said));
  g_assert_cmpuint (said, ==, sum);
}

static void
check_integer (PoplensFrame *frame, guint column, const PoplensBuffer *buffer, gsize row)
{
  gint64 there, value = 0;
  gboolean has = rows_at (buffer, row, &there);

  g_assert_cmpint (poplens_frame_get_int (frame, column, row, &value), ==, has);
  if (has && buffer->type == POPLENS_BUFFER_BOOL)
    g_assert_cmpint (value != 0, ==, there != 0);
  else if (has)
    g_assert_cmpint (value, ==, there);
}

static void
check_column (PoplensFrame *frame, guint column)
{
  PoplensBuffer buffer;
  const PoplensFrameColumn *info = poplens_frame_get_column (frame, column);

  g_assert_nonnull (info->doc);
  g_assert_nonnull (info->unit);
  g_assert_nonnull (info->provenance);
  g_assert_cmpint (poplens_frame_find_column (frame, info->name), ==, (int) column);
  g_assert_true (poplens_frame_get_buffer (frame, column, &buffer));
  g_assert_cmpuint (buffer.n, ==, poplens_frame_n_rows (frame));
  for (gsize row = 0; row < buffer.n; row++)
    if (buffer.type == POPLENS_BUFFER_LIST)
      check_list (frame, column, row);
    else if (buffer.type == POPLENS_BUFFER_TEXT)
      rows_check_text (frame, column, &buffer, row);
    else if (buffer.type == POPLENS_BUFFER_DOUBLE)
      check_double (frame, column, &buffer, row);
    else
      check_integer (frame, column, &buffer, row);
}

void
rows_check_buffers (PoplensFrame *frame)
{
  PoplensBuffer buffer;
  guint n = poplens_frame_n_columns (frame);

  for (guint c = 0; c < n; c++)
    check_column (frame, c);
  g_assert_null (poplens_frame_get_column (frame, n));
  g_assert_false (poplens_frame_get_buffer (frame, n, &buffer));
}

static void
check_cell (PoplensFrame *frame, guint column, gsize row, sqlite3_stmt *rows)
{
  gint64 integer;
  double real;

  switch (sqlite3_column_type (rows, 0)) {
  case SQLITE_NULL:
    g_assert_false (poplens_frame_get_int (frame, column, row, &integer));
    g_assert_null (poplens_frame_get_text (frame, column, row));
    break;
  case SQLITE_TEXT:
    g_assert_cmpstr (poplens_frame_get_text (frame, column, row), ==,
                     (const char *) sqlite3_column_text (rows, 0));
    break;
  case SQLITE_FLOAT:
    g_assert_true (poplens_frame_get_double (frame, column, row, &real));
    g_assert_cmpfloat (real, ==, sqlite3_column_double (rows, 0));
    break;
  default:
    g_assert_true (poplens_frame_get_int (frame, column, row, &integer));
    g_assert_cmpint (integer, ==, sqlite3_column_int64 (rows, 0));
  }
}

void
rows_check (PoplensFrame *frame, const char *column, sqlite3 *db, const char *sql)
{
  guint number = rows_column (frame, column);
  sqlite3_stmt *rows;
  gsize n = 0;

  g_test_message ("%s.%s: %s", poplens_frame_get_name (frame), column, sql);
  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &rows, NULL), ==, SQLITE_OK);
  for (; sqlite3_step (rows) == SQLITE_ROW; n++)
    check_cell (frame, number, n, rows);
  sqlite3_finalize (rows);
  g_assert_cmpuint (n, ==, poplens_frame_n_rows (frame));
}
