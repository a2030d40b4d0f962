#include "cli/cli.h"

#include "derived/insights/insights-input.h"
#include "report/dismissed.h"
#include "tables/time/time-answer.h"

static const char *const kinds[] = {"good", "bad", "saving", "fact"};

static void
write_finding (const PoplensFinding *finding, const char *path, const char *dismissed,
               PoplensJsonWriter *json)
{
  g_autofree char *sentence = poplens_finding_sentence (finding, POPLENS_BYTE_UNIT_BINARY);
  g_autofree char *command = poplens_finding_command (finding, path);

  poplens_json_begin_object (json, NULL);
  poplens_json_string (json, "key", finding->key);
  poplens_json_string (json, "kind", kinds[finding->kind]);
  poplens_json_string (json, "title", finding->title);
  poplens_json_string (json, "sentence", sentence);
  poplens_json_string (json, "cause", finding->cause);
  poplens_json_string (json, "subject", finding->subject);
  if (finding->cycles || !finding->bytes)
    poplens_json_null (json, "bytes");
  else
    poplens_json_uint (json, "bytes", finding->bytes);
  if (finding->saves)
    poplens_json_uint (json, "saves", finding->saves);
  else
    poplens_json_null (json, "saves");
  if (finding->cycles) {
    poplens_json_uint (json, "cycles", finding->cycles);
    poplens_json_double (json, "share", finding->share);
  } else {
    poplens_json_null (json, "cycles");
    poplens_json_null (json, "share");
  }
  poplens_json_string (json, "place", finding->location);
  poplens_json_string (json, "command", command);
  poplens_json_string (json, "dismissed", dismissed);
  poplens_json_end_object (json);
}

static const char *
reason_of (GHashTable *dismissed, const PoplensFinding *finding)
{
  return poplens_dismissed_reason (dismissed, finding->key, finding->subject);
}

static guint
count_dismissed (const GPtrArray *findings, GHashTable *dismissed)
{
  guint n = 0;

  for (guint i = 0; i < findings->len; i++)
    n += reason_of (dismissed, findings->pdata[i]) != NULL;
  return n;
}

gboolean
poplens_cli_insights_json (PoplensReport *report, const PoplensLocation *location,
                           PoplensJsonWriter *json, GError **error)
{
  static const PoplensCliTable tables[] = {
      {"memory-ipus", "capacity"},
      {"insights-tiles", "fullest_tiles"},
      {"memory-histogram", "histogram"},
      {"costs", "costs"},
      {"vertices-by-state", "vertices_by_state"},
      {"vertices-by-code", "vertices_by_code"},
      {"exchanges-by-code", "exchanges_by_code"},
      {"always-live-variables", "always_live_variables"},
      {"peak-variables", "peak_variables"},
  };
  g_autoptr (PoplensNameSums) names = NULL;
  g_autoptr (PoplensTimeFindings) time = NULL;
  g_autoptr (GPtrArray) findings = NULL;
  PoplensInsightsInput input;
  gconstpointer memory;

  if (!poplens_cli_load (report, POPLENS_PART_MEMORY, json, &memory, error) ||
      !poplens_insights_load (report, 0, &input, &names, NULL, error) ||
      !poplens_insights_load_fit (report, &input, FALSE, NULL, error) ||
      !poplens_insights_load_time (report, &input, &time, NULL, error))
    return FALSE;
  findings = poplens_insights_findings (&input);
  g_autoptr (GHashTable) dismissed = poplens_dismissed_read (report, NULL);
  poplens_json_begin_array (json, "findings");
  for (guint i = 0; i < findings->len; i++)
    write_finding (findings->pdata[i], poplens_report_get_path (report),
                   reason_of (dismissed, findings->pdata[i]), json);
  poplens_json_end_array (json);
  poplens_json_uint (json, "dismissed", count_dismissed (findings, dismissed));
  return poplens_cli_write_tables (report, NULL, tables, G_N_ELEMENTS (tables), json, error);
}

/* ---- text --------------------------------------------------------------------------------------
 */

/* Whether something can be changed about it. */
static gboolean
has_advice (const PoplensFinding *finding)
{
  return finding->kind == POPLENS_FINDING_BAD || finding->kind == POPLENS_FINDING_SAVING;
}

/* @is_first: of those that something can be changed about: it says what, the others with --all.
 * That the program fits is a sentence. */
static void
print_finding (PoplensCliView *view, const PoplensFinding *finding, const char *dismissed,
               gboolean is_first)
{
  g_autofree char *sentence = poplens_finding_sentence (finding, view->unit);
  g_autofree char *command =
      poplens_finding_command (finding, poplens_report_get_path (view->report));
  g_autofree char *title = NULL;
  PoplensNumber saves, share;

  if (!view->all && finding->kind == POPLENS_FINDING_GOOD) {
    poplens_cli_paragraph (view, sentence, 0, FALSE);
    return;
  }
  /* A finding is not cut in two. */
  if (!view->all && view->left < 6) {
    view->cut = TRUE;
    view->left = 0;
    return;
  }
  title =
      finding->cycles ? g_strdup_printf ("%s: %s%s", finding->title, finding->is_guess ? "≈ " : "",
                                         poplens_format_percent (share, finding->share))
      : finding->saves ? g_strdup_printf ("%s: up to %s", finding->title,
                                          poplens_format_bytes (saves, finding->saves, view->unit))
                       : g_strdup (finding->title);
  poplens_cli_title (view, title);
  poplens_cli_paragraph (view, sentence, 2, FALSE);
  if (view->all || is_first)
    poplens_cli_paragraph (view, finding->cause, 2, TRUE);
  poplens_cli_command (view, command);
  poplens_cli_show_dismissed (view, dismissed);
}

void
poplens_cli_show_dismissed (PoplensCliView *view, const char *reason)
{
  g_autofree char *text =
      reason ? g_strdup_printf ("Dismissed%s%s", *reason ? ": " : "", reason) : NULL;

  if (text)
    poplens_cli_paragraph (view, text, 2, FALSE);
}

void
poplens_cli_count_dismissed (PoplensCliView *view, guint n)
{
  g_autofree char *count = poplens_dismissed_text (n);
  g_autofree char *text =
      count && !view->all ? g_strconcat (count, "; --all shows them", NULL) : NULL;

  if (text)
    poplens_cli_paragraph (view, text, 0, FALSE);
}

gboolean
poplens_cli_insights_text (PoplensCliView *view, GError **error)
{
  g_autoptr (PoplensNameSums) names = NULL;
  g_autoptr (PoplensTimeFindings) time = NULL;
  g_autoptr (GPtrArray) findings = NULL;
  PoplensInsightsInput input;
  const char *absence = poplens_report_get_absence (view->report, POPLENS_PART_MEMORY);

  if (!poplens_insights_load (view->report, 0, &input, &names, NULL, error) ||
      !poplens_insights_load_fit (view->report, &input, FALSE, NULL, error) ||
      !poplens_insights_load_time (view->report, &input, &time, NULL, error))
    return FALSE;
  findings = poplens_insights_findings (&input);
  poplens_cli_line (view, "%s", poplens_report_get_name (view->report));
  if (absence)
    poplens_cli_line (view, "%s", absence);
  g_autoptr (GHashTable) dismissed = poplens_dismissed_read (view->report, NULL);
  g_autofree char *answer = time ? poplens_time_headline (time, dismissed) : NULL;
  if (answer)
    poplens_cli_paragraph (view, answer, 0, FALSE);
  /* Ahead of them, as the screen may end before they do. */
  poplens_cli_count_dismissed (view, count_dismissed (findings, dismissed));
  gboolean advised = FALSE;
  for (guint i = 0; i < findings->len; i++) {
    const char *reason = reason_of (dismissed, findings->pdata[i]);
    gboolean is_first = !reason && !advised && has_advice (findings->pdata[i]);
    if (!reason || view->all)
      print_finding (view, findings->pdata[i], reason, is_first);
    advised = advised || is_first;
  }
  return TRUE;
}
