/* Views of a table: filters and sorts rows, and computes the totals of matching rows. */
#include "tables/engine/table-sort.h"
#include "tables/engine/table-where.h"

#include "analysis/memory/kinds.h"

#include <string.h>

#define POLL_ROWS 8192

void
poplens_table_view_free (PoplensTableView *self)
{
  if (!self)
    return;
  g_free (self->rows);
  g_free (self->totals);
  g_free (self->matches);
  g_free (self);
}

static gboolean
is_cancelled_at (GCancellable *cancellable, gsize done)
{
  return done % POLL_ROWS == 0 && g_cancellable_is_cancelled (cancellable);
}

/* ---- tree ------------------------------------------------------------------------------------ */

/* Returns the parent of each row of a tree: the nearest earlier row with a smaller depth;
 * G_MAXUINT32: none. (transfer full): [n_rows] */
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

/* ---- filter ---------------------------------------------------------------------------------- */

typedef struct {
  char **words;    /* words of the filter, case folded */
  char **kinds;    /* .words in the spelling of names of kinds: "optimiser" for "optimizer" */
  gboolean *ascii; /* by word: it only has ASCII characters */
  gint64 *numbers; /* by word: its value as an ID or address; −1: not a number */
  guint n;
} FilterWords;

static void
query_init (FilterWords *query, const char *filter)
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
    gboolean hex = g_str_has_prefix (word, "0x");
    query->numbers[w] =
        g_ascii_string_to_unsigned (word + 2 * hex, hex ? 16 : 10, 0, G_MAXINT64, &number, NULL)
            ? (gint64) number
            : -1;
  }
  g_ptr_array_add (words, NULL);
  query->kinds = g_new0 (char *, words->len);
  for (guint w = 0; w < query->n; w++)
    query->kinds[w] = poplens_kind_spelling (words->pdata[w]);
  query->words = (char **) g_ptr_array_free (g_steal_pointer (&words), FALSE);
}

static void
query_clear (FilterWords *query)
{
  g_strfreev (query->words);
  g_strfreev (query->kinds);
  g_free (query->ascii);
  g_free (query->numbers);
}

/* TRUE if @text (ASCII) contains @word (in lower case), ignoring case. */
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

/* TRUE for IDs and addresses, which a word of the filter must equal, not only be contained in. */
static gboolean
is_naming_unit (PoplensUnit unit)
{
  return unit == POPLENS_UNIT_ID || unit == POPLENS_UNIT_ADDRESS;
}

/* Marks in @found the words of the filter that the cell contains. @words: .words or .kinds of
 * @query */
static void
match_cell (const FilterWords *query, char *const *words, const PoplensValue *value,
            gboolean *found)
{
  g_autofree char *folded = NULL;
  gboolean ascii;

  if (value->type == POPLENS_VALUE_INT && is_naming_unit (value->unit)) {
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
      found[w] = strstr (folded, words[w]) != NULL;
    else
      found[w] = query->ascii[w] && holds_ascii (value->text, words[w]);
  }
}

static gboolean
row_matches (const PoplensTable *table, const FilterWords *query, guint32 row, gboolean *found)
{
  guint n_columns = poplens_table_n_columns (table);

  memset (found, 0, query->n * sizeof *found);
  for (guint c = 0; c < n_columns; c++) {
    const PoplensColumn *column = poplens_table_get_column (table, c);
    PoplensUnit unit = column->unit;
    if (unit != POPLENS_UNIT_TEXT && !is_naming_unit (unit) && unit != POPLENS_UNIT_MIXED)
      continue;
    PoplensValue value = poplens_table_get (table, row, c);
    gboolean is_kind = !strcmp (column->name, POPLENS_KIND_COLUMN);
    match_cell (query, is_kind ? query->kinds : query->words, &value, found);
    if (column->name_of && value.type == POPLENS_VALUE_TEXT) {
      value.text = column->name_of (value.text);
      match_cell (query, is_kind ? query->kinds : query->words, &value, found);
    }
  }
  for (guint w = 0; w < query->n; w++)
    if (!found[w])
      return FALSE;
  return TRUE;
}

enum { KEEP = 1, MATCH = 2 };

/* Returns a bit for each row of a tree: 1 if the row itself matches. (transfer full) */
static guint8 *
match_bits (const guint8 *keep, guint32 n)
{
  guint8 *bits = g_new0 (guint8, (gsize) n / 8 + 1);

  for (guint32 row = 0; row < n; row++)
    if (keep[row] == MATCH)
      bits[row / 8] |= (guint8) (1 << row % 8);
  return bits;
}

static gboolean
is_below_match (const guint8 *keep, const guint32 *parents, guint32 row)
{
  for (guint32 r = parents[row]; r != G_MAXUINT32; r = parents[r])
    if (keep[r] == MATCH)
      return TRUE;
  return FALSE;
}

/* Sums the matching rows. If an ancestor of a row also matches, skips the row: the value of the
 * ancestor includes it. */
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

/* Returns the numbers of the rows to show, in the order of the table. Sets the totals of @view.
 * @where, @parents: (nullable). (transfer full) (nullable): NULL if cancelled */
static GArray *
filter_rows (const PoplensTable *table, const FilterWords *query, const PoplensWhere *where,
             const guint32 *parents, GCancellable *cancellable, PoplensTableView *view)
{
  guint32 n = poplens_table_n_rows (table);
  g_autofree guint8 *keep = g_new0 (guint8, MAX (n, 1));
  g_autofree gboolean *found = g_new0 (gboolean, MAX (query->n, 1));
  GArray *rows;

  for (guint32 row = 0; row < n; row++) {
    if (is_cancelled_at (cancellable, row))
      return NULL;
    if ((where && !poplens_where_matches (where, row)) ||
        (query->n && !row_matches (table, query, row, found)))
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
  if (parents)
    view->matches = match_bits (keep, n);
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

/* ---- views ----------------------------------------------------------------------------------- */

/* Reorders the sorted rows of a tree so that children follow their parent. Siblings keep their
 * order. */
static void
restore_tree (GArray *rows, const guint32 *parents, guint32 n_table_rows)
{
  guint32 root = n_table_rows; /* index in the array first for rows without a parent */
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

/* Sorts by all keys: by the last one first, because the sort is stable. FALSE if cancelled. */
static gboolean
sort_by_keys (const PoplensTable *table, const PoplensTableQuery *wish, GArray *rows,
              GCancellable *cancellable)
{
  for (guint k = wish->n_keys; k-- > 0;)
    if (!poplens_table_sort_rows (table, wish->keys[k], rows, cancellable))
      return FALSE;
  return TRUE;
}

PoplensTableView *
poplens_table_view_query (const PoplensTable *table, const PoplensTableQuery *wish,
                          GCancellable *cancellable)
{
  g_autofree guint32 *parents = poplens_table_is_tree (table) ? find_parents (table) : NULL;
  g_autoptr (GArray) rows = NULL;
  g_autoptr (PoplensTableView) view = g_new0 (PoplensTableView, 1);
  FilterWords query;

  query_init (&query, wish->filter ? wish->filter : "");
  rows = query.n || wish->where
             ? filter_rows (table, &query, wish->where, parents, cancellable, view)
             : all_rows (poplens_table_n_rows (table));
  query_clear (&query);
  if (!rows || !sort_by_keys (table, wish, rows, cancellable))
    return NULL;
  if (wish->n_keys && parents)
    restore_tree (rows, parents, poplens_table_n_rows (table));
  if (g_cancellable_is_cancelled (cancellable))
    return NULL;
  view->n = rows->len;
  view->rows = (guint32 *) (gpointer) g_array_free (g_steal_pointer (&rows), FALSE);
  return g_steal_pointer (&view);
}

PoplensTableView *
poplens_table_view_new (const PoplensTable *table, const char *filter, int sort_column,
                        gboolean descending, GCancellable *cancellable)
{
  PoplensSortKey key = {.column = (guint) MAX (sort_column, 0), .descending = descending};
  PoplensTableQuery wish = {.filter = filter, .keys = &key, .n_keys = sort_column >= 0};

  g_return_val_if_fail (sort_column < (int) poplens_table_n_columns (table), NULL);
  return poplens_table_view_query (table, &wish, cancellable);
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

gboolean
poplens_table_view_matches (const PoplensTableView *view, guint32 row)
{
  return !view || !view->matches || view->matches[row / 8] >> row % 8 & 1;
}

char *
poplens_table_view_total_label (const PoplensTable *table, const PoplensTableView *view)
{
  PoplensNumber a, b;

  if (!view || !view->totals)
    return g_strdup (poplens_table_get_total_label (table));
  return g_strdup_printf ("Total of %s of %s", poplens_format_count (a, view->n_matches),
                          poplens_format_count (b, poplens_table_n_rows (table)));
}
