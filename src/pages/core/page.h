/* Pages: what a page shows for a location. A page is an immutable document of sections, built on a
 * worker; the window and the HTML report show the same one. No GTK here. */
#pragma once

#include "analysis/time/time.h"
#include "base/work.h"
#include "charts/core/chart.h"
#include "model/location.h"
#include "tables/engine/table.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_LAYOUT_DOCUMENT, /* sections below one another, scrolling: Summary */
  POPLENS_LAYOUT_CHART,    /* the chart on top, tables as tabs below: Memory */
  POPLENS_LAYOUT_TABLE,    /* a table on top, in which a row is chosen, others as tabs below */
} PoplensPageLayout;

typedef enum {
  POPLENS_SECTION_FACTS,    /* the headline: what happened */
  POPLENS_SECTION_FINDINGS, /* facts as rows: a number, a sentence, its cause */
  POPLENS_SECTION_NOTICE,   /* one sentence that matters */
  POPLENS_SECTION_CHART,
  POPLENS_SECTION_TAB_CHART, /* in a tab, not on top */
  POPLENS_SECTION_TABLE,
  POPLENS_SECTION_CHANGES, /* what-if's changes, to be edited: pages/insights/changes.h */
} PoplensSectionKind;

/* How much of a section, or of a page, is there: what everybody asks who shows one. (That a table
 * has not all rows is another matter: poplens_table_is_partial().) */
typedef enum {
  POPLENS_WHOLE,
  POPLENS_PARTIAL, /* the rest is still to be made: of a tab when it comes to the front
                    * (poplens_page_make_table(), poplens_page_make_chart()), of a page by building
                    * it again */
  POPLENS_ABSENT,  /* there is nothing to show, and .text says why */
} PoplensState;

typedef enum {
  POPLENS_TONE_NEUTRAL,
  POPLENS_TONE_GOOD,
  POPLENS_TONE_WARNING,
  POPLENS_TONE_BAD,
  POPLENS_TONE_LESS, /* differences: in their colours */
  POPLENS_TONE_MORE,
} PoplensTone;

/* How a fact of FINDINGS is shown. */
typedef enum {
  POPLENS_FACT_STEP,   /* a number, a title, sentences, and buttons */
  POPLENS_FACT_GROUP,  /* heads the facts below it up to the next GROUP or ITEM, which are shown
                        * while it is open: a number, a title and a line */
  POPLENS_FACT_ADVICE, /* of a group: a text in a box */
  POPLENS_FACT_PART,   /* of a group: a number, a title and a few words, in one line */
  POPLENS_FACT_ITEM,   /* a number, a title and a line */
  POPLENS_FACT_LINE,   /* a title, and a few words at the end */
  POPLENS_FACT_MORE,   /* a link in words; or how many rows above it are not shown */
} PoplensFactForm;

/* A headline fact: "Fullest tile" · "1.2 of 624 KiB" · "tile 812, IPU 0". */
typedef struct {
  char *label;
  char *value;  /* short and large */
  char *detail; /* (nullable) a sentence, dim */
  PoplensTone tone;
  char *link;            /* (nullable) a location */
  double fill;           /* 0 … 1: a small bar of how full; negative: none */
  char *cause;           /* (nullable) FINDINGS: why it is so, or what would change it */
  char *command;         /* (nullable) FINDINGS: what prints its numbers in a terminal */
  const char *source;    /* (nullable, static) where its numbers come from: a sentence */
  char *finding;         /* (nullable) FINDINGS: its name, by which the user can dismiss it … */
  gboolean is_dismissed; /* … or, as this is, restore it (report/bookmarks.h) */
  PoplensInk ink;        /* FINDINGS: of the bar of .fill, below the value … */
  gboolean waits;        /* … which is a tint … */
  double fill_to; /* FINDINGS: a paler bar from .fill to here, the other end of a range; 0: none */
  double mark;    /* FINDINGS: where the bar has a line: 0 … 1; negative: nowhere */
  char *code;     /* (nullable) FINDINGS: options, to be copied; "": their place */
  char *sentence; /* (nullable) FINDINGS: all of it, where .detail is a part */
  GPtrArray *links;     /* (nullable) FINDINGS: PoplensPageLink, as buttons */
  PoplensFactForm form; /* FINDINGS */
  char *group; /* (nullable) of a GROUP, and of a MORE without a link, which unfolds the rows
                * of one form above it: its word in the location's "open" */
} PoplensFact;

/* Where a notice, a finding or the header of findings leads: "Tile 812 at its worst step". */
typedef struct {
  char *title;
  char *location;
  gboolean is_likely; /* of all buttons of the page the one that is the next step */
  gboolean is_on;     /* what it does is done, and it takes that back */
} PoplensPageLink;

/* Which keys of the location the items of a chart select. */
typedef enum {
  POPLENS_SELECTS_NOTHING,
  POPLENS_SELECTS_TILES, /* "tile": any of them */
  POPLENS_SELECTS_STEPS, /* "step": a list; the first is what the others are compared with */
  /* LANES: "executed", the id of an executed step ("step" is one of liveness), or "block", a row of
   * lightweight profiling; and "range",
   * "FROM..TO" in cycles, half open; "from" and "to" are the cycles in view */
  POPLENS_SELECTS_CYCLES,
  POPLENS_SELECTS_OPERATIONS, /* TREEMAP: "operation"; "path" is the group in view */
} PoplensSelects;

typedef struct _PoplensTabKind PoplensTabKind;
/* What the items of such a chart are. */
typedef struct _PoplensOperationItems PoplensOperationItems;

/* What is selected on a page, in few numbers: beside its chart in a wide window, else in a tab. */
typedef struct {
  GPtrArray *figures;                  /* PoplensFact: large numbers, and what each is */
  char *name;                          /* (nullable): all of the name, below the title */
  PoplensChart *bar;                   /* (nullable): of SHARES, without a legend */
  const char *bar_title, *chart_title; /* (static) */
  char *bar_note;                      /* (nullable): what the bar is of */
  const char *chart_note;              /* (nullable, static): the order of the chart */
  char *advice;                        /* (nullable): what to change */
  PoplensTable *details;               /* (nullable): all there is to know; folded at first */
} PoplensTabDigest;

/* A chart in a tab, with what is said of the item that is selected in it: made of a location, and
 * made anew when a key of the location that its section follows is another one. Immutable, counted.
 */
typedef struct {
  PoplensChart *chart;
  GArray *selected; /* PoplensItemRange: items that the location selects */
  char *lead;       /* (nullable) sentences above the title */
  char *title;      /* what is selected, else what is shown */
  char *text;       /* (nullable) sentences on it */
  GPtrArray *facts; /* PoplensFact: label, value, detail, link */
  guint32 n_steps;  /* of the slider below; 0: it has none */
  char *step_label; /* (nullable) the step that the location names */
  char *misuse;     /* (nullable) what the location asks of it and nobody can give */
  /* Its positions are the items of the page's chart: both show the same of them, below one another,
   * and what is selected there is marked here. Facts are not shown then. */
  gboolean shares_axis;
  PoplensTabDigest *digest; /* (nullable): it is of what is selected; .facts are where to go on */
  const PoplensTabKind *kind;
  gpointer items; /* what its items are; freed with .free_items */
  GDestroyNotify free_items;
} PoplensTabChart;

PoplensTabChart *poplens_tab_chart_ref (PoplensTabChart *self);
void poplens_tab_chart_unref (PoplensTabChart *self);

/* What a section of a page was made of: a location, and the keys that were asked of it. */
typedef struct {
  PoplensLocation *location; /* (nullable): NULL: it was not made, or nobody noted it */
  PoplensLocationReads *reads;
} PoplensMadeOf;

void poplens_made_of_clear (PoplensMadeOf *self);
/* Whether @location says the same of the keys that the section depends on. */
gboolean poplens_made_of_is (const PoplensMadeOf *self, const PoplensLocation *location);

/* How a section of its kind is shown. In a section the others are all zero, so that nobody has to
 * ask for the kind first. */
typedef struct {
  PoplensTone tone;
  gboolean is_standing; /* it holds for the report, whatever one looks at: the window has it behind
                         * the icon of its header bar */
  GPtrArray *links;     /* (nullable) PoplensPageLink; of FINDINGS in the header */
} PoplensNoticeLook;

/* A chart on top of a CHART page, or among the sections of a DOCUMENT. */
typedef struct {
  guint32 *tiles;               /* of each item, or NULL where items are not tiles */
  guint32 *steps;               /* where it selects steps: that of each item, G_MAXUINT32 where it
                                 * is none; NULL: items are steps */
  guint32 n_shown;              /* where it selects steps: the one that is shown before any is
                                 * selected, plus one; 0: none */
  PoplensSelects selects;       /* on top */
  PoplensOperationItems *items; /* where it selects operations */
  GStrv links;                  /* in a document: (nullable) a location for each item, or for each
                                 * its own, and then one for each of its series */
  gboolean to_limit;            /* in a document: the value axis reaches to the limit */
} PoplensChartLook;

/* A chart in a tab. */
typedef struct {
  const PoplensTabKind *kind; /* (static): how it is made … */
  PoplensTabChart *chart;     /* … which poplens_page_complete() does */
  gboolean opens;             /* it waits for no selection: its tab may be in front at first … */
  const char *const *opens_for; /* (nullable, static), NULL-terminated: … or while the location has
                                 * one of these keys */
  gboolean is_beside;           /* in a wide window it is a column beside the chart, not a tab */
  gboolean has_row; /* its choices are above it, as they are too many for a place beside the tabs */
} PoplensTabLook;

typedef struct {
  const char *name;       /* (nullable, static): the table that is built; NULL: the section's key */
  gboolean compares;      /* it is of two reports */
  gboolean filterable;    /* has a filter field */
  gboolean on_top;        /* of a TABLE page: it stands on top; there is one */
  const char *chooses;    /* (static): the key of the location that a chosen row sets … */
  const char *chooses_by; /* … to its cell in this column (static) */
} PoplensTableLook;

/* A piece of a page: what all of them have, then what is of its kind. */
typedef struct {
  PoplensSectionKind kind;
  PoplensState state;
  char *key;            /* names the section: "facts", "options", "memory-details" */
  char *title;          /* (nullable) */
  const char *tab_name; /* (nullable, static) what its tab is called, where not by .title. Sections
                         * that follow each other under one name share the tab: a choice of "tab" in
                         * it says which, and the location as ever */
  gboolean collapsed;   /* DOCUMENT: starts folded */
  gboolean stays_open;  /* DOCUMENT: a card that nobody folds */
  int column;           /* DOCUMENT: in a wide window the left (1) or the right one (2) of two, side
                         * by side; 0: over both */
  char *answer;         /* (nullable) DOCUMENT: its headline, beside the title, folded or not */
  char *text;           /* of a NOTICE; ABSENT: why there is nothing */
  double room; /* ABSENT, NOTICE: how high what comes later is (pixels), so that nothing moves then;
                * 0: that is not known, or nothing comes */
  PoplensMadeOf made;        /* TABLE, CHART of a CHART page */
  PoplensLocation *location; /* (nullable) what its table is of, where not the page's .usable */
  /* (nullable, static) keys of how the page is looked at on which its table or chart depends,
   * NULL-terminated: it is made anew for them alone. With "from" it is of the cycles in view, where
   * none are selected by "range". */
  const char *const *follows;
  /* What it shows, and how. */
  GPtrArray *facts;                /* FACTS, FINDINGS, CHANGES: PoplensFact */
  struct _PoplensChanges *changes; /* CHANGES */
  PoplensChart *chart;             /* CHART, TAB_CHART */
  PoplensTable *table;             /* TABLE */
  PoplensNoticeLook notice;
  PoplensChartLook plot;
  PoplensTabLook tab;
  PoplensTableLook rows;
} PoplensSection;

typedef enum {
  POPLENS_CONTROL_CHOICE,  /* a drop-down of two or more options */
  POPLENS_CONTROL_SWITCH,  /* the first option is on, the second off */
  POPLENS_CONTROL_SEARCH,  /* a field for words; no options */
  POPLENS_CONTROL_NAMES,   /* a field that completes names: a name chosen is added to the key, a
                            * list with commas; no options */
  POPLENS_CONTROL_BUTTONS, /* a button an option: each leads somewhere, none stays chosen */
  POPLENS_CONTROL_CHAPTERS, /* what the page is about, for users a “section”: a row of buttons above
                             * all else */
} PoplensControlKind;

/* What is chosen or written above the page, or in the header of a section. It sets the location's
 * @key. */
typedef struct {
  const char *key;   /* "breakdown" (static) */
  const char *title; /* "Breakdown" (static) */
  const char *doc;   /* tooltip (static) */
  PoplensControlKind kind;
  guint n_options;
  const char *const *options; /* values for the location (static) */
  const char *const *titles;  /* what is shown (static) */
  guint current;       /* chosen option; BUTTONS: bits of the options that lead nowhere now */
  const char *section; /* key of the section whose header, or tab, it stands in (static); or NULL */
  char letter;         /* the key that takes the next option, 'o'; or 0 */
  gboolean is_plain;   /* its options say what it is: the title is not shown beside them */
  gboolean is_linked;  /* of a CHOICE: its options are buttons beside one another */
  gboolean in_display; /* above a chart it stands in the menu “Display” */
  gboolean count_first; /* of SEARCH: the count is before the field, which is the last of its row */
  guint fallback;       /* option that stands where nobody chose one */
  const char *const *icons;   /* of BUTTONS (static): names; NULL: the title */
  const char *const *docs;    /* … tooltips (static) … */
  const char *const *why_not; /* … and those of the bits in .current (static) */
  const char
      *needs; /* (nullable, static) without this key of the location none of them leads anywhere */
  GStrv completions;             /* of NAMES: what it offers */
  GStrv own_options, own_titles; /* where options and titles are not static: the page's */
} PoplensControl;

/* Tiles that can be selected at a stroke: "The 5 fullest tiles" · "610 KiB with gaps, or more". */
typedef struct {
  char *title, *detail;
  PoplensTileSet *tiles; /* NULL: there are none, which the detail says */
} PoplensTileChoice;

/* What the user chose for all pages, where a location says nothing else. */
typedef struct {
  PoplensByteUnit unit;
  gboolean in_time; /* traces have an axis in nominal time, not in cycles */
  guint64 clock_hz; /* of nominal time; 0: the report's */
  guint framework;  /* whose options are shown: analysis/insights/fit.h; the report's goes first */
} PoplensPageDefaults;

gboolean poplens_page_defaults_equal (PoplensPageDefaults a, PoplensPageDefaults b);

typedef struct {
  PoplensPageId id;
  PoplensPageLayout layout;
  PoplensLocation *location;
  char *title;
  GPtrArray *controls;     /* PoplensControl */
  GPtrArray *sections;     /* PoplensSection */
  guint32 n_tiles;         /* tiles that its tile field takes; 0: it has none */
  gboolean has_scope;      /* the location's "scope" says whether the tiles of the field count; */
  gboolean scope_is_all;   /* … without one they do not */
  GPtrArray *tile_choices; /* (nullable): PoplensTileChoice, beside the tile field; may be empty */
  PoplensByteUnit unit;    /* how its bytes are written: the location's "unit", else the caller's */
  char *answer;            /* (nullable): a sentence that the page begins with */
  char *compared;          /* (nullable): names of both reports, if it is of two: "A → B" */
  gboolean has_side;       /* DOCUMENT: the right column is the narrower one, with cards as high as
                            * their content */
  gboolean of_two;         /* its report is compared, and the page is of both or of one of them */
  char *misuse;       /* the first thing that the location asks for and nobody can give, or NULL: a
                       * notice says it too, and the page shows what it would without */
  PoplensState state; /* PARTIAL: it is to be built again … */
  guint32 later; /* … once these POPLENS_PART_BIT()s are loaded; 0: at once, it only takes long */
  gboolean kinds_later; /* … and once the report's kinds of variables are at hand */
  guint32 assumes; /* POPLENS_ASSUMES() bits of what its notice "assumption" says in one sentence */
  PoplensLocation *usable; /* what its tables are made of: the location without what cannot be */
  struct _PoplensTraceView *trace;  /* TRACE: what its chart is made of; the page's own */
  struct _PoplensLightLanes *light; /* … the same of blocks, in place of .trace */
  PoplensReport *report;
} PoplensPage;

/* Whether the tab of @section may be in front at first. */
gboolean poplens_section_opens (const PoplensSection *section, const PoplensLocation *location);

/* Parts that the page reads whole; those that are absent are said on the page. */
guint32 poplens_page_parts (PoplensPageId id);
/* The same with those of the chapter of @location, and of the tab that it puts in front. */
guint32 poplens_page_parts_of_location (const PoplensLocation *location);
/* Reads of @part what the page does, which may be less than all; TRUE where that is nothing. FALSE
 * with @error as poplens_report_load (). */
gboolean poplens_page_read_part (PoplensPageId id, PoplensReport *report, PoplensPart part,
                                 GCancellable *cancellable, GError **error);
/* NULL where the page is there for this report, else why not: for the side bar's tooltip ("…comes
 * in a later version", or the absence of its data). (transfer full) */
char *poplens_page_why_not (PoplensPageId id, PoplensReport *report);

/* Whether the page can be of one operation alone: by the keys "operation" and "layer". */
gboolean poplens_page_can_restrict (PoplensPageId page);
/* Where the operation that @location selects on Operations can be looked at alone: PoplensPageLink,
 * none where it selects none. (transfer full) */
GPtrArray *poplens_page_only_links (const PoplensLocation *location, PoplensReport *report);

/* Builds the page; loads what it needs. Runs on a worker (or in the terminal). @unit: how bytes are
 * written, unless the location says so. NULL with an error where the page cannot be shown at all.
 */
PoplensPage *poplens_page_build (PoplensReport *report, const PoplensLocation *location,
                                 PoplensByteUnit unit, GCancellable *cancellable, GError **error);
/* The same, telling what takes long once the parts are there, for a user who chose something.
 * @work: (nullable). @before:
 * (nullable): a page of the same report, compared with the same one: sections that depend on
 * nothing that has changed since are taken from it. */
PoplensPage *poplens_page_build_work (PoplensReport *report, const PoplensLocation *location,
                                      PoplensPageDefaults defaults, const PoplensPage *before,
                                      const PoplensWork *work, GError **error);
/* The page with what it would show later, for those who cannot show it later; @with_tabs: and with
 * what stands in its tabs. */
PoplensPage *poplens_page_build_whole (PoplensReport *report, const PoplensLocation *location,
                                       PoplensPageDefaults defaults, gboolean with_tabs,
                                       GCancellable *cancellable, GError **error);
/* A PARTIAL page of what can be shown at once, once its parts are there, where all of it takes
 * seconds. NULL where it takes no longer, or nothing of it can be. */
PoplensPage *poplens_page_build_partial (PoplensReport *report, const PoplensLocation *location,
                                         PoplensPageDefaults defaults, const PoplensWork *work);
/* Key of the tab that is in front where the location names none: the first that has something, or
 * the first; NULL where there are none. */
const char *poplens_page_default_tab (const PoplensPage *self);
void poplens_page_free (PoplensPage *self);

/* The table of a section that is PARTIAL, or follows keys of the location: as of the page's own
 * location, those keys as in @location; loads what it needs, for a worker. @made: (nullable): told
 * what of. NULL with an error. (transfer full) */
PoplensTable *poplens_page_make_table (PoplensReport *report, const PoplensPage *self,
                                       const PoplensSection *section,
                                       const PoplensLocation *location, PoplensMadeOf *made,
                                       GCancellable *cancellable, GError **error);
/* The same for a chart in a tab. */
PoplensTabChart *poplens_page_make_chart (PoplensReport *report, const PoplensPage *self,
                                          const PoplensSection *section,
                                          const PoplensLocation *location, PoplensMadeOf *made,
                                          GCancellable *cancellable, GError **error);
/* Whether one of these would give for @section of @self and @location what was @made. */
gboolean poplens_page_is_made (const PoplensPage *self, const PoplensSection *section,
                               const PoplensLocation *location, const PoplensMadeOf *made);
/* Where a click on @item of such a chart, at @position of its axis (of bars: on that series, −1 for
 * none), leads from @location; G_MAXSIZE: beside all of them. (transfer full) */
PoplensLocation *poplens_page_select_in_tab (const PoplensTabChart *tab,
                                             const PoplensLocation *location, gsize item,
                                             double position);
/* Items of it that @location selects. (transfer full) GArray of PoplensItemRange */
GArray *poplens_page_selected_in_tab (const PoplensTabChart *tab, const PoplensLocation *location);
/* Where the cross of a row leads: the location without what brought it there. (transfer full) */
PoplensLocation *poplens_page_remove_in_tab (const PoplensTabChart *tab,
                                             const PoplensLocation *location, guint row);
/* Makes what is PARTIAL in tabs, for those who show more than one. Before the page is handed out.
 * FALSE only where nothing more can be read. */
gboolean poplens_page_complete (PoplensPage *self, PoplensReport *report, GCancellable *cancellable,
                                GError **error);
const PoplensSection *poplens_page_find_section (const PoplensPage *self, const char *key);
const PoplensControl *poplens_page_find_control (const PoplensPage *self, const char *key);
const PoplensSection *
poplens_page_get_chart (const PoplensPage *self); /* the first chart, or NULL */
/* The table on top, or NULL. */
const PoplensSection *poplens_page_get_top (const PoplensPage *self);
/* Row of its table that @location chooses, of a section that has .rows.chooses; G_MAXUINT32: none.
 * Looks at every row. */
guint32 poplens_page_chosen_row (const PoplensSection *top, const PoplensLocation *location);
/* @location with the row of its table chosen. (transfer full) */
PoplensLocation *poplens_page_choose_row (const PoplensSection *top,
                                          const PoplensLocation *location, guint32 row);

/* The verdict on the report from what is at hand: as Summary begins, "TITLE. TEXT". (transfer full)
 */
char *poplens_page_verdict (PoplensReport *report, PoplensByteUnit unit, GCancellable *cancellable);
/* The headline facts that rest on @parts (bits of memory, liveness and execution); fewer where a
 * part is absent. (transfer full) GPtrArray of PoplensFact */
GPtrArray *poplens_page_headline (PoplensReport *report, guint32 parts,
                                  PoplensPageDefaults defaults, GCancellable *cancellable,
                                  GError **error);
/* All of them, with what debug.cbor has and what the report lacks. */
GPtrArray *poplens_page_summary_facts (PoplensReport *report, PoplensPageDefaults defaults,
                                       GCancellable *cancellable, GError **error);

/* Items of the page's chart that the location selects, rising and disjoint. (transfer full) GArray
 * of PoplensItemRange */
GArray *poplens_page_selected_items (const PoplensPage *self, const PoplensLocation *location);
/* Fields of the page's chart (charts/lanes/field.h): what they show is read for the columns of a
 * layout.
 */
guint poplens_page_n_fields (const PoplensPage *self);
/* Most columns that are read for one. */
guint poplens_page_most_field_columns (const PoplensPage *self);
/* Reads what @field (below poplens_page_n_fields()) shows in the columns between @edges
 * (poplens_chart_layout_field_edges()), and where what @location selects lies in it; quick where
 * that is there. For a worker; a layout that is made then shows it. FALSE with an error. */
gboolean poplens_page_fetch_field (const PoplensPage *self, const PoplensLocation *location,
                                   guint field, const GArray *edges, const PoplensWork *work,
                                   GError **error);
/* The same for all fields of a layout of the page's chart. */
gboolean poplens_page_fetch_fields (const PoplensPage *self, const PoplensLocation *location,
                                    const PoplensChartLayout *layout, const PoplensWork *work,
                                    GError **error);
/* Where a click on @line of the field of @group at @cycle leads: the tile, and what it did then.
 * (transfer full) */
PoplensLocation *poplens_page_select_line (const PoplensPage *self, const PoplensLocation *location,
                                           guint group, guint line, guint64 cycle);
/* Items of a chart that is a section among others whose tiles the location selects, as above; none
 * where they are all. */
GArray *poplens_page_section_marks (const PoplensSection *section, const PoplensLocation *location);
/* The tiles of chart items [from, to). (transfer full) */
PoplensTileSet *poplens_page_tiles_of_items (const PoplensPage *self, PoplensItemRange items);
/* Items that the words of a search field find, rising and disjoint: asks every item's row. Of a
 * LANES chart the blocks, one a range, in order of begin: those whose program's name or path, or
 * whose type, has every word, and with "#7" those of the executed step 7; the location's "program"
 * finds that program's steps. Without words those that the finding speaks of which is followed
 * (pages/core/finding.h). NULL where nothing is searched, or @cancellable was cancelled.
 * Between two slashes stands a regular expression: names that have it, whatever their case.
 * @trouble: (nullable): what is wrong with that, or NULL. (transfer full) GArray of
 * PoplensItemRange */
GArray *poplens_page_found_items (const PoplensPage *self, const PoplensLocation *location,
                                  GCancellable *cancellable, char **trouble);

/* Where these wishes lead from @location; each (transfer full). */
/* Chart items [from, to) were chosen; an empty range with REPLACE clears. Of steps TOGGLE
 * puts one in or takes it out, and of a range its ends count. A block of a LANES chart sets
 * "executed", a group of the flame graph, or several blocks, "range" to their cycles; with REPLACE
 * the other key goes. */
PoplensLocation *poplens_page_select_items (const PoplensPage *self,
                                            const PoplensLocation *location, PoplensItemRange items,
                                            PoplensSelectMode mode);
/* LANES: cycles from … to were chosen: "range"; none where they are empty. "executed" stays. */
PoplensLocation *poplens_page_select_span (const PoplensPage *self, const PoplensLocation *location,
                                           double from, double to);
/* FALSE where no cycles are chosen. */
gboolean poplens_page_selected_span (const PoplensPage *self, const PoplensLocation *location,
                                     double *from, double *to);
/* The chart's lane group @group was collapsed, or opened again: "collapse", a list of IPUs; or a
 * group of its graph: "open". */
PoplensLocation *poplens_page_toggle_group (const PoplensPage *self,
                                            const PoplensLocation *location, guint group);
/* Shows what the chart's break @index hides: its cycles are in view then, and nothing is folded. */
PoplensLocation *poplens_page_open_break (const PoplensPage *self, const PoplensLocation *location,
                                          guint index);
/* Tiles were written into the tile field; none: all count. */
PoplensLocation *poplens_page_enter_tiles (const PoplensPage *self, const PoplensLocation *location,
                                           const PoplensTileSet *tiles);
/* LANES: where the chart draws nothing of the step that @location selects, as its series are
 * hidden: their keys, with commas, and *@names (transfer full) is what they are called. NULL where
 * it is drawn, where nothing is hidden, and of other charts. (transfer full) */
char *poplens_page_hides_selected (const PoplensPage *self, const PoplensLocation *location,
                                   char **names);
/* Option @value of the control @key was chosen. @self: (nullable) */
PoplensLocation *poplens_page_choose (const PoplensPage *self, const PoplensLocation *location,
                                      const char *key, const char *value);
/* @location with the view's group as "path"; @location itself where the chart has none. */
PoplensLocation *poplens_page_with_view (const PoplensPage *self, const PoplensLocation *location,
                                         const PoplensChartView *view);
/* The chart's view as the location says it ("from", "to", "axis=limit", "zoom", "path"). */
PoplensChartView poplens_page_chart_view (const PoplensPage *self, const PoplensLocation *location);
/* That of the chart of @section, which has one: as the location says it, or as one begins. */
PoplensChartView poplens_page_section_view (const PoplensPage *self, const PoplensSection *section,
                                            const PoplensLocation *location);

/* Whether it stands in a tab, on a page that has tabs. */
gboolean poplens_section_is_tab (const PoplensSection *section);
/* What of @location the section depends on by the keys that it follows: the same text, the same
 * section. (transfer full) */
char *poplens_section_followed (const PoplensSection *section, const PoplensLocation *location);

/* POPLENS_PART_BIT()s that making its table or chart may load. */
guint32 poplens_section_parts (const PoplensSection *section);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensPage, poplens_page_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTabChart, poplens_tab_chart_unref)

G_END_DECLS
