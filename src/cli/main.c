/* Program poplens-cli: lists its commands, and chooses the one to run. */
#include "cli/cli.h"

#include "base/error.h"
#include "base/fd-stream.h"
#include "base/near.h"
#include "tables/budget/budget.h"

#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const PoplensCliCommand commands[] = {
#define LOOK(name, does, page, command)                                                            \
  {                                                                                                \
#name, "REPORT", does, poplens_cli_run_report, POPLENS_PAGE_##page, poplens_cli_##name##_rows, \
        &poplens_cli_##name##_n_rows, poplens_cli_##name##_keys, .group = POPLENS_CLI_LOOK,        \
                                                                 .example = command                \
  }
    LOOK (summary, "show memory fit, peak, cycles, target and versions", SUMMARY, "summary run"),
    LOOK (memory, "show memory by category, tile or variable, or what a tile holds", MEMORY,
          "memory run --tile fullest"),
    LOOK (liveness, "show live memory at each program step", LIVENESS, "liveness run --step peak"),
    LOOK (fit, "say whether the model fits, what fills it and what makes it fit", INSIGHTS,
          "fit run --margin 5%"),
    LOOK (time, "show where the cycles went and what a change saves", TRACE, "time run"),
    LOOK (trace, "show executed steps and what they cost", TRACE, "trace run --by operation"),
    LOOK (programs, "show the program tree and the cost of each program", PROGRAMS,
          "programs run --depth 3"),
    LOOK (operations, "show cycles and memory of each operation, or of each line of code",
          OPERATIONS, "operations run --by line"),
    {"find", "REPORT WORDS…", "search variables, programs, vertex types, tiles and steps",
     poplens_cli_run_find, .group = POPLENS_CLI_ASK, .example = "find run layer1 gelu"},
    {"show", "REPORT WORDS…", "show everything about one thing of the report", poplens_cli_run_show,
     .group = POPLENS_CLI_ASK, .example = "show run tile 5"},
    {"table", "NAME REPORT [AFTER] | --list", "print any table as text, CSV or JSON",
     poplens_cli_run_table, .group = POPLENS_CLI_ASK,
     .example = "table memory-tiles run --sort total --limit 10"},
    {"diff", "BEFORE AFTER", "compare two reports", poplens_cli_run_diff,
     .group = POPLENS_CLI_COMPARE, .example = "diff before after --fail-if worse"},
    {"list", "FOLDER", "list the reports of a folder, and which of them got worse",
     poplens_cli_run_list, .group = POPLENS_CLI_COMPARE, .example = "list nightly",
     .describe = poplens_budget_list_rules},
    {"budget", "REPORT", "check the report against memory and cycle limits", poplens_cli_run_budget,
     .group = POPLENS_CLI_COMPARE, .example = "budget run -r max-tile-bytes=96%",
     .describe = poplens_budget_list_rules},
    {"export", "REPORT… -o FILE | --list",
     "write an image, page, database, table or trace, by the name of FILE", poplens_cli_run_export,
     .group = POPLENS_CLI_TAKE_OUT, .example = "export run -o run.html"},
    {"check", "REPORT", "check the report for consistency", poplens_cli_run_check,
     .group = POPLENS_CLI_OTHER, .example = "check run"},
    {"fetch", "HOST:PATH FOLDER", "copy a report of another computer to this one",
     poplens_cli_run_fetch, .group = POPLENS_CLI_OTHER, .example = "fetch server:/runs/1 copy"},
};

/* Options of every command that reads a report. */
static const struct {
  const char *name, *what;
  gsize offset; /* offset of the option's gboolean in PoplensCli */
} common[] = {
    {"--recover", "open a recovered copy of a profile that a killed program left",
     G_STRUCT_OFFSET (PoplensCli, recover)},
    {"--batch", "ask nothing while connecting to another computer",
     G_STRUCT_OFFSET (PoplensCli, batch)},
    {"--no-cache", "keep no blocks of remote reports and no figures, and use none",
     G_STRUCT_OFFSET (PoplensCli, no_cache)},
};

static void
print_help (PoplensCli *cli)
{
  static const char *const groups[] = {"Look", "Ask", "Compare", "Take out", "Other"};
  const PoplensCliCommand *command = commands;

  poplens_text_sink_write (
      cli->out,
      "Usage: poplens-cli [COMMAND] REPORT… [OPTION…]\n\n"
      "Inspect profiles written by the Graphcore Poplar SDK.\n"
      "REPORT is a report directory or a file in it, also on another computer\n"
      "(HOST:PATH or ssh://USER@HOST:PORT/PATH). Without COMMAND: summary of one\n"
      "report, list of a folder of several, diff of two; with --location the command\n"
      "of its page.\n",
      -1);
  for (PoplensCliGroup group = 0; group < G_N_ELEMENTS (groups); group++) {
    poplens_text_sink_printf (cli->out, "\n%s, for example poplens-cli %s\n", groups[group],
                              command->example);
    for (; command < commands + G_N_ELEMENTS (commands) && command->group == group; command++)
      poplens_text_sink_printf (cli->out, "  %-10s %s\n", command->name, command->summary);
  }
  poplens_text_sink_write (cli->out,
                           "\nRun \"poplens-cli help COMMAND\" for details.\n"
                           "  --version   show the version\n",
                           -1);
  for (guint i = 0; i < G_N_ELEMENTS (common); i++)
    poplens_text_sink_printf (cli->out, "  %-10s  %s\n", common[i].name, common[i].what);
  poplens_text_sink_write (
      cli->out,
      "\nExit status: 0 answered, 1 report or data not readable, or output not writable,\n"
      "2 usage error, 3 a demand is not met: a limit, a check, --fail-if\n",
      -1);
}

static const char *
near_command (const char *word)
{
  const char *names[G_N_ELEMENTS (commands) + 1] = {NULL};

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    names[i] = commands[i].name;
  return poplens_near (word, names);
}

static PoplensExit
unknown_command (const char *word)
{
  const char *near = near_command (word);

  if (near)
    return poplens_cli_misuse (NULL, "unknown command “%s”; did you mean “%s”?", word, near);
  return poplens_cli_misuse (NULL, "unknown command “%s”", word);
}

static gboolean
take_common_option (PoplensCli *cli, const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (common); i++)
    if (!strcmp (word, common[i].name)) {
      G_STRUCT_MEMBER (gboolean, cli, common[i].offset) = TRUE;
      return TRUE;
    }
  return FALSE;
}

/* Evaluates the options that all commands have, and removes them from @argv, wherever they are. */
static void
take_common_options (PoplensCli *cli, int *argc, char **argv)
{
  for (int i = 1; i < *argc && strcmp (argv[i], "--"); i++)
    if (take_common_option (cli, argv[i])) {
      memmove (argv + i, argv + i + 1, (gsize) (*argc - i) * sizeof *argv);
      *argc -= 1;
      i--;
    }
}

static const PoplensCliCommand *
find_command (const char *name)
{
  if (!strcmp (name, "compare"))
    name = "diff";
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (!strcmp (name, commands[i].name))
      return &commands[i];
  return NULL;
}

/* Returns the value of --location in @argv. (transfer none) (nullable) */
static const char *
find_location_option (int argc, char **argv)
{
  static const char option[] = "--location";

  for (int i = 2; i < argc; i++)
    if (!strcmp (argv[i], option))
      return i + 1 < argc ? argv[i + 1] : NULL;
    else if (g_str_has_prefix (argv[i], option) && argv[i][strlen (option)] == '=')
      return argv[i] + strlen (option) + 1;
  return NULL;
}

/* Returns the command for the tab in a location, or else the main command of its page. @text: value
 * of --location; if it is invalid, returns summary, which then reports the error */
static const PoplensCliCommand *
find_command_of_location (const char *text)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse (text, NULL);
  PoplensPageId page = location ? poplens_location_get_page (location) : POPLENS_PAGE_SUMMARY;
  const PoplensCliCommand *main = find_command (poplens_page_id_name (page));

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (commands[i].rows && commands[i].page == page) {
      if (location && poplens_cli_find_tab (&commands[i], location))
        return &commands[i];
      main = main ? main : &commands[i];
    }
  return main;
}

/* Chooses the command if the first word is a path: diff, list, summary or the command of
 * --location. May open the report to decide; the command opens it again. (transfer none)
 * (nullable): NULL if the word is not a path */
static const PoplensCliCommand *
choose_command (PoplensCli *cli, int argc, char **argv)
{
  const char *location = find_location_option (argc, argv);
  g_autoptr (GError) error = NULL;

  if (!strpbrk (argv[1], "/:") && !g_file_test (argv[1], G_FILE_TEST_EXISTS))
    return NULL;
  if (argc > 2 && *argv[2] != '-')
    return find_command ("diff");
  if (location)
    return find_command_of_location (location);
  poplens_cli_prepare_host (cli, argv[1]);
  g_autoptr (PoplensReport) report = poplens_report_open (argv[1], &error);
  return find_command (g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_SEVERAL) ? "list"
                                                                                     : "summary");
}

/* Shows the help of the command @name, or of the program if @name is NULL. */
static PoplensExit
run_help (PoplensCli *cli, const char *name)
{
  const PoplensCliCommand *command = name ? find_command (name) : NULL;
  char *argv[] = {(char *) name, (char *) "--help", NULL};

  if (command)
    return command->run (cli, command, 2, argv);
  if (name)
    return unknown_command (name);
  print_help (cli);
  return POPLENS_EXIT_GOOD;
}

static PoplensExit
run_command (PoplensCli *cli, int argc, char **argv)
{
  const PoplensCliCommand *command;

  if (argc < 2)
    return poplens_cli_misuse (NULL, "missing command");
  if (!strcmp (argv[1], "--help") || !strcmp (argv[1], "-h"))
    return run_help (cli, NULL);
  if (!strcmp (argv[1], "help"))
    return run_help (cli, argc > 2 ? argv[2] : NULL);
  if (!strcmp (argv[1], "--version")) {
    poplens_text_sink_write (cli->out, "poplens-cli " POPLENS_VERSION "\n", -1);
    return POPLENS_EXIT_GOOD;
  }
  if ((command = find_command (argv[1])))
    return command->run (cli, command, argc - 1, argv + 1);
  /* @argv begins with a path instead of a command: argv[0] stands in for the name of the
   * command. */
  if ((command = choose_command (cli, argc, argv)))
    return command->run (cli, command, argc, argv);
  return unknown_command (argv[1]);
}

/* Erases the progress line before output that may appear on the terminal, directly or through a
 * pager. Does nothing if standard output is a file. */
static void
clear_progress (gpointer data)
{
  PoplensCli *cli = data;
  struct stat info;

  if (cli->progress && (fstat (STDOUT_FILENO, &info) < 0 || !S_ISREG (info.st_mode)))
    poplens_cli_progress_end (cli->progress);
}

int
main (int argc, char **argv)
{
  g_autoptr (GOutputStream) stream = poplens_fd_stream_new (STDOUT_FILENO);
  g_autoptr (GError) error = NULL;
  PoplensCli cli;
  PoplensExit status;

  /* Use the locale only for the encoding of arguments and file names, not for numbers. */
  setlocale (LC_CTYPE, "");
  /* A reader that ends early (head, less) should not kill the program: poplens_cli_fail () ignores
   * the failed write. */
  signal (SIGPIPE, SIG_IGN);
  poplens_cli_init (&cli, stream);
  poplens_fd_stream_set_before (POPLENS_FD_STREAM (stream), clear_progress, &cli);
  take_common_options (&cli, &argc, argv);
  cli.figures = cli.no_cache ? NULL : poplens_figure_store_new_default ();
  status = run_command (&cli, argc, argv);
  if (!poplens_text_sink_flush (cli.out, &error)) {
    if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE)) {
      poplens_cli_tell (&cli, "cannot write to standard output: %s", error->message);
      status = POPLENS_EXIT_UNREADABLE;
    }
  }
  poplens_cli_progress_free (cli.progress);
  poplens_text_sink_free (cli.out);
  g_clear_pointer (&cli.figures, poplens_figure_store_unref);
  g_ptr_array_unref (cli.hosts);
  g_free (cli.missing);
  return (int) status;
}
