/* Pages: a page is an immutable document of sections for a location, built on a worker. The window
 * and the HTML report show the same page. This room does not use GTK. */
#pragma once

#include "analysis/time/time.h"
#include "base/work.h"
#include "charts/core/chart.h"
#include "model/location.h"
#include "tables/engine/table.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_LAYOUT_DOCUMENT, /* sections below one another, which scroll together, as on Summary */
  POPLENS_LAYOUT_CHART,    /* the chart on top, tables in tabs below, as on Memory */
  POPLENS_LAYOUT_TABLE,    /* a table on top, in which the user chooses a row; other tables in tabs
                              below */
} PoplensPageLayout;

typedef enum {
  POPLENS_SECTION_FACTS,    /* headline: the main figures */
  POPLENS_SECTION_FINDINGS, /* facts as rows, each with an amount, a sentence and a cause */
  POPLENS_SECTION_NOTICE,   /* one important sentence */
  POPLENS_SECTION_CHART,
  POPLENS_SECTION_TAB_CHART, /* a chart in a tab, not on top */
  POPLENS_SECTION_TABLE,
  POPLENS_SECTION_CHANGES, /* editor for the changes of what-if: pages/insights/changes.h */
} PoplensSectionKind;

/* Whether a section or page is complete. */
typedef enum {
  POPLENS_WHOLE,
  POPLENS_PARTIAL, /* incomplete: a tab is made when it is shown, a page is built again */
  POPLENS_ABSENT,  /* there is nothing to show; .text says why */
} PoplensState;

typedef enum {
  POPLENS_TONE_NEUTRAL,
  POPLENS_TONE_GOOD,
  POPLENS_TONE_WARNING,
  POPLENS_TONE_BAD,
  POPLENS_TONE_LESS, /* a difference between two reports, in the colour of a decrease */
  POPLENS_TONE_MORE,
} PoplensTone;

/* How a fact of a FINDINGS section is shown. */
typedef enum {
  POPLENS_FACT_STEP,  /* an amount, a title, sentences, and buttons */
  POPLENS_FACT_GROUP, /* heading with an amount, a title and a line; a click expands the rows below,
                         up to the next GROUP or ITEM */
  POPLENS_FACT_ADVICE, /* in a group: a text in a box */
  POPLENS_FACT_PART,   /* in a group: an amount, a title and a few words, on one line */
  POPLENS_FACT_ITEM,   /* an amount, a title and a line of text */
  POPLENS_FACT_LINE,   /* a title, and a few words at the right */
  POPLENS_FACT_MORE,   /* text of a link or, without a link, the number of hidden rows above */
} PoplensFactForm;

/* A fact of the headline: "Fullest tile" · "1.2 of 624 KiB" · "tile 812, IPU 0". In a FINDINGS
 * section, a row. */
typedef struct {
  char *label;
  char *value;  /* main text of the fact: short, and shown large */
  char *detail; /* (nullable) a sentence, shown dimmed */
  PoplensTone tone;
  char *link;    /* (nullable) location to which a click leads */
  double fill;   /* 0 … 1: share of a small bar that is filled; negative: no bar */
  char *cause;   /* (nullable) FINDINGS: the cause, or the remedy */
  char *command; /* (nullable) FINDINGS: command that prints the fact's numbers in a terminal */
  const char *source; /* (nullable, static) sentence on the provenance of the numbers */
  char *finding; /* (nullable) FINDINGS: name of the finding, by which the user can dismiss it */
  gboolean is_dismissed; /* FINDINGS: the user dismissed the finding, and can restore it
                            (report/bookmarks.h) */
  PoplensInk ink;        /* FINDINGS: colour of the bar of .fill, below the value */
  gboolean waits;        /* FINDINGS: the bar has a tint of .ink, as the finding is about waiting */
  double fill_to; /* FINDINGS: end of a second, paler bar (0 … 1), for the upper end of a range; 0:
                     no such bar */
  double mark;    /* FINDINGS: position of a line across the bar, 0 … 1; negative: none */
  char *code; /* (nullable) FINDINGS: options to copy; "": none, but the row reserves their space */
  char *sentence;       /* (nullable) FINDINGS: the full sentence, if .detail is a part of it */
  GPtrArray *links;     /* (nullable) FINDINGS: PoplensPageLink; each is shown as a button */
  PoplensFactForm form; /* FINDINGS: how the row is shown */
  char *group; /* (nullable) FINDINGS, forms GROUP and MORE: value of the location's key "open" that
                  shows the hidden rows */
} PoplensFact;

/* A link of a notice, a finding or a header of findings: "Tile 812 at its worst step". */
typedef struct {
  char *title;
  char *location;
  gboolean is_likely; /* the button is the one that the page suggests */
  gboolean is_on;     /* the action of the link is done already; the button undoes it */
} PoplensPageLink;

/* Which key of the location a click on a chart's item sets. */
typedef enum {
  POPLENS_SELECTS_NOTHING,
  POPLENS_SELECTS_TILES, /* "tile": a set of tiles */
  POPLENS_SELECTS_STEPS, /* "step": a list of steps; the first is compared with each of the others
                          */
  /* LANES: "executed" (id of an executed step), "block" (row of lightweight profiling) or "range"
   * ("FROM..TO" in cycles, half open) */
  POPLENS_SELECTS_CYCLES,
  POPLENS_SELECTS_OPERATIONS, /* TREEMAP and GRAPH: "operation": one operation */
} PoplensSelects;

typedef struct _PoplensTabKind PoplensTabKind;
/* The operations behind the items of a treemap or graph (pages/operations/operations-treemap.h). */
typedef struct _PoplensOperationItems PoplensOperationItems;

/* Summary of the selected item. A wide window shows it beside the page's chart, a narrow one in a
 * tab. */
typedef struct {
  GPtrArray *figures;                  /* PoplensFact: large numbers, each with a label */
  char *name;                          /* (nullable) full name, below the title */
  PoplensChart *bar;                   /* (nullable) chart of kind SHARES, without a legend */
  const char *bar_title, *chart_title; /* (static) titles of .bar and of the tab's chart */
  char *bar_note;                      /* (nullable) what the bar shows */
  const char *chart_note;              /* (nullable, static) how the chart is ordered */
  char *advice;                        /* (nullable) what to change */
  PoplensTable *details;               /* (nullable) all details; collapsed at first */
} PoplensTabDigest;

/* A chart in a tab, with texts on the selected item. Immutable, reference counted. When a key
 * changes on which the section depends (PoplensSection.follows), a new chart is made. */
typedef struct {
  PoplensChart *chart;
  GArray *selected; /* PoplensItemRange: selected items */
  char *lead;       /* (nullable) sentences above the title */
  char *title;      /* name of the selected item or, without a selection, of the chart */
  char *text;       /* (nullable) sentences below the title */
  GPtrArray *facts; /* PoplensFact: label, value, detail, link */
  guint32 n_steps;  /* number of steps of the slider below the chart; 0: no slider */
  char *step_label; /* (nullable) text beside the slider: the step that the location names */
  char *misuse;     /* (nullable) sentence on an invalid request of the location */
  /* The chart is below the page's chart and has the same axis: both charts show the same range and
   * selection. The tab then shows no facts. */
  gboolean shares_axis;
  /* (nullable) summary of the selected item. If it is present, .facts are shown as links. */
  PoplensTabDigest *digest;
  const PoplensTabKind *kind;
  gpointer items; /* (nullable) data behind the chart's items; freed with .free_items */
  GDestroyNotify free_items;
} PoplensTabChart;

PoplensTabChart *poplens_tab_chart_ref (PoplensTabChart *self);
void poplens_tab_chart_unref (PoplensTabChart *self);

/* The origin of a section: a location, and the keys that were read from it. */
typedef struct {
  PoplensLocation *location; /* (nullable) NULL: the origin was not recorded */
  PoplensLocationReads *reads;
} PoplensMadeOf;

void poplens_made_of_clear (PoplensMadeOf *self);
/* TRUE if @location and the recorded location have the same values for all keys that were read. */
gboolean poplens_made_of_is (const PoplensMadeOf *self, const PoplensLocation *location);

/* Fields of a NOTICE or FINDINGS section. In sections of other kinds, all fields are zero. */
typedef struct {
  PoplensTone tone;
  gboolean is_standing; /* the notice holds for the whole report, whatever is selected: the window
                           shows it behind an icon of the header bar */
  GPtrArray *links;     /* (nullable) PoplensPageLink: links after the text of a NOTICE, or in the
                           header of FINDINGS */
} PoplensNoticeLook;

/* Fields of a chart on top of a CHART page, or among the sections of a DOCUMENT. */
typedef struct {
  guint32 *tiles;  /* [n_items] tile of each item; NULL: items are not tiles */
  guint32 *steps;  /* SELECTS_STEPS: [n_items] step of each item, G_MAXUINT32: none; NULL: item i is
                      step i */
  guint32 n_shown; /* SELECTS_STEPS: 1 + the step that is shown if the location selects none; 0: no
                      step */
  PoplensSelects selects;       /* what a click on an item selects, for a chart on top */
  PoplensOperationItems *items; /* SELECTS_OPERATIONS: data of the items */
  GStrv links; /* DOCUMENT: (nullable) locations to which clicks lead, one for each item; in some
                  charts, that of each item is followed by one for each of its series */
  gboolean to_limit; /* DOCUMENT: the value axis includes the limit, however low values are */
} PoplensChartLook;

/* Fields of a chart in a tab. */
typedef struct {
  const PoplensTabKind *kind; /* (static) functions that make the chart */
  PoplensTabChart *chart;     /* the chart; NULL until poplens_page_complete () makes it */
  gboolean opens;             /* the tab may be open by default, as the chart needs no selection */
  const char *const *opens_for; /* (nullable, static), NULL-terminated: as .opens, but only if the
                                   location has one of these keys */
  gboolean is_beside; /* a wide window shows the chart beside the page's chart, not in a tab */
  gboolean has_row; /* the section's controls have a row of their own, as they do not fit beside the
                       tabs */
} PoplensTabLook;

typedef struct {
  const char *name;       /* (nullable, static) name of the table; NULL: the key of the section */
  gboolean compares;      /* the table compares two reports */
  gboolean filterable;    /* the table has a filter field */
  gboolean on_top;        /* the only table on top of a TABLE page */
  const char *chooses;    /* (static) key of the location that a click on a row sets */
  const char *chooses_by; /* (static) column of the table with the values for the key .chooses */
} PoplensTableLook;

/* A section of a page: fields that every kind has, then those of each kind. */
typedef struct {
  PoplensSectionKind kind;
  PoplensState state;
  char *key;   /* name of the section: "facts", "options", "memory-details" */
  char *title; /* (nullable) */
  /* (nullable, static) name of the tab; NULL: .title. Adjacent sections with the same name share
   * one tab, with a control to choose among them */
  const char *tab_name;
  gboolean collapsed;  /* DOCUMENT: collapsed at first */
  gboolean stays_open; /* DOCUMENT: a card that cannot be collapsed */
  int column;          /* DOCUMENT: left (1) or right (2) column of a wide window; 0: spans both */
  char *answer;        /* (nullable) DOCUMENT: headline beside the title, collapsed or not */
  char *text;          /* NOTICE: the notice; ABSENT: why there is nothing to show */
  double room; /* ABSENT, NOTICE: pixels to reserve for later contents, so that nothing moves when
                  they arrive; 0: none, or unknown */
  PoplensMadeOf made;        /* origin of a table, or of the chart of a CHART page */
  PoplensLocation *location; /* (nullable) source of the table; NULL: PoplensPage.usable */
  /* (nullable, static), NULL-terminated: keys of the location on which the table or chart depends.
   * When the value of one changes, the table or chart is made again. */
  const char *const *follows;
  /* Contents; the kind of section says which field is used: */
  GPtrArray *facts;                /* FACTS, FINDINGS, CHANGES: PoplensFact */
  struct _PoplensChanges *changes; /* CHANGES */
  PoplensChart *chart;             /* CHART; TAB_CHART once it is made */
  PoplensTable *table;             /* TABLE */
  PoplensNoticeLook notice;
  PoplensChartLook plot;
  PoplensTabLook tab;
  PoplensTableLook rows;
} PoplensSection;

typedef enum {
  POPLENS_CONTROL_CHOICE,  /* a drop-down of two or more options */
  POPLENS_CONTROL_SWITCH,  /* a switch: the first of two options is on, the second off */
  POPLENS_CONTROL_SEARCH,  /* a field in which the user types words; no options */
  POPLENS_CONTROL_NAMES,   /* a field that completes names: a chosen name is added to the key's
                              comma-separated list; no options */
  POPLENS_CONTROL_BUTTONS, /* a button for each option: a click leads to a location, and no option
                              stays chosen */
  POPLENS_CONTROL_CHAPTERS, /* topic of the page (“section” in the user interface): a row of buttons
                               above everything else */
} PoplensControlKind;

/* A control above the page, or in the header of a section. It sets the location's @key. */
typedef struct {
  const char *key;   /* (static) "breakdown" */
  const char *title; /* (static) "Breakdown" */
  const char *doc;   /* (static) tooltip */
  PoplensControlKind kind;
  guint n_options;
  const char *const *options; /* (static) values for the location */
  const char *const *titles;  /* (static) labels */
  guint current; /* index of the chosen option; BUTTONS: bits of the options that are disabled */
  const char *section;  /* (nullable, static) section whose header or tab contains the control */
  char letter;          /* keyboard shortcut that chooses the next option, 'o'; 0: none */
  gboolean is_plain;    /* the title is not shown beside the options, which are self-explanatory */
  gboolean is_linked;   /* CHOICE: the options are shown as adjacent buttons */
  gboolean in_display;  /* on a page with a chart, the control is in the menu “Display” */
  gboolean count_first; /* SEARCH: the number of matches is shown before the field, not after it */
  guint fallback;       /* option that applies if the location names none */
  const char *const *icons;   /* (nullable, static) BUTTONS: icon names; NULL: the title is shown */
  const char *const *docs;    /* (static) BUTTONS: tooltips */
  const char *const *why_not; /* (static) BUTTONS: tooltips of disabled options (.current) */
  const char *needs; /* (nullable, static) BUTTONS: disabled unless the location has this key */
  GStrv completions; /* NAMES: names that the field offers for completion */
  GStrv own_options, own_titles; /* owned by the page: the lists behind .options and .titles, if
                                    they are not static */
} PoplensControl;

/* A set of tiles that can be selected with one click: "The 5 fullest tiles" · "610 KiB with gaps,
 * or more". */
typedef struct {
  char *title, *detail;
  PoplensTileSet *tiles; /* (nullable) NULL: there are no such tiles, as .detail says */
} PoplensTileChoice;

/* User preferences for all pages, which a location can override. */
typedef struct {
  PoplensByteUnit unit;
  gboolean in_time; /* traces have an axis in nominal time, not in cycles */
  guint64 clock_hz; /* clock for nominal time in Hz; 0: the clock that the report records */
  guint framework; /* framework whose options are shown (analysis/insights/fit.h), unless the report
                      records its own */
} PoplensPageDefaults;

gboolean poplens_page_defaults_equal (PoplensPageDefaults a, PoplensPageDefaults b);

typedef struct {
  PoplensPageId id;
  PoplensPageLayout layout;
  PoplensLocation *location;
  char *title;
  GPtrArray *controls; /* PoplensControl */
  GPtrArray *sections; /* PoplensSection */
  guint32 n_tiles;     /* number of tiles that the tile field accepts; 0: there is no tile field */
  gboolean has_scope;  /* the page has a control "scope", whose value "tile" means the tiles of the
                          tile field */
  gboolean scope_is_all; /* if the location has no "scope", the page covers all tiles, whatever the
                            tile field says */
  GPtrArray *tile_choices; /* (nullable) PoplensTileChoice: sets of tiles beside the tile field; may
                              be empty */
  PoplensByteUnit unit;    /* how bytes are written: the location's "unit", else the caller's */
  char *answer;            /* (nullable) sentence with which the page begins */
  char *compared;    /* (nullable) names of both reports, if the page compares two: "A → B" */
  gboolean has_side; /* DOCUMENT: the right column is narrower, its cards only as high as needed */
  gboolean of_two; /* the report is compared with another one; the page shows both or one of them */
  char *misuse; /* (nullable) message on the first invalid request of the location; a notice shows
                   it, too */
  PoplensState state; /* PARTIAL: the page must be built again */
  guint32 later; /* PARTIAL: build the page again once these POPLENS_PART_BIT()s are loaded; 0: at
                    once */
  gboolean kinds_later; /* PARTIAL: build the page again once the kinds of variables are computed */
  guint32 assumes;      /* POPLENS_ASSUMES() bits that the notice "assumption" covers */
  PoplensLocation *usable;          /* .location without invalid values: tables are made from it */
  struct _PoplensTraceView *trace;  /* TRACE: data of the page's chart; owned */
  struct _PoplensLightLanes *light; /* TRACE with blocks of lightweight profiling: data of the
                                       page's chart, instead of .trace; owned */
  PoplensReport *report;
} PoplensPage;

/* TRUE if the tab of @section may be open when the location names no tab. */
gboolean poplens_section_opens (const PoplensSection *section, const PoplensLocation *location);

/* Returns the parts that the page reads completely. The page itself reports those that are
 * absent. */
guint32 poplens_page_parts (PoplensPageId id);
/* As poplens_page_parts (), plus the parts of the chapter and tab of @location. */
guint32 poplens_page_parts_of_location (const PoplensLocation *location);
/* Reads as much of @part as the page needs, which may be nothing. FALSE on the errors of
 * poplens_report_load (). */
gboolean poplens_page_read_part (PoplensPageId id, PoplensReport *report, PoplensPart part,
                                 GCancellable *cancellable, GError **error);
/* Returns why the page cannot be shown for this report, for a tooltip in the side bar; NULL if it
 * can be shown. (transfer full) (nullable) */
char *poplens_page_why_not (PoplensPageId id, PoplensReport *report);

/* TRUE if the page can be restricted to one operation, by the keys "operation" and "layer". */
gboolean poplens_page_can_restrict (PoplensPageId page);
/* Returns links to pages restricted to the operation that @location selects on Operations; empty if
 * it selects none. (transfer full) GPtrArray of PoplensPageLink */
GPtrArray *poplens_page_only_links (const PoplensLocation *location, PoplensReport *report);

/* Builds the page, and loads what it needs. For a worker thread (or the terminal). @unit: how bytes
 * are written, unless the location has a "unit". NULL with @error if the page cannot be shown at
 * all. (transfer full) */
PoplensPage *poplens_page_build (PoplensReport *report, const PoplensLocation *location,
                                 PoplensByteUnit unit, GCancellable *cancellable, GError **error);
/* As poplens_page_build (), with progress. @work: (nullable): progress of computations after the
 * parts are loaded. @before: (nullable): earlier page of the same report or comparison; sections
 * whose keys are unchanged are reused. (transfer full) */
PoplensPage *poplens_page_build_work (PoplensReport *report, const PoplensLocation *location,
                                      PoplensPageDefaults defaults, const PoplensPage *before,
                                      const PoplensWork *work, GError **error);
/* Builds the complete page, including data that a window loads later. @with_tabs: also makes all
 * tabs. (transfer full) */
PoplensPage *poplens_page_build_whole (PoplensReport *report, const PoplensLocation *location,
                                       PoplensPageDefaults defaults, gboolean with_tabs,
                                       GCancellable *cancellable, GError **error);
/* Builds a PARTIAL page of what can be shown at once, for pages that take seconds. The parts of the
 * page must be loaded. NULL if the complete page is as fast, or if nothing can be shown yet.
 * (transfer full) (nullable) */
PoplensPage *poplens_page_build_partial (PoplensReport *report, const PoplensLocation *location,
                                         PoplensPageDefaults defaults, const PoplensWork *work);
/* Returns the key of the tab to show if the location names no tab: the first tab with content or,
 * if all are empty, the first tab. NULL if the page has no tabs. */
const char *poplens_page_default_tab (const PoplensPage *self);
void poplens_page_free (PoplensPage *self);

/* Makes the table of a section that is PARTIAL, or that depends on keys (.follows). Uses the page's
 * location, with the values that these keys have in @location. Loads parts: call it on a worker
 * thread. @made: (nullable): receives the origin of the table. NULL with @error. (transfer full) */
PoplensTable *poplens_page_make_table (PoplensReport *report, const PoplensPage *self,
                                       const PoplensSection *section,
                                       const PoplensLocation *location, PoplensMadeOf *made,
                                       GCancellable *cancellable, GError **error);
/* As poplens_page_make_table (), for a chart in a tab. */
PoplensTabChart *poplens_page_make_chart (PoplensReport *report, const PoplensPage *self,
                                          const PoplensSection *section,
                                          const PoplensLocation *location, PoplensMadeOf *made,
                                          GCancellable *cancellable, GError **error);
/* TRUE if a table or chart of @section with the origin @made is up to date for @location. */
gboolean poplens_page_is_made (const PoplensPage *self, const PoplensSection *section,
                               const PoplensLocation *location, const PoplensMadeOf *made);
/* Returns the location after a click on @item of a tab's chart; G_MAXSIZE: outside all items.
 * @position: position on the axis; for bars the index of the series, −1: no series. (transfer full)
 */
PoplensLocation *poplens_page_select_in_tab (const PoplensTabChart *tab,
                                             const PoplensLocation *location, gsize item,
                                             double position);
/* Returns the items of a tab's chart that @location selects. (transfer full): GArray of
 * PoplensItemRange */
GArray *poplens_page_selected_in_tab (const PoplensTabChart *tab, const PoplensLocation *location);
/* Returns @location after a click on the close button of @row in a tab's chart. (transfer full) */
PoplensLocation *poplens_page_remove_in_tab (const PoplensTabChart *tab,
                                             const PoplensLocation *location, guint row);
/* Makes all PARTIAL tabs, for callers that show all tabs. Call it before other threads use the
 * page. FALSE with @error only if cancelled or if the file changed. */
gboolean poplens_page_complete (PoplensPage *self, PoplensReport *report, GCancellable *cancellable,
                                GError **error);
const PoplensSection *poplens_page_find_section (const PoplensPage *self, const char *key);
const PoplensControl *poplens_page_find_control (const PoplensPage *self, const char *key);
const PoplensSection *
poplens_page_get_chart (const PoplensPage *self); /* (nullable) the first chart */
/* Returns the section with the table on top of a TABLE page; NULL on other pages. */
const PoplensSection *poplens_page_get_top (const PoplensPage *self);
/* Returns the row that @location chooses in a section with .rows.chooses; G_MAXUINT32: none. Linear
 * in the number of rows. */
guint32 poplens_page_chosen_row (const PoplensSection *top, const PoplensLocation *location);
/* Returns @location with @row of the table chosen. (transfer full) */
PoplensLocation *poplens_page_choose_row (const PoplensSection *top,
                                          const PoplensLocation *location, guint32 row);

/* Returns the verdict on the report from loaded data, as Summary shows it: "TITLE. TEXT". (transfer
 * full) */
char *poplens_page_verdict (PoplensReport *report, PoplensByteUnit unit, GCancellable *cancellable);
/* Returns the headline facts that depend on @parts (bits of memory, liveness and execution); fewer
 * if a part is absent. (transfer full) GPtrArray of PoplensFact */
GPtrArray *poplens_page_headline (PoplensReport *report, guint32 parts,
                                  PoplensPageDefaults defaults, GCancellable *cancellable,
                                  GError **error);
/* Returns all headline facts, including those on debug.cbor and on what the report lacks. (transfer
 * full) GPtrArray of PoplensFact */
GPtrArray *poplens_page_summary_facts (PoplensReport *report, PoplensPageDefaults defaults,
                                       GCancellable *cancellable, GError **error);

/* Returns the items of the page's chart that the location selects, ascending and disjoint.
 * (transfer full) GArray of PoplensItemRange */
GArray *poplens_page_selected_items (const PoplensPage *self, const PoplensLocation *location);
/* Returns the number of fields (charts/lanes/field.h) in the page's chart. */
guint poplens_page_n_fields (const PoplensPage *self);
/* Returns the maximum number of pixel columns for which a field is read. */
guint poplens_page_most_field_columns (const PoplensPage *self);
/* Reads the contents of the field with index @field, and the positions of what @location selects in
 * it. May read the file: call it on a worker thread. @edges: edges of the columns, from
 * poplens_chart_layout_field_edges (). Layouts that are made afterwards show the contents. FALSE
 * with @error. */
gboolean poplens_page_fetch_field (const PoplensPage *self, const PoplensLocation *location,
                                   guint field, const GArray *edges, const PoplensWork *work,
                                   GError **error);
/* As poplens_page_fetch_field (), for all fields of a layout of the page's chart. */
gboolean poplens_page_fetch_fields (const PoplensPage *self, const PoplensLocation *location,
                                    const PoplensChartLayout *layout, const PoplensWork *work,
                                    GError **error);
/* Returns the location after a click on row @line of the field below lane group @group. Selects the
 * tile of the row, and the step that the tile executed at @cycle. (transfer full) */
PoplensLocation *poplens_page_select_line (const PoplensPage *self, const PoplensLocation *location,
                                           guint group, guint line, guint64 cycle);
/* Returns the items of a chart of a DOCUMENT page whose tiles the location selects; empty if it
 * selects all of them. (transfer full): GArray of PoplensItemRange */
GArray *poplens_page_section_marks (const PoplensSection *section, const PoplensLocation *location);
/* Returns the tiles of the chart's @items. (transfer full) */
PoplensTileSet *poplens_page_tiles_of_items (const PoplensPage *self, PoplensItemRange items);
/* Returns the items that match the location's search or, without a search, the items of its
 * finding. On the trace, "#7" finds step 7, and "/…/" is a regular expression. @trouble: (nullable)
 * (out) (transfer full): error in the expression, or NULL. NULL if there is nothing to search for,
 * or if cancelled. (transfer full) (nullable) GArray of PoplensItemRange, ascending */
GArray *poplens_page_found_items (const PoplensPage *self, const PoplensLocation *location,
                                  GCancellable *cancellable, char **trouble);

/* Returns @location with @items of the page's chart selected; an empty range with REPLACE clears
 * the selection. Of a range of steps, selects the first and the last. On the trace, selects one
 * block as "executed", several blocks as a "range" of cycles. (transfer full) */
PoplensLocation *poplens_page_select_items (const PoplensPage *self,
                                            const PoplensLocation *location, PoplensItemRange items,
                                            PoplensSelectMode mode);
/* LANES: returns @location with the cycles @from … @to selected (key "range"); an empty span
 * removes the key. Does not change the selected step ("executed"). (transfer full) */
PoplensLocation *poplens_page_select_span (const PoplensPage *self, const PoplensLocation *location,
                                           double from, double to);
/* Gives the selected cycles. @from, @to: (out). FALSE if none are selected. */
gboolean poplens_page_selected_span (const PoplensPage *self, const PoplensLocation *location,
                                     double *from, double *to);
/* Returns @location with group @group of the page's chart opened or closed: a group of lanes (key
 * "collapse", a list of IPUs) or of a graph (key "open"). (transfer full) */
PoplensLocation *poplens_page_toggle_group (const PoplensPage *self,
                                            const PoplensLocation *location, guint group);
/* Returns @location zoomed to the cycles that the trace's axis leaves out at break @index. Makes
 * the axis complete ("fold=no"). (transfer full) */
PoplensLocation *poplens_page_open_break (const PoplensPage *self, const PoplensLocation *location,
                                          guint index);
/* Returns @location with the tiles that the user typed into the tile field; an empty set means all
 * tiles. (transfer full) */
PoplensLocation *poplens_page_enter_tiles (const PoplensPage *self, const PoplensLocation *location,
                                           const PoplensTileSet *tiles);
/* LANES: returns the keys of the hidden series because of which the selected step is not drawn,
 * comma-separated. @names: (out) (transfer full): titles of these series. NULL if there are no such
 * series. (transfer full) (nullable) */
char *poplens_page_hides_selected (const PoplensPage *self, const PoplensLocation *location,
                                   char **names);
/* Returns @location with the option @value of the control @key chosen. @self: (nullable). (transfer
 * full) */
PoplensLocation *poplens_page_choose (const PoplensPage *self, const PoplensLocation *location,
                                      const char *key, const char *value);
/* Returns @location with its "path" set to the group that @view shows; @location itself if the
 * chart has no groups. (transfer full) */
PoplensLocation *poplens_page_with_view (const PoplensPage *self, const PoplensLocation *location,
                                         const PoplensChartView *view);
/* Returns the view of the page's chart from the location's keys "from", "to", "axis", "zoom" and
 * "path". */
PoplensChartView poplens_page_chart_view (const PoplensPage *self, const PoplensLocation *location);
/* Returns the view of the chart of @section, from the location's keys or the chart's default. */
PoplensChartView poplens_page_section_view (const PoplensPage *self, const PoplensSection *section,
                                            const PoplensLocation *location);

/* TRUE if the section is shown in a tab, on a page that has tabs. */
gboolean poplens_section_is_tab (const PoplensSection *section);
/* Returns the values of the keys on which the section depends (.follows), as one text. Equal texts
 * mean equal contents. (transfer full) */
char *poplens_section_followed (const PoplensSection *section, const PoplensLocation *location);

/* Returns the POPLENS_PART_BIT()s that making the section's table or chart may load. */
guint32 poplens_section_parts (const PoplensSection *section);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensPage, poplens_page_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTabChart, poplens_tab_chart_unref)

G_END_DECLS
