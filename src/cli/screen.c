/* Standard output, and text set for it. */
#include "cli/cli.h"

#include "base/error.h"
#include "base/visible.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static guint
number_of (const char *variable, guint fallback)
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
  cli->endless = !cli->terminal && !g_getenv ("LINES");
  if (cli->terminal)
    poplens_text_sink_for_terminal (cli->out, !(no_colour && *no_colour) &&
                                                  g_strcmp0 (g_getenv ("TERM"), "dumb") != 0);
  if (ioctl (STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20 && size.ws_row >= 5) {
    cli->width = size.ws_col;
    cli->height = size.ws_row;
  }
  cli->width = number_of ("COLUMNS", cli->width);
  cli->height = number_of ("LINES", cli->height);
}

/* ---- text of a view ----------------------------------------------------------------------------
 */

/* One line is kept for the prompt, one for "--all shows more". */
static void
take (PoplensCliView *view, guint lines)
{
  view->left -= MIN (view->left, lines);
}

static gboolean
has_room (PoplensCliView *view, guint lines)
{
  if (view->all || view->left >= lines)
    return TRUE;
  view->cut = TRUE;
  return FALSE;
}

#define BOLD "1"
#define DIM "2"
#define PLAIN "0"

static void
print_in (PoplensCliView *view, const char *style, const char *text)
{
  poplens_text_sink_style (view->cli->out, style);
  poplens_text_sink_write (view->cli->out, text, -1);
  poplens_text_sink_style (view->cli->out, PLAIN);
}

void
poplens_cli_title (PoplensCliView *view, const char *title)
{
  g_autofree char *visible = poplens_visible_text (title, -1);

  if (!has_room (view, 2))
    return;
  poplens_text_sink_write (view->cli->out, "\n", 1);
  print_in (view, BOLD, visible);
  poplens_text_sink_write (view->cli->out, "\n", 1);
  take (view, 2);
}

void
poplens_cli_line (PoplensCliView *view, const char *format, ...)
{
  g_autofree char *raw = NULL;
  va_list args;

  if (!has_room (view, 1))
    return;
  va_start (args, format);
  raw = g_strdup_vprintf (format, args);
  va_end (args);
  g_autofree char *text = poplens_visible_text (raw, -1);
  poplens_text_sink_printf (view->cli->out, "%s\n", text);
  take (view, 1);
}

static void
pad (PoplensCliView *view, const char *text, glong width)
{
  for (glong n = g_utf8_strlen (text, -1); n < width; n++)
    poplens_text_sink_write (view->cli->out, " ", 1);
}

static const char *
style_of (PoplensTone tone)
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

/* A word that is longer than its place keeps its end: most are paths. */
static char *
shorten (const char *word, guint room)
{
  glong length = g_utf8_strlen (word, -1);

  if (length <= (glong) room || room < 8)
    return g_strdup (word);
  return g_strconcat ("…", g_utf8_offset_to_pointer (word, length - (glong) room + 1), NULL);
}

/* @detail on the rest of the line, and on lines of its own below the column @indent where it is
 * longer. */
static void
print_words (PoplensCliView *view, const char *detail, guint indent, gboolean dim)
{
  g_autofree char *visible = poplens_visible_text (detail, -1);
  g_auto (GStrv) words = g_strsplit (visible, " ", -1);
  guint column = indent, room = MAX (view->cli->width, indent + 20);

  if (dim)
    poplens_text_sink_style (view->cli->out, DIM);
  for (guint i = 0; words[i]; i++) {
    g_autofree char *word = view->all ? g_strdup (words[i]) : shorten (words[i], room - indent);
    guint length = (guint) g_utf8_strlen (word, -1);
    if (column > indent && column + 1 + length > room) {
      poplens_text_sink_printf (view->cli->out, "\n%*s", (int) indent, "");
      take (view, 1);
      column = indent;
    } else if (column > indent) {
      poplens_text_sink_write (view->cli->out, " ", 1);
      column++;
    }
    poplens_text_sink_write (view->cli->out, word, -1);
    column += length;
  }
  poplens_text_sink_style (view->cli->out, PLAIN);
  poplens_text_sink_write (view->cli->out, "\n", 1);
  take (view, 1);
}

static void
print_detail (PoplensCliView *view, const char *detail, guint indent)
{
  print_words (view, detail, indent, TRUE);
}

guint
poplens_cli_lines (const PoplensCliView *view, const char *text, guint indent)
{
  return 1 + (guint) g_utf8_strlen (text, -1) / (MAX (view->cli->width, indent + 20) - indent);
}

void
poplens_cli_paragraph (PoplensCliView *view, const char *text, guint indent, gboolean dim)
{
  if (!has_room (view, poplens_cli_lines (view, text, indent)))
    return;
  poplens_text_sink_printf (view->cli->out, "%*s", (int) indent, "");
  print_words (view, text, indent, dim);
}

void
poplens_cli_command (PoplensCliView *view, const char *command)
{
  guint n = poplens_cli_lines (view, command, 2);

  if (!has_room (view, n))
    return;
  poplens_text_sink_write (view->cli->out, "  ", 2);
  print_in (view, DIM, command);
  poplens_text_sink_write (view->cli->out, "\n", 1);
  take (view, n);
}

void
poplens_cli_facts (PoplensCliView *view, const GPtrArray *facts)
{
  glong label = 0, value = 0;

  for (guint i = 0; i < facts->len; i++) {
    const PoplensFact *fact = g_ptr_array_index (facts, i);
    label = MAX (label, g_utf8_strlen (fact->label, -1));
    value = MAX (value, g_utf8_strlen (fact->value, -1));
  }
  for (guint i = 0; i < facts->len; i++) {
    const PoplensFact *fact = g_ptr_array_index (facts, i);
    if (!has_room (view, 1))
      return;
    poplens_text_sink_write (view->cli->out, fact->label, -1);
    pad (view, fact->label, label + 2);
    print_in (view, style_of (fact->tone), fact->value);
    pad (view, fact->value, value + 2);
    print_detail (view, fact->detail ? fact->detail : "", (guint) (label + value + 4));
  }
}

gboolean
poplens_cli_headline (PoplensCliView *view, PoplensPart part, gboolean *present, GError **error)
{
  const char *absence = poplens_report_get_absence (view->report, part);
  g_autoptr (GPtrArray) facts = NULL;

  /* The facts pass over what is damaged; a command about that very part does not. */
  if (!absence && !poplens_report_load (view->report, part, NULL, error))
    return FALSE;
  facts = poplens_page_headline (view->report, POPLENS_PART_BIT (part),
                                 (PoplensPageDefaults){.unit = view->unit}, NULL, error);
  if (!facts)
    return FALSE;
  *present = !absence;
  poplens_cli_line (view, "%s", poplens_report_get_name (view->report));
  if (absence)
    poplens_cli_line (view, "%s", absence);
  poplens_cli_facts (view, facts);
  return TRUE;
}

void
poplens_cli_notices (PoplensCliView *view, const PoplensPage *page)
{
  for (guint i = 0; i < page->sections->len; i++) {
    const PoplensSection *section = g_ptr_array_index (page->sections, i);
    if (section->kind != POPLENS_SECTION_NOTICE ||
        !strcmp (section->key, POPLENS_PAGE_TIME_ANSWER) || !has_room (view, 1))
      continue;
    print_in (view, style_of (section->notice.tone), "Note");
    poplens_text_sink_write (view->cli->out, "  ", 2);
    print_detail (view, section->text, 6);
  }
}

/* ---- tables ------------------------------------------------------------------------------------
 */

static GArray *
find_columns (const PoplensTable *table, const char *const *names)
{
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; names && names[i]; i++) {
    int column = poplens_table_find_column (table, names[i]);
    guint found = (guint) column;
    if (column >= 0)
      g_array_append_val (columns, found);
    else
      g_critical ("the table %s lacks the column %s", poplens_table_get_name (table), names[i]);
  }
  return columns;
}

gboolean
poplens_cli_table (PoplensCliView *view, const PoplensTable *table, const char *title,
                   const char *const *columns, const PoplensTableView *rows, guint32 most,
                   GError **error)
{
  g_autoptr (GArray) chosen = find_columns (table, columns);
  guint32 n = rows ? rows->n : poplens_table_n_rows (table);
  const char *note = poplens_table_get_note (table);
  /* Title and the blank above it, header, and the two lines in which the writer says what it cut;
   * the note takes as many lines as the terminal breaks it into. */
  guint around = 5 + (note ? 1 + (guint) g_utf8_strlen (note, -1) / view->cli->width : 0);

  if (!has_room (view, around + 1))
    return TRUE;
  guint32 limit = view->all ? 0 : MIN (most, view->left - around);
  PoplensTableOutput output = {
      .columns = chosen->len ? (const guint *) (gconstpointer) chosen->data : NULL,
      .n_columns = chosen->len,
      .limit = limit,
      .byte_unit = view->unit,
      .totals = view->all,
      .max_width = view->all && !view->cli->terminal ? 0 : view->cli->width,
      .titles = view->titles,
      .least_first = view->least_first,
  };
  PoplensTableView some = {n, rows ? rows->rows : NULL};

  if (limit && limit < n)
    view->cut = TRUE;
  if (rows)
    some.n_among = rows->n_among;
  poplens_cli_title (view, title);
  take (view, around - 2 + (limit ? MIN (limit, n) : n));
  return poplens_table_write (table, rows ? &some : NULL, POPLENS_TABLE_TEXT, &output,
                              view->cli->out, error);
}

gboolean
poplens_cli_named_table (PoplensCliView *view, const char *name, const char *title,
                         const char *const *columns, const char *sort, guint32 most, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (PoplensLocation) page = poplens_location_new (poplens_tables_find (name)->page);
  g_autoptr (PoplensTable) table = poplens_tables_build (
      name, view->report, view->location ? view->location : page, NULL, &local);
  g_autoptr (PoplensTableView) rows = NULL;

  if (!table && g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
    poplens_cli_title (view, title);
    poplens_cli_line (view, "%s", local->message);
    return TRUE;
  }
  if (!table) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  if (sort)
    rows = poplens_table_view_new (
        table, NULL, poplens_table_find_column (table, sort + (*sort == '-')), *sort == '-', NULL);
  return poplens_cli_table (view, table, title, columns, rows, most, error);
}

gboolean
poplens_cli_show_tables (PoplensCliView *view, const PoplensCliTable *tables, guint n,
                         GError **error)
{
  for (guint i = 0; i < n; i++) {
    const PoplensCliTable *t = &tables[i];
    const char *const *columns = view->all && t->widens ? NULL : t->columns;
    const PoplensLocation *location = view->location;
    g_autoptr (PoplensLocation) there =
        t->by ? poplens_location_with (location, "by", t->by) : NULL;
    view->location = there ? there : location;
    gboolean shown = !t->title || poplens_cli_named_table (view, t->table, t->title, columns,
                                                           t->sort, t->most, error);
    view->location = location;
    if (!shown)
      return FALSE;
  }
  return TRUE;
}
