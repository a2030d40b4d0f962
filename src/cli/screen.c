/* Text output for a terminal or a pipe: its size, wrapped sentences, help, and tables that fit. */
#include "cli/screen.h"

#include "base/visible.h"
#include "tables/engine/table-where.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static guint
get_number_variable (const char *variable, guint fallback)
{
  const char *text = g_getenv (variable);
  guint64 value;

  return text && g_ascii_string_to_unsigned (text, 10, 20, 10000, &value, NULL) ? (guint) value
                                                                                : fallback;
}

void
poplens_cli_init (PoplensCli *cli, GOutputStream *stream)
{
  struct winsize size = {0};
  const char *no_colour = g_getenv ("NO_COLOR");

  *cli = (PoplensCli){.out = poplens_text_sink_new (stream),
                      .terminal = isatty (STDOUT_FILENO),
                      .width = 80,
                      .height = 24,
                      .hosts = g_ptr_array_new_with_free_func (g_object_unref)};
  if (cli->terminal)
    poplens_text_sink_for_terminal (cli->out, !(no_colour && *no_colour) &&
                                                  g_strcmp0 (g_getenv ("TERM"), "dumb") != 0);
  if (ioctl (STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20 && size.ws_row >= 5) {
    cli->width = size.ws_col;
    cli->height = size.ws_row;
  }
  cli->width = get_number_variable ("COLUMNS", cli->width);
  cli->height = get_number_variable ("LINES", cli->height);
  /* COLUMNS asks for lines of that width, also in a pipe. */
  cli->narrow = cli->terminal || g_getenv ("COLUMNS");
  cli->endless = !cli->terminal && !g_getenv ("LINES");
}

/* Number of rows to print in a pipe, if the command sets none. */
#define FEW 20

#define BOLD "1"
#define DIM "2"
#define PLAIN "0"

PoplensCliView
poplens_cli_view (PoplensCli *cli, const PoplensCliOutput *output)
{
  gboolean all = output->all || output->limited || cli->endless;

  /* Keep three lines free, for the prompt and the next command. */
  return (PoplensCliView){
      .cli = cli, .unit = output->unit, .output = output, .left = all ? G_MAXINT : cli->height - 3};
}

static void
view_take_lines (PoplensCliView *view, guint lines)
{
  view->left -= MIN (view->left, lines);
  view->begun = TRUE;
}

static gboolean
view_has_room (PoplensCliView *view, guint lines)
{
  if (view->left >= lines)
    return TRUE;
  view->cut = TRUE;
  return FALSE;
}

static void
view_print_styled (PoplensCliView *view, const char *style, const char *text)
{
  g_autofree char *visible = poplens_visible_text (text, -1);

  poplens_text_sink_style (view->cli->out, style);
  poplens_text_sink_write (view->cli->out, visible, -1);
  poplens_text_sink_style (view->cli->out, PLAIN);
}

static void
view_end_line (PoplensCliView *view)
{
  poplens_text_sink_write (view->cli->out, "\n", 1);
  view_take_lines (view, 1);
}

/* ---- sentences ------------------------------------------------------------------------------- */

/* Returns the number of characters of a line after @indent; unlimited in a pipe, where lines are
 * not wrapped. */
static guint
line_width (const PoplensCliView *view, guint indent)
{
  return view->cli->narrow ? MAX (view->cli->width, indent + 20) : G_MAXUINT / 2;
}

/* Shortens a word that is too long for a line in its middle: both ends of a path are needed to
 * recognize it. (transfer full) */
static char *
shorten_word (const char *word, guint room)
{
  glong length = g_utf8_strlen (word, -1), end = ((glong) room - 1) / 2;

  if (length <= (glong) room || room < 8)
    return g_strdup (word);
  const char *cut = g_utf8_offset_to_pointer (word, (glong) room - 1 - end);
  g_autofree char *first = g_strndup (word, (gsize) (cut - word));
  return g_strconcat (first, "…", g_utf8_offset_to_pointer (word, length - end), NULL);
}

/* Prints @text from the current position on, and wraps it at column @indent. */
static void
view_print_words (PoplensCliView *view, const char *text, guint indent, const char *style)
{
  g_autofree char *visible = poplens_visible_text (text, -1);
  g_auto (GStrv) words = poplens_split_words (visible);
  guint column = indent, room = line_width (view, indent);

  poplens_text_sink_style (view->cli->out, style);
  for (guint i = 0; words[i]; i++) {
    g_autofree char *word =
        view->output->all ? g_strdup (words[i]) : shorten_word (words[i], room - indent);
    guint length = (guint) g_utf8_strlen (word, -1);
    if (column > indent && column + 1 + length > room) {
      poplens_text_sink_printf (view->cli->out, "\n%*s", (int) indent, "");
      view_take_lines (view, 1);
      column = indent;
    } else if (column > indent) {
      poplens_text_sink_write (view->cli->out, " ", 1);
      column++;
    }
    poplens_text_sink_write (view->cli->out, word, -1);
    column += length;
  }
  poplens_text_sink_style (view->cli->out, PLAIN);
  view_end_line (view);
}

static const char *
tone_style (PoplensTone tone)
{
  switch (tone) {
  case POPLENS_TONE_GOOD:
    return "1;32";
  case POPLENS_TONE_WARNING:
    return "1;33";
  case POPLENS_TONE_BAD:
    return "1;31";
  default:
    return BOLD;
  }
}

static void
view_pad (PoplensCliView *view, const char *text, glong width)
{
  for (glong n = g_utf8_strlen (text, -1); n < width; n++)
    poplens_text_sink_write (view->cli->out, " ", 1);
}

static guint
count_lines (const PoplensCliView *view, const char *text, guint indent)
{
  return 1 + (guint) g_utf8_strlen (text, -1) / (line_width (view, indent) - indent);
}

/* Prints a fact. @first: prints it even if the screen is full */
static void
print_fact (PoplensCliView *view, const PoplensFact *fact, glong label, gboolean first)
{
  gboolean has_detail = fact->detail && *fact->detail;

  if (!fact->label) {
    guint indent = (guint) strspn (fact->value, " ");
    if (!first && !view_has_room (view, count_lines (view, fact->value, indent)))
      return;
    poplens_text_sink_printf (view->cli->out, "%*s", (int) indent, "");
    view_print_words (view, fact->value + indent, indent, PLAIN);
    return;
  }
  if (!view_has_room (view, 1))
    return;
  poplens_text_sink_write (view->cli->out, fact->label, -1);
  view_pad (view, fact->label, label + 2);
  view_print_styled (view, tone_style (fact->tone), fact->value);
  if (!has_detail) {
    view_end_line (view);
    return;
  }
  poplens_text_sink_write (view->cli->out, "  ", 2);
  view_print_words (view, fact->detail, (guint) (label + 4 + g_utf8_strlen (fact->value, -1)), DIM);
}

void
poplens_cli_view_facts (PoplensCliView *view, const GPtrArray *facts)
{
  glong label = 0;

  for (guint i = 0; i < facts->len; i++) {
    const PoplensFact *fact = facts->pdata[i];
    label = MAX (label, fact->label ? g_utf8_strlen (fact->label, -1) : 0);
  }
  for (guint i = 0; i < facts->len; i++)
    print_fact (view, facts->pdata[i], label, i == 0);
}

static void
print_note (PoplensCliView *view, const char *label, const char *text)
{
  if (!view_has_room (view, count_lines (view, text, 6)))
    return;
  view_print_styled (view, BOLD, label);
  poplens_text_sink_write (view->cli->out, "  ", 2);
  view_print_words (view, text, (guint) strlen (label) + 2, DIM);
}

void
poplens_cli_view_notices (PoplensCliView *view, const PoplensCliAnswer *answer)
{
  for (guint n = 0; n < answer->notices->len; n++)
    print_note (view, "Note", answer->notices->pdata[n]);
}

/* ---- help ------------------------------------------------------------------------------------ */

/* Column at which the description in a line of help begins if the name before it is wider than half
 * a line. */
#define HELP_COLUMN 28

/* Returns the description in a line of help, which follows the last gap of two spaces. (transfer
 * none) (nullable): NULL if there is none */
static const char *
find_help_text (const char *line)
{
  const char *gap = g_strrstr (line + strspn (line, " "), "  ");

  return gap ? gap + strspn (gap, " ") : NULL;
}

/* Prints a line of help. If a name is followed by a description, the description is wrapped in its
 * own column. */
static void
print_help_line (PoplensCliView *view, const char *line)
{
  guint width = line_width (view, 0), indent = (guint) strspn (line, " ");
  const char *text = find_help_text (line);
  guint column = text ? (guint) g_utf8_strlen (line, text - line) : indent;
  gboolean is_wide = column > width / 2;

  if (g_utf8_strlen (line, -1) <= (glong) width && !is_wide) {
    poplens_text_sink_printf (view->cli->out, "%s\n", line);
    return;
  }
  g_autofree char *name = g_strndup (line, text ? (gsize) (text - line) : indent);
  if (is_wide)
    column = HELP_COLUMN;
  g_strchomp (name);
  poplens_text_sink_write (view->cli->out, name, -1);
  if (g_utf8_strlen (name, -1) + 2 > (glong) column) {
    poplens_text_sink_printf (view->cli->out, "\n%*s", (int) column, "");
  } else {
    view_pad (view, name, column);
  }
  view_print_words (view, text ? text : line + indent, column, PLAIN);
}

void
poplens_cli_print_help (PoplensCli *cli, const char *text)
{
  static const PoplensCliOutput output = {.all = TRUE};
  PoplensCliView view = poplens_cli_view (cli, &output);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] && lines[i + 1]; i++)
    print_help_line (&view, lines[i]);
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* Finds columns by their names, which @text separates by spaces. Skips names that the table lacks:
 * some columns exist only in some reports. (transfer full) */
static GArray *
find_columns (const PoplensTable *table, const char *text)
{
  g_auto (GStrv) names = g_strsplit (text ? text : "", " ", -1);
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; names[i]; i++) {
    int column = poplens_table_find_column (table, names[i]);
    guint found = (guint) column;
    if (column >= 0)
      g_array_append_val (columns, found);
  }
  return columns;
}

/* Sorts the rows by @look, or else in the window's default order. @is_folded: only rows that the
 * window shows before any row is expanded. (transfer full) (nullable): NULL for all rows in the
 * table's order */
static PoplensTableView *
choose_shown_rows (const PoplensTable *table, const PoplensCliTable *look, gboolean is_folded)
{
  PoplensSortKey key = {.descending = look->sort && *look->sort == '-'};
  g_autofree char *shown = g_strdup_printf ("depth <= %u", poplens_table_get_initial_depth (table));
  const char *const texts[] = {shown, NULL};
  g_autoptr (PoplensWhere) where = is_folded ? poplens_where_new (table, texts, NULL) : NULL;
  PoplensTableQuery query = {.where = where, .keys = &key, .n_keys = 1};

  if (look->sort)
    key.column = (guint) poplens_table_find_column (table, look->sort + key.descending);
  else if (!poplens_table_get_default_sort (table, &key.column, &key.descending))
    query.n_keys = 0;
  if (!query.n_keys && !where)
    return NULL;
  PoplensTableView *rows = poplens_table_view_query (table, &query, NULL);
  /* Drop the view's totals: they leave out the folded rows. */
  g_clear_pointer (&rows->totals, g_free);
  return rows;
}

/* Returns the number of rows to print; 0: all. @around: number of lines above and below the rows */
static guint32
limit_rows (const PoplensCliView *view, const PoplensCliTable *look, guint around)
{
  guint32 most = look->most ? look->most : FEW;

  if (view->output->limited)
    return view->output->most;
  if (view->output->all)
    return 0;
  return view->cli->endless ? most : MIN (most, MAX (view->left, around + 1) - around);
}

gboolean
poplens_cli_view_table (PoplensCliView *view, const PoplensTable *table,
                        const PoplensCliTable *look, const char *title, GError **error)
{
  gboolean narrow = view->cli->narrow && !view->output->all;
  g_autoptr (GArray) columns = find_columns (table, narrow ? look->columns : NULL);
  g_autoptr (PoplensTableView) rows =
      choose_shown_rows (table, look, look->folded && !view->output->all);
  const char *note = poplens_table_get_note (table);
  /* Lines around the rows: an empty line, header, count, title and note. */
  guint around = 3 + (title != NULL) + (note ? count_lines (view, note, 0) : 0);

  if (!poplens_table_n_rows (table)) {
    if (note && !title)
      view_print_words (view, note, 0, PLAIN);
    return TRUE;
  }
  if (title && !view_has_room (view, around + 2))
    return TRUE;
  guint32 limit = limit_rows (view, look, around);
  const PoplensTableOutput output = {
      .columns = columns->len ? (const guint *) (gconstpointer) columns->data : NULL,
      .n_columns = columns->len,
      .limit = limit,
      .byte_unit = view->unit,
      .totals = !limit,
      .max_width =
          view->cli->narrow && !(view->output->all && !view->cli->terminal) ? view->cli->width : 0,
      .more = "; --all",
      .titles = columns->len ? look->titles : NULL,
      .least_first = look->least_first,
  };
  if (view->begun)
    poplens_text_sink_write (view->cli->out, "\n", 1);
  if (title) {
    view_print_styled (view, BOLD, title);
    poplens_text_sink_write (view->cli->out, "\n", 1);
  }
  view_take_lines (view, around + MIN (limit ? limit : G_MAXUINT32, poplens_table_n_rows (table)));
  return poplens_table_write (table, rows, POPLENS_TABLE_TEXT, &output, view->cli->out, error);
}

void
poplens_cli_view_next (PoplensCliView *view, const char *next)
{
  if (view->cut && !next) {
    view_print_styled (view, DIM, "More: --all");
    view_end_line (view);
  }
  if (!next)
    return;
  view_print_styled (view, BOLD, "Next");
  poplens_text_sink_write (view->cli->out, "  ", 2);
  view_print_styled (view, DIM, next);
  view_end_line (view);
}
