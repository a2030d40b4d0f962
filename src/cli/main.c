/* poplens-cli: reports in the terminal and for scripts. */
#include "cli/cli.h"

#include "base/fd-stream.h"
#include "base/near.h"

#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const PoplensCliCommand commands[] = {
    {"summary", "REPORT", "what happened: does it fit, peak, cycles, target, versions",
     poplens_cli_run_report, poplens_cli_summary_json, poplens_cli_summary_text,
     POPLENS_PAGE_SUMMARY, NULL},
    {"insights", "REPORT", "what memory is spent on, and what could be had back",
     poplens_cli_run_report, poplens_cli_insights_json, poplens_cli_insights_text,
     POPLENS_PAGE_INSIGHTS, NULL},
    {"memory", "REPORT", "memory by tile and by category; of a tile what lies where",
     poplens_cli_run_report, poplens_cli_memory_json, poplens_cli_memory_text, POPLENS_PAGE_MEMORY,
     poplens_cli_memory_keys},
    {"liveness", "REPORT", "live memory at each step of the program", poplens_cli_run_report,
     poplens_cli_liveness_json, poplens_cli_liveness_text, POPLENS_PAGE_LIVENESS,
     poplens_cli_liveness_keys},
    {"peaks", "REPORT", "each tile at its own worst step", poplens_cli_run_report,
     poplens_cli_peaks_json, poplens_cli_peaks_text, POPLENS_PAGE_LIVENESS, NULL},
    {"what-if", "REPORT", "the same, were some variables larger, smaller or gone",
     poplens_cli_run_report, poplens_cli_what_if_json, poplens_cli_what_if_text,
     POPLENS_PAGE_INSIGHTS, poplens_cli_what_if_keys},
    {"variables", "REPORT", "what each variable holds always, and at most at one step",
     poplens_cli_run_report, poplens_cli_variables_json, poplens_cli_variables_text,
     POPLENS_PAGE_LIVENESS, NULL},
    {"trace", "REPORT [--export FORMAT FILE]", "executed steps and their cycles",
     poplens_cli_run_trace, poplens_cli_trace_json, poplens_cli_trace_text, POPLENS_PAGE_TRACE,
     poplens_cli_trace_keys},
    {"programs", "REPORT", "the program tree, and what each program costs", poplens_cli_run_report,
     poplens_cli_programs_json, poplens_cli_programs_text, POPLENS_PAGE_PROGRAMS,
     poplens_cli_programs_keys},
    {"operations", "REPORT", "what each operation of a layer of debug.cbor costs",
     poplens_cli_run_report, poplens_cli_operations_json, poplens_cli_operations_text,
     POPLENS_PAGE_OPERATIONS, poplens_cli_operations_keys},
    {"find", "REPORT WORDS…", "a variable, program, vertex type, tile or step by name or number",
     poplens_cli_run_find, NULL, NULL, POPLENS_PAGE_SUMMARY, NULL},
    {"debug", "REPORT [ID]", "which source made a program, a compute set or a variable",
     poplens_cli_run_debug, NULL, NULL, POPLENS_PAGE_SUMMARY, NULL},
    {"check", "REPORT", "whether everything holds that holds in every report",
     poplens_cli_run_check, NULL, NULL, POPLENS_PAGE_SUMMARY, NULL},
    {"diff", "BEFORE AFTER", "what differs between two reports, and by how much",
     poplens_cli_run_diff, NULL, NULL, POPLENS_PAGE_SUMMARY, NULL},
    {"budget", "REPORT", "whether a report keeps limits on memory and cycles",
     poplens_cli_run_budget, NULL, NULL, POPLENS_PAGE_SUMMARY, NULL},
    {"table", "NAME REPORT | --list", "any table that a page shows, as text, CSV or JSON",
     poplens_cli_run_table, NULL, NULL, POPLENS_PAGE_SUMMARY, NULL},
    {"render", "REPORT --page PAGE --output FILE", "a page or a chart as PNG, SVG or PDF",
     poplens_cli_run_render, NULL, NULL, POPLENS_PAGE_SUMMARY, NULL},
    {"report", "REPORT --output FILE.html", "all that matters as one HTML file to share",
     poplens_cli_run_share, NULL, NULL, POPLENS_PAGE_SUMMARY, NULL},
};

static void
print_help (PoplensCli *cli)
{
  poplens_text_sink_write (cli->out,
                           "Usage: poplens-cli COMMAND …\n\n"
                           "Inspect profiles written by the Graphcore Poplar SDK.\n"
                           "REPORT is a report directory or a file in it.\n\nCommands:\n",
                           -1);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    poplens_text_sink_printf (cli->out, "  %-10s %s\n", commands[i].name, commands[i].summary);
  poplens_text_sink_write (
      cli->out,
      "\nRun \"poplens-cli COMMAND --help\" for details.\n"
      "  --version   show the version\n"
      "  --recover   open a recovered copy of a profile left incomplete by a killed program\n\n"
      "Exit status: 0 success, 1 report not readable, 2 usage error,\n"
      "3 check failed or limit exceeded\n",
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

/* --recover goes with every command that takes a report: it is taken out wherever it stands. */
static void
take_recover (PoplensCli *cli, int *argc, char **argv)
{
  for (int i = 1; i < *argc && strcmp (argv[i], "--"); i++)
    if (!strcmp (argv[i], "--recover")) {
      cli->recover = TRUE;
      memmove (argv + i, argv + i + 1, (gsize) (*argc - i) * sizeof *argv);
      *argc -= 1;
      i--;
    }
}

static PoplensExit
run (PoplensCli *cli, int argc, char **argv)
{
  if (argc < 2)
    return poplens_cli_misuse (NULL, "missing command");
  if (!strcmp (argv[1], "--help") || !strcmp (argv[1], "-h") || !strcmp (argv[1], "help"))
    return print_help (cli), POPLENS_EXIT_GOOD;
  if (!strcmp (argv[1], "--version")) {
    poplens_text_sink_write (cli->out, "poplens-cli " POPLENS_VERSION "\n", -1);
    return POPLENS_EXIT_GOOD;
  }
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (!strcmp (argv[1], commands[i].name))
      return commands[i].run (cli, &commands[i], argc - 1, argv + 1);
  return unknown_command (argv[1]);
}

int
main (int argc, char **argv)
{
  g_autoptr (GOutputStream) stream = poplens_fd_stream_new (STDOUT_FILENO);
  g_autoptr (GError) error = NULL;
  PoplensCli cli;
  PoplensExit status;

  /* Arguments and file names are the locale's; numbers are always written the same way. */
  setlocale (LC_CTYPE, "");
  /* A reader that goes away early (head, less) is no error: see below. */
  signal (SIGPIPE, SIG_IGN);
  poplens_cli_init (&cli, stream);
  take_recover (&cli, &argc, argv);
  status = run (&cli, argc, argv);
  if (!poplens_text_sink_flush (cli.out, &error)) {
    if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE)) {
      status = POPLENS_EXIT_GOOD;
    } else {
      poplens_cli_tell ("cannot write to standard output: %s", error->message);
      status = POPLENS_EXIT_UNREADABLE;
    }
  }
  poplens_text_sink_free (cli.out);
  return (int) status;
}
