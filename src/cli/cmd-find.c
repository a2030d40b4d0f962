/* Anything of a report by name or number, with the place that shows it: what Ctrl+K finds. */
#include "cli/cli.h"

#include "derived/insights/kinds-source.h"
#include "pages/core/find-views.h"
#include "report/source-map.h"

#define FEW 20 /* results unless --limit says so */

static gboolean
write_text (PoplensCli *cli, const PoplensTable *table, const guint *columns, guint n_columns,
            GError **error)
{
  PoplensTableOutput output = {
      .columns = columns, .n_columns = n_columns, .max_width = cli->terminal ? cli->width : 0};

  return poplens_table_write (table, NULL, POPLENS_TABLE_TEXT, &output, cli->out, error);
}

/* What every answer in JSON begins with, and ends with: its words, and its rows. */
static PoplensJsonWriter *
begin_json (PoplensCli *cli, const char *key, const char *words)
{
  PoplensJsonWriter *json = poplens_json_writer_new (cli->out);

  poplens_json_begin_object (json, NULL);
  poplens_json_string (json, key, words);
  return json;
}

static void
end_json (PoplensCli *cli, PoplensJsonWriter *json, const PoplensTable *table, const char *key)
{
  poplens_cli_rows_json (table, key, json);
  poplens_json_end_object (json);
  poplens_text_sink_write (cli->out, "\n", 1);
}

/* A report, and words that need no quotes; NULL: leave with *@status. (transfer full) */
static char *
parse_words (PoplensCli *cli, const PoplensCliCommand *command, const GOptionEntry *entries,
             int *argc, char ***argv, PoplensExit *status)
{
  if (!poplens_cli_parse (cli, command, entries, argc, argv, status))
    return NULL;
  if (*argc >= 3)
    return g_strjoinv (" ", *argv + 2);
  *status = poplens_cli_misuse (command, "missing argument: %s needs %s", command->name,
                                command->arguments);
  return NULL;
}

/* ---- find --------------------------------------------------------------------------------------
 */

static gboolean
print_text (PoplensCli *cli, const PoplensTable *table, GError **error)
{
  /* Without the id: what there is to say of it stands in the detail. */
  static const char *const names[] = {"kind", "title", "detail", "place"};
  guint columns[G_N_ELEMENTS (names)];

  for (guint c = 0; c < G_N_ELEMENTS (names); c++)
    columns[c] = (guint) poplens_table_find_column (table, names[c]);
  if (poplens_table_n_rows (table))
    return write_text (cli, table, columns, G_N_ELEMENTS (columns), error);
  /* A query without words finds nothing, and there is nothing to say of it. */
  if (poplens_table_get_note (table))
    poplens_text_sink_printf (cli->out, "%s\n", poplens_table_get_note (table));
  return TRUE;
}

/* @finds: the finds that @table shows */
static void
print_json (PoplensCli *cli, PoplensReport *report, const PoplensFinds *finds,
            const PoplensTable *table, const char *query)
{
  g_autoptr (PoplensJsonWriter) json = begin_json (cli, "query", query);

  poplens_json_uint (json, "total", finds->total);
  if (finds->hint)
    poplens_json_string (json, "hint", finds->hint);
  poplens_cli_damage_json (report, json);
  end_json (cli, json, table, "results");
}

/* Kinds and operations of a large report take a second, so they are made where they are asked for.
 */
static void
load_topics (PoplensReport *report, const char *query)
{
  if (g_ascii_strncasecmp (query, "kind", 4) == 0 && poplens_kinds_are_due (report))
    poplens_kind_index_unref (poplens_report_kind_index (report, NULL, NULL));
  if (g_ascii_strncasecmp (query, "op", 2) == 0 && poplens_report_is_near (report))
    poplens_report_load_debug (report, NULL, NULL);
}

static gboolean
find (PoplensCli *cli, const char *path, const char *query, guint most, gboolean as_json,
      PoplensByteUnit unit, GError **error)
{
  g_autoptr (PoplensReport) report = poplens_cli_open (cli, path, error);
  if (report)
    load_topics (report, query);
  g_autoptr (PoplensFinder) finder =
      report ? poplens_finder_new_with_views (report, TRUE, NULL, error) : NULL;
  /* For a person names of one pattern are one; scripts get each. */
  PoplensFinds *finds = !finder ? NULL
                        : as_json
                            ? poplens_finder_find (finder, query, most, unit, NULL, error)
                            : poplens_finder_find_patterns (finder, query, most, unit, NULL, error);

  if (!finds || !poplens_report_is_whole_since (report, 0, error))
    return FALSE;
  poplens_cli_tell_damage (cli, report);
  g_autoptr (PoplensTable) table = poplens_finds_table (finds, report);
  if (!as_json)
    return print_text (cli, table, error);
  print_json (cli, report, finds, table, query);
  return TRUE;
}

PoplensExit
poplens_cli_run_find (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  gboolean as_json = FALSE;
  guint32 limit = FEW;
  g_autofree char *unit_name = NULL;
  g_autofree char *limit_text = NULL;
  const GOptionEntry entries[] = {
      {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "write everything as JSON", NULL},
      {"limit", 0, 0, G_OPTION_ARG_STRING, &limit_text,
       "show at most N results, 0 for all (default: 20)", "N"},
      {"unit", 0, 0, G_OPTION_ARG_STRING, &unit_name,
       "unit for bytes: binary, si or bytes (default: binary)", "binary|si|bytes"},
      {NULL},
  };
  PoplensByteUnit unit = POPLENS_BYTE_UNIT_BINARY;
  g_autoptr (GError) error = NULL;
  PoplensExit status;

  g_autofree char *query = parse_words (cli, command, entries, &argc, &argv, &status);
  if (!query)
    return status;
  if (!poplens_cli_parse_limit (command, limit_text, &limit) ||
      !poplens_cli_parse_unit (cli, command, unit_name, &unit))
    return POPLENS_EXIT_USAGE;
  return find (cli, argv[1], query, limit ? MIN (limit, G_MAXINT32) : G_MAXINT32, as_json, unit,
               &error)
             ? POPLENS_EXIT_GOOD
             : poplens_cli_fail (cli, error);
}

/* ---- show --------------------------------------------------------------------------------------
 */

static gboolean
show (PoplensCli *cli, const char *path, const char *words, GStrv maps, gboolean as_json,
      GError **error)
{
  g_autoptr (PoplensReport) report =
      poplens_cli_check_maps (maps, error) ? poplens_cli_open (cli, path, error) : NULL;
  g_autoptr (PoplensLocation) nowhere = poplens_location_new (POPLENS_PAGE_SUMMARY);
  g_autoptr (PoplensLocation) location = poplens_location_with (nowhere, "ref", words);
  if (report && maps)
    poplens_report_set_source_map (report, (const char *const *) maps);
  g_autoptr (PoplensTable) table =
      report ? poplens_tables_build ("card", report, location, NULL, error) : NULL;

  if (!table)
    return FALSE;
  poplens_cli_tell_damage (cli, report);
  if (!as_json)
    return write_text (cli, table, NULL, 0, error);
  g_autoptr (PoplensJsonWriter) json = begin_json (cli, "ref", words);
  poplens_cli_damage_json (report, json);
  end_json (cli, json, table, "card");
  return TRUE;
}

PoplensExit
poplens_cli_run_show (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  gboolean as_json = FALSE;
  g_auto (GStrv) maps = NULL;
  GOptionEntry entries[3] = {
      {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "write everything as JSON", NULL},
  };
  g_autoptr (GError) error = NULL;
  PoplensExit status;

  poplens_cli_add_maps (entries, &maps);
  g_autofree char *words = parse_words (cli, command, entries, &argc, &argv, &status);
  if (!words)
    return status;
  return show (cli, argv[1], words, maps, as_json, &error) ? POPLENS_EXIT_GOOD
                                                           : poplens_cli_fail (cli, error);
}
