/* Where the cycles went: the answer, the bars, and the classes of each IPU. */
#include "cli/cli.h"

#include "analysis/time/time-path.h"
#include "analysis/time/time-replay.h"
#include "derived/time/time-source.h"
#include "tables/engine/table-where.h"
#include "tables/time/time-answer.h"

/* ---- JSON --------------------------------------------------------------------------------------
 */

static void
write_ipu (guint32 ipu, const guint64 *classes, guint32 tiles, PoplensJsonWriter *json)
{
  poplens_json_begin_object (json, NULL);
  poplens_json_uint (json, "ipu", ipu);
  poplens_json_begin_object (json, "classes");
  for (guint c = 0; c < POPLENS_N_TIMES; c++)
    poplens_json_double (json, poplens_time_class_key (c), (double) classes[c] / tiles);
  poplens_json_end_object (json);
  poplens_json_end_object (json);
}

static void
write_ipus (const PoplensTime *time, PoplensJsonWriter *json)
{
  poplens_json_begin_array (json, "ipus");
  for (guint i = 0; i < time->n_ipus; i++)
    write_ipu (time->ipus[i].ipu, time->ipus[i].classes, time->tiles, json);
  poplens_json_end_array (json);
}

static void
write_waterfall (const PoplensTime *time, PoplensJsonWriter *json)
{
  double bars[POPLENS_N_BARS];

  poplens_time_waterfall (time, 0, time->total, bars);
  poplens_json_begin_object (json, "waterfall");
  for (guint b = 0; b < POPLENS_N_BARS; b++)
    poplens_json_double (json, poplens_time_bar_key (b), bars[b]);
  poplens_json_end_object (json);
}

static void
write_balance (const PoplensTime *time, PoplensJsonWriter *json)
{
  PoplensTimeBalance balance;

  poplens_time_balance (time, &balance);
  poplens_json_begin_object (json, "balance");
  poplens_json_double (json, "stages", balance.stages);
  poplens_json_double (json, "bubble", balance.waits - balance.stages);
  poplens_json_double (json, "own_tiles", balance.tiles);
  poplens_json_double (json, "own_tiles_unused", balance.unused);
  poplens_json_double (json, "own_tiles_unequal", balance.unequal);
  poplens_json_end_object (json);
}

static void
write_path (const PoplensTime *time, PoplensJsonWriter *json)
{
  const PoplensExecution *x = time->execution;
  g_autoptr (GArray) path = poplens_time_path (time, 0, time->total);
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
    write_ipu (ipu->ipu, ipu->classes, ipu->n_tiles, json);
  }
  poplens_json_end_array (json);
  poplens_json_null (json, "waterfall");
  poplens_json_null (json, "balance");
  poplens_cli_no_rows_json (json, "critical_path");
  poplens_cli_no_rows_json (json, "iterations");
}

gboolean
poplens_cli_time_json (PoplensReport *report, const PoplensLocation *location,
                       PoplensJsonWriter *json, GError **error)
{
  g_autoptr (PoplensTimeLight) light = NULL;

  if (!poplens_report_time_light (report, &light, NULL, error))
    return FALSE;
  if (light) {
    write_light (light, json);
    return TRUE;
  }
  const PoplensTime *time = poplens_report_time (report, NULL, error);
  if (!time)
    return FALSE;
  poplens_json_uint (json, "total", time->total);
  poplens_json_uint (json, "program", time->total - time->outside);
  poplens_json_uint (json, "outside", time->outside);
  poplens_json_bool (json, "approximated", !poplens_time_is_by_tile (time));
  write_ipus (time, json);
  write_waterfall (time, json);
  write_balance (time, json);
  write_path (time, json);
  return poplens_cli_table_json (report, "time-iterations", location, "iterations", json, error);
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
      poplens_tables_build ("time-waterfall", view->report, NULL, NULL, error);
  g_autoptr (PoplensWhere) where = table ? poplens_where_new (table, lost, error) : NULL;

  if (!where)
    return FALSE;
  PoplensTableQuery query = {.where = where};
  g_autoptr (PoplensTableView) rows = poplens_table_view_query (table, &query, NULL);
  rows->n_among = rows->n;
  return poplens_cli_table (view, table, "Waterfall", columns, rows, 100, error);
}

/* Classes of each IPU, under titles that a screen has room for; --all shows every class. */
static gboolean
show_classes (PoplensCliView *view, gboolean of_blocks, GError **error)
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
      {"IPU", "Compute", "Exchange", "Unused", "Unequal", "Host", "Other IPU", "Sync", "Outside"},
      {"IPU", "Compute", "Exchange", "Transfer", "Host", "Sync", "Profiler", "Untracked", "Total"},
  };

  view->titles = view->all ? NULL : titles[of_blocks];
  gboolean done = poplens_cli_show_tables (view, &tables[of_blocks], 1, error);
  view->titles = NULL;
  return done;
}

gboolean
poplens_cli_time_text (PoplensCliView *view, GError **error)
{
  static const PoplensCliTable waits = {
      "time-waits",
      NULL,
      "Waits between IPUs",
      5,
      NULL,
      {"ipu", "last", "joins", "cycles", "share", "did", "did_share"},
      .widens = TRUE};
  g_autoptr (PoplensTimeLight) light = NULL;

  if (!poplens_report_time_light (view->report, &light, NULL, error))
    return FALSE;
  if (light) {
    poplens_cli_line (view, "%s", poplens_report_get_name (view->report));
    return show_classes (view, TRUE, error);
  }
  const PoplensTime *time = poplens_report_time (view->report, NULL, error);
  if (!time)
    return FALSE;
  g_autofree char *answer = poplens_time_answer (time);
  g_autofree char *outside = poplens_time_outside (time);
  poplens_cli_line (view, "%s", poplens_report_get_name (view->report));
  poplens_cli_paragraph (view, answer, 0, FALSE);
  if (outside)
    poplens_cli_paragraph (view, outside, 0, FALSE);
  return show_waterfall (view, error) && show_classes (view, FALSE, error) &&
         (time->n_ipus < 2 || poplens_cli_show_tables (view, &waits, 1, error));
}
