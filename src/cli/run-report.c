/* The commands over one report: JSON for scripts, text for a person. */
#include "cli/cli.h"

#include "base/error.h"
#include "model/location-keys.h"
#include "report/source-map.h"

#include <string.h>

gboolean
poplens_cli_load (PoplensReport *report, PoplensPart part, PoplensJsonWriter *json,
                  gconstpointer *data, GError **error)
{
  g_autoptr (GError) local = NULL;

  *data = poplens_report_load (report, part, NULL, &local);
  if (*data)
    return TRUE;
  if (!g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  poplens_json_string (json, "absent", local->message);
  return TRUE;
}

gconstpointer
poplens_cli_load_optional (PoplensReport *report, PoplensPart part, GError **error)
{
  g_autoptr (GError) local = NULL;
  gconstpointer data = poplens_report_load (report, part, NULL, &local);

  if (!data && !poplens_error_is_lack (local))
    g_propagate_error (error, g_steal_pointer (&local));
  return data;
}

static gboolean
print_json (PoplensCli *cli, const PoplensCliCommand *command, PoplensReport *report,
            const PoplensLocation *location, GError **error)
{
  g_autoptr (PoplensJsonWriter) json = poplens_json_writer_new (cli->out);

  poplens_json_begin_object (json, NULL);
  if (!command->json (report, location, json, error))
    return FALSE;
  poplens_cli_damage_json (report, json);
  poplens_cli_provenance_json (command->name, report, location, json);
  poplens_json_end_object (json);
  poplens_text_sink_write (cli->out, "\n", 1);
  return TRUE;
}

static gboolean
print_text (PoplensCli *cli, const PoplensCliCommand *command, PoplensReport *report,
            const PoplensLocation *location, gboolean all, PoplensByteUnit unit, GError **error)
{
  PoplensCliView view = {.cli = cli,
                         .report = report,
                         .location = location,
                         .unit = unit,
                         .all = all,
                         /* A line for the prompt, and one for what follows below. */
                         .left = cli->height - 2};

  if (!command->text (&view, error))
    return FALSE;
  if (!view.cut)
    return TRUE;
  poplens_text_sink_style (cli->out, "2");
  poplens_text_sink_write (cli->out, "Use --all to show everything", -1);
  poplens_text_sink_style (cli->out, "0");
  poplens_text_sink_write (cli->out, "\n", 1);
  return TRUE;
}

/* Prints what @location (nullable) asks for; a wrong place, or an absent part, is found only on the
 * way, and then nothing of it is printed. */
static gboolean
print_placed (PoplensCli *cli, const PoplensCliCommand *command, PoplensReport *report,
              const PoplensLocation *location, gboolean as_json, gboolean all, PoplensByteUnit unit,
              GError **error)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (PoplensTextSink) sink = poplens_text_sink_new (stream);
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (stream);
  PoplensCli held = *cli;

  held.out = sink;
  if (!(as_json ? print_json (&held, command, report, location, error)
                : print_text (&held, command, report, location, all, unit, error)) ||
      !poplens_text_sink_flush (sink, error))
    return FALSE;
  poplens_text_sink_write (cli->out, g_memory_output_stream_get_data (memory),
                           (gssize) g_memory_output_stream_get_data_size (memory));
  return TRUE;
}

/* What was given for each key of a command, or NULL. */
typedef struct {
  char *of[POPLENS_CLI_MOST_KEYS];
  char **many[POPLENS_CLI_MOST_KEYS];
  gboolean flag[POPLENS_CLI_MOST_KEYS];
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

static const char *
option_name (const PoplensCliKey *key)
{
  return key->option ? key->option : key->key;
}

/* The options of a command that set keys of its location, behind the common ones. */
static void
add_keys (const PoplensCliCommand *command, KeyValues *values, GOptionEntry *entries)
{
  static const GOptionArg kinds[] = {G_OPTION_ARG_STRING, G_OPTION_ARG_STRING_ARRAY,
                                     G_OPTION_ARG_NONE};

  for (guint k = 0; command->keys && command->keys[k].key; k++) {
    const PoplensCliKey *key = &command->keys[k];
    gpointer data[] = {&values->of[k], &values->many[k], &values->flag[k]};
    entries[k] = (GOptionEntry){.long_name = option_name (key),
                                .arg = kinds[key->kind],
                                .arg_data = data[key->kind],
                                .description = key->what,
                                .arg_description = key->argument};
  }
}

/* What was given for a key of many, each ";" within as "\;". (transfer full) */
static char *
join (char **values)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; values[i]; i++) {
    g_auto (GStrv) parts = g_strsplit (values[i], ";", -1);
    g_autofree char *escaped = g_strjoinv ("\\;", parts);
    g_string_append_printf (out, "%s%s", i ? ";" : "", escaped);
  }
  return g_string_free (out, FALSE);
}

/* FALSE with USAGE where the key does not take @value. */
static gboolean
check_value (const PoplensCliKey *key, const char *value, GError **error)
{
  const char *wants = poplens_location_key_wants (poplens_location_find_key (key->key), value);

  if (wants)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "invalid --%s “%s”; use %s",
                 option_name (key), value, wants);
  return !wants;
}

/* FALSE with USAGE where a value goes with an option that was not given. */
static gboolean
check_needs (const PoplensCliCommand *command, const PoplensLocation *location, GError **error)
{
  for (const PoplensCliKey *key = command->keys; key->key; key++) {
    const char *value = poplens_location_get (location, key->key);
    const char *needed = value && key->needs ? key->needs (value) : NULL;
    if (!needed || poplens_location_get (location, needed))
      continue;
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "--%s=%s needs --%s", option_name (key),
                 value, needed);
    return FALSE;
  }
  return TRUE;
}

/* What was given for the key, or NULL. (transfer full) */
static char *
given (const KeyValues *values, guint k)
{
  return values->many[k] ? join (values->many[k])
                         : g_strdup (values->flag[k] ? "yes" : values->of[k]);
}

/* The location that the options ask for; NULL where they ask for nothing, or wrongly. (transfer
 * full)
 */
static PoplensLocation *
make_location (const PoplensCliCommand *command, const KeyValues *values, GError **error)
{
  g_autoptr (PoplensLocation) location = NULL;

  for (guint k = 0; command->keys && command->keys[k].key; k++) {
    g_autofree char *value = given (values, k);
    PoplensLocation *next;
    if (!value)
      continue;
    if (!check_value (&command->keys[k], value, error))
      return NULL;
    if (!location)
      location = poplens_location_new (command->page);
    next = poplens_location_with (location, command->keys[k].key, value);
    poplens_location_unref (location);
    location = next;
  }
  if (!location || !check_needs (command, location, error))
    return NULL;
  return g_steal_pointer (&location);
}

void
poplens_cli_add_maps (GOptionEntry *entries, GStrv *maps)
{
  while (entries->long_name)
    entries++;
  *entries = (GOptionEntry){.long_name = "source-map",
                            .arg = G_OPTION_ARG_STRING_ARRAY,
                            .arg_data = maps,
                            .description = "find files of PREFIX below FOLDER; can be repeated",
                            .arg_description = "PREFIX=FOLDER"};
}

gboolean
poplens_cli_check_maps (GStrv maps, GError **error)
{
  for (guint i = 0; maps && maps[i]; i++)
    if (!poplens_source_pair_check (maps[i], error))
      return FALSE;
  return TRUE;
}

PoplensExit
poplens_cli_run_report (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  gboolean as_json = FALSE, all = FALSE;
  g_autofree char *unit_name = NULL;
  g_auto (KeyValues) values = {0};
  g_auto (GStrv) maps = NULL;
  GOptionEntry entries[3 + POPLENS_CLI_MOST_KEYS + 2] = {
      {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "write everything as JSON", NULL},
      {"all", 0, 0, G_OPTION_ARG_NONE, &all, "show all rows", NULL},
      {"unit", 0, 0, G_OPTION_ARG_STRING, &unit_name,
       "unit for bytes: binary, si or bytes (default: binary)", "binary|si|bytes"},
  };
  PoplensByteUnit unit = POPLENS_BYTE_UNIT_BINARY;
  g_autoptr (PoplensLocation) location = NULL;
  g_autoptr (GError) error = NULL;
  PoplensExit status;

  add_keys (command, &values, entries + 3);
  if (command->maps)
    poplens_cli_add_maps (entries, &maps);
  if (!poplens_cli_parse_words (cli, command, entries, &argc, &argv, 1, &status))
    return status;
  if (!poplens_cli_parse_unit (cli, command, unit_name, &unit))
    return POPLENS_EXIT_USAGE;
  location = make_location (command, &values, &error);
  if (error)
    return poplens_cli_fail (cli, error);
  if (!poplens_cli_check_maps (maps, &error))
    return poplens_cli_fail (cli, error);
  g_autoptr (PoplensReport) report = poplens_cli_open (cli, argv[1], &error);
  if (report && maps)
    poplens_report_set_source_map (report, (const char *const *) maps);
  gboolean good = report && (!location || poplens_cli_check_scope (report, location, &error)) &&
                  (location || command->whole
                       ? print_placed (cli, command, report, location, as_json, all, unit, &error)
                   : as_json ? print_json (cli, command, report, NULL, &error)
                             : print_text (cli, command, report, NULL, all, unit, &error));
  good = good && poplens_report_is_whole_since (report, 0, &error);
  /* The notices of the summary have it. */
  if (good && (as_json || command->text != poplens_cli_summary_text))
    poplens_cli_tell_damage (cli, report);
  return good ? POPLENS_EXIT_GOOD : poplens_cli_fail (cli, error);
}
