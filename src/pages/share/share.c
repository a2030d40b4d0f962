/* Writes a shared report: its style and script, the list of its chapters, and their texts. */
#include "pages/share/share.h"

#include "base/error.h"
#include "base/save-file.h"
#include "base/visible.h"
#include "pages/core/page-table.h"
#include "pages/picture/chart-paint.h"
#include "pages/share/share-private.h"
#include "tables/compare/compare-time-answer.h"

#include <string.h>

/* ---- style ----------------------------------------------------------------------------------- */

/* Sizes follow look.md 3: a grid of 6 px, margins of 18 px. write_colors () defines the named
 * colours. */
static const char style[] =
    "*{box-sizing:border-box}\n"
    "body{margin:0;background:var(--page);color:var(--text);font:14px/1.45 system-ui,sans-serif;"
    "font-feature-settings:\"tnum\"}\n"
    "main,header,footer{max-width:1136px;margin:0 auto;padding:0 18px}\n"
    "header{padding-top:24px}\n"
    "h1{font-size:24px;margin:0;overflow-wrap:anywhere}\n"
    "h2{font-size:19px;margin:36px 0 6px}\n"
    "h3{font-size:15px;margin:18px 0 6px}\n"
    "p{margin:6px 0}\n"
    "a{color:var(--link)}\n"
    "code{font:12px/1.4 ui-monospace,monospace;background:var(--shade);border-radius:4px;"
    "padding:1px 4px;overflow-wrap:anywhere}\n"
    "nav{display:flex;flex-wrap:wrap;gap:6px 18px;margin:12px 0}\n"
    ".dim,.detail,figcaption{color:var(--dim);font-size:13px}\n"
    ".good{color:var(--good)}.warning{color:var(--warning)}.bad{color:var(--bad)}\n"
    ".less{color:var(--less)}.more{color:var(--more)}\n"
    "p.good,p.warning,p.bad,.absent{border-left:3px solid currentColor;background:var(--shade);"
    "border-radius:6px;padding:6px 12px}\n"
    ".findings{list-style:none;margin:0;padding:0}\n"
    ".findings li{display:flex;gap:12px;padding:9px 0;border-top:1px solid var(--rule)}\n"
    ".findings b{flex:0 0 84px;text-align:right}\n"
    ".findings div{min-width:0}\n"
    ".findings p{margin:0;overflow-wrap:anywhere}\n"
    ".findings .brief{padding:3px 0;border-top:0}\n"
    ".findings .brief div{display:flex;flex-wrap:wrap;gap:0 12px}\n"
    ".findings .advice{padding:0 0 3px;margin-left:96px;border-top:0}\n"
    "figure{margin:12px 0}\n"
    ".scroll{overflow-x:auto;background:var(--card);border:1px solid var(--rule);"
    "border-radius:9px}\n"
    "figure .scroll{padding:12px}\n"
    "svg{display:block;width:100%;height:auto;min-width:720px}\n"
    ".dark{display:none}\n"
    "table{border-collapse:collapse;width:100%;font-size:13px}\n"
    "th,td{padding:4px 9px;text-align:left;vertical-align:top}\n"
    "th{font-weight:600;white-space:nowrap;border-bottom:1px solid var(--rule)}\n"
    "td{overflow-wrap:break-word;max-width:480px}\n"
    "tbody tr:nth-child(even){background:var(--shade)}\n"
    "tfoot td{font-weight:600;border-top:1px solid var(--rule)}\n"
    ".n{text-align:right;white-space:nowrap}\n"
    ".strong td{font-weight:600}\n"
    ".mark{display:inline-block;width:4px;height:13px;margin-right:6px;vertical-align:-2px;"
    "background:var(--ink)}\n"
    ".mark.waits{background:none;border:1px solid var(--ink)}\n"
    ".bar{display:inline-block;height:9px;margin-right:6px;border-radius:2px;"
    "background:var(--s1);opacity:.5}\n"
    "th button{all:unset;cursor:pointer}\n"
    "th button:focus-visible{outline:2px solid var(--link)}\n"
    "details{margin:18px 0}summary{font-size:15px;font-weight:600;cursor:pointer}\n"
    "footer{margin:36px auto 24px;border-top:1px solid var(--rule);padding-top:12px}\n"
    "@media screen and (prefers-color-scheme:dark){.light{display:none}.dark{display:block}}\n"
    /* Print backgrounds too, which browsers leave out by default. */
    ".mark,.bar{-webkit-print-color-adjust:exact;print-color-adjust:exact}\n"
    "@media "
    "print{nav{display:none}.scroll{overflow:visible}svg{min-width:0}tr,figure{break-inside:avoid}}"
    "\n";

/* Sorts a table by the column whose header is clicked. If scripts are off, tables keep their
 * initial order. Cells without a value are last in both directions. */
static const char script[] =
    "'use strict';\n"
    "document.querySelectorAll('table.sorts').forEach(function(table){\n"
    "  const body=table.tBodies[0],heads=Array.from(table.tHead.rows[0].cells);\n"
    "  heads.forEach(function(head,at){\n"
    "    const button=document.createElement('button');\n"
    "    button.append(...head.childNodes);head.append(button);\n"
    "    button.addEventListener('click',function(){\n"
    "      const numbers=head.classList.contains('n');\n"
    "      const down=head.ariaSort?head.ariaSort!=='descending':numbers;\n"
    "      const way=down?-1:1;\n"
    "      heads.forEach(function(h){h.removeAttribute('aria-sort')});\n"
    "      head.setAttribute('aria-sort',down?'descending':'ascending');\n"
    "      const rows=Array.from(body.rows,function(row){\n"
    "        const v=row.cells[at].dataset.v;\n"
    "        return [row,v===undefined?row.cells[at].textContent:Number(v),\n"
    "                numbers&&v===undefined];\n"
    "      });\n"
    "      rows.sort(function(a,b){\n"
    "        if(a[2]||b[2])return a[2]-b[2];\n"
    "        return way*(a[1]<b[1]?-1:a[1]>b[1]?1:0);\n"
    "      });\n"
    "      body.append(...rows.map(function(r){return r[0]}));\n"
    "    });\n"
    "  });\n"
    "});\n";

static void
write_color (PoplensShare *self, const char *name, PoplensColor color)
{
  poplens_text_sink_printf (self->out, "--%s:#%02x%02x%02x;", name, (guint) (color.red * 255 + 0.5),
                            (guint) (color.green * 255 + 0.5), (guint) (color.blue * 255 + 0.5));
}

static void
write_colors (PoplensShare *self, gboolean dark)
{
  PoplensTheme theme = {.dark = dark};
  static const struct {
    const char *name;
    PoplensInk ink;
  } inks[] = {{"text", POPLENS_INK_FOREGROUND}, {"dim", POPLENS_INK_DIM},
              {"rule", POPLENS_INK_GRID},       {"link", POPLENS_INK_SELECTION},
              {"less", POPLENS_INK_LESS},       {"more", POPLENS_INK_MORE}};
  /* Colours with a contrast of at least 4.5 : 1 on the page and on cards. */
  static const struct {
    const char *name;
    PoplensColor color[2]; /* [0] in the light theme, [1] in the dark one */
  } others[] = {{"good", {{0.10, 0.47, 0.30, 1}, {0.56, 0.94, 0.64, 1}}},
                {"warning", {{0.55, 0.36, 0.00, 1}, {0.97, 0.83, 0.38, 1}}},
                {"card", {{1, 1, 1, 1}, {0.21, 0.21, 0.21, 1}}}};

  poplens_text_sink_write (self->out, ":root{", -1);
  for (guint i = 0; i < G_N_ELEMENTS (inks); i++)
    write_color (self, inks[i].name, poplens_ink (inks[i].ink, theme));
  write_color (self, "bad", poplens_ink (POPLENS_INK_LIMIT, theme));
  write_color (self, "page", poplens_page_background (theme));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    write_color (self, others[i].name, others[i].color[dark]);
  for (PoplensSwatch s = POPLENS_SWATCH_COMPUTE; s <= POPLENS_SWATCH_CONTROL; s++) {
    char name[] = {'s', (char) ('0' + s), '\0'};
    write_color (self, name, poplens_ink (poplens_swatch_ink (s), theme));
  }
  poplens_text_sink_printf (self->out, "--shade:%s;--track:%s}\n", dark ? "#ffffff0d" : "#0000000a",
                            dark ? "#ffffff2a" : "#0000001c");
}

/* Writes a content security policy: the file loads nothing, and runs no script except its own. */
static void
write_policy (PoplensShare *self)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize n = sizeof digest;

  g_checksum_update (sum, (const guchar *) script, (gssize) sizeof script - 1);
  g_checksum_get_digest (sum, digest, &n);
  g_autofree char *base64 = g_base64_encode (digest, n);
  poplens_text_sink_printf (self->out,
                            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
                            "'none'; style-src 'unsafe-inline'; img-src data:; script-src "
                            "'sha256-%s'; base-uri 'none'; form-action 'none'\">\n",
                            base64);
}

/* Writes the file up to <body>. */
static void
share_begin (PoplensShare *self, const char *title)
{
  poplens_text_sink_write (
      self->out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", -1);
  write_policy (self);
  poplens_text_sink_write (
      self->out,
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"",
      -1);
  poplens_share_text (self, self->spec->program);
  poplens_text_sink_write (self->out, "\">\n<title>", -1);
  poplens_share_text (self, title);
  poplens_text_sink_write (self->out, "</title>\n<style>\n", -1);
  write_colors (self, FALSE);
  poplens_text_sink_write (self->out, "@media screen and (prefers-color-scheme:dark){", -1);
  write_colors (self, TRUE);
  poplens_text_sink_write (self->out, "}\n", -1);
  for (PoplensSwatch s = POPLENS_SWATCH_COMPUTE; s <= POPLENS_SWATCH_CONTROL; s++)
    poplens_text_sink_printf (self->out, ".s%d{--ink:var(--s%d)}\n", (int) s, (int) s);
  poplens_text_sink_write (self->out, style, -1);
  poplens_text_sink_write (self->out, "</style>\n</head>\n<body>\n", -1);
}

/* ---- text ------------------------------------------------------------------------------------ */

void
poplens_share_text (PoplensShare *self, const char *text)
{
  g_autofree char *cut = NULL;
  g_autofree char *markup =
      poplens_visible_markup (text ? poplens_shorten (text, POPLENS_CARD_BYTES, &cut) : "", -1);

  poplens_text_sink_write (self->out, markup, -1);
}

void
poplens_share_path (PoplensShare *self, const char *text)
{
  g_autofree char *cut = NULL;
  g_autofree char *markup =
      poplens_visible_markup (text ? poplens_shorten (text, POPLENS_CARD_BYTES, &cut) : "", -1);

  for (const char *at = markup, *end; *at; at = end) {
    end = strchr (at, '/');
    end = end ? end + 1 : at + strlen (at);
    poplens_text_sink_write (self->out, at, end - at);
    if (*end && end[-1] == '/')
      poplens_text_sink_write (self->out, "<wbr>", -1);
  }
}

void
poplens_share_element (PoplensShare *self, const char *tag, const char *class, const char *text)
{
  if (!text)
    return;
  if (class)
    poplens_text_sink_printf (self->out, "<%s class=\"%s\">", tag, class);
  else
    poplens_text_sink_printf (self->out, "<%s>", tag);
  poplens_share_path (self, text);
  poplens_text_sink_printf (self->out, "</%s>", tag);
}

/* Returns the class in the style sheet for the tone of a fact or notice. */
static const char *
tone_class (PoplensTone tone)
{
  static const char *const classes[] = {"", "good", "warning", "bad"};

  return classes[tone];
}

/* Returns @command with the report's name instead of its path, which does not exist on the reader's
 * computer. (transfer full) */
static char *
name_report (PoplensShare *self, const char *command)
{
  g_autofree char *path = poplens_shell_word (poplens_report_get_path (self->report));
  g_autofree char *name = g_shell_quote (self->name);
  g_autoptr (GString) text = g_string_new (command);

  g_string_replace (text, path, name, 1);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
write_finding (PoplensShare *self, const PoplensFact *fact)
{
  gboolean is_line = fact->form == POPLENS_FACT_LINE;
  gboolean is_brief = is_line || fact->form == POPLENS_FACT_PART;

  /* For advice, and for links that work only in the window, write only the text. */
  if (fact->form == POPLENS_FACT_ADVICE || fact->form == POPLENS_FACT_MORE) {
    if (fact->detail)
      poplens_share_element (self, "li", "advice", fact->detail);
    return;
  }
  poplens_text_sink_printf (self->out, "<li%s>", is_brief ? " class=\"brief\"" : "");
  if (!is_line)
    poplens_share_element (self, "b", tone_class (fact->tone), *fact->value ? fact->value : "–");
  poplens_text_sink_write (self->out, "<div>", -1);
  poplens_share_element (self, "strong", NULL, fact->label);
  poplens_share_element (self, "p", NULL, is_line ? fact->value : fact->detail);
  poplens_share_element (self, "p", "dim", fact->cause);
  poplens_share_element (self, "code", NULL, fact->code);
  g_autofree char *command = fact->command && !is_brief ? name_report (self, fact->command) : NULL;
  poplens_share_element (self, "code", NULL, command);
  poplens_text_sink_write (self->out, "</div></li>\n", -1);
}

static void
write_findings (PoplensShare *self, const PoplensSection *section)
{
  poplens_share_element (self, "h3", NULL, section->title);
  if (section->answer)
    poplens_share_element (self, "p", "dim", section->answer);
  if (section->state == POPLENS_ABSENT) {
    poplens_share_element (self, "p", "absent", section->text);
    return;
  }
  poplens_text_sink_write (self->out, "\n<ul class=\"findings\">\n", -1);
  for (guint i = 0; i < section->facts->len; i++) {
    const PoplensFact *fact = g_ptr_array_index (section->facts, i);
    if (!fact->detail || !g_hash_table_contains (self->said, fact->detail))
      write_finding (self, fact);
  }
  poplens_text_sink_write (self->out, "</ul>\n", -1);
}

/* Writes a notice. If several pages have the same notice, writes it only the first time. */
static void
write_notice (PoplensShare *self, const PoplensSection *section)
{
  if (section->title)
    poplens_share_element (self, "h3", tone_class (section->notice.tone), section->title);
  if (!*section->text || !g_hash_table_add (self->said, g_strdup (section->text)))
    return;
  /* A neutral notice is dimmed. */
  poplens_text_sink_printf (
      self->out, "<p class=\"%s\">",
      section->notice.tone == POPLENS_TONE_NEUTRAL ? "dim" : tone_class (section->notice.tone));
  poplens_share_text (self, section->text);
  poplens_text_sink_write (self->out, "</p>\n", -1);
}

/* Writes all sections of the page that have the kind @kind: FINDINGS or NOTICE. */
static void
share_texts (PoplensShare *self, const PoplensPage *page, PoplensSectionKind kind)
{
  for (guint i = 0; i < page->sections->len; i++) {
    const PoplensSection *section = g_ptr_array_index (page->sections, i);
    if (section->kind != kind)
      continue;
    if (kind == POPLENS_SECTION_FINDINGS)
      write_findings (self, section);
    else
      write_notice (self, section);
  }
}

/* ---- the report ------------------------------------------------------------------------------ */

#define MOST_TABLES 5

/* A chapter of the file: notices, findings and chart of a page, then tables. */
typedef struct {
  PoplensPageId page;
  const char *id, *title;
  const char *chart, *chart_title; /* (nullable) .chart: key of the section with the chart;
                                      .chart_title: title of the chart */
  PoplensShareTable tables[MOST_TABLES];
} Chapter;

static const Chapter chapters[] = {
    {POPLENS_PAGE_SUMMARY, "summary", "Overview", NULL, NULL, {{NULL}}},
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

/* Tables of the comparison. Tables 0 … ON_SUMMARY − 1 come before the charts. */
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

/* Tables of two chapters: how the model was compiled, and what is missing. */
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
share_write_tables (PoplensShare *self, const PoplensShareTable *tables, guint n, GError **error)
{
  for (guint i = 0; i < n && tables[i].name; i++)
    if (!poplens_share_table (self, &tables[i], error))
      return FALSE;
  return TRUE;
}

/* Builds a page completely: of .report or, if @compares, of both reports. NULL with @error.
 * (transfer full) */
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

/* Writes notices, findings and charts of Summary in the order of the page. Leaves out its tables,
 * which have chapters of their own. FALSE with @error. */
static gboolean
write_summary (PoplensShare *self, const PoplensPage *page, GError **error)
{
  for (guint i = 0; i < page->sections->len; i++) {
    const PoplensSection *section = g_ptr_array_index (page->sections, i);
    if (section->kind == POPLENS_SECTION_NOTICE)
      write_notice (self, section);
    else if (section->kind == POPLENS_SECTION_FINDINGS && section->state == POPLENS_WHOLE)
      write_findings (self, section);
    else if (!poplens_share_chart (self, page, section->key, NULL, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
write_page (PoplensShare *self, const Chapter *chapter, const PoplensPage *page, GError **error)
{
  if (chapter->page == POPLENS_PAGE_SUMMARY)
    return write_summary (self, page, error);
  if (page->answer)
    poplens_share_element (self, "p", NULL, page->answer);
  share_texts (self, page, POPLENS_SECTION_NOTICE);
  share_texts (self, page, POPLENS_SECTION_FINDINGS);
  if (chapter->chart &&
      !poplens_share_chart (self, page, chapter->chart, chapter->chart_title, error))
    return FALSE;
  return share_write_tables (self, chapter->tables, MOST_TABLES, error);
}

/* Writes a page as a chapter. If the report lacks the page's data, writes a sentence that says so.
 * FALSE with @error. */
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

/* Writes a chart that compares both reports. Does nothing if a report lacks the data of the page.
 * FALSE with @error. */
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

/* If there are two reports, writes the chapter that compares them. FALSE with @error. */
static gboolean
write_comparison (PoplensShare *self, GError **error)
{
  if (!self->before)
    return TRUE;
  g_autofree char *name = poplens_report_name_beside (self->before, self->report);
  g_autofree char *title = g_strdup_printf ("Compared with %s", name);
  open_chapter (self, "comparison", title);
  /* Ignore the error: if a report has no time, the tables below say that. */
  g_auto (PoplensTimeAnswer) time = {0};
  if (poplens_compare_time_of (self->before, &time, self->cancellable, NULL))
    poplens_share_element (self, "p", NULL, time.text);
  /* Keep the order of the pages: overall changes, charts, details. */
  if (!share_write_tables (self, of_comparison, ON_SUMMARY, error) ||
      !write_both (self, POPLENS_PAGE_MEMORY, "memory-chart", "Memory by tile, before and after",
                   error) ||
      !write_both (self, POPLENS_PAGE_LIVENESS, "liveness-chart", "Live memory, before and after",
                   error) ||
      !share_write_tables (self, of_comparison + ON_SUMMARY,
                           G_N_ELEMENTS (of_comparison) - ON_SUMMARY, error))
    return FALSE;
  close_chapter (self);
  return TRUE;
}

/* Writes where the report comes from: target, compiler version and time, as far as recorded. */
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

  share_begin (self, title);
  write_header (self, title);
  for (guint i = 0; i < G_N_ELEMENTS (chapters); i++) {
    if (!poplens_work_go_on (self->spec->work, chapters[i].title, i, G_N_ELEMENTS (chapters)))
      return !g_cancellable_set_error_if_cancelled (self->cancellable, error);
    if (!write_chapter (self, &chapters[i], error) || (!i && !write_comparison (self, error)))
      return FALSE;
  }
  open_chapter (self, "compilation", "Options and target");
  if (!share_write_tables (self, of_compilation, G_N_ELEMENTS (of_compilation), error))
    return FALSE;
  close_chapter (self);
  open_chapter (self, "absent", "Not recorded");
  if (!share_write_tables (self, of_absence, G_N_ELEMENTS (of_absence), error))
    return FALSE;
  close_chapter (self);
  write_footer (self);
  poplens_text_sink_write (self->out, "<script>", -1);
  poplens_text_sink_write (self->out, script, -1);
  poplens_text_sink_write (self->out, "</script>\n</body>\n</html>\n", -1);
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
  /* The file says which parts are absent. But if a disk error prevented loading a part, save no
   * file: it would be incomplete. */
  if (!write_report (&self, error) || !poplens_report_is_whole_since (report, n_lost, error) ||
      !poplens_report_is_whole_since (shown, n_lost_shown, error))
    return FALSE;
  if (!poplens_text_sink_flush (sink, &local)) {
    poplens_save_file_explain (file, g_steal_pointer (&local), error);
    return FALSE;
  }
  return poplens_save_file_commit (file, error);
}
