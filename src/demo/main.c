/* poplens-demo DIR: writes a synthetic report. */
#include "demo/demo.h"

#include "base/error.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  gint64 seed;
  gboolean overflow, force, progress, version;
  char **rest;
} Arguments;

static void
print_progress (double fraction, const char *text, gpointer user_data)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  printf ("progress %s %s\n", g_ascii_formatd (number, sizeof number, "%.2f", fraction), text);
  fflush (stdout);
}

static gboolean
parse (Arguments *args, int *argc, char ***argv, GError **error)
{
  const GOptionEntry entries[] = {
      {"seed", 's', 0, G_OPTION_ARG_INT64, &args->seed,
       "Which report: the same seed, the same bytes", "N"},
      {"overflow", 0, 0, G_OPTION_ARG_NONE, &args->overflow, "Let one tile run out of memory",
       NULL},
      {"force", 'f', 0, G_OPTION_ARG_NONE, &args->force,
       "Overwrite a profile that was not written by this program", NULL},
      {"progress", 0, 0, G_OPTION_ARG_NONE, &args->progress,
       "Print lines \"progress FRACTION TEXT\" for another program to read", NULL},
      {"version", 0, 0, G_OPTION_ARG_NONE, &args->version, "Print the version", NULL},
      {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &args->rest, NULL, "DIR"},
      {NULL},
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);

  g_option_context_set_summary (
      context, "Writes a synthetic Poplar report (profile.pop, framework.json, app.json) to DIR:\n"
               "a small training step on two IPUs, in the format of real reports.");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, argc, argv, error))
    return FALSE;
  if (args->version || (args->rest && !args->rest[1]))
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "say one directory to write the report to; see poplens-demo --help");
  return FALSE;
}

int
main (int argc, char **argv)
{
  Arguments args = {.seed = 1};
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "");
  gboolean good = parse (&args, &argc, &argv, &error);
  g_auto (GStrv) rest = args.rest;
  if (!good) {
    fprintf (stderr, "poplens-demo: %s\n", error->message);
    return 2;
  }
  if (args.version) {
    printf ("poplens-demo %s\n", POPLENS_VERSION);
    return 0;
  }
  DemoOptions options = {(guint64) args.seed, args.overflow, args.force};
  if (!demo_write_report (rest[0], &options, args.progress ? print_progress : NULL, NULL, &error)) {
    fprintf (stderr, "poplens-demo: %s\n", error->message);
    return 1;
  }
  if (!args.progress)
    printf ("Wrote a synthetic report of two IPUs to %s: profile.pop, framework.json, app.json.\n",
            rest[0]);
  return 0;
}
