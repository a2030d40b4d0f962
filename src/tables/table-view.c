#include "tables/table.h"

#include <math.h>
#include <string.h>

#define POLL_ROWS 8192

void
poplens_table_view_free (PoplensTableView *self)
{
  if (!self)
    return;
  g_free (self->rows);
  g_free (self->totals);
  g_free (self);
}

static gboolean
cancelled (GCancellable *cancellable, gsize done)
{
  return done % POLL_ROWS == 0 && g_cancellable_is_cancelled (cancellable);
}

/* ---- tree ----------------------------------------------------------------------------- */

/* Parent row of each row, or G_MAXUINT32: the nearest row above that is less deep. */
static guint32 *
find_parents (const PoplensTable *table)
{
  guint32 n = poplens_table_n_rows (table);
  guint32 *parents = g_new (guint32, MAX (n, 1));

  for (guint32 row = 0; row < n; row++) {
    guint16 depth = poplens_table_get_depth (table, row);
    guint32 parent = row ? row - 1 : G_MAXUINT32;
    while (parent != G_MAXUINT32 && poplens_table_get_depth (table, parent) >= depth)
      parent = parents[parent];
    parents[row] = parent;
  }
  return parents;
}

/* ---- filter --------------------------------------------------------------------------- */

typedef struct {
  char **words;    /* case folded */
  gboolean *ascii; /* by word */
  gint64 *numbers; /* by word: as an ID, or -1 */
  guint n;
} Query;

static void
query_init (Query *query, const char *filter)
{
  g_autofree char *valid = g_utf8_make_valid (filter, -1);
  g_autofree char *folded = g_utf8_casefold (valid, -1);
  g_auto (GStrv) pieces = g_strsplit_set (folded, " \t\n\r", -1);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  for (char **piece = pieces; *piece; piece++)
    if (**piece)
      g_ptr_array_add (words, g_strdup (*piece));
  query->n = words->len;
  query->ascii = g_new (gboolean, MAX (words->len, 1));
  query->numbers = g_new (gint64, MAX (words->len, 1));
  for (guint w = 0; w < words->len; w++) {
    const char *word = g_ptr_array_index (words, w);
    guint64 number;
    query->ascii[w] = g_str_is_ascii (word);
    query->numbers[w] =
        g_ascii_string_to_unsigned (word, 10, 0, G_MAXINT64, &number, NULL) ? (gint64) number : -1;
  }
  g_ptr_array_add (words, NULL);
  query->words = (char **) g_ptr_array_free (g_steal_pointer (&words), FALSE);
}

static void
query_clear (Query *query)
{
  g_strfreev (query->words);
  g_free (query->ascii);
  g_free (query->numbers);
}

/* TRUE where the ASCII @text holds @word, which is in lower case. */
static gboolean
holds_ascii (const char *text, const char *word)
{
  char first = *word;

  for (; *text; text++) {
    gsize i = 1;
    if (g_ascii_tolower (*text) != first)
      continue;
    while (word[i] && g_ascii_tolower (text[i]) == word[i])
      i++;
    if (!word[i])
      return TRUE;
  }
  return FALSE;
}

/* Marks in @found the words that the cell holds. */
static void
match_cell (const Query *query, const PoplensValue *value, gboolean *found)
{
  g_autofree char *folded = NULL;
  gboolean ascii;

  if (value->type == POPLENS_VALUE_INT && value->unit == POPLENS_UNIT_ID) {
    for (guint w = 0; w < query->n; w++)
      if (query->numbers[w] >= 0 && query->numbers[w] == value->integer)
        found[w] = TRUE;
    return;
  }
  if (value->type != POPLENS_VALUE_TEXT)
    return;
  ascii = g_str_is_ascii (value->text);
  if (!ascii)
    folded = g_utf8_casefold (value->text, -1);
  for (guint w = 0; w < query->n; w++) {
    if (found[w])
      continue;
    if (!ascii)
      found[w] = strstr (folded, query->words[w]) != NULL;
    else
      found[w] = query->ascii[w] && holds_ascii (value->text, query->words[w]);
  }
}

static gboolean
row_matches (const PoplensTable *table, const Query *query, guint32 row, gboolean *found)
{
  guint n_columns = poplens_table_n_columns (table);

  memset (found, 0, query->n * sizeof *found);
  for (guint c = 0; c < n_columns; c++) {
    PoplensUnit unit = poplens_table_get_column (table, c)->unit;
    if (unit != POPLENS_UNIT_TEXT && unit != POPLENS_UNIT_ID && unit != POPLENS_UNIT_MIXED)
      continue;
    PoplensValue value = poplens_table_get (table, row, c);
    match_cell (query, &value, found);
  }
  for (guint w = 0; w < query->n; w++)
    if (!found[w])
      return FALSE;
  return TRUE;
}

enum { KEEP = 1, MATCH = 2 };

static gboolean
is_below_match (const guint8 *keep, const guint32 *parents, guint32 row)
{
  for (guint32 r = parents[row]; r != G_MAXUINT32; r = parents[r])
    if (keep[r] == MATCH)
      return TRUE;
  return FALSE;
}

/* Sums what was found: a row of a tree holds those below it. */
static void
total_matches (const PoplensTable *table, const guint8 *keep, const guint32 *parents,
               PoplensTableView *view)
{
  guint32 n = poplens_table_n_rows (table);
  guint n_columns = poplens_table_n_columns (table);
  g_autoptr (GArray) tops = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 row = 0; row < n; row++) {
    view->n_matches += keep[row] == MATCH;
    if (keep[row] == MATCH && !(parents && is_below_match (keep, parents, row)))
      g_array_append_val (tops, row);
  }
  view->totals = g_new0 (PoplensValue, MAX (n_columns, 1));
  for (guint c = 0; c < n_columns && tops->len; c++)
    if (poplens_table_column_has_total (table, c))
      view->totals[c] =
          poplens_table_sum (table, c, (const guint32 *) (gpointer) tops->data, tops->len);
}

/* Rows that stay, in the table's order, and their totals; NULL where cancelled. @parents:
 * (nullable). */
static GArray *
filter_rows (const PoplensTable *table, const Query *query, const guint32 *parents,
             GCancellable *cancellable, PoplensTableView *view)
{
  guint32 n = poplens_table_n_rows (table);
  g_autofree guint8 *keep = g_new0 (guint8, MAX (n, 1));
  g_autofree gboolean *found = g_new0 (gboolean, MAX (query->n, 1));
  GArray *rows;

  for (guint32 row = 0; row < n; row++) {
    if (cancelled (cancellable, row))
      return NULL;
    if (!row_matches (table, query, row, found))
      continue;
    keep[row] = MATCH;
    for (guint32 r = parents ? parents[row] : G_MAXUINT32; r != G_MAXUINT32 && !keep[r];
         r = parents[r])
      keep[r] = KEEP;
  }
  rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 row = 0; row < n; row++)
    if (keep[row])
      g_array_append_val (rows, row);
  total_matches (table, keep, parents, view);
  return rows;
}

static GArray *
all_rows (guint32 n)
{
  GArray *rows = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);

  g_array_set_size (rows, n);
  for (guint32 row = 0; row < n; row++)
    g_array_index (rows, guint32, row) = row;
  return rows;
}

/* ---- sort ----------------------------------------------------------------------------- */

enum { RANK_NUMBER, RANK_TEXT, RANK_NULL };

/* A row with the key it is sorted by. @key orders numbers fully, and texts by their beginning. */
typedef struct {
  guint64 key;
  guint32 row;
  guint8 rank;
} Entry;

typedef struct {
  const PoplensTable *table;
  guint column;
  gboolean descending;
  GCancellable *cancellable;
} Sort;

/* Rising with @value, as unsigned numbers compare. */
static guint64
real_key (double value)
{
  guint64 bits;

  if (value == 0)
    value = 0; /* −0 is 0 */
  memcpy (&bits, &value, sizeof bits);
  return bits >> 63 ? ~bits : bits | (guint64) 1 << 63;
}

/* The first eight bytes in lower case, up to the first digit: the rest takes compare_texts(). */
static guint64
text_key (const char *text)
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

/* Without case, numbers within by their value: copy9 before copy10. */
static int
compare_texts (const char *a, const char *b)
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

static int
compare_entries (const Sort *sort, const Entry *a, const Entry *b)
{
  int order;

  if (a->rank != b->rank)
    order = a->rank < b->rank ? -1 : 1;
  else if (a->key != b->key)
    order = a->key < b->key ? -1 : 1;
  else if (a->rank != RANK_TEXT)
    order = 0;
  else {
    const char *ta = poplens_table_get (sort->table, a->row, sort->column).text;
    const char *tb = poplens_table_get (sort->table, b->row, sort->column).text;
    order = ta == tb ? 0 : compare_texts (ta, tb);
  }
  return sort->descending ? -order : order;
}

static Entry
make_entry (const Sort *sort, guint32 row, gboolean reals)
{
  PoplensValue value = poplens_table_get (sort->table, row, sort->column);
  Entry entry = {.row = row, .rank = RANK_NULL};

  if (value.type == POPLENS_VALUE_TEXT) {
    entry.rank = RANK_TEXT;
    entry.key = text_key (value.text);
  } else if (value.type == POPLENS_VALUE_INT) {
    entry.rank = RANK_NUMBER;
    entry.key =
        reals ? real_key ((double) value.integer) : (guint64) value.integer ^ (guint64) 1 << 63;
  } else if (value.type == POPLENS_VALUE_REAL && !isnan (value.real)) {
    entry.rank = RANK_NUMBER;
    entry.key = real_key (value.real);
  }
  return entry;
}

/* Integers keep all their digits where the column has no reals. */
static gboolean
column_has_reals (const Sort *sort, const GArray *rows)
{
  for (guint i = 0; i < rows->len; i++) {
    guint32 row = g_array_index (rows, guint32, i);
    if (poplens_table_get (sort->table, row, sort->column).type == POPLENS_VALUE_REAL)
      return TRUE;
  }
  return FALSE;
}

static void
merge (const Sort *sort, const Entry *from, Entry *to, gsize start, gsize middle, gsize end)
{
  gsize a = start, b = middle;

  /* Often the halves are in order already. */
  if (middle >= end || compare_entries (sort, &from[middle - 1], &from[middle]) <= 0) {
    memcpy (to + start, from + start, (end - start) * sizeof *to);
    return;
  }
  for (gsize out = start; out < end; out++)
    if (b >= end || (a < middle && compare_entries (sort, &from[a], &from[b]) <= 0))
      to[out] = from[a++];
    else
      to[out] = from[b++];
}

/* A stable merge sort, from the bottom up. FALSE where cancelled. */
static gboolean
sort_entries (const Sort *sort, Entry **entries, gsize n)
{
  Entry *from = *entries, *to = g_new (Entry, MAX (n, 1));
  gsize merged = 0;

  for (gsize width = 1; width < n; width *= 2) {
    for (gsize start = 0; start < n; start += 2 * width) {
      gsize middle = MIN (start + width, n), end = MIN (start + 2 * width, n);
      merge (sort, from, to, start, middle, end);
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
    Entry *swap = from;
    from = to;
    to = swap;
  }
  *entries = from;
  g_free (to);
  return TRUE;
}

/* Puts @rows in order; FALSE where cancelled. NULLs go last whatever the direction. */
static gboolean
sort_rows (const Sort *sort, GArray *rows)
{
  g_autofree Entry *entries = g_new (Entry, MAX (rows->len, 1));
  g_autoptr (GArray) nulls = g_array_new (FALSE, FALSE, sizeof (guint32));
  gboolean reals = column_has_reals (sort, rows);
  gsize n = 0;

  for (guint i = 0; i < rows->len; i++) {
    if (cancelled (sort->cancellable, i))
      return FALSE;
    Entry entry = make_entry (sort, g_array_index (rows, guint32, i), reals);
    if (entry.rank == RANK_NULL)
      g_array_append_val (nulls, entry.row);
    else
      entries[n++] = entry;
  }
  if (!sort_entries (sort, &entries, n))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    g_array_index (rows, guint32, i) = entries[i].row;
  for (guint i = 0; i < nulls->len; i++)
    g_array_index (rows, guint32, n + i) = g_array_index (nulls, guint32, i);
  return TRUE;
}

/* Brings sorted rows of a tree back into preorder: every row's children in the order they have in
 * @rows. Each list is linked through `next`. */
static void
restore_tree (GArray *rows, const guint32 *parents, guint32 n_table_rows)
{
  guint32 root = n_table_rows; /* holds the rows without a parent */
  g_autofree guint32 *first = g_new (guint32, (gsize) n_table_rows + 1);
  g_autofree guint32 *next = g_new (guint32, (gsize) n_table_rows + 1);
  guint32 at, out = 0;

  memset (first, 0xff, ((gsize) n_table_rows + 1) * sizeof *first);
  for (guint i = rows->len; i-- > 0;) {
    guint32 row = g_array_index (rows, guint32, i);
    guint32 parent = parents[row] == G_MAXUINT32 ? root : parents[row];
    next[row] = first[parent];
    first[parent] = row;
  }
  at = first[root];
  while (at != G_MAXUINT32) {
    g_array_index (rows, guint32, out++) = at;
    if (first[at] != G_MAXUINT32) {
      at = first[at];
      continue;
    }
    while (at != G_MAXUINT32 && next[at] == G_MAXUINT32)
      at = parents[at];
    if (at != G_MAXUINT32)
      at = next[at];
  }
}

PoplensTableView *
poplens_table_view_new (const PoplensTable *table, const char *filter, int sort_column,
                        gboolean descending, GCancellable *cancellable)
{
  Sort sort = {.table = table,
               .column = MAX (sort_column, 0),
               .descending = descending,
               .cancellable = cancellable};
  g_autofree guint32 *parents = poplens_table_is_tree (table) ? find_parents (table) : NULL;
  g_autoptr (GArray) rows = NULL;
  g_autoptr (PoplensTableView) view = g_new0 (PoplensTableView, 1);
  Query query;

  g_return_val_if_fail (sort_column < (int) poplens_table_n_columns (table), NULL);
  query_init (&query, filter ? filter : "");
  rows = query.n ? filter_rows (table, &query, parents, cancellable, view)
                 : all_rows (poplens_table_n_rows (table));
  query_clear (&query);
  if (!rows)
    return NULL;
  if (sort_column >= 0) {
    if (!sort_rows (&sort, rows))
      return NULL;
    if (parents)
      restore_tree (rows, parents, poplens_table_n_rows (table));
  }
  if (g_cancellable_is_cancelled (cancellable))
    return NULL;
  view->n = rows->len;
  view->rows = (guint32 *) (gpointer) g_array_free (g_steal_pointer (&rows), FALSE);
  return g_steal_pointer (&view);
}

gboolean
poplens_table_view_get_total (const PoplensTable *table, const PoplensTableView *view, guint column,
                              PoplensValue *total)
{
  if (!view || !view->totals)
    return poplens_table_get_total (table, column, total);
  *total = view->totals[column];
  return poplens_table_column_has_total (table, column);
}

char *
poplens_table_view_total_label (const PoplensTable *table, const PoplensTableView *view)
{
  PoplensNumber a, b;

  if (!view || !view->totals)
    return g_strdup ("Total");
  return g_strdup_printf ("Total of %s of %s", poplens_format_count (a, view->n_matches),
                          poplens_format_count (b, poplens_table_n_rows (table)));
}
