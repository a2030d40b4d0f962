/* Anything of a report by name or number, with the place that shows it: what Ctrl+K finds. */
#include "cli/cli.h"

#include "base/visible.h"
#include "pages/find.h"

#include <string.h>

#define FEW 20 /* results unless --limit says so */

/* ---- results as a table ------------------------------------------------------------------------
 */

enum { KIND, NAME, DETAIL, PLACE, N_COLUMNS };

static void
cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const PoplensFinds *finds = data;
  const PoplensFound *found = g_ptr_array_index (finds->results, row);

  value->type = POPLENS_VALUE_TEXT;
  value->text = column == KIND     ? poplens_found_kind_title (found->kind)
                : column == NAME   ? found->title
                : column == DETAIL ? found->detail
                                   : found->place;
}

/* Takes @finds. */
static PoplensTable *
make_table (PoplensFinds *finds)
{
  static const char *const names[N_COLUMNS][2] = {
      {"kind", "Kind"}, {"title", "Name"}, {"detail", "What"}, {"place", "Place"}};
  PoplensTable *table = poplens_table_new ("find", "Found", finds->results->len, cell, finds,
                                           (GDestroyNotify) poplens_finds_free, NULL);

  for (guint c = 0; c < N_COLUMNS; c++)
    poplens_table_add_column (table, names[c][0], names[c][1], POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                              "");
  return table;
}

static gboolean
print_text (PoplensCli *cli, PoplensFinds *finds, GError **error)
{
  guint64 total = finds->total;
  guint n = finds->results->len;
  g_autoptr (PoplensTable) table = make_table (finds);
  PoplensTableOutput output = {.max_width = cli->terminal ? cli->width : 0,
                               .bold_header = cli->colour};
  PoplensNumber some, all;

  if (n && !poplens_table_write (table, NULL, POPLENS_TABLE_TEXT, &output, cli->out, error))
    return FALSE;
  if (n < total)
    poplens_text_sink_printf (cli->out, "%s of %s found: --limit\n", poplens_format_count (some, n),
                              poplens_format_count (all, total));
  if (finds->hint) {
    g_autofree char *shown = poplens_visible_text (finds->hint, -1);
    poplens_text_sink_printf (cli->out, "%s\n", shown);
  }
  return TRUE;
}

static void
print_json (PoplensCli *cli, const PoplensFinds *finds, const char *query)
{
  g_autoptr (PoplensJsonWriter) json = poplens_json_writer_new (cli->out);

  poplens_json_begin_object (json, NULL);
  poplens_json_string (json, "query", query);
  poplens_json_uint (json, "total", finds->total);
  if (finds->hint)
    poplens_json_string (json, "hint", finds->hint);
  poplens_json_begin_array (json, "results");
  for (guint i = 0; i < finds->results->len; i++) {
    const PoplensFound *found = g_ptr_array_index (finds->results, i);
    poplens_json_begin_object (json, NULL);
    poplens_json_string (json, "kind", poplens_found_kind_name (found->kind));
    poplens_json_uint (json, "id", found->id);
    poplens_json_string (json, "title", found->title);
    poplens_json_string (json, "detail", found->detail);
    poplens_json_string (json, "place", found->place);
    poplens_json_end_object (json);
  }
  poplens_json_end_array (json);
  poplens_json_end_object (json);
  poplens_text_sink_write (cli->out, "\n", 1);
}

/* ---- the command -------------------------------------------------------------------------------
 */

static gboolean
find (PoplensCli *cli, const char *path, const char *query, guint most, gboolean as_json,
      PoplensByteUnit unit, GError **error)
{
  g_autoptr (PoplensReport) report = poplens_cli_open (cli, path, error);
  g_autoptr (PoplensFinder) finder = report ? poplens_finder_new (report, NULL, error) : NULL;
  g_autoptr (PoplensFinds) finds =
      finder ? poplens_finder_find (finder, query, most, unit, NULL, error) : NULL;

  if (!finds)
    return FALSE;
  if (!as_json)
    return print_text (cli, g_steal_pointer (&finds), error);
  print_json (cli, finds, query);
  return TRUE;
}

PoplensExit
poplens_cli_run_find (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  gboolean as_json = FALSE;
  gint64 limit = FEW;
  g_autofree char *unit_name = NULL;
  const GOptionEntry entries[] = {
      {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "As JSON, for scripts", NULL},
      {"limit", 0, 0, G_OPTION_ARG_INT64, &limit, "At most N results (20; 0: all)", "N"},
      {"unit", 0, 0, G_OPTION_ARG_STRING, &unit_name, "How bytes are written", "binary|si|bytes"},
      {NULL},
  };
  PoplensByteUnit unit = POPLENS_BYTE_UNIT_BINARY;
  g_autoptr (GError) error = NULL;
  PoplensExit status;

  if (!poplens_cli_parse (cli, command, entries, &argc, &argv, &status))
    return status;
  if (argc < 3)
    return poplens_cli_misuse (command, "%s needs %s", command->name, command->arguments);
  if (limit < 0 || limit > G_MAXINT32)
    return poplens_cli_misuse (command, "--limit is a number of results, 0 for all");
  if (!poplens_cli_parse_unit (cli, command, unit_name, &unit))
    return POPLENS_EXIT_USAGE;
  g_autofree char *query = g_strjoinv (" ", argv + 2);
  return find (cli, argv[1], query, limit ? (guint) limit : G_MAXINT32, as_json, unit, &error)
             ? POPLENS_EXIT_GOOD
             : poplens_cli_fail (cli, error);
}
