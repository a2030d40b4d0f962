#include "cli/cli.h"

#include "base/error.h"
#include "derived/operations/debug-source.h"

/* What `debug` is asked for, as keys of a location. */
static const struct {
  const char *option, *key, *argument, *what;
} asked[] = {
    {"program", "program", "N", "debug contexts of a program, by ID"},
    {"compute-set", "compute-set", "NAME", "debug contexts of a compute set, by name or ID"},
    {"variable", "variable", "NAME", "debug contexts of a variable, by name or ID"},
    {"step", "step", "N", "debug contexts of the program at a program step"},
    {"executed", "executed", "N", "debug contexts of the program of an executed step"},
};

typedef struct {
  char *values[G_N_ELEMENTS (asked)];
} Values;

static void
values_clear (Values *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    g_free (self->values[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Values, values_clear)

static guint
count_asked (const Values *values, gboolean id)
{
  guint n = id ? 1 : 0;

  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    n += values->values[i] != NULL;
  return n;
}

/* NULL where nothing is asked for. @id: (nullable). (transfer full) */
static PoplensLocation *
make_location (const Values *values, const char *id)
{
  PoplensLocation *location = poplens_location_new (POPLENS_PAGE_SUMMARY);
  gboolean any = FALSE;

  for (guint i = 0; i <= G_N_ELEMENTS (asked); i++) {
    const char *key = i < G_N_ELEMENTS (asked) ? asked[i].key : "debug";
    const char *value = i < G_N_ELEMENTS (asked) ? values->values[i] : id;
    if (!value)
      continue;
    PoplensLocation *next = poplens_location_with (location, key, value);
    poplens_location_unref (location);
    location = next;
    any = TRUE;
  }
  if (!any)
    g_clear_pointer (&location, poplens_location_unref);
  return location;
}

static gboolean
print_chain (PoplensCliView *view, gboolean body, GError **error)
{
  /* What it is of stands last: it goes first where the screen is narrow. */
  static const char *const columns[] = {"level", "layer", "category", "name",
                                        "file",  "line",  "of",       NULL};
  static const char *const all[] = {"of",   "level", "id",       "layer",     "category", "name",
                                    "file", "line",  "function", "operation", NULL};
  if (!poplens_cli_named_table (view, "debug-chain", "Debug contexts", view->all ? all : columns,
                                NULL, 1000, error))
    return FALSE;
  return !body ||
         poplens_cli_named_table (view, "debug-body", "Recorded values", NULL, NULL, 1000, error);
}

static gboolean
write_json (PoplensReport *report, const PoplensLocation *location, gboolean body,
            PoplensJsonWriter *json, GError **error)
{
  const PoplensDebugContexts *d = poplens_report_load_debug (report, NULL, error);

  if (!d)
    return FALSE;
  poplens_json_uint (json, "contexts", d->n);
  poplens_json_bool (json, "complete", !d->incomplete);
  poplens_json_string (json, "reason", d->reason);
  poplens_json_uint (json, "stopped_at", d->stopped_at);
  poplens_json_bool (json, "names_resolved", d->has_string_table);
  if (!location)
    return poplens_cli_table_json (report, "debug-layers", NULL, "layers", json, error);
  return poplens_cli_table_json (report, "debug-chain", location, "chain", json, error) &&
         (!body || poplens_cli_table_json (report, "debug-body", location, "body", json, error));
}

/* Whether there is such a context, before anything of it is printed. */
static gboolean
check_id (PoplensReport *report, const char *text, GError **error)
{
  const PoplensDebugContexts *d = poplens_report_load_debug (report, NULL, error);
  guint64 id;

  if (!d)
    return FALSE;
  if (g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, &id, NULL) &&
      poplens_debug_contexts_find (d, id) != POPLENS_NO_CONTEXT)
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "debug.cbor has no context “%s”%s%s",
               text, d->incomplete ? "; it is incomplete: " : "",
               d->incomplete && d->reason ? d->reason : "");
  return FALSE;
}

static gboolean
print (PoplensCli *cli, PoplensReport *report, const PoplensLocation *location, gboolean body,
       gboolean as_json, gboolean all, GError **error)
{
  PoplensCliView view = {.cli = cli,
                         .report = report,
                         .location = location,
                         .unit = POPLENS_BYTE_UNIT_BINARY,
                         .all = all,
                         .left = cli->height - 2};

  if (as_json) {
    g_autoptr (PoplensJsonWriter) json = poplens_json_writer_new (cli->out);
    poplens_json_begin_object (json, NULL);
    if (!write_json (report, location, body, json, error))
      return FALSE;
    poplens_json_end_object (json);
    poplens_text_sink_write (cli->out, "\n", 1);
    return TRUE;
  }
  /* Absence is an error here: there is nothing else to show. */
  if (!poplens_report_load_debug (report, NULL, error))
    return FALSE;
  poplens_cli_line (&view, "%s", poplens_report_get_name (report));
  if (!(location ? print_chain (&view, body, error)
                 : poplens_cli_named_table (&view, "debug-layers", "Debug contexts", NULL, NULL,
                                            1000, error)))
    return FALSE;
  if (view.cut)
    poplens_text_sink_write (cli->out, "Use --all to show everything\n", -1);
  return TRUE;
}

PoplensExit
poplens_cli_run_debug (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  gboolean as_json = FALSE, all = FALSE;
  g_auto (Values) values = {{NULL}};
  GOptionEntry entries[2 + G_N_ELEMENTS (asked) + 1] = {
      {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "write everything as JSON", NULL},
      {"all", 0, 0, G_OPTION_ARG_NONE, &all, "show all rows", NULL},
  };
  g_autoptr (GError) error = NULL;
  PoplensExit status;

  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    entries[2 + i] = (GOptionEntry){.long_name = asked[i].option,
                                    .arg = G_OPTION_ARG_STRING,
                                    .arg_data = &values.values[i],
                                    .description = asked[i].what,
                                    .arg_description = asked[i].argument};
  if (!poplens_cli_parse (cli, command, entries, &argc, &argv, &status))
    return status;
  if (argc < 2 || argc > 3)
    return poplens_cli_misuse (command,
                               argc < 2 ? "missing argument REPORT"
                                        : "too many arguments; use one REPORT and at most one ID");
  if (count_asked (&values, argc == 3) > 1)
    return poplens_cli_misuse (
        command, "use only one of ID, --program, --compute-set, --variable, --step and --executed");
  g_autoptr (PoplensReport) report = poplens_cli_open (cli, argv[1], &error);
  g_autoptr (PoplensLocation) location = make_location (&values, argc == 3 ? argv[2] : NULL);
  if (report && (argc < 3 || check_id (report, argv[2], &error)) &&
      print (cli, report, location, argc == 3, as_json, all, &error) &&
      poplens_report_is_whole_since (report, 0, &error))
    return POPLENS_EXIT_GOOD;
  return poplens_cli_fail (cli, error);
}
