/* Where the cycles went: the answer, the bars, and the classes of each IPU. */
#include "cli/cli.h"
#include "cli/time-findings.h"

#include "analysis/time/time-path.h"
#include "analysis/time/time-replay.h"
#include "analysis/time/time-stages.h"
#include "base/error.h"
#include "base/format.h"
#include "derived/parts.h"
#include "derived/time/time-found.h"
#include "derived/time/time-source.h"
#include "report/dismissed.h"
#include "tables/engine/table-where.h"
#include "tables/time/time-answer.h"

#include <math.h>
#include <string.h>

const PoplensCliKey poplens_cli_time_keys[] = {
    {"scope", "SCOPE", "limit to iteration=N, run=N or range=FROM..TO"},
    {NULL},
};

/* ---- JSON --------------------------------------------------------------------------------------
 */

/* @light: (nullable): blocks alone, which do not tell of every class. */
static void
write_ipu (guint32 ipu, const guint64 *classes, guint32 tiles, const PoplensTimeLight *light,
           PoplensJsonWriter *json)
{
  poplens_json_begin_object (json, NULL);
  poplens_json_uint (json, "ipu", ipu);
  poplens_json_begin_object (json, "classes");
  for (guint c = 0; c < POPLENS_N_TIMES; c++)
    if (light && !poplens_time_light_tells (light, c))
      poplens_json_null (json, poplens_time_class_key (c));
    else
      poplens_json_double (json, poplens_time_class_key (c), (double) classes[c] / tiles);
  poplens_json_end_object (json);
  poplens_json_end_object (json);
}

static void
write_ipus (const PoplensTime *time, guint64 from, guint64 to, PoplensJsonWriter *json)
{
  guint64 classes[POPLENS_N_TIMES];

  poplens_json_begin_array (json, "ipus");
  for (guint i = 0; i < time->n_ipus; i++) {
    poplens_time_classes (time, i, from, to, classes);
    write_ipu (time->ipus[i].ipu, classes, time->tiles, NULL, json);
  }
  poplens_json_end_array (json);
}

static void
write_waterfall (const PoplensTime *time, guint64 from, guint64 to, PoplensJsonWriter *json)
{
  double bars[POPLENS_N_BARS];

  poplens_time_waterfall (time, from, to, bars);
  poplens_json_begin_object (json, "waterfall");
  for (guint b = 0; b < POPLENS_N_BARS; b++)
    poplens_json_double (json, poplens_time_bar_key (b), bars[b]);
  poplens_json_end_object (json);
}

static void
write_balance (const PoplensTime *time, const PoplensTimeIterations *iterations, guint64 from,
               guint64 to, PoplensJsonWriter *json)
{
  g_autoptr (PoplensTimeStages) equal = poplens_time_stages_new (time, iterations, NULL);
  double stages = poplens_time_stages_saving (equal, from, to, 1);
  PoplensTimeBalance balance;

  poplens_time_balance (time, from, to, &balance);
  poplens_json_begin_object (json, "balance");
  poplens_json_double (json, "stages", stages);
  poplens_json_double (json, "bubble", poplens_time_stages_bubble (stages, &balance));
  poplens_json_double (json, "own_tiles", balance.tiles);
  poplens_json_double (json, "own_tiles_unused", balance.unused);
  poplens_json_double (json, "own_tiles_unequal", balance.unequal);
  poplens_json_end_object (json);
}

static void
write_path (const PoplensTime *time, guint64 from, guint64 to, PoplensJsonWriter *json)
{
  const PoplensExecution *x = time->execution;
  g_autoptr (GArray) path = poplens_time_path (time, from, to);
  g_autoptr (GArray) segments = poplens_time_path_segments (time, path);

  poplens_json_begin_array (json, "critical_path");
  for (guint s = 0; s < segments->len; s++) {
    const PoplensTimePathSegment *one = &g_array_index (segments, PoplensTimePathSegment, s);
    poplens_json_begin_object (json, NULL);
    poplens_json_uint (json, "ipu", time->ipus[one->place].ipu);
    poplens_json_uint (json, "from", one->from);
    poplens_json_uint (json, "to", one->to);
    poplens_json_string (json, "class", poplens_bound_key (one->bound));
    if (one->row == G_MAXUINT32)
      poplens_json_null (json, "step");
    else
      poplens_json_uint (json, "step", poplens_execution_step_id (x, x->row_step[one->row]));
    poplens_json_end_object (json);
  }
  poplens_json_end_array (json);
}

static void
write_number (PoplensJsonWriter *json, const char *key, double number)
{
  if (isnan (number))
    poplens_json_null (json, key);
  else
    poplens_json_double (json, key, number);
}

static void
write_finding (const PoplensTimeFinding *finding, const char *dismissed, PoplensJsonWriter *json)
{
  gboolean fact = poplens_time_kind_is_fact (finding->kind);

  poplens_json_begin_object (json, NULL);
  poplens_json_string (json, "kind", poplens_time_kind_key (finding->kind));
  poplens_json_string (json, "title", poplens_time_kind_title (finding->kind));
  poplens_json_string (json, "subject", finding->subject);
  poplens_json_double (json, fact ? "cycles" : "saving", finding->saving);
  poplens_json_double (json, "share", finding->share);
  poplens_json_string (json, "sentence", finding->sentence);
  poplens_json_string (json, "location", finding->location);
  poplens_json_string (json, "dismissed", dismissed);
  if (!fact) {
    poplens_json_bool (json, "approximated", finding->approximated);
    poplens_json_string (json, "advice", finding->advice);
    write_number (json, "own", finding->own);
    poplens_json_begin_array (json, "curve");
    for (guint p = 0; p < POPLENS_TIME_N_CURVE; p++) {
      poplens_json_begin_object (json, NULL);
      poplens_json_double (json, "gone", poplens_time_curve[p]);
      poplens_json_double (json, "saving", finding->curve[p]);
      poplens_json_end_object (json);
    }
    poplens_json_end_array (json);
  }
  poplens_json_end_object (json);
}

static void
write_checks (const PoplensTimeFindings *found, PoplensJsonWriter *json)
{
  poplens_json_begin_array (json, "checks");
  for (guint k = 0; k < POPLENS_TIME_N_KINDS; k++) {
    const PoplensTimeCheck *check = &found->checks[k];
    poplens_json_begin_object (json, NULL);
    poplens_json_string (json, "kind", poplens_time_kind_key (k));
    poplens_json_string (json, "result", poplens_time_check_key (check->state));
    poplens_json_uint (json, "findings", check->n);
    write_number (json, "saving", check->cycles);
    write_number (json, "share", check->share);
    poplens_json_string (json, "needs", check->needs);
    poplens_json_end_object (json);
  }
  poplens_json_end_array (json);
}

static void
write_findings (const PoplensTimeFindings *found, GHashTable *dismissed, PoplensJsonWriter *json)
{
  const GPtrArray *lists[] = {found->facts, found->findings};
  const char *const keys[] = {"facts", "findings"};

  for (guint l = 0; l < G_N_ELEMENTS (lists); l++) {
    poplens_json_begin_array (json, keys[l]);
    for (guint i = 0; i < lists[l]->len; i++)
      write_finding (lists[l]->pdata[i], poplens_cli_time_reason (dismissed, lists[l]->pdata[i]),
                     json);
    poplens_json_end_array (json);
  }
  poplens_json_uint (json, "dismissed", poplens_cli_time_dismissed (found, dismissed));
  poplens_json_double (json, "together", found->together);
  write_checks (found, json);
  poplens_json_begin_object (json, "basis");
  poplens_json_uint (json, "iterations", found->basis.iterations);
  poplens_json_uint (json, "runs", found->basis.runs);
  poplens_json_uint (json, "tiles", found->basis.tiles);
  poplens_json_double (json, "estimated", found->basis.estimated);
  write_number (json, "spread", found->spread);
  poplens_json_double (json, "threshold", found->threshold);
  poplens_json_end_object (json);
}

/* Blocks tell neither when the host started nor who waited for whom. */
static void
write_light (const PoplensTimeLight *light, PoplensJsonWriter *json)
{
  poplens_json_uint (json, "total", light->total);
  poplens_json_uint (json, "program", light->total);
  poplens_json_null (json, "outside");
  poplens_json_bool (json, "approximated", TRUE);
  poplens_json_string (json, "absent", poplens_time_light_caveat ());
  poplens_json_begin_array (json, "ipus");
  for (guint i = 0; i < light->ipus->len; i++) {
    const PoplensTimeLightIpu *ipu = &g_array_index (light->ipus, PoplensTimeLightIpu, i);
    write_ipu (ipu->ipu, ipu->classes, ipu->n_tiles, light, json);
  }
  poplens_json_end_array (json);
  poplens_json_null (json, "waterfall");
  poplens_json_null (json, "balance");
  poplens_cli_no_rows_json (json, "critical_path");
  poplens_cli_no_rows_json (json, "facts");
  poplens_cli_no_rows_json (json, "findings");
  poplens_cli_no_rows_json (json, "checks");
  poplens_cli_no_rows_json (json, "transfers");
  poplens_cli_no_rows_json (json, "copies");
  poplens_cli_no_rows_json (json, "iterations");
}

static gboolean
write_time (PoplensReport *report, const PoplensLocation *location, PoplensJsonWriter *json,
            GError **error)
{
  const PoplensTime *time = poplens_report_time (report, NULL, error);
  const PoplensTimeIterations *iterations =
      time ? poplens_report_time_iterations (report, NULL, error) : NULL;
  g_autoptr (PoplensTimeFindings) found =
      iterations ? poplens_report_time_findings (report, location, NULL, error) : NULL;

  if (!found)
    return FALSE;
  g_autoptr (GHashTable) dismissed = poplens_dismissed_read (report, NULL);
  guint64 from = found->from, to = found->to, outside = poplens_time_outside (time, from, to);
  poplens_json_uint (json, "total", to - from);
  poplens_json_uint (json, "program", to - from - outside);
  poplens_json_uint (json, "outside", outside);
  poplens_json_uint (json, "from", from);
  poplens_json_uint (json, "to", to);
  poplens_json_bool (json, "approximated", !poplens_time_is_by_tile (time));
  poplens_json_string (json, "where", found->where);
  write_ipus (time, from, to, json);
  write_waterfall (time, from, to, json);
  write_balance (time, iterations, from, to, json);
  write_path (time, from, to, json);
  write_findings (found, dismissed, json);
  return poplens_cli_table_json (report, "time-waits", location, "waits", json, error) &&
         poplens_cli_table_json (report, "time-transfers", location, "transfers", json, error) &&
         poplens_cli_table_json (report, "time-copies", location, "copies", json, error) &&
         poplens_cli_table_json (report, "time-iterations", location, "iterations", json, error);
}

/* Blocks say nothing of iterations, and are added up by the file. */
static gboolean
check_scope (const PoplensLocation *location, GError **error)
{
  if (!location || !poplens_location_get (location, "scope"))
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
               "no scope without executed steps: record the program with "
               "autoReport.outputExecutionProfile=true");
  return FALSE;
}

gboolean
poplens_cli_time_json (PoplensReport *report, const PoplensLocation *location,
                       PoplensJsonWriter *json, GError **error)
{
  g_autoptr (PoplensTimeLight) light = NULL;

  if (!poplens_report_time_light (report, &light, NULL, error))
    return FALSE;
  if (!light)
    return write_time (report, location, json, error);
  if (!check_scope (location, error))
    return FALSE;
  write_light (light, json);
  return TRUE;
}

/* ---- text --------------------------------------------------------------------------------------
 */

/* Bars that nothing is lost to are left out. */
static gboolean
show_waterfall (PoplensCliView *view, GError **error)
{
  static const char *const columns[] = {"title", "cycles", "share", "up_to", NULL};
  static const char *const lost[] = {"cycles > 0", NULL};
  g_autoptr (PoplensTable) table =
      poplens_tables_build ("time-waterfall", view->report, view->location, NULL, error);
  g_autoptr (PoplensWhere) where = table ? poplens_where_new (table, lost, error) : NULL;

  if (!where)
    return FALSE;
  PoplensTableQuery query = {.where = where};
  g_autoptr (PoplensTableView) rows = poplens_table_view_query (table, &query, NULL);
  rows->n_among = rows->n;
  return poplens_cli_table (view, table, "Waterfall", columns, rows, 100, error);
}

/* Classes of each IPU, under titles that a screen has room for; --all shows every class. */
typedef enum { BY_TILE, BY_IPU, OF_BLOCKS } Level;

static gboolean
show_classes (PoplensCliView *view, Level level, GError **error)
{
  static const PoplensCliTable tables[] = {
      {"time-classes",
       NULL,
       "Mean cycles a tile, by IPU",
       100,
       NULL,
       {"ipu", "compute", "exchange", "own_tiles_unused", "own_tiles_unequal", "host",
        "another_ipu", "sync", "outside"},
       .widens = TRUE},
      {"time-classes",
       NULL,
       "Mean cycles a tile, by IPU",
       100,
       NULL,
       {"ipu", "compute", "exchange", "host_transfer", "host", "sync", "profiler", "untracked",
        "total"},
       .widens = TRUE},
  };
  static const char *const titles[][9] = {
      [BY_TILE] = {"IPU", "Compute", "Exchange", "Unused", "Unequal", "Host", "Other IPU", "Sync",
                   "Outside"},
      [BY_IPU] = {"IPU", "Compute", "Exchange", "≈ Unused", "≈ Unequal", "Host", "Other IPU",
                  "Sync", "Outside"},
      [OF_BLOCKS] = {"IPU", "Compute", "Exchange", "Transfer", "Host", "Sync", "Profiler",
                     "Untracked", "Total"},
  };

  view->titles = view->all ? NULL : titles[level];
  gboolean done = poplens_cli_show_tables (view, &tables[level == OF_BLOCKS], 1, error);
  view->titles = NULL;
  return done;
}

/* "iteration=2: cycles 10 to 20 of the trace"; nothing where it is all of it. */
static void
show_scope (PoplensCliView *view, const PoplensTimeFindings *found)
{
  const char *scope = view->location ? poplens_location_get (view->location, "scope") : NULL;
  PoplensNumber from, to;

  if (found->whole)
    return;
  g_autofree char *text = g_strdup_printf (
      "%s%scycles %s to %s of the trace.", scope ? scope : "", scope ? ": " : "",
      poplens_format_count (from, found->from), poplens_format_count (to, found->to));
  poplens_cli_paragraph (view, text, 0, FALSE);
}

/* What passed outside the program, as one number; with --all its parts, too. */
static void
show_outside (PoplensCliView *view, const PoplensTimeFindings *found, GHashTable *dismissed)
{
  double all = (double) (found->to - found->from), outside = all - found->program;
  PoplensNumber cycles, share;

  if (outside >= 1)
    poplens_cli_line (view, "Outside the program: %s cycles (%s of the %s)",
                      poplens_format_count (cycles, (guint64) (outside + 0.5)),
                      poplens_format_percent (share, outside / all),
                      found->whole ? "trace" : "scope");
  for (guint i = 0; view->all && i < found->facts->len; i++) {
    const PoplensTimeFinding *fact = found->facts->pdata[i];
    poplens_cli_paragraph (view, fact->sentence, 2, FALSE);
    poplens_cli_show_dismissed (view, poplens_cli_time_reason (dismissed, fact));
  }
}

/* How long an iteration takes, and what passed outside the program. */
static gboolean
show_facts (PoplensCliView *view, const PoplensTimeFindings *found, GHashTable *dismissed,
            GError **error)
{
  const PoplensTimeIterations *iterations =
      poplens_report_time_iterations (view->report, NULL, error);
  gconstpointer target;

  if (!iterations ||
      !poplens_load_optional (view->report, POPLENS_PART_TARGET, &target, NULL, error))
    return FALSE;
  g_autofree char *iteration = poplens_time_iteration_text (
      iterations, target ? ((const PoplensTarget *) target)->clock_hz : 0);
  poplens_cli_line (view, "%s", "");
  if (iteration)
    poplens_cli_paragraph (view, iteration, 0, FALSE);
  show_outside (view, found, dismissed);
  return TRUE;
}

static gboolean
show_time (PoplensCliView *view, GError **error)
{
  static const PoplensCliTable waits = {
      "time-waits",
      NULL,
      "Waits between IPUs",
      5,
      NULL,
      {"ipu", "last", "joins", "cycles", "share", "did", "did_share"},
      .widens = TRUE};
  static const PoplensCliTable transfers = {
      "time-transfers",
      NULL,
      "Transfers",
      100,
      NULL,
      {"transfer", "way", "cycles", "hidden", "exposed", "blocking", "share", "source"},
      .widens = TRUE};
  const PoplensTime *time = poplens_report_time (view->report, NULL, error);
  g_autoptr (PoplensTimeFindings) found =
      time ? poplens_report_time_findings (view->report, view->location, NULL, error) : NULL;

  if (!found)
    return FALSE;
  g_autoptr (GHashTable) dismissed = poplens_dismissed_read (view->report, NULL);
  poplens_cli_line (view, "%s", poplens_report_get_name (view->report));
  show_scope (view, found);
  poplens_cli_time_answer (view, found, dismissed, poplens_time_caveat (time));
  guint kept = poplens_cli_time_keep (view, found);
  if (!show_facts (view, found, dismissed, error))
    return FALSE;
  poplens_cli_time_others (view, found, dismissed, kept);
  if (!show_waterfall (view, error) ||
      !show_classes (view, poplens_time_is_by_tile (time) ? BY_TILE : BY_IPU, error))
    return FALSE;
  if (time->n_ipus > 1 && !poplens_cli_show_tables (view, &waits, 1, error))
    return FALSE;
  return !view->all || poplens_cli_show_tables (view, &transfers, 1, error);
}

gboolean
poplens_cli_time_text (PoplensCliView *view, GError **error)
{
  g_autoptr (PoplensTimeLight) light = NULL;

  if (!poplens_report_time_light (view->report, &light, NULL, error))
    return FALSE;
  if (!light)
    return show_time (view, error);
  if (!check_scope (view->location, error))
    return FALSE;
  poplens_cli_line (view, "%s", poplens_report_get_name (view->report));
  return show_classes (view, OF_BLOCKS, error);
}
