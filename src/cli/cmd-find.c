/* Commands find and show: search a report by name, and show an item. */
#include "cli/write.h"

#include "base/visible.h"
#include "derived/insights/kinds-source.h"
#include "pages/core/views.h"
#include "report/source-map.h"

static gboolean
write_answer (PoplensCli *cli, const PoplensCliCommand *command, const PoplensCliOutput *output,
              PoplensCliAnswer *answer, GError **error)
{
  if (!poplens_report_is_whole_since (answer->reports[0], 0, error) ||
      !poplens_cli_output_write (cli, command->name, output, answer, error))
    return FALSE;
  poplens_cli_tell_damage (cli, answer->reports[0]);
  return TRUE;
}

/* ---- find ------------------------------------------------------------------------------------ */

/* Loads data that only some queries search: kinds for "kind…", operations for "op…". For a large
 * report this takes a second, so other queries do without. */
static void
load_topics (PoplensReport *report, const char *query)
{
  if (g_ascii_strncasecmp (query, "kind", 4) == 0 && poplens_kinds_are_due (report))
    poplens_report_kind_index (report, NULL, NULL);
  if (g_ascii_strncasecmp (query, "op", 2) == 0 && poplens_report_is_near (report))
    poplens_report_load_debug (report, NULL, NULL);
}

static gboolean
answer_find (PoplensCli *cli, const PoplensCliCommand *command, const char *path, const char *query,
             GStrv maps, const PoplensCliOutput *output, GError **error)
{
  static const PoplensCliTable look = {"find", 20, NULL, "kind title detail location"};
  gboolean collapses = output->format == POPLENS_TABLE_TEXT && !output->all;
  g_autoptr (PoplensReport) report = poplens_cli_open (cli, path, error);
  if (report)
    load_topics (report, query);
  g_autoptr (PoplensFinder) finder =
      report ? poplens_finder_new_with_views (report, TRUE, NULL, error) : NULL;
  /* For text, merge names with the same pattern; scripts and --all get each name. */
  PoplensFinds *finds = finder ? (collapses ? poplens_finder_find_patterns : poplens_finder_find) (
                                     finder, query, G_MAXINT32, output->unit, NULL, error)
                               : NULL;

  if (!finds)
    return FALSE;
  g_autoptr (PoplensCliAnswer) answer = poplens_cli_answer_new (report, NULL, output);
  if (finds->hint)
    poplens_cli_answer_say (answer, "%s", finds->hint);
  if (finds->has_patterns) {
    g_autofree char *words = poplens_shell_argument (query);
    g_autofree char *options = g_strconcat (words, " --all", NULL);
    poplens_cli_answer_next (answer, "find", options);
  }
  poplens_cli_answer_figure (answer, "found", poplens_value_int (finds->total, POPLENS_UNIT_COUNT));
  poplens_cli_answer_table (answer, poplens_finds_table (finds, report), &look);
  return write_answer (cli, command, output, answer, error);
}

/* ---- show ------------------------------------------------------------------------------------ */

/* Returns the location of the card's item: the link of its first row. (transfer full) (nullable) */
static PoplensLocation *
find_card_location (const PoplensTable *card)
{
  g_autofree char *link = poplens_table_n_rows (card) ? poplens_table_get_link (card, 0) : NULL;

  return link ? poplens_location_parse (link, NULL) : NULL;
}

/* Adds a second table to the card: the text of a source line, or the parent contexts of a debug
 * context. With --all any other item also gets its parent contexts. */
static gboolean
add_details (PoplensCliAnswer *answer, GError **error)
{
  static const PoplensCliTable text = {"source-text", 20}, contexts = {"contexts", 20};
  const PoplensLocation *asked = answer->location;
  g_autoptr (PoplensLocation) location = find_card_location (answer->tables->pdata[0]);
  const PoplensCliTable *beside = NULL;

  if (location && poplens_location_get (location, "line"))
    beside = &text;
  else if (location && (answer->all || poplens_location_get (location, "context")))
    beside = &contexts;

  answer->location = location;
  gboolean good = !beside || poplens_cli_answer_build (answer, beside, error);
  answer->location = asked;
  return good;
}

static gboolean
check_maps (GStrv maps, GError **error)
{
  for (guint i = 0; maps && maps[i]; i++)
    if (!poplens_source_pair_check (maps[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
answer_show (PoplensCli *cli, const PoplensCliCommand *command, const char *path, const char *words,
             GStrv maps, const PoplensCliOutput *output, GError **error)
{
  static const PoplensCliTable card = {"card", G_MAXUINT32, NULL, "what value detail share"};
  g_autoptr (PoplensReport) report =
      check_maps (maps, error) ? poplens_cli_open (cli, path, error) : NULL;
  g_autoptr (PoplensLocation) nowhere = poplens_location_new (POPLENS_PAGE_SUMMARY);
  g_autoptr (PoplensLocation) location = poplens_location_with (nowhere, "thing", words);
  if (report && maps)
    poplens_report_set_source_map (report, (const char *const *) maps);
  g_autoptr (PoplensCliAnswer) answer =
      report ? poplens_cli_answer_new (report, location, output) : NULL;

  return answer && poplens_cli_answer_build (answer, &card, error) && add_details (answer, error) &&
         write_answer (cli, command, output, answer, error);
}

/* ---- commands -------------------------------------------------------------------------------- */

typedef gboolean AnswerFunc (PoplensCli *cli, const PoplensCliCommand *command, const char *path,
                             const char *words, GStrv maps, const PoplensCliOutput *output,
                             GError **error);

/* Runs a command whose arguments are a report and words. The words are joined, so that the user
 * need not quote them. */
static PoplensExit
run_words (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv,
           AnswerFunc *answer)
{
  g_auto (PoplensCliOutput) output = {0};
  g_auto (GStrv) maps = NULL;
  GOptionEntry entries[POPLENS_CLI_OUTPUT_ENTRIES + 2] = {0};
  g_autoptr (GError) error = NULL;
  PoplensExit status;

  if (answer == answer_show)
    entries[0] = (GOptionEntry){.long_name = "source-map",
                                .arg = G_OPTION_ARG_STRING_ARRAY,
                                .arg_data = &maps,
                                .description = "find files of PREFIX below FOLDER; can be repeated",
                                .arg_description = "PREFIX=FOLDER"};
  if (!poplens_cli_output_parse (cli, command, &output, entries, &argc, &argv, 0, &status))
    return status;
  if (argc < 3)
    return poplens_cli_misuse (command, "missing argument: %s needs %s", command->name,
                               command->arguments);
  g_autofree char *words = g_strjoinv (" ", argv + 2);
  return answer (cli, command, argv[1], words, maps, &output, &error)
             ? POPLENS_EXIT_GOOD
             : poplens_cli_fail (cli, error);
}

PoplensExit
poplens_cli_run_find (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  return run_words (cli, command, argc, argv, answer_find);
}

PoplensExit
poplens_cli_run_show (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  return run_words (cli, command, argc, argv, answer_show);
}
