/* table: any table by name, of one report or of two. */
#include "cli/write.h"

#include "base/error.h"
#include "model/location-keys.h"

#include <string.h>

/* ---- list --------------------------------------------------------------------------------------
 */

/* Adds " [BEFORE AFTER by tile: tile, ipu, same]". @by: (nullable) */
static void
add_join (GString *text, const PoplensJoin *join, const char *by)
{
  if (join)
    g_string_append_printf (text, " [BEFORE AFTER%s%s: %s%ssame]", by ? " by " : "", by ? by : "",
                            join->keys ? join->keys : "", join->keys ? ", " : "");
}

static void
list_table (PoplensCli *cli, const PoplensTableSpec *spec, int width)
{
  g_autoptr (GString) joins = g_string_new (NULL);

  add_join (joins, spec->join, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (spec->by); i++)
    add_join (joins, spec->by[i].join, spec->by[i].key);
  poplens_text_sink_printf (cli->out, spec->keys ? "%-*s  %s%s. Keys: %s\n" : "%-*s  %s%s\n", width,
                            spec->name, spec->doc, joins->str, spec->keys);
}

static PoplensExit
list_tables (PoplensCli *cli, gboolean views)
{
  guint n;
  const PoplensTableSpec *specs = views ? poplens_named_views_list (&n) : poplens_tables_list (&n);
  int width = 0;

  for (guint i = 0; i < n; i++)
    width = MAX (width, (int) strlen (specs[i].name));
  for (guint i = 0; i < n; i++)
    list_table (cli, &specs[i], width);
  return POPLENS_EXIT_GOOD;
}

/* ---- keys --------------------------------------------------------------------------------------
 */

#define MOST_KEYS 16

/* The keys that a table reads, as options. */
typedef struct {
  GStrv keys;
  char *of[MOST_KEYS]; /* by key: what was given, or NULL */
  char *by;            /* what --by takes: "category|tile" */
  gboolean same;
} Keys;

static void
keys_clear (Keys *self)
{
  for (guint k = 0; k < MOST_KEYS; k++)
    g_free (self->of[k]);
  g_clear_pointer (&self->keys, g_strfreev);
  g_free (self->by);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Keys, keys_clear)

/* Adds those of "root (entry:N or function:N), depth" that are not there. @text: (nullable) */
static void
add_keys (GPtrArray *keys, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text ? text : "", ", ", -1);

  for (guint p = 0; parts[p]; p++) {
    g_autofree char *key = g_strndup (parts[p], strcspn (parts[p], " "));
    if (!g_ptr_array_find_with_equal_func (keys, key, g_str_equal, NULL))
      g_ptr_array_add (keys, g_steal_pointer (&key));
  }
}

static void
keys_init (Keys *self, const PoplensTableSpec *spec)
{
  GPtrArray *keys = g_ptr_array_new ();
  GString *by = g_string_new (NULL);

  add_keys (keys, spec->keys);
  add_keys (keys, spec->join ? spec->join->keys : NULL);
  for (guint i = 0; i < G_N_ELEMENTS (spec->by) && spec->by[i].key; i++) {
    add_keys (keys, spec->by[i].join ? spec->by[i].join->keys : NULL);
    g_string_append_printf (by, "%s%s", i ? "|" : "", spec->by[i].key);
  }
  g_ptr_array_set_size (keys, (int) MIN (keys->len, MOST_KEYS));
  g_ptr_array_add (keys, NULL);
  self->keys = (GStrv) g_ptr_array_free (keys, FALSE);
  self->by = g_string_free (by, FALSE);
}

/* The table that is named, before options are read: these are its keys. */
static const PoplensTableSpec *
find_named (int argc, char **argv)
{
  for (int i = 1; i < argc; i++) {
    const PoplensTableSpec *spec = poplens_tables_find (argv[i]);
    if (spec)
      return spec;
  }
  return NULL;
}

static void
add_entries (Keys *self, const PoplensTableSpec *spec, GOptionEntry *entries)
{
  guint n = 0;

  for (guint k = 0; self->keys && self->keys[k]; k++)
    entries[n++] = (GOptionEntry){
        .long_name = self->keys[k],
        .arg = G_OPTION_ARG_STRING,
        .arg_data = &self->of[k],
        .description = "key of the location",
        .arg_description = g_str_equal (self->keys[k], "by") && *self->by ? self->by : "VALUE"};
  if (spec && poplens_table_compares (spec))
    entries[n++] = (GOptionEntry){.long_name = "same",
                                  .arg = G_OPTION_ARG_NONE,
                                  .arg_data = &self->same,
                                  .description = "of two reports, also rows that are alike"};
}

/* @location with what the options say. NULL with USAGE. (transfer full) */
static PoplensLocation *
with_keys (const Keys *self, const PoplensLocation *location, GError **error)
{
  g_autoptr (PoplensLocation) at = self->same ? poplens_location_with (location, "same", "yes")
                                              : poplens_location_ref ((PoplensLocation *) location);

  for (guint k = 0; self->keys && self->keys[k]; k++) {
    if (!self->of[k])
      continue;
    g_autoptr (PoplensLocation) before = at;
    at = poplens_location_with (before, self->keys[k], self->of[k]);
  }
  /* Read as --location would be: it knows what a value may be. */
  g_autofree char *text = poplens_location_to_string (at);
  return poplens_cli_parse_location (text, error);
}

/* ---- table -------------------------------------------------------------------------------------
 */

/* The report after: of a location that names one, where the table compares reports at all.
 * (transfer full) (nullable) */
static PoplensReport *
find_after (PoplensReport *report, const PoplensTableSpec *spec, char *const *paths,
            const PoplensLocation *location)
{
  gboolean is_alone =
      !poplens_table_compares (spec) ||
      !g_strcmp0 (poplens_location_get (location, "compare"), POPLENS_COMPARE_BEFORE);

  return paths[1] || !is_alone ? poplens_report_ref_other (report) : NULL;
}

static gboolean
print_table (PoplensCli *cli, const PoplensCliCommand *command, const PoplensTableSpec *spec,
             char *const *paths, const PoplensLocation *location, const PoplensCliOutput *output,
             GError **error)
{
  /* All of its rows, as it is what was asked for. */
  PoplensCliOutput all = *output;
  const PoplensCliRows rows = {.tables = {{spec->name}}};
  g_autoptr (PoplensReport) report = poplens_cli_open (cli, paths[0], error);

  all.most = output->limited ? output->most : 0;
  all.limited = TRUE;
  all.alone = TRUE;
  if (!report || !poplens_cli_compare_location (cli, report, paths[1], location, error))
    return FALSE;
  g_autoptr (PoplensReport) after = find_after (report, spec, paths, location);
  return (spec->page == POPLENS_PAGE_TRACE || poplens_cli_check_scope (report, location, error)) &&
         poplens_cli_answer_report (cli, command, report, after, location, &rows, &all, error);
}

/* NULL with an error. @text: (nullable): what --location says. (transfer full) */
static PoplensLocation *
make_location (const char *text, const Keys *keys, const PoplensTableSpec *spec, GError **error)
{
  g_autoptr (PoplensLocation) asked =
      text ? poplens_cli_parse_location (text, error) : poplens_location_new (spec->page);

  return asked && poplens_tables_check_keys (asked, error) ? with_keys (keys, asked, error) : NULL;
}

PoplensExit
poplens_cli_run_table (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  g_auto (PoplensCliOutput) output = {0};
  g_auto (Keys) keys = {0};
  gboolean list = FALSE;
  g_autofree char *text = NULL;
  GOptionEntry entries[2 + POPLENS_CLI_OUTPUT_ENTRIES + MOST_KEYS + 2] = {
      {"list", 0, 0, G_OPTION_ARG_NONE, &list, "list all tables, or with views all named views",
       NULL},
      {"location", 0, 0, G_OPTION_ARG_STRING, &text,
       "what the table is of, for example 'memory?tile=5'", "LOCATION"},
  };
  const PoplensTableSpec *named = find_named (argc, argv);
  g_autoptr (PoplensLocation) location = NULL;
  g_autoptr (GError) error = NULL;
  PoplensExit status;

  if (named)
    keys_init (&keys, named);
  add_entries (&keys, named, entries + 2);
  if (!poplens_cli_output_parse (cli, command, &output, entries, &argc, &argv, 0, &status))
    return status;
  gboolean views = argc == 2 && !strcmp (argv[1], "views");
  if (list && (argc == 1 || views))
    return list_tables (cli, views);
  if (argc < 3 || argc > 4 || list)
    return poplens_cli_misuse (command, "missing argument: table needs %s", command->arguments);
  const PoplensTableSpec *spec = poplens_tables_find (argv[1]);
  /* A wrong name is said before a large report is opened: build() knows the near ones. */
  if (!spec)
    poplens_tables_build (argv[1], NULL, NULL, NULL, &error);
  location = spec ? make_location (text, &keys, spec, &error) : NULL;
  if (!location || !print_table (cli, command, spec, argv + 2, location, &output, &error))
    return poplens_cli_fail (cli, error);
  return POPLENS_EXIT_GOOD;
}
