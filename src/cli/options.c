/* Functions that all commands share: options, error messages, locations, and opening reports. */
#include "cli/screen.h"

#include "base/error.h"
#include "base/near.h"
#include "base/typed.h"
#include "base/visible.h"
#include "model/location-keys.h"
#include "remote/host.h"
#include "remote/ssh-words.h"
#include "report/candidates.h"
#include "report/recover.h"
#include "tables/budget/budget.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

void
poplens_cli_tell (PoplensCli *cli, const char *format, ...)
{
  g_autofree char *raw = NULL;
  va_list args;

  va_start (args, format);
  raw = g_strdup_vprintf (format, args);
  va_end (args);
  g_autofree char *text = poplens_visible_error (raw);
  poplens_cli_progress_end (cli ? cli->progress : NULL);
  fprintf (stderr, "poplens-cli: %s\n", text);
}

PoplensExit
poplens_cli_misuse (const PoplensCliCommand *command, const char *format, ...)
{
  g_autofree char *raw = NULL;
  va_list args;

  va_start (args, format);
  raw = g_strdup_vprintf (format, args);
  va_end (args);
  poplens_cli_tell (NULL, "%s", raw);
  fprintf (stderr, "Try: poplens-cli %s%s--help\n", command ? command->name : "",
           command ? " " : "");
  return POPLENS_EXIT_USAGE;
}

/* TRUE if @name is a host in ssh's configuration, or does not look like a file name. */
static gboolean
may_be_host (const char *name)
{
  g_autofree char *folder = g_build_filename (g_get_home_dir (), ".ssh", NULL);
  g_auto (GStrv) known = poplens_ssh_config_list_hosts (folder);

  return g_strv_contains ((const char *const *) known, name) || !strchr (name, '.');
}

/* Replaces the window's advice ("reload the report") in an error message by advice for the
 * terminal. (transfer full) */
static char *
explain_error (PoplensCli *cli, const GError *error)
{
  gsize length = strlen (error->message);

  if (cli->missing && g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND) &&
      may_be_host (cli->missing))
    return g_strdup_printf ("%s; for another computer write %s:/path", error->message,
                            cli->missing);
  if (g_str_has_suffix (error->message, POPLENS_RELOAD))
    return g_strdup_printf ("%.*s; run the command again", (int) (length - strlen (POPLENS_RELOAD)),
                            error->message);
  if (g_str_has_suffix (error->message, POPLENS_STAYS))
    return g_strndup (error->message, length - strlen (POPLENS_STAYS));
  return g_strdup (error->message);
}

PoplensExit
poplens_cli_fail (PoplensCli *cli, const GError *error)
{
  /* If the reader of the output is gone, the report is not at fault. */
  if (poplens_text_sink_failed (cli->out) ||
      g_error_matches (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE))
    return POPLENS_EXIT_GOOD;
  /* Drop the buffered output if possible, so that a failed command prints the reason only. */
  poplens_text_sink_discard (cli->out);
  g_autofree char *text = explain_error (cli, error);
  poplens_cli_tell (cli, "%s", text);
  return g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_USAGE) ? POPLENS_EXIT_USAGE
                                                                     : POPLENS_EXIT_UNREADABLE;
}

/* Finds an option with an empty value, for example from an unset shell variable. Such an option
 * must not select everything. An empty --filter is allowed. (transfer none) (nullable) */
static const GOptionEntry *
find_empty_option (const GOptionEntry *entries)
{
  for (const GOptionEntry *e = entries; e->long_name; e++) {
    gboolean is_list = e->arg == G_OPTION_ARG_STRING_ARRAY || e->arg == G_OPTION_ARG_FILENAME_ARRAY;
    gboolean is_one = (e->arg == G_OPTION_ARG_STRING && strcmp (e->long_name, "filter")) ||
                      e->arg == G_OPTION_ARG_FILENAME;
    const char *value = is_one ? *(char **) e->arg_data : NULL;
    char *const *values = is_list ? *(char ***) e->arg_data : NULL;
    if ((value && !*value) || (values && g_strv_contains ((const char *const *) values, "")))
      return e;
  }
  return NULL;
}

/* Names the option whose value is not UTF-8; GLib's message does not. (transfer full) (nullable):
 * NULL if all values are UTF-8 */
static char *
explain_invalid_utf8 (char **words, int n)
{
  for (int i = 1; i < n; i++) {
    const char *option = *words[i] == '-' ? words[i] : words[i - 1];
    if (!g_utf8_validate (words[i], -1, NULL) && *option == '-')
      return g_strdup_printf ("the value of %.*s is not valid UTF-8", (int) strcspn (option, "="),
                              option);
  }
  return NULL;
}

/* Returns a suggestion to append to an error message: "; did you mean --tile?". For a limit
 * ("max-…"), suggests the command budget. (transfer full): "" if no option is similar */
static char *
suggest_similar (const char *option, const char *const *options)
{
  gboolean is_limit = g_str_has_prefix (option, "max-") || g_str_has_prefix (option, "min-");
  const char *near = is_limit ? poplens_budget_near (option) : poplens_near (option, options);

  if (is_limit)
    return g_strdup_printf ("; use budget REPORT -r %s=LIMIT", near ? near : "RULE");
  return near ? g_strdup_printf ("; did you mean --%s?", near) : g_strdup ("");
}

/* Returns a suggestion for the first unknown option in @words: "; did you mean --tile?". (transfer
 * full): "" if there is no suggestion */
static char *
suggest_option (const GOptionEntry *entries, char *const *words, int n)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (const GOptionEntry *e = entries; e->long_name; e++)
    g_ptr_array_add (names, (char *) e->long_name);
  g_ptr_array_add (names, NULL);
  for (int i = 1; i < n; i++) {
    g_autofree char *name = g_str_has_prefix (words[i], "--")
                                ? g_strndup (words[i] + 2, strcspn (words[i] + 2, "="))
                                : g_strdup ("");
    if (*name && strcmp (name, "help") && strcmp (name, "version") &&
        !g_strv_contains ((const char *const *) names->pdata, name))
      return suggest_similar (name, (const char *const *) names->pdata);
  }
  return g_strdup ("");
}

gboolean
poplens_cli_parse (PoplensCli *cli, const PoplensCliCommand *command, const GOptionEntry *entries,
                   int *argc, char ***argv, PoplensExit *status)
{
  gboolean help = FALSE, version = FALSE;
  const GOptionEntry common[] = {
      {"help", 'h', 0, G_OPTION_ARG_NONE, &help, "show this help", NULL},
      {"version", 0, 0, G_OPTION_ARG_NONE, &version, "show the version", NULL},
      {NULL},
  };
  g_autoptr (GOptionContext) context = g_option_context_new (command->arguments);
  g_autoptr (GError) error = NULL;

  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_set_summary (context, command->summary);
  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_add_main_entries (context, common, NULL);
  if (!g_option_context_parse (context, argc, argv, &error)) {
    g_autofree char *no_text =
        error->domain == G_CONVERT_ERROR ? explain_invalid_utf8 (*argv, *argc) : NULL;
    g_autofree char *near = g_error_matches (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION)
                                ? suggest_option (entries, *argv, *argc)
                                : g_strdup ("");
    *status = poplens_cli_misuse (command, "%s%s", no_text ? no_text : error->message, near);
    return FALSE;
  }
  const GOptionEntry *empty = find_empty_option (entries);
  if (empty) {
    *status = poplens_cli_misuse (command, "--%s needs a value: %s", empty->long_name,
                                  empty->arg_description ? empty->arg_description : "a value");
    return FALSE;
  }
  *status = POPLENS_EXIT_GOOD;
  if (help) {
    g_autofree char *name = g_strconcat ("poplens-cli ", command->name, NULL);
    g_set_prgname (name);
    g_autofree char *text = g_option_context_get_help (context, TRUE, NULL);
    g_autofree char *more = command->describe ? command->describe () : g_strdup ("");
    g_autofree char *whole = g_strdup_printf ("%s%s%sExample: poplens-cli %s\n", text, more,
                                              *more ? "\n" : "", command->example);
    poplens_cli_print_help (cli, whole);
  } else if (version) {
    poplens_text_sink_write (cli->out, "poplens-cli " POPLENS_VERSION "\n", -1);
  }
  /* GLib leaves "--" in @argv if it is before a word. */
  if (*argc > 1 && !strcmp ((*argv)[1], "--")) {
    memmove (*argv + 1, *argv + 2, (gsize) (*argc - 1) * sizeof **argv);
    *argc -= 1;
  }
  if (help || version)
    return FALSE;
  for (int i = 1; i < *argc; i++)
    if (!*(*argv)[i]) {
      *status = poplens_cli_misuse (command, "empty argument: %s needs %s", command->name,
                                    command->arguments);
      return FALSE;
    }
  return TRUE;
}

gboolean
poplens_cli_parse_words (PoplensCli *cli, const PoplensCliCommand *command,
                         const GOptionEntry *entries, int *argc, char ***argv, int n,
                         PoplensExit *status)
{
  if (!poplens_cli_parse (cli, command, entries, argc, argv, status))
    return FALSE;
  if (*argc == n + 1)
    return TRUE;
  if (*argc <= n)
    *status = poplens_cli_misuse (command, "missing argument: %s needs %s", command->name,
                                  command->arguments);
  else
    *status = poplens_cli_misuse (command, "unexpected argument “%s”", (*argv)[n + 1]);
  return FALSE;
}

gboolean
poplens_cli_parse_unit (const PoplensCliCommand *command, const char *text, PoplensByteUnit *unit)
{
  if (!text || poplens_byte_unit_parse (text, unit))
    return TRUE;
  poplens_cli_misuse (command, "unknown unit “%s”; use binary, si or bytes", text);
  return FALSE;
}

void
poplens_cli_tell_damage (PoplensCli *cli, PoplensReport *report)
{
  g_autoptr (GPtrArray) damage = poplens_report_list_damage (report);

  for (guint i = 0; i < damage->len; i++)
    poplens_cli_tell (cli, "%s", (const char *) damage->pdata[i]);
}

PoplensLocation *
poplens_cli_parse_location (const char *text, GError **error)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse (text, error);

  return location && poplens_location_check_words (location, error) ? g_steal_pointer (&location)
                                                                    : NULL;
}

PoplensLocation *
poplens_cli_make_location (const char *text, PoplensPageId page, const char *const (*pairs)[2],
                           guint n, GError **error)
{
  g_autoptr (PoplensLocation) at =
      text ? poplens_cli_parse_location (text, error) : poplens_location_new (page);

  if (!at || !poplens_tables_check_keys (at, error))
    return NULL;
  for (guint i = 0; i < n; i++)
    if (pairs[i][1]) {
      g_autoptr (PoplensLocation) before = at;
      at = poplens_location_with (before, pairs[i][0], pairs[i][1]);
    }
  /* Parse the location again as text: that checks the values. */
  g_autofree char *whole = poplens_location_to_string (at);
  return poplens_location_parse (whole, error);
}

void
poplens_cli_tell_unsearched (PoplensCli *cli, const GPtrArray *unsearched)
{
  for (guint i = 0; unsearched && i < unsearched->len; i++) {
    const PoplensUnsearched *folder = g_ptr_array_index (unsearched, i);
    poplens_cli_tell (cli, "%s: not searched (%s)", folder->name, folder->why);
  }
}

void
poplens_cli_prepare_host (PoplensCli *cli, const char *path)
{
  g_autoptr (PoplensAddress) address =
      poplens_address_is_remote (path) ? poplens_address_parse (path, NULL) : NULL;

  if (!strpbrk (path, "/:") && !g_file_test (path, G_FILE_TEST_EXISTS)) {
    g_free (cli->missing);
    cli->missing = g_strdup (path);
  }
  if (!address)
    return;
  PoplensHost *host = poplens_host_get (address);
  g_ptr_array_add (cli->hosts, host);
  poplens_host_set_batch (host, cli->batch);
  poplens_host_set_keeps_blocks (host, !cli->no_cache);
  if (!cli->progress && isatty (STDERR_FILENO))
    cli->progress = poplens_cli_progress_new ();
  poplens_cli_progress_add_host (cli->progress, host);
}

PoplensReport *
poplens_cli_open (PoplensCli *cli, const char *path, GError **error)
{
  g_autofree char *copy = NULL;

  poplens_cli_prepare_host (cli, path);
  if (cli->recover && !(copy = poplens_report_recover (path, NULL, error)))
    return NULL;
  if (copy && strcmp (copy, path))
    poplens_cli_tell (cli, "note: reading a recovered copy, %s", copy);
  PoplensReport *report = poplens_report_open (copy ? copy : path, error);
  const char *no_locks = report ? poplens_report_describe_no_locks (report) : NULL;
  if (report)
    poplens_report_set_figures (report, cli->figures);
  if (no_locks)
    poplens_cli_tell (cli, "note: %s", no_locks);
  return report;
}

char *
poplens_cli_report_argument (PoplensReport *report)
{
  const char *path = poplens_report_get_path (report);
  const char *origin = poplens_report_get_origin (report);
  gboolean is_copy =
      strcmp (origin, path) && strcmp (origin, poplens_report_get_directory (report));
  const char *name = is_copy ? origin : path;
  g_autofree char *here = g_get_current_dir ();
  gsize length = strlen (here);
  gboolean is_below =
      g_str_has_prefix (name, here) && name[length] == '/' && name[length + 1] != '-';
  g_autofree char *word = poplens_shell_argument (is_below ? name + length + 1 : name);

  return g_strconcat (word, is_copy ? " --recover" : NULL, NULL);
}

gboolean
poplens_cli_compare (PoplensCli *cli, PoplensReport *report, const char *path, GError **error)
{
  g_autoptr (PoplensReport) other = poplens_cli_open (cli, path, error);

  if (other)
    poplens_report_set_other (report, other);
  return other != NULL;
}

gboolean
poplens_cli_compare_location (PoplensCli *cli, PoplensReport *report, const char *path,
                              const PoplensLocation *location, gboolean compares, GError **error)
{
  g_autofree char *other = path ? g_strdup (path) : poplens_location_get_other (location);

  if (other && (poplens_location_get (location, "before") ||
                !g_strcmp0 (poplens_location_get (location, "compare"), POPLENS_COMPARE_AFTER))) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "the keys “before” and “compare=after” are for the window; name the report before "
                 "first, or the one alone");
    return FALSE;
  }
  return !other || !compares || poplens_cli_compare (cli, report, other, error);
}

gboolean
poplens_cli_check_scope (PoplensReport *report, const PoplensLocation *location, GError **error)
{
  const char *text = poplens_location_get (location, "ipu");
  g_autoptr (PoplensTileSet) tiles = poplens_location_get_tiles (location);
  guint64 ipu;

  /* There is no conflict if the key "scope" says whether the tiles or the IPU apply. */
  if (!text || !tiles->n || poplens_location_get (location, "scope"))
    return TRUE;
  const PoplensTarget *target = poplens_report_load_target (report, NULL, error);
  if (!target)
    return FALSE;
  guint32 per_ipu = MAX (target->tiles_per_ipu, 1);
  guint32 n_ipus = MAX (target->tiles_per_replica / per_ipu, 1);
  if (!poplens_typed_unsigned (text, 0, n_ipus - 1, &ipu)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "no IPU “%s”; the report has %u", text,
                 n_ipus);
    return FALSE;
  }
  for (guint i = 0; i < tiles->n; i++) {
    const PoplensTileRange *range = &tiles->ranges[i];
    if (range->first / per_ipu == ipu && range->last / per_ipu == ipu)
      continue;
    guint32 tile = range->first / per_ipu == ipu ? range->last : range->first;
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "tile %u is on IPU %u, not on IPU %u; omit tile or ipu", tile, tile / per_ipu,
                 (guint) ipu);
    return FALSE;
  }
  return TRUE;
}
