/* A report as one file to share. */
#include "cli/cli.h"

#include "base/visible.h"
#include "pages/share/share.h"

typedef struct {
  char *output, *title, *unit, *with;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->output);
  g_free (self->title);
  g_free (self->unit);
  g_free (self->with);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* The command as it would be typed again. (transfer full) */
static char *
quote (int argc, char **argv)
{
  GString *out = g_string_new ("poplens-cli");

  for (int i = 0; i < argc; i++) {
    g_autofree char *quoted = poplens_shell_argument (argv[i]);
    g_string_append_printf (out, " %s", quoted);
  }
  return g_string_free (out, FALSE);
}

PoplensExit
poplens_cli_run_share (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  g_auto (Options) options = {0};
  const GOptionEntry entries[] = {
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output, "output file", "FILE.html"},
      {"title", 0, 0, G_OPTION_ARG_STRING, &options.title, "title (default: name of the report)",
       "TEXT"},
      {"with", 0, 0, G_OPTION_ARG_FILENAME, &options.with,
       "begin with what changed since this report", "REPORT"},
      {"unit", 0, 0, G_OPTION_ARG_STRING, &options.unit,
       "unit for bytes: binary, si or bytes (default: binary)", "binary|si|bytes"},
      {NULL},
  };
  PoplensByteUnit unit = POPLENS_BYTE_UNIT_BINARY;
  g_autofree char *typed = quote (argc, argv);
  g_autoptr (GError) error = NULL;
  PoplensExit status;

  if (!poplens_cli_parse_words (cli, command, entries, &argc, &argv, 1, &status))
    return status;
  if (!options.output)
    return poplens_cli_misuse (command, "missing argument: report needs %s", command->arguments);
  if (!poplens_cli_parse_unit (cli, command, options.unit, &unit))
    return POPLENS_EXIT_USAGE;
  PoplensShareSpec spec = {.title = options.title,
                           .program = "poplens-cli " POPLENS_VERSION,
                           .command = typed,
                           .unit = unit};
  /* That one is before. */
  g_autoptr (PoplensReport) report =
      poplens_cli_open (cli, options.with ? options.with : argv[1], &error);
  if (!report || (options.with && !poplens_cli_compare (cli, report, argv[1], &error)) ||
      !poplens_share_save (report, &spec, options.output, &error))
    return poplens_cli_fail (cli, error);
  return POPLENS_EXIT_GOOD;
}
