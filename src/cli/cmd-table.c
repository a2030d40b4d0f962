/* Command table: any table by name, of one report or two. */
#include "cli/screen.h"
#include "cli/write.h"

#include "model/location-keys.h"

#include <string.h>

/* ---- list ------------------------------------------------------------------------------------ */

/* Appends the arguments that compare two reports: value of --by, and keys that the table reads: "
 * [BEFORE AFTER by tile: tile, ipu, same]". @by: (nullable) */
static void
append_join (GString *text, const PoplensJoin *join, const char *by)
{
  if (join)
    g_string_append_printf (text, " [BEFORE AFTER%s%s: %s%ssame]", by ? " by " : "", by ? by : "",
                            join->keys ? join->keys : "", join->keys ? ", " : "");
}

static void
add_table_line (GString *lines, const PoplensTableSpec *spec, int width)
{
  g_autoptr (GString) joins = g_string_new (NULL);

  append_join (joins, spec->join, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (spec->by); i++)
    append_join (joins, spec->by[i].join, spec->by[i].key);
  g_string_append_printf (lines, spec->keys ? "%-*s  %s%s. Keys: %s\n" : "%-*s  %s%s\n", width,
                          spec->name, spec->doc, joins->str, spec->keys);
}

static PoplensExit
print_table_list (PoplensCli *cli, gboolean views)
{
  guint n;
  const PoplensTableSpec *specs = views ? poplens_named_views_list (&n) : poplens_tables_list (&n);
  g_autoptr (GString) lines = g_string_new (NULL);
  int width = 0;

  for (guint i = 0; i < n; i++)
    width = MAX (width, (int) strlen (specs[i].name));
  for (guint i = 0; i < n; i++)
    add_table_line (lines, &specs[i], width);
  poplens_cli_print_help (cli, lines->str);
  return POPLENS_EXIT_GOOD;
}

/* ---- keys ------------------------------------------------------------------------------------ */

/* Keys of the location that the table reads, as options of the command. */
typedef struct {
  GStrv names;
  const char *(*pairs)[2]; /* [n]: name and value (nullable) of each key; the last key is "same" */
  guint n;
  char *by; /* values of --by in the help: "category|tile" */
  gboolean same;
} TableKeys;

static void
table_keys_clear (TableKeys *self)
{
  for (guint k = 0; k < self->n; k++)
    g_free ((char *) self->pairs[k][1]);
  g_free (self->pairs);
  g_strfreev (self->names);
  g_free (self->by);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TableKeys, table_keys_clear)

/* Lists the keys of the table @spec. @spec: (nullable): NULL if the user named none */
static void
table_keys_init (TableKeys *self, const PoplensTableSpec *spec)
{
  GString *by = g_string_new (NULL);

  self->names = spec ? poplens_table_list_keys (spec) : g_new0 (char *, 1);
  self->n = g_strv_length (self->names) + 1;
  self->pairs = g_malloc0_n (self->n, sizeof *self->pairs);
  for (guint k = 0; k < self->n; k++)
    self->pairs[k][0] = self->names[k] ? self->names[k] : "same";
  for (guint i = 0; spec && i < G_N_ELEMENTS (spec->by) && spec->by[i].key; i++)
    g_string_append_printf (by, "%s%s", i ? "|" : "", spec->by[i].key);
  self->by = g_string_free (by, FALSE);
}

/* TRUE if a value follows @option. Unknown options count as keys of the table, which have values.
 */
static gboolean
takes_value (const GOptionEntry *entries, const char *option)
{
  static const char *const flags[] = {"--", "--help", "--version", "--same", NULL};

  if (!g_str_has_prefix (option, "--") || g_strv_contains (flags, option))
    return FALSE;
  while (entries->long_name && strcmp (entries->long_name, option + 2))
    entries++;
  return !entries->long_name || entries->arg != G_OPTION_ARG_NONE;
}

/* Finds the table named by the first word that is neither an option nor its value. Options cannot
 * be parsed before that, because they depend on the table. (transfer none) (nullable) */
static const PoplensTableSpec *
find_named (const GOptionEntry *entries, int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    if (*argv[i] != '-')
      return poplens_tables_find (argv[i]);
    else if (!strchr (argv[i], '=') && takes_value (entries, argv[i]))
      i++;
  return NULL;
}

static void
add_entries (TableKeys *self, const PoplensTableSpec *spec, GOptionEntry *entries)
{
  for (guint k = 0; self->names[k]; k++)
    *entries++ = (GOptionEntry){
        .long_name = self->names[k],
        .arg = G_OPTION_ARG_STRING,
        .arg_data = &self->pairs[k][1],
        .description = "key of the location",
        .arg_description = g_str_equal (self->names[k], "by") && *self->by ? self->by : "VALUE"};
  if (spec && poplens_table_compares (spec))
    *entries = (GOptionEntry){.long_name = "same",
                              .arg = G_OPTION_ARG_NONE,
                              .arg_data = &self->same,
                              .description = "of two reports, also rows that are alike"};
}

/* ---- table ----------------------------------------------------------------------------------- */

static gboolean
print_table (PoplensCli *cli, const PoplensCliCommand *command, const PoplensTableSpec *spec,
             char *const *paths, const PoplensLocation *location, const PoplensCliOutput *output,
             GError **error)
{
  /* The table is the whole answer: show all rows. */
  PoplensCliOutput all = *output;
  const PoplensCliRows rows = {.tables = {{spec->name}}};
  gboolean shows_before =
      !g_strcmp0 (poplens_location_get (location, "compare"), POPLENS_COMPARE_BEFORE);
  gboolean compares = paths[1] || (poplens_table_compares (spec) && !shows_before);
  g_autoptr (PoplensReport) report = poplens_cli_open (cli, paths[0], error);

  all.most = output->limited ? output->most : 0;
  all.limited = TRUE;
  all.alone = TRUE;
  if (!report || !poplens_cli_compare_location (cli, report, paths[1], location, compares, error))
    return FALSE;
  g_autoptr (PoplensReport) after = poplens_report_ref_other (report);
  return (spec->page == POPLENS_PAGE_TRACE || poplens_cli_check_scope (report, location, error)) &&
         poplens_cli_answer_report (cli, command, report, after, location, &rows, &all, error);
}

PoplensExit
poplens_cli_run_table (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  g_auto (PoplensCliOutput) output = {0};
  g_auto (TableKeys) keys = {0};
  gboolean list = FALSE;
  g_autofree char *text = NULL;
  const GOptionEntry own[] = {
      {"list", 0, 0, G_OPTION_ARG_NONE, &list, "list all tables, or with views all named views",
       NULL},
      {"location", 0, 0, G_OPTION_ARG_STRING, &text,
       "what the table is of, for example 'memory?tile=5'", "LOCATION"},
  };
  GOptionEntry common[G_N_ELEMENTS (own) + POPLENS_CLI_OUTPUT_ENTRIES + 1] = {0};
  g_autoptr (PoplensLocation) location = NULL;
  g_autoptr (GError) error = NULL;
  PoplensExit status;

  memcpy (common, own, sizeof own);
  poplens_cli_output_add (&output, common);
  const PoplensTableSpec *named = find_named (common, argc, argv);
  table_keys_init (&keys, named);
  g_autofree GOptionEntry *entries = g_new0 (GOptionEntry, G_N_ELEMENTS (common) + keys.n + 1);
  memcpy (entries, own, sizeof own);
  add_entries (&keys, named, entries + G_N_ELEMENTS (own));
  if (!poplens_cli_output_parse (cli, command, &output, entries, &argc, &argv, 0, &status))
    return status;
  gboolean views = argc == 2 && !strcmp (argv[1], "views");
  if (list && (argc == 1 || views))
    return print_table_list (cli, views);
  if (output.describe && argc == 2)
    return poplens_cli_misuse (command, "--describe needs a REPORT, which decides on the columns");
  if (argc < 3 || argc > 4 || list)
    return poplens_cli_misuse (command, "missing argument: table needs %s", command->arguments);
  const PoplensTableSpec *spec = poplens_tables_find (argv[1]);
  /* Report an unknown table before opening a large report; poplens_tables_build () suggests similar
   * names. */
  if (!spec)
    poplens_tables_build (argv[1], NULL, NULL, NULL, &error);
  keys.pairs[keys.n - 1][1] = keys.same ? g_strdup ("yes") : NULL;
  if (spec)
    location = poplens_cli_make_location (text, spec->page, keys.pairs, keys.n, &error);
  if (!location || !poplens_location_check_words (location, &error) ||
      !print_table (cli, command, spec, argv + 2, location, &output, &error))
    return poplens_cli_fail (cli, error);
  return POPLENS_EXIT_GOOD;
}
