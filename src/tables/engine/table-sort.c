/* Sorts rows of a table by a column: a stable merge sort that can be cancelled. */
#include "tables/engine/table-sort.h"

#include <math.h>
#include <string.h>

#define POLL_ROWS 8192

enum { RANK_NUMBER, RANK_REAL, RANK_TEXT, RANK_NULL };

/* A row with its sort key. For texts, .key has only the beginning of the text. .rank is RANK_REAL
 * until mix_numbers () makes the keys of integers and reals comparable. */
typedef struct {
  guint64 key;
  guint32 row;
  guint8 rank;
} SortEntry;

typedef struct {
  const PoplensTable *table;
  guint column;
  gboolean descending, by_size;
  GCancellable *cancellable;
} SortedRows;

/* Returns an unsigned integer that has the same order as @value. */
static guint64
real_key (double value)
{
  guint64 bits;

  if (value == 0)
    value = 0; /* make −0 equal to 0 */
  memcpy (&bits, &value, sizeof bits);
  return bits >> 63 ? ~bits : bits | (guint64) 1 << 63;
}

static guint64
integer_key (gint64 value)
{
  return (guint64) value ^ (guint64) 1 << 63;
}

/* Returns an integer that sorts like the beginning of @text in lower case: at most eight bytes, up
 * to the first digit. For equal keys, compare the texts by poplens_table_compare_texts (). */
static guint64
text_sort_key (const char *text)
{
  guint64 key = 0;

  for (guint i = 0; i < 8; i++) {
    guint8 byte = g_ascii_isdigit (*text) ? '0' : g_ascii_tolower (*text);
    key |= (guint64) byte << (56 - 8 * i);
    if (!byte || byte == '0')
      break;
    text++;
  }
  return key;
}

int
poplens_table_compare_texts (const char *a, const char *b)
{
  while (*a && *b) {
    if (g_ascii_isdigit (*a) && g_ascii_isdigit (*b)) {
      gsize na, nb;
      while (*a == '0' && g_ascii_isdigit (a[1]))
        a++;
      while (*b == '0' && g_ascii_isdigit (b[1]))
        b++;
      na = strspn (a, "0123456789");
      nb = strspn (b, "0123456789");
      int order = na != nb ? (na < nb ? -1 : 1) : strncmp (a, b, na);
      if (order)
        return order;
      a += na;
      b += nb;
      continue;
    }
    guint8 ca = g_ascii_tolower (*a++), cb = g_ascii_tolower (*b++);
    if (ca != cb)
      return ca < cb ? -1 : 1;
  }
  return !!*a - !!*b;
}

/* Returns the text that people see for the cell text @text. Rows are sorted by it. */
static const char *
sorted_text (const SortedRows *sort, const char *text)
{
  return poplens_column_text (poplens_table_get_column (sort->table, sort->column), text);
}

static int
compare_sort_entries (const SortedRows *sort, const SortEntry *a, const SortEntry *b)
{
  int order;

  if (a->rank != b->rank)
    order = a->rank < b->rank ? -1 : 1;
  else if (a->key != b->key)
    order = a->key < b->key ? -1 : 1;
  else if (a->rank != RANK_TEXT)
    order = 0;
  else {
    const char *ta = sorted_text (sort, poplens_table_get (sort->table, a->row, sort->column).text);
    const char *tb = sorted_text (sort, poplens_table_get (sort->table, b->row, sort->column).text);
    order = ta == tb ? 0 : poplens_table_compare_texts (ta, tb);
  }
  return sort->descending ? -order : order;
}

static SortEntry
make_sort_entry (const SortedRows *sort, guint32 row)
{
  PoplensValue value = poplens_table_get (sort->table, row, sort->column);
  SortEntry entry = {.row = row, .rank = RANK_NULL};

  if (sort->by_size && value.type == POPLENS_VALUE_INT)
    value.integer = value.integer == G_MININT64 ? G_MAXINT64 : ABS (value.integer);
  else if (sort->by_size && value.type == POPLENS_VALUE_REAL)
    value.real = fabs (value.real);
  if (value.type == POPLENS_VALUE_TEXT) {
    entry.rank = RANK_TEXT;
    entry.key = text_sort_key (sorted_text (sort, value.text));
  } else if (value.type == POPLENS_VALUE_INT) {
    entry.rank = RANK_NUMBER;
    entry.key = integer_key (value.integer);
  } else if (value.type == POPLENS_VALUE_REAL && !isnan (value.real)) {
    entry.rank = RANK_REAL;
    entry.key = real_key (value.real);
  }
  return entry;
}

/* If the column has reals, converts the keys of integers to keys of reals, to make both comparable.
 * Otherwise integers keep all digits. */
static void
mix_numbers (SortEntry *entries, gsize n)
{
  gboolean reals = FALSE;

  for (gsize i = 0; i < n && !reals; i++)
    reals = entries[i].rank == RANK_REAL;
  for (gsize i = 0; i < n && reals; i++) {
    if (entries[i].rank == RANK_NUMBER)
      entries[i].key = real_key ((double) (gint64) integer_key ((gint64) entries[i].key));
    else if (entries[i].rank == RANK_REAL)
      entries[i].rank = RANK_NUMBER;
  }
}

static void
merge_sorted (const SortedRows *sort, const SortEntry *from, SortEntry *to, gsize start,
              gsize middle, gsize end)
{
  gsize a = start, b = middle;

  /* If both halves are in order already, as they often are, only copy them. */
  if (middle >= end || compare_sort_entries (sort, &from[middle - 1], &from[middle]) <= 0) {
    memcpy (to + start, from + start, (end - start) * sizeof *to);
    return;
  }
  for (gsize out = start; out < end; out++)
    if (b >= end || (a < middle && compare_sort_entries (sort, &from[a], &from[b]) <= 0))
      to[out] = from[a++];
    else
      to[out] = from[b++];
}

/* Sorts with a stable bottom-up merge sort. @entries: (inout): may become another buffer. FALSE if
 * cancelled. */
static gboolean
sort_entries (const SortedRows *sort, SortEntry **entries, gsize n)
{
  SortEntry *from = *entries, *to = g_new (SortEntry, MAX (n, 1));
  gsize merged = 0;

  for (gsize width = 1; width < n; width *= 2) {
    for (gsize start = 0; start < n; start += 2 * width) {
      gsize middle = MIN (start + width, n), end = MIN (start + 2 * width, n);
      merge_sorted (sort, from, to, start, middle, end);
      merged += end - start;
      if (merged >= POLL_ROWS) {
        merged = 0;
        if (g_cancellable_is_cancelled (sort->cancellable)) {
          *entries = from;
          g_free (to);
          return FALSE;
        }
      }
    }
    SortEntry *swap = from;
    from = to;
    to = swap;
  }
  *entries = from;
  g_free (to);
  return TRUE;
}

gboolean
poplens_table_sort_rows (const PoplensTable *table, PoplensSortKey key, GArray *rows,
                         GCancellable *cancellable)
{
  SortedRows sort = {table, key.column, key.descending, key.by_size, cancellable};
  g_autofree SortEntry *entries = g_new (SortEntry, MAX (rows->len, 1));
  g_autoptr (GArray) nulls = g_array_new (FALSE, FALSE, sizeof (guint32));
  gsize n = 0;

  for (guint i = 0; i < rows->len; i++) {
    if (i % POLL_ROWS == 0 && g_cancellable_is_cancelled (cancellable))
      return FALSE;
    SortEntry entry = make_sort_entry (&sort, g_array_index (rows, guint32, i));
    if (entry.rank == RANK_NULL)
      g_array_append_val (nulls, entry.row);
    else
      entries[n++] = entry;
  }
  mix_numbers (entries, n);
  if (!sort_entries (&sort, &entries, n))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    g_array_index (rows, guint32, i) = entries[i].row;
  for (guint i = 0; i < nulls->len; i++)
    g_array_index (rows, guint32, n + i) = g_array_index (nulls, guint32, i);
  return TRUE;
}
