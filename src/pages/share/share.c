/* What a shared report holds, from what happened to what is not recorded. */
#include "pages/share/share.h"

#include "base/error.h"
#include "base/save-file.h"
#include "pages/share/share-private.h"
#include "tables/compare/compare-time-answer.h"

#define MOST_TABLES 5

/* A page as a chapter: its notices, facts, findings, chart and tables. */
typedef struct {
  PoplensPageId page;
  const char *id, *title;
  const char *chart, *chart_title; /* (nullable) */
  PoplensShareTable tables[MOST_TABLES];
} Chapter;

static const Chapter chapters[] = {
    {POPLENS_PAGE_SUMMARY, "summary", "Overview", "time-chart", NULL, {{NULL}}},
    {POPLENS_PAGE_INSIGHTS,
     "findings",
     "Findings",
     NULL,
     NULL,
     {{.name = "memory-ipus"},
      {.name = "insights-tiles"},
      {.name = "changes",
       .title = "Gaps, packing and instrumentation",
       .columns = "title,bytes,share,tiles,largest_tile,largest_tile_bytes",
       .where = "bytes > 0"}}},
    {POPLENS_PAGE_MEMORY,
     "memory",
     "Memory",
     "memory-chart",
     NULL,
     {{.name = "memory-categories",
       .title = "Bytes by category",
       .columns = "category,group,total,not_overlapped,overlapped",
       .sort = "-total",
       .where = "total > 0"}}},
    {POPLENS_PAGE_LIVENESS,
     "liveness",
     "Liveness",
     "liveness-chart",
     NULL,
     {{.name = "live-variables",
       .title = "Largest variables at the peak",
       .columns = "variable,live,not_always_live,always_live,share",
       .sort = "-live",
       .most = 20},
      {.name = "always-live-variables", .columns = "variable,always_live", .most = 10},
      {.name = "liveness-peaks",
       .title = "Peaks",
       .columns = "step,type,name,not_always_live,total,rise",
       .most = 8}}},
    {POPLENS_PAGE_OPERATIONS,
     "operations",
     "Operations",
     "treemap",
     "Tile cycles by operation",
     {{.name = "operations",
       .columns = "name,share,tile_cycles,cycles,programs,variable_bytes,peak_bytes,location",
       .most = 20}}},
    {POPLENS_PAGE_TRACE,
     "trace",
     "Execution Trace",
     "trace-chart",
     NULL,
     {{.name = "trace-types"},
      {.name = "trace-top",
       .title = "Longest work steps",
       .columns = "step,ipu,type,name,cycles,tile_balance,imbalance,source",
       .most = 20},
      {.name = "trace-costs",
       .title = "Programs by cycles",
       .location = "trace?by=program",
       .columns = "name,type,steps,cycles,share,tile_balance,imbalance",
       .sort = "-cycles",
       .most = 15}}},
};

/* What differs from another report; the first ON_SUMMARY at all. */
#define ON_SUMMARY 2
static const PoplensShareTable of_comparison[] = {
    {.name = "summary",
     .title = "Changes",
     .columns = "section,name,value_before,value_after,value_change,value_ratio",
     .compares = TRUE},
    {.name = "options",
     .title = "Changed options",
     .columns = "set,name,value_before,value_after,state",
     .most = 50,
     .compares = TRUE},
    {.name = "time-causes",
     .title = "Changed causes of time",
     .columns = "title,cycles_before,cycles_after,cycles_change,cycles_ratio",
     .compares = TRUE},
    {.name = "critical-path",
     .title = "Changed critical path",
     .columns = "cause,class,cycles_before,cycles_after,cycles_change,counts,speed,matched,state",
     .most = 20,
     .compares = TRUE},
    {.name = "time-findings",
     .title = "Changed findings on time",
     .columns = "finding,subject,verdict,saving_before,saving_after,saving_change",
     .most = 15,
     .compares = TRUE},
    {.name = "memory-categories",
     .title = "Changed categories",
     .columns = "category,total_before,total_after,total_change,total_ratio,state",
     .most = 10,
     .compares = TRUE},
    {.name = "variables",
     .title = "Changed variables",
     .columns = "variable,bytes_before,bytes_after,bytes_change,bytes_ratio,state",
     .most = 15,
     .compares = TRUE},
    {.name = "liveness-steps",
     .title = "Changed live memory",
     .columns =
         "name,type,not_always_live_before,not_always_live_after,not_always_live_change,state",
     .most = 10,
     .compares = TRUE},
    {.name = "programs",
     .title = "Changed programs",
     .columns = "name,type,cycles_before,cycles_after,cycles_change,cycles_ratio,state",
     .most = 15,
     .compares = TRUE},
    {.name = "operations",
     .title = "Changed operations",
     .columns = "operation,tile_cycles_before,tile_cycles_after,tile_cycles_change,tile_cycles_"
                "ratio,state",
     .most = 15,
     .compares = TRUE},
};

/* What was compiled and how, and what is not there. */
static const PoplensShareTable of_compilation[] = {
    {.name = "options",
     .title = "Changed engine options",
     .columns = "set,name,value",
     .where = "is_default = no",
     .most = 200,
     .none = "All options have their default values."},
    {.name = "options", .title = "All engine options", .most = 500, .folded = TRUE},
    {.name = "summary", .title = "Target and graph"},
};
static const PoplensShareTable of_absence[] = {
    {.name = "files",
     .title = "Missing files and parts",
     .columns = "file,part,adds,how,absence",
     .where = "present = no",
     .none = "No files or parts are missing."},
    {.name = "files",
     .title = "Files",
     .columns = "file,part,size,modified",
     .where = "present = yes"},
};

static void
open_chapter (PoplensShare *self, const char *id, const char *title)
{
  poplens_text_sink_printf (self->out, "<section id=\"%s\">\n", id);
  poplens_share_element (self, "h2", NULL, title);
  poplens_text_sink_write (self->out, "\n", 1);
}

static void
close_chapter (PoplensShare *self)
{
  poplens_text_sink_write (self->out, "</section>\n", -1);
}

static gboolean
write_tables (PoplensShare *self, const PoplensShareTable *tables, guint n, GError **error)
{
  for (guint i = 0; i < n && tables[i].name; i++)
    if (!poplens_share_table (self, &tables[i], error))
      return FALSE;
  return TRUE;
}

/* The page of the report, or of both, with all that it would show later; NULL with an error. */
static PoplensPage *
build_page (PoplensShare *self, PoplensPageId id, gboolean compares, GError **error)
{
  g_autoptr (PoplensLocation) both = poplens_location_new (id);
  g_autoptr (PoplensLocation) location =
      poplens_location_with (both, "compare", compares ? NULL : POPLENS_COMPARE_BEFORE);

  return poplens_page_build_whole (compares ? self->before : self->report, location,
                                   (PoplensPageDefaults){.unit = self->spec->unit}, FALSE,
                                   self->cancellable, error);
}

static gboolean
write_page (PoplensShare *self, const Chapter *chapter, const PoplensPage *page, GError **error)
{
  /* The headline is said once. */
  if (chapter->page == POPLENS_PAGE_SUMMARY)
    poplens_share_texts (self, page, POPLENS_SECTION_FACTS);
  poplens_share_texts (self, page, POPLENS_SECTION_NOTICE);
  poplens_share_texts (self, page, POPLENS_SECTION_FINDINGS);
  if (chapter->chart &&
      !poplens_share_chart (self, page, chapter->chart, chapter->chart_title, error))
    return FALSE;
  return write_tables (self, chapter->tables, MOST_TABLES, error);
}

static gboolean
write_chapter (PoplensShare *self, const Chapter *chapter, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (PoplensPage) page = build_page (self, chapter->page, FALSE, &local);

  if (!page && !poplens_error_is_lack (local)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  open_chapter (self, chapter->id, chapter->title);
  if (!page)
    poplens_share_element (self, "p", "absent", local->message);
  else if (!write_page (self, chapter, page, error))
    return FALSE;
  close_chapter (self);
  return TRUE;
}

/* Both reports, and the difference below. */
static gboolean
write_both (PoplensShare *self, PoplensPageId id, const char *chart, const char *title,
            GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (PoplensPage) page = build_page (self, id, TRUE, &local);

  if (page)
    return poplens_share_chart (self, page, chart, title, error);
  if (poplens_error_is_lack (local))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* What differs, where there is another report; behind what happened. */
static gboolean
write_comparison (PoplensShare *self, GError **error)
{
  if (!self->before)
    return TRUE;
  g_autofree char *name = poplens_report_name_beside (self->before, self->report);
  g_autofree char *title = g_strdup_printf ("Compared with %s", name);
  open_chapter (self, "comparison", title);
  /* Where one tells nothing of time, the tables say why. */
  g_auto (PoplensTimeAnswer) time = {0};
  if (poplens_compare_time_of (self->before, &time, self->cancellable, NULL))
    poplens_share_element (self, "p", NULL, time.text);
  /* In the order of the pages: what differs at all, then the charts, then what it is. */
  if (!write_tables (self, of_comparison, ON_SUMMARY, error) ||
      !write_both (self, POPLENS_PAGE_MEMORY, "memory-chart", "Memory by tile, before and after",
                   error) ||
      !write_both (self, POPLENS_PAGE_LIVENESS, "liveness-chart", "Live memory, before and after",
                   error) ||
      !write_tables (self, of_comparison + ON_SUMMARY, G_N_ELEMENTS (of_comparison) - ON_SUMMARY,
                     error))
    return FALSE;
  close_chapter (self);
  return TRUE;
}

/* For what it was compiled, by what and when, as far as the report says. */
static void
write_origin (PoplensShare *self)
{
  const PoplensTarget *target = poplens_report_load_target (self->report, self->cancellable, NULL);

  if (!target)
    return;
  if (target->num_ipus && target->architecture) {
    PoplensNumber count;
    g_autofree char *ipus = g_strdup_printf (", for %s of type %s",
                                             poplens_format_items (count, target->num_ipus, "IPU"),
                                             poplens_architecture_title (target->architecture));
    poplens_share_text (self, ipus);
  }
  if (target->poplar_version) {
    g_autofree char *by = g_strconcat (", compiled by Poplar ", target->poplar_version, NULL);
    poplens_share_text (self, by);
  }
  if (target->poplar_version && target->timestamp) {
    g_autofree char *at = g_strconcat (" at ", target->timestamp, NULL);
    poplens_share_text (self, at);
  }
}

static void
write_header (PoplensShare *self, const char *title)
{
  poplens_text_sink_write (self->out, "<header>\n", -1);
  poplens_share_element (self, "h1", NULL, title);
  poplens_text_sink_write (self->out, "\n<p class=\"dim\">Profile of a Poplar program: ", -1);
  poplens_share_text (self, self->name);
  write_origin (self);
  poplens_text_sink_write (self->out, "</p>\n<nav aria-label=\"Sections\">", -1);
  for (guint i = 0; i < G_N_ELEMENTS (chapters); i++) {
    poplens_text_sink_printf (self->out, "<a href=\"#%s\">%s</a>\n", chapters[i].id,
                              chapters[i].title);
    if (self->before && !i)
      poplens_text_sink_write (self->out, "<a href=\"#comparison\">Comparison</a>\n", -1);
  }
  poplens_text_sink_write (self->out,
                           "<a href=\"#compilation\">Options and target</a>\n"
                           "<a href=\"#absent\">Not recorded</a></nav>\n</header>\n<main>\n",
                           -1);
}

static void
write_footer (PoplensShare *self)
{
  poplens_text_sink_write (self->out, "</main>\n<footer class=\"dim\">\n<p>Written by ", -1);
  poplens_share_text (self, self->spec->program);
  poplens_text_sink_write (self->out, ": <code>", -1);
  poplens_share_text (self, self->spec->command);
  poplens_text_sink_write (self->out,
                           "</code></p>\n<p>Hover over a column heading for its definition. “–” "
                           "means not recorded, not zero.</p>\n</footer>\n",
                           -1);
}

static gboolean
write_report (PoplensShare *self, GError **error)
{
  const char *title = self->spec->title ? self->spec->title : self->name;

  poplens_share_begin (self, title);
  write_header (self, title);
  for (guint i = 0; i < G_N_ELEMENTS (chapters); i++) {
    if (!poplens_work_go_on (self->spec->work, chapters[i].title, i, G_N_ELEMENTS (chapters)))
      return !g_cancellable_set_error_if_cancelled (self->cancellable, error);
    if (!write_chapter (self, &chapters[i], error) || (!i && !write_comparison (self, error)))
      return FALSE;
  }
  open_chapter (self, "compilation", "Options and target");
  if (!write_tables (self, of_compilation, G_N_ELEMENTS (of_compilation), error))
    return FALSE;
  close_chapter (self);
  open_chapter (self, "absent", "Not recorded");
  if (!write_tables (self, of_absence, G_N_ELEMENTS (of_absence), error))
    return FALSE;
  close_chapter (self);
  write_footer (self);
  poplens_share_end (self);
  return TRUE;
}

gboolean
poplens_share_save (PoplensReport *report, const PoplensShareSpec *spec, const char *path,
                    GError **error)
{
  g_autoptr (PoplensSaveFile) file = NULL;
  g_autoptr (GError) local = NULL;
  g_autoptr (PoplensReport) other = poplens_report_ref_other (report);

  if (!poplens_report_may_write (report, path, error) ||
      (other && !poplens_report_may_write (other, path, error)) ||
      !(file = poplens_save_file_new (path, error)))
    return FALSE;
  g_autoptr (PoplensTextSink) sink = poplens_text_sink_new (poplens_save_file_get_stream (file));
  PoplensReport *shown = other ? other : report;
  g_autofree char *name = poplens_report_name_beside (shown, other ? report : NULL);
  g_autoptr (GHashTable) said = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  PoplensShare self = {.report = shown,
                       .before = other ? report : NULL,
                       .name = name,
                       .spec = spec,
                       .cancellable = spec->work ? spec->work->cancellable : NULL,
                       .out = sink,
                       .said = said,
                       .ids = ids};
  guint n_lost = poplens_report_count_lost (report),
        n_lost_shown = poplens_report_count_lost (shown);
  /* A section without its part says so; one that the disk refused would be half a report. */
  if (!write_report (&self, error) || !poplens_report_is_whole_since (report, n_lost, error) ||
      !poplens_report_is_whole_since (shown, n_lost_shown, error))
    return FALSE;
  if (!poplens_text_sink_flush (sink, &local)) {
    poplens_save_file_explain (file, g_steal_pointer (&local), error);
    return FALSE;
  }
  return poplens_save_file_commit (file, error);
}
