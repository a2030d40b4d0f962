/* Runs the commands over one report. They are defined as data: PoplensCliRows. */
#include "cli/write.h"

#include "base/error.h"
#include "model/location-keys.h"

#include <string.h>

/* Values of the options that set keys; NULL if not given. */
typedef struct {
  char *of[POPLENS_CLI_MOST_KEYS];
  char **many[POPLENS_CLI_MOST_KEYS];
} KeyValues;

static void
key_values_clear (KeyValues *self)
{
  for (guint k = 0; k < G_N_ELEMENTS (self->of); k++) {
    g_free (self->of[k]);
    g_strfreev (self->many[k]);
  }
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KeyValues, key_values_clear)

/* Appends an option to @entries for each key of the command. Returns their number. */
static guint
add_key_options (const PoplensCliCommand *command, KeyValues *values, GOptionEntry *entries)
{
  guint k = 0;

  for (; command->keys[k].key; k++) {
    const PoplensCliKey *key = &command->keys[k];
    entries[k] = (GOptionEntry){.long_name = key->key,
                                .arg = key->many ? G_OPTION_ARG_STRING_ARRAY : G_OPTION_ARG_STRING,
                                .arg_data = key->many ? (gpointer) &values->many[k]
                                                      : (gpointer) &values->of[k],
                                .description = key->what,
                                .arg_description = key->argument};
  }
  return k;
}

/* Joins the values of a repeated option by ";". Writes a ";" inside a value as "\;". (transfer
 * full) */
static char *
join_values (char **values)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; values[i]; i++) {
    g_auto (GStrv) parts = g_strsplit (values[i], ";", -1);
    g_autofree char *escaped = g_strjoinv ("\\;", parts);
    g_string_append_printf (out, "%s%s", i ? ";" : "", escaped);
  }
  return g_string_free (out, FALSE);
}

gboolean
poplens_cli_check_value (const char *key, const char *value, GError **error)
{
  const char *wants =
      value ? poplens_location_key_wants (poplens_location_find_key (key), value) : NULL;

  if (wants)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "invalid --%s “%s”; use %s", key, value,
                 wants);
  return !wants;
}

/* FALSE with POPLENS_ERROR_USAGE if @key needs another key (.needs) that @location lacks. */
static gboolean
check_needed_keys (const PoplensCliKey *key, const PoplensLocation *location, GError **error)
{
  g_autoptr (GString) needs = g_string_new (NULL);

  for (guint n = 0; n < G_N_ELEMENTS (key->needs) && key->needs[n]; n++) {
    if (poplens_location_get (location, key->needs[n]))
      return TRUE;
    g_string_append_printf (needs, "%s--%s", n ? " or " : "", key->needs[n]);
  }
  if (needs->len)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "--%s needs %s", key->key, needs->str);
  return !needs->len;
}

/* Returns the value of the command's key number @k. (transfer full) (nullable): NULL if it was not
 * given */
static char *
get_key_value (const KeyValues *values, guint k)
{
  return values->many[k] ? join_values (values->many[k]) : g_strdup (values->of[k]);
}

/* Sets a key of the location. @set: "key=value". @location: (transfer full). (transfer full) */
static PoplensLocation *
location_with_pair (PoplensLocation *location, const char *set)
{
  g_auto (GStrv) pair = g_strsplit (set, "=", 2);

  return poplens_location_with (location, pair[0], pair[1]);
}

/* Translates a word that an option accepts instead of a number: "--tile fullest" becomes
 * "scope=fullest". (transfer none) (nullable): NULL for any other value */
static const char *
find_special_word (const char *key, const char *value)
{
  static const char *const words[][3] = {{"tile", "fullest", "scope=fullest"},
                                         {"step", "peak", "jump=peak"}};

  for (guint w = 0; w < G_N_ELEMENTS (words); w++)
    if (!strcmp (key, words[w][0]) && !strcmp (value, words[w][1]))
      return words[w][2];
  return NULL;
}

/* Sets a key in @location (transfer full) for each given option. Returns the new location (transfer
 * full), or NULL with POPLENS_ERROR_USAGE. */
static PoplensLocation *
location_add_values (PoplensLocation *location, const PoplensCliCommand *command,
                     const KeyValues *values, GError **error)
{
  g_autoptr (PoplensLocation) at = location;

  for (guint k = 0; command->keys[k].key; k++) {
    g_autofree char *value = get_key_value (values, k);
    const char *word = value ? find_special_word (command->keys[k].key, value) : NULL;
    PoplensLocation *next;
    if (!value)
      continue;
    if (!word && !poplens_cli_check_value (command->keys[k].key, value, error))
      return NULL;
    next = word ? location_with_pair (at, word)
                : poplens_location_with (at, command->keys[k].key, value);
    poplens_location_unref (at);
    at = next;
  }
  for (guint k = 0; command->keys[k].key; k++) {
    g_autofree char *value = get_key_value (values, k);
    if (value && !check_needed_keys (&command->keys[k], at, error))
      return NULL;
  }
  return g_steal_pointer (&at);
}

/* ---- what it is about ------------------------------------------------------------------------ */

/* Joins the words that --by accepts: "tile|ipu|variable". (transfer full) */
static char *
list_by_words (const PoplensCliCommand *command)
{
  GString *text = g_string_new (NULL);

  for (guint r = 0; r < *command->n_rows; r++)
    if (command->rows[r].word && !command->rows[r].key)
      g_string_append_printf (text, "%s%s", text->len ? "|" : "", command->rows[r].word);
  return g_string_free (text, FALSE);
}

static gboolean
has_key (const PoplensCliRows *rows, const PoplensLocation *location)
{
  return !rows->key || poplens_location_get (location, rows->key);
}

/* TRUE if @location already has the key and value that @rows would set ("by=layer"). */
static gboolean
is_set_alike (const PoplensCliRows *rows, const PoplensLocation *location)
{
  g_auto (GStrv) pair = rows->set ? g_strsplit (rows->set, "=", 2) : NULL;

  return pair && !g_strcmp0 (poplens_location_get (location, pair[0]), pair[1]);
}

const PoplensCliRows *
poplens_cli_find_tab (const PoplensCliCommand *command, const PoplensLocation *location)
{
  const char *tab = poplens_location_get (location, "tab");
  const PoplensCliRows *found = NULL;

  for (guint r = 0; tab && r < *command->n_rows; r++) {
    const PoplensCliRows *rows = &command->rows[r];
    if ((!rows->tabs || !g_strv_contains (rows->tabs, tab)) &&
        g_strcmp0 (rows->tables[0].table, tab))
      continue;
    if (has_key (rows, location) && (is_set_alike (rows, location) || (!found && !rows->set)))
      found = rows;
  }
  return found;
}

/* Chooses the subject of the command: by --by, or else by the tab or the keys of @location. @by:
 * (nullable): value of --by. (transfer none) (nullable): NULL with POPLENS_ERROR_USAGE if @by is
 * unknown */
static const PoplensCliRows *
choose_command_rows (const PoplensCliCommand *command, const char *by,
                     const PoplensLocation *location, GError **error)
{
  const PoplensCliRows *of_tab = by ? NULL : poplens_cli_find_tab (command, location);

  if (of_tab)
    return of_tab;
  for (guint r = 0; r < *command->n_rows; r++) {
    const PoplensCliRows *rows = &command->rows[r];
    if (has_key (rows, location) && (by ? !g_strcmp0 (by, rows->word) : rows->key && !rows->word))
      return rows;
  }
  if (!by)
    return command->rows;
  g_autofree char *words = list_by_words (command);
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "unknown --by “%s”; use %s", by, words);
  return NULL;
}

/* ---- answering ------------------------------------------------------------------------------- */

/* Sets .series to the main table if its rows can be computed while they are written. Otherwise
 * .series stays NULL. FALSE with @error. */
static gboolean
build_series (PoplensCliAnswer *answer, const PoplensCliTable *look, const PoplensCliOutput *output,
              GError **error)
{
  g_autofree char *sort = g_strconcat ("sort.", look->table, NULL);

  if (output->format == POPLENS_TABLE_TEXT || output->sort || look->sort || answer->reports[1] ||
      poplens_location_get (answer->location, sort))
    return TRUE;
  poplens_report_set_cache_bytes (answer->reports[0], POPLENS_CLI_CACHE_BYTES);
  if (!poplens_tables_prepare (look->table, answer->reports[0], NULL, error) ||
      !poplens_tables_series (look->table, answer->reports[0], answer->location, &answer->series,
                              NULL, error))
    return FALSE;
  if (answer->series)
    g_array_append_vals (answer->looks, look, 1);
  return TRUE;
}

/* Builds the main table. If the report lacks it, builds the first other table instead, unless only
 * the main table is printed (@alone). Returns the index of the built table in @rows->tables; −1
 * with @error. */
static int
build_main (PoplensCliAnswer *answer, const PoplensCliRows *rows, const PoplensCliOutput *output,
            gboolean alone, GError **error)
{
  g_autoptr (GError) lack = NULL;
  PoplensCliTable look = rows->tables[0];

  look.further = look.further && !alone;
  if (!build_series (answer, &look, output, error))
    return -1;
  if (answer->series || poplens_cli_answer_build (answer, &look, &lack))
    return 0;
  for (guint t = 1; !alone && t < G_N_ELEMENTS (rows->tables) && rows->tables[t].table &&
                    g_error_matches (lack, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
       t++) {
    look = rows->tables[t];
    look.further = FALSE;
    if (!poplens_cli_answer_build (answer, &look, NULL))
      continue;
    poplens_cli_answer_missing (answer, rows->tables[0].table, lack->message, FALSE);
    return (int) t;
  }
  g_propagate_error (error, g_steal_pointer (&lack));
  return -1;
}

/* Appends the sentences and figures above the tables. @lacks_main: the main table is absent, so
 * that other absent data is not an error */
static gboolean
answer_rows (PoplensCliAnswer *answer, const PoplensCliRows *rows, gboolean lacks_main,
             GError **error)
{
  g_autoptr (GError) failed = NULL;

  if (rows->answer (answer, &failed) || (lacks_main && poplens_error_is_lack (failed)))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failed));
  return FALSE;
}

static gboolean
fill_report (PoplensCliAnswer *answer, const PoplensCliRows *rows, const PoplensCliOutput *output,
             GError **error)
{
  gboolean alone = poplens_cli_output_is_table (output) || output->describe;
  int main = rows->tables[0].table ? build_main (answer, rows, output, alone, error) : 0;

  if (main < 0)
    return FALSE;
  if (alone && rows->tables[0].table)
    return TRUE;
  for (guint t = (guint) main + 1; t < G_N_ELEMENTS (rows->tables) && rows->tables[t].table; t++)
    if ((!rows->tables[t].further || output->all) &&
        !poplens_cli_answer_build (answer, &rows->tables[t], error))
      return FALSE;
  return !rows->answer || answer_rows (answer, rows, main > 0, error);
}

static void
add_report_notices (PoplensCliAnswer *answer)
{
  for (guint r = 0; r < G_N_ELEMENTS (answer->reports) && answer->reports[r]; r++) {
    GPtrArray *notices = poplens_report_get_notices (answer->reports[r]);
    for (guint n = 0; n < notices->len; n++)
      if (!g_ptr_array_find_with_equal_func (answer->notices, notices->pdata[n], g_str_equal, NULL))
        g_ptr_array_add (answer->notices, g_strdup (notices->pdata[n]));
  }
}

gboolean
poplens_cli_answer_report (PoplensCli *cli, const PoplensCliCommand *command, PoplensReport *report,
                           PoplensReport *after, const PoplensLocation *location,
                           const PoplensCliRows *rows, const PoplensCliOutput *output,
                           GError **error)
{
  g_autoptr (PoplensLocation) at =
      rows->set ? location_with_pair ((PoplensLocation *) location, rows->set)
                : poplens_location_ref ((PoplensLocation *) location);
  g_autoptr (PoplensCliAnswer) answer = poplens_cli_answer_new (report, at, output);

  answer->reports[1] = after;
  if (!fill_report (answer, rows, output, error))
    return FALSE;
  if (output->json)
    add_report_notices (answer);
  if (!poplens_report_is_whole_since (report, 0, error) ||
      !poplens_cli_output_write (cli, command->name, output, answer, error))
    return FALSE;
  poplens_cli_tell_damage (cli, report);
  return TRUE;
}

/* Parses the value of --location. (transfer full) (nullable): NULL with @error, also if the
 * location is of the page of another command */
static PoplensLocation *
parse_location (const PoplensCliCommand *command, const char *text, GError **error)
{
  g_autoptr (PoplensLocation) location = poplens_cli_parse_location (text, error);
  PoplensPageId page = location ? poplens_location_get_page (location) : command->page;

  if (page == command->page)
    return g_steal_pointer (&location);
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "location is of the page %s, not of %s; omit the command",
               poplens_page_id_title (page), poplens_page_id_title (command->page));
  return NULL;
}

/* Takes sort and filter of the main table from the location, unless options set them. */
static void
take_table_keys (PoplensCliOutput *output, const PoplensCliRows *rows,
                 const PoplensLocation *location)
{
  const struct {
    const char *prefix;
    char **option;
  } keys[] = {{"sort.", &output->sort}, {"filter.", &output->filter}};

  for (guint k = 0; k < G_N_ELEMENTS (keys); k++) {
    g_autofree char *name = g_strconcat (keys[k].prefix, rows->tables[0].table, NULL);
    if (!output->json && !*keys[k].option)
      *keys[k].option = g_strdup (poplens_location_get (location, name));
  }
}

PoplensExit
poplens_cli_run_report (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  g_auto (PoplensCliOutput) output = {0};
  g_auto (KeyValues) values = {0};
  g_autofree char *by = NULL;
  g_autofree char *location_text = NULL;
  g_autofree char *words = list_by_words (command);
  GOptionEntry entries[2 + POPLENS_CLI_OUTPUT_ENTRIES + POPLENS_CLI_MOST_KEYS + 2] = {0};
  g_autoptr (PoplensLocation) asked = NULL, location = NULL;
  g_autoptr (GError) error = NULL;
  guint n = 0;
  PoplensExit status;

  if (*words)
    entries[n++] =
        (GOptionEntry){"by", 0, 0, G_OPTION_ARG_STRING, &by, "show rows of these", words};
  n += add_key_options (command, &values, entries + n);
  entries[n] = (GOptionEntry){.long_name = "location",
                              .arg = G_OPTION_ARG_STRING,
                              .arg_data = &location_text,
                              .description = "what Copy Location of the window gives",
                              .arg_description = "LOCATION"};
  if (!poplens_cli_output_parse (cli, command, &output, entries, &argc, &argv, 1, &status))
    return status;
  asked = location_text ? parse_location (command, location_text, &error)
                        : poplens_location_new (command->page);
  if (asked)
    location = location_add_values (g_steal_pointer (&asked), command, &values, &error);
  const PoplensCliRows *rows = location && poplens_location_check_words (location, &error)
                                   ? choose_command_rows (command, by, location, &error)
                                   : NULL;
  if (!rows)
    return poplens_cli_misuse (command, "%s", error->message);
  take_table_keys (&output, rows, location);
  g_autoptr (PoplensReport) report = poplens_cli_open (cli, argv[1], &error);
  if (!report ||
      (command->page != POPLENS_PAGE_TRACE &&
       !poplens_cli_check_scope (report, location, &error)) ||
      !poplens_cli_answer_report (cli, command, report, NULL, location, rows, &output, &error))
    return poplens_cli_fail (cli, error);
  return POPLENS_EXIT_GOOD;
}
