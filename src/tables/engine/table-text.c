/* Writes tables as text. A column is as wide as its cells, or narrower if lines would exceed the
 * maximum width. */
#include "tables/engine/table-text.h"

#include "base/visible.h"

#include <string.h>

/* Rows that are read to find the column widths; reading all of 10^7 rows twice would take too long.
 * A longer cell in a later row widens its column. */
#define MEASURED_ROWS 4096
/* Rows that are formatted before any is written, so that they all get the same widths. */
#define ROWS_AT_ONCE 512
/* Minimum widths of text columns if lines are too long: of the first column, which identifies the
 * row, and of the others. */
#define LEAST_FIRST_WIDTH 40
#define LEAST_WIDTH 16
/* Minimum width of text columns in a very narrow terminal, so that a column of numbers fits beside
 * them. */
#define LEAST_OF_ALL 3
#define GAP 2    /* blanks between columns */
#define INDENT 2 /* blanks for each level of a tree */
/* Depth up to which rows are indented. Deeper rows start with their depth as a number, so that
 * lines stay short. */
#define MOST_INDENTED 40
#define DOT " · "

struct _PoplensTableText {
  const PoplensTable *table;    /* table whose rows are measured, and then written */
  const PoplensTableView *view; /* (nullable) */
  const guint *columns;
  guint n_columns, all_columns;
  const PoplensTableOutput *output;
  PoplensTextSink *sink;
  guint *widths;       /* by column */
  gboolean *is_right;  /* by column: align right */
  gboolean *is_cut;    /* by column: cells are shortened to the width */
  gboolean has_totals; /* a totals row is written */
  guint blanks;        /* pending blanks before the next text, so that no line ends with blanks */
};

typedef PoplensTableText TextWriter;

static guint
char_width (gunichar c)
{
  return g_unichar_iszerowidth (c) ? 0 : g_unichar_iswide (c) ? 2 : 1;
}

guint
poplens_text_width (const char *text)
{
  guint width = 0;

  for (; *text; text = g_utf8_next_char (text))
    width += char_width (g_utf8_get_char (text));
  return width;
}

/* Makes a text safe for a terminal: valid UTF-8 on one line, without control or hidden characters.
 * (transfer full) */
static char *
make_terminal_safe (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *out = g_string_sized_new (strlen (valid));

  for (const char *at = valid; *at; at = g_utf8_next_char (at)) {
    gunichar c = g_utf8_get_char (at);
    if (c == '\n' || c == '\r' || c == '\t')
      g_string_append_c (out, ' ');
    else if (poplens_is_hidden (c))
      g_string_append_unichar (out, 0xfffd);
    else
      g_string_append_unichar (out, c);
  }
  return g_string_free (out, FALSE);
}

/* Returns the longest suffix of @text that fits in @width columns. */
static const char *
find_end (const char *text, guint width)
{
  const char *at = text + strlen (text);
  guint used = 0;

  while (at > text) {
    const char *before = g_utf8_prev_char (at);
    used += char_width (g_utf8_get_char (before));
    if (used > width)
      break;
    at = before;
  }
  return at;
}

static const char *
find_word_start (const char *text, const char *at)
{
  while (at > text && at[-1] != ' ')
    at--;
  return at;
}

static const char *
skip_word (const char *at)
{
  at += strspn (at, " ");
  return at + strcspn (at, " ");
}

/* TRUE for "#12", "−1,234", "99.6" and "12–34"; FALSE for names with digits. */
static gboolean
is_number_word (const char *word)
{
  const char *digits = word + strspn (word, "#+<(−");
  gsize length = strspn (digits, "0123456789,.;:%)–−");

  return g_ascii_isdigit (*digits) && (digits[length] == ' ' || !digits[length]);
}

/* Returns where to cut @text, at or before @at. The cut does not split a number, or separate a
 * number from its unit. */
static const char *
cut_before_number (const char *text, const char *at)
{
  const char *word = *at == ' ' ? at + 1 : find_word_start (text, at), *cut = at;

  /* A number followed by "·" has no unit: cut after the number. */
  if (word == at && g_str_has_prefix (word, "·"))
    return at;
  if (!is_number_word (word) && word > text)
    word = find_word_start (text, word - 1);
  if (is_number_word (word))
    cut = word;
  while (cut > text && (cut[-1] == ' ' || cut[-1] == ','))
    cut--;
  gsize dot = strlen (" ·");
  if ((gsize) (cut - text) > dot && !strncmp (cut - dot, " ·", dot) &&
      !g_ascii_isdigit (cut[-(gssize) dot - 1]))
    cut -= dot;
  return cut;
}

/* Shortens @text to @width terminal columns; "…" replaces the rest. Cuts a path in the middle,
 * because both ends identify it, and another text at the end. Never splits a number, or separates
 * it from its unit. (transfer full) */
static char *
shorten_cell (const char *text, guint width)
{
  const char *at, *end = "";
  guint used = 1;

  if (poplens_text_width (text) <= width)
    return g_strdup (text);
  if (strchr (text, '/')) {
    end = find_end (text, width / 2);
    if (*end != ' ' && is_number_word (find_word_start (text, end)))
      end = skip_word (skip_word (end));
    used += poplens_text_width (end);
  }
  for (at = text; *at; at = g_utf8_next_char (at)) {
    used += char_width (g_utf8_get_char (at));
    if (used > width)
      break;
  }
  at = cut_before_number (text, at);
  return g_strdup_printf ("%.*s…%s", (int) (at - text), text, end);
}

/* Returns the title of a column. Adds "(cycles)" if the cells are cycles, which are written without
 * a unit. (transfer full) */
static char *
header_text (const TextWriter *t, guint i)
{
  const PoplensColumn *column = poplens_table_get_column (t->table, t->columns[i]);
  g_autofree char *lower = g_utf8_strdown (column->title, -1);

  if (t->output->titles)
    return g_strdup (t->output->titles[i]);
  if (column->unit == POPLENS_UNIT_CYCLES && !strstr (lower, "cycles"))
    return g_strdup_printf ("%s (cycles)", column->title);
  return g_strdup (column->title);
}

/* Returns a bar for a share, eight characters wide, followed by @number. (transfer full) */
static char *
bar_text (double share, const char *number)
{
  static const char *const parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  guint eighths = (guint) (CLAMP (share, 0, 1) * 64 + 0.5);
  g_autoptr (GString) bar = g_string_new (NULL);

  for (guint i = 0; i < eighths / 8; i++)
    g_string_append (bar, "█");
  g_string_append (bar, parts[eighths % 8]);
  for (guint width = poplens_text_width (bar->str); width < 8; width++)
    g_string_append_c (bar, ' ');
  for (guint width = poplens_text_width (number); width < 8; width++)
    g_string_append_c (bar, ' ');
  g_string_append (bar, number);
  return g_string_free (g_steal_pointer (&bar), FALSE);
}

/* Returns @text indented by @depth, its depth in the tree. (transfer full) */
static char *
indent_text (const char *text, guint16 depth)
{
  int blanks = INDENT * MIN (depth, MOST_INDENTED);
  PoplensNumber number;

  if (depth <= MOST_INDENTED)
    return g_strdup_printf ("%*s%s", blanks, "", text);
  return g_strdup_printf (depth < G_MAXUINT16 ? "%*s(depth %s) %s" : "%*s(depth %s or more) %s",
                          blanks, "", poplens_format_count (number, depth), text);
}

static char *
format_cell_text (const TextWriter *t, guint32 row, guint i)
{
  PoplensValue value = poplens_table_get (t->table, row, t->columns[i]);
  guint16 depth = i ? 0 : poplens_table_get_depth (t->table, row);
  PoplensNumber buffer;
  g_autofree char *text = make_terminal_safe (
      poplens_table_format (t->table, row, t->columns[i], t->output->byte_unit, buffer));

  if (value.type == POPLENS_VALUE_REAL && poplens_table_is_bar (t->table, t->columns[i]))
    return bar_text (value.real, text);
  return depth ? indent_text (text, depth) : g_steal_pointer (&text);
}

/* Returns the text of column @i in the totals row; "" if it has no total. (transfer full) */
static char *
total_text (const TextWriter *t, guint i, const PoplensValue *totals, const char *label)
{
  PoplensNumber buffer;

  if (!poplens_table_column_has_total (t->table, t->columns[i]))
    return g_strdup (i ? "" : label);
  return g_strdup (poplens_value_format (&totals[i], t->output->byte_unit, buffer));
}

static guint32
text_row (const TextWriter *t, guint32 i)
{
  return t->view ? t->view->rows[i] : i;
}

static void
widen_column (TextWriter *t, guint i, char *text)
{
  t->widths[i] = MAX (t->widths[i], poplens_text_width (text));
  g_free (text);
}

static void
measure_text_columns (TextWriter *t, const PoplensValue *totals, guint32 n)
{
  g_autofree char *label = poplens_table_view_total_label (t->table, t->view);

  for (guint i = 0; i < t->n_columns; i++) {
    t->is_right[i] = poplens_table_column_is_numeric (t->table, t->columns[i]);
    widen_column (t, i, header_text (t, i));
    if (t->has_totals)
      widen_column (t, i, total_text (t, i, totals, label));
    for (guint32 r = 0; r < MIN (n, MEASURED_ROWS); r++)
      widen_column (t, i, format_cell_text (t, text_row (t, r), i));
  }
}

static guint
table_line_width (const TextWriter *t)
{
  guint width = t->n_columns ? GAP * (t->n_columns - 1) : 0;

  for (guint i = 0; i < t->n_columns; i++)
    width += t->widths[i];
  return width;
}

/* Returns the minimum width of text column @i. @hard: use the smaller minimum of a very narrow
 * terminal */
static guint
minimum_width (const TextWriter *t, guint i, gboolean hard)
{
  guint first = t->output->least_first ? t->output->least_first : LEAST_FIRST_WIDTH;

  return hard ? LEAST_OF_ALL : i ? LEAST_WIDTH : first;
}

/* Shortens text columns until the line is @excess terminal columns shorter, or all have their
 * minimum width. Begins with the column that is furthest above its minimum. */
static void
cut_texts (TextWriter *t, guint excess, gboolean hard)
{
  for (; excess; excess--) {
    guint widest = G_MAXUINT, most = 0;
    for (guint i = 0; i < t->n_columns; i++) {
      guint least = minimum_width (t, i, hard);
      if (!t->is_right[i] && t->widths[i] > least && t->widths[i] - least > most) {
        widest = i;
        most = t->widths[i] - least;
      }
    }
    if (widest == G_MAXUINT)
      return;
    t->widths[widest]--;
    t->is_cut[widest] = TRUE;
  }
}

/* Returns how many columns fit into the line if text columns have their minimum widths; at least 1.
 */
static guint
count_columns (const TextWriter *t, gboolean hard)
{
  guint least = 0, n = 0;

  for (; n < t->n_columns; n++) {
    guint may = minimum_width (t, n, hard);
    least += (n ? GAP : 0) + (t->is_right[n] ? t->widths[n] : MIN (t->widths[n], may));
    if (n && least > t->output->max_width)
      break;
  }
  return n;
}

static guint
first_number_column (const TextWriter *t)
{
  guint i = 0;

  while (i < t->n_columns && !t->is_right[i])
    i++;
  return i;
}

/* Makes lines fit into the maximum width: shortens texts, and drops columns at the end if that is
 * not enough. At least one column stays. Texts become shorter than usual if otherwise no number
 * would stay. */
static void
fit_columns (TextWriter *t)
{
  guint room = t->output->max_width, number = first_number_column (t);

  if (!room || table_line_width (t) <= room)
    return;
  guint n = count_columns (t, FALSE);
  gboolean hard = number < t->n_columns && n <= number && count_columns (t, TRUE) > number;
  t->n_columns = hard ? number + 1 : n;
  if (table_line_width (t) > room)
    cut_texts (t, table_line_width (t) - room, hard);
}

static void
write_text_cell (TextWriter *t, guint i, const char *text)
{
  g_autofree char *cut = t->is_cut[i] ? shorten_cell (text, t->widths[i]) : NULL;
  guint width, missing;

  if (cut)
    text = cut;
  width = poplens_text_width (text);
  missing = width < t->widths[i] ? t->widths[i] - width : 0;
  t->blanks += (i ? GAP : 0) + (t->is_right[i] ? missing : 0);
  if (*text) {
    for (; t->blanks; t->blanks--)
      poplens_text_sink_write (t->sink, " ", 1);
    poplens_text_sink_write (t->sink, text, -1);
  }
  t->blanks += t->is_right[i] ? 0 : missing;
}

static void
end_line (TextWriter *t)
{
  poplens_text_sink_write (t->sink, "\n", 1);
  t->blanks = 0;
}

static void
write_text_header (TextWriter *t)
{
  poplens_text_sink_style (t->sink, "1");
  for (guint i = 0; i < t->n_columns; i++) {
    g_autofree char *text = header_text (t, i);
    write_text_cell (t, i, text);
  }
  poplens_text_sink_style (t->sink, "0");
  end_line (t);
}

static void
write_text_totals (TextWriter *t, const PoplensValue *totals, gboolean filtered,
                   const PoplensTableCounts *counts)
{
  PoplensNumber a, b;
  g_autofree char *label =
      filtered ? g_strdup_printf ("Total of %s of %s", poplens_format_count (a, counts->matches),
                                  poplens_format_count (b, counts->all))
               : g_strdup (poplens_table_get_total_label (t->table));

  for (guint line = table_line_width (t); line; line--)
    poplens_text_sink_write (t->sink, "─", -1);
  poplens_text_sink_write (t->sink, "\n", 1);
  for (guint i = 0; i < t->n_columns; i++) {
    g_autofree char *text = total_text (t, i, totals, label);
    write_text_cell (t, i, text);
  }
  end_line (t);
}

/* Writes how many columns and rows are shown: "12 of 30 rows", and how many rows the filter left
 * out. */
static void
write_row_counts (TextWriter *t, const PoplensTableCounts *counts, gboolean filtered)
{
  const char *more = t->output->more ? t->output->more : "";
  PoplensNumber a, b, c;

  if (t->n_columns < t->all_columns)
    poplens_text_sink_printf (t->sink, "%u of %u columns fit\n", t->n_columns, t->all_columns);
  if (counts->written == counts->all)
    return;
  if (!filtered || counts->shown == counts->all)
    poplens_text_sink_printf (t->sink, "%s of %s rows%s\n",
                              poplens_format_count (a, counts->written),
                              poplens_format_count (b, counts->all), more);
  else if (counts->written == counts->shown)
    poplens_text_sink_printf (t->sink, "%s of %s rows match\n",
                              poplens_format_count (a, counts->shown),
                              poplens_format_count (b, counts->all));
  else
    poplens_text_sink_printf (
        t->sink, "%s of %s rows that match, of %s%s\n", poplens_format_count (a, counts->written),
        poplens_format_count (b, counts->shown), poplens_format_count (c, counts->all), more);
}

/* ---- one table, or several in sequence ------------------------------------------------------- */

PoplensTableText *
poplens_table_text_new (const PoplensTable *table, const PoplensTableView *view,
                        const guint *columns, guint n_columns, const PoplensValue *totals,
                        const PoplensTableOutput *output, PoplensTextSink *sink)
{
  TextWriter *t = g_new0 (TextWriter, 1);
  guint32 n = view ? view->n : poplens_table_n_rows (table);

  t->table = table;
  t->view = view;
  t->columns = columns;
  t->n_columns = t->all_columns = n_columns;
  t->output = output;
  t->sink = sink;
  t->widths = g_new0 (guint, n_columns + 1);
  t->is_right = g_new0 (gboolean, n_columns + 1);
  t->is_cut = g_new0 (gboolean, n_columns + 1);
  for (guint i = 0; output->totals && i < n_columns; i++)
    t->has_totals |= poplens_table_column_has_total (table, columns[i]);
  measure_text_columns (t, totals, output->limit ? MIN (n, output->limit) : n);
  fit_columns (t);
  return t;
}

void
poplens_table_text_free (PoplensTableText *self)
{
  if (!self)
    return;
  g_free (self->widths);
  g_free (self->is_right);
  g_free (self->is_cut);
  g_free (self);
}

/* Writes @note in lines of at most .max_width columns. */
static void
write_table_note (PoplensTableText *self, const char *note)
{
  g_autofree char *text = make_terminal_safe (note);
  g_auto (GStrv) words = poplens_split_words (text);
  guint room = self->output->max_width, used = 0;

  for (guint w = 0; words[w]; w++) {
    g_autofree char *word = room ? shorten_cell (words[w], room) : g_strdup (words[w]);
    guint width = poplens_text_width (word);
    gboolean breaks = room && used && used + 1 + width > room;
    if (w)
      poplens_text_sink_write (self->sink, breaks ? "\n" : " ", 1);
    poplens_text_sink_write (self->sink, word, -1);
    used = breaks || !w ? width : used + 1 + width;
  }
  poplens_text_sink_write (self->sink, "\n", 1);
}

void
poplens_table_text_begin (PoplensTableText *self, const char *note)
{
  if (note)
    write_table_note (self, note);
  write_text_header (self);
}

/* Widens columns for @cells, which are in rows after the measured ones. Columns with shortened
 * texts are not widened. Shortens texts if lines become too wide. */
static void
grow_column (TextWriter *t, const GPtrArray *cells)
{
  guint room = t->output->max_width;

  for (guint c = 0; c < cells->len; c++) {
    guint i = c % t->n_columns;
    if (!t->is_cut[i])
      t->widths[i] = MAX (t->widths[i], poplens_text_width (cells->pdata[c]));
  }
  if (room && table_line_width (t) > room)
    cut_texts (t, table_line_width (t) - room, FALSE);
}

static void
write_text_rows (TextWriter *t, guint32 first, guint32 n)
{
  g_autoptr (GPtrArray) cells = g_ptr_array_new_full (n * t->n_columns, g_free);

  for (guint32 r = first; r < first + n; r++)
    for (guint i = 0; i < t->n_columns; i++)
      g_ptr_array_add (cells, format_cell_text (t, text_row (t, r), i));
  grow_column (t, cells);
  for (guint c = 0; c < cells->len; c++) {
    write_text_cell (t, c % t->n_columns, cells->pdata[c]);
    if ((c + 1) % t->n_columns == 0)
      end_line (t);
  }
}

void
poplens_table_text_rows (PoplensTableText *self, const PoplensTable *table,
                         const PoplensTableView *view, guint32 n)
{
  self->table = table;
  self->view = view;
  for (guint32 r = 0; r < n && !poplens_text_sink_failed (self->sink); r += ROWS_AT_ONCE)
    write_text_rows (self, r, MIN (n - r, ROWS_AT_ONCE));
}

void
poplens_table_text_end (PoplensTableText *self, const PoplensTable *table,
                        const PoplensValue *totals, gboolean filtered,
                        const PoplensTableCounts *counts)
{
  self->table = table;
  if (self->has_totals)
    write_text_totals (self, totals, filtered, counts);
  write_row_counts (self, counts, filtered);
}

void
poplens_table_write_text (const PoplensTable *self, const PoplensTableView *view,
                          const guint *columns, guint n_columns, const PoplensTableOutput *output,
                          PoplensTextSink *sink)
{
  g_autofree PoplensValue *totals = g_new0 (PoplensValue, n_columns + 1);
  g_autoptr (PoplensTableText) text = NULL;
  guint32 n = view ? view->n : poplens_table_n_rows (self);
  PoplensTableCounts counts = {.written = output->limit ? MIN (n, output->limit) : n,
                               .shown = n,
                               .matches = view && view->totals ? view->n_matches : n,
                               .all = poplens_table_n_rows (self)};

  for (guint i = 0; output->totals && i < n_columns; i++)
    poplens_table_view_get_total (self, view, columns[i], &totals[i]);
  text = poplens_table_text_new (self, view, columns, n_columns, totals, output, sink);
  poplens_table_text_begin (text, poplens_table_get_note (self));
  poplens_table_text_rows (text, self, view, (guint32) counts.written);
  poplens_table_text_end (text, self, totals, view && view->totals, &counts);
}
