/* How pages are put together; for the files of this room only. */
#pragma once

#include "derived/operations/operations-source.h"
#include "pages/core/look.h"
#include "pages/core/page.h"
#include "pages/core/views.h"
#include "tables/engine/registry.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_EXTENT_NORMAL,
  POPLENS_EXTENT_PARTIAL, /* what can be shown at once: NULL without error where that is all */
  POPLENS_EXTENT_WHOLE,   /* all, whatever has to be read over a link for it */
} PoplensPageExtent;

/* What one build works with; all belong to the caller. */
typedef struct {
  PoplensReport *report;
  const PoplensLocation *location;
  PoplensByteUnit unit;
  GCancellable *cancellable; /* (nullable): that of .work */
  const PoplensWork *work;
  PoplensLocationReads *reads; /* (nullable): what was asked of .location so far */
  const PoplensPage *before; /* (nullable): a page of the same report whose sections may be taken */
  PoplensPageExtent extent;
  PoplensPageDefaults defaults; /* .unit is that above */
} PoplensPageContext;

/* Of nominal time, in cycles a second; 0: neither the user nor the report says one. @target:
 * (nullable) */
guint64 poplens_page_clock (const PoplensPageContext *context, const PoplensTarget *target);
/* The choice between cycles and nominal time for an axis, where there is a clock. Returns the clock
 * if it is in nominal time, else 0. */
guint64 poplens_page_add_axis (PoplensPage *page, const PoplensPageContext *context,
                               const PoplensTarget *target);

/* Adds the choice of the framework whose options are shown to the header of @section (static): at
 * first one whose contexts debug.cbor has, as far as it is read, else the user's last choice.
 * Returns its key (static). */
const char *poplens_page_add_framework (PoplensPage *page, const PoplensPageContext *context,
                                        const char *section);

/* Charts in tabs: how one is made, and what clicks on it mean; each location (transfer full). */
struct _PoplensTabKind {
  PoplensTabChart *(*make) (const PoplensPageContext *context, GError **error);
  PoplensLocation *(*select) (const PoplensTabChart *tab, const PoplensLocation *location,
                              gsize item, double position);
  GArray *(*selected) (
      const PoplensTabChart *tab,
      const PoplensLocation *location); /* (nullable): only what it is made of counts */
  PoplensLocation *(*remove) (const PoplensTabChart *tab, const PoplensLocation *location,
                              guint row); /* (nullable) */
  guint32 parts; /* POPLENS_PART_BIT()s that make () may load, over those of the page */
};
/* With no facts yet, and nothing selected. @chart: (transfer full); @items: freed with @free_items
 * (nullable both). (transfer full) */
PoplensTabChart *poplens_tab_chart_new (PoplensChart *chart, gpointer items,
                                        GDestroyNotify free_items);
/* Makes @tab one of what is selected. (transfer none) */
PoplensTabDigest *poplens_tab_digest_new (PoplensTabChart *tab);
/* A section of that kind, whose parts are there or @absence (nullable) says why not. */
PoplensSection *poplens_page_add_tab_chart (PoplensPage *page, const char *key, const char *title,
                                            const PoplensTabKind *kind, const char *const *follows,
                                            const char *absence);

/* Items of a chart whose tiles @location selects, rising and disjoint, to an array of
 * PoplensItemRange. @tiles: (nullable) (array length=n): of each item. */
void poplens_page_append_tiles (GArray *ranges, const guint32 *tiles, gsize n,
                                const PoplensLocation *location);

/* A tab of a page, or one of several sections that share a tab: a row of the page's list. All
 * static. */
typedef struct {
  const char *key;    /* of the section */
  const char *tab;    /* what its tab is called; the same for all that share it */
  const char *choice; /* what it is called in the choice of those; NULL: its tab is its own */
  const char *title;  /* of the section, by which Ctrl+K finds it; NULL: that of its table */
  /* A table: makes it with the page (poplens_page_fill_table (), poplens_page_fill_tab (),
   * poplens_page_fill_front ()); NULL: it is made when it comes to the front, of the page's usable
   * location. */
  gboolean (*fill) (PoplensPage *page, const PoplensPageContext *context, PoplensSection *section,
                    GError **error);
  const char *table;          /* (nullable): its name, where that is not the key */
  const char *by;             /* its rows; NULL: as without "by"; "": as the location says */
  gboolean has_no_filter;     /* it is short, or not for searching */
  const PoplensTabKind *kind; /* (nullable) makes a chart, in place of a table */
  guint32 needs;              /* POPLENS_PART_BIT()s without which the chart is absent */
  const char *const *follows; /* (nullable): see PoplensSection */
  gboolean (*is_there) (PoplensReport *report); /* (nullable): there always */
} PoplensTab;
/* Adds the sections of @tabs, in that order and with their names, and a choice into tabs that are
 * shared. @tabs: static, sections of one tab behind one another. FALSE only where nothing more can
 * be read. */
gboolean poplens_page_add_tabs (PoplensPage *page, const PoplensPageContext *context,
                                const PoplensTab *tabs, guint n, GError **error);
/* Names the tabs of sections that the page already has, in the order of @tabs. */
void poplens_page_name_tabs (PoplensPage *page, const PoplensTab *tabs, guint n);
/* A section that was added by such a list, to be changed; NULL: it is not there. */
PoplensSection *poplens_page_tab (PoplensPage *page, const char *key);
/* Whether the report has debug.cbor: for .is_there. */
gboolean poplens_report_has_debug (PoplensReport *report);

/* FALSE where the page cannot be shown at all. */
gboolean poplens_summary_page_fill (PoplensPage *page, const PoplensPageContext *context,
                                    GError **error);
gboolean poplens_insights_page_fill (PoplensPage *page, const PoplensPageContext *context,
                                     GError **error);
gboolean poplens_liveness_page_fill (PoplensPage *page, const PoplensPageContext *context,
                                     GError **error);
gboolean poplens_memory_page_fill (PoplensPage *page, const PoplensPageContext *context,
                                   GError **error);
gboolean poplens_operations_page_fill (PoplensPage *page, const PoplensPageContext *context,
                                       GError **error);
gboolean poplens_programs_page_fill (PoplensPage *page, const PoplensPageContext *context,
                                     GError **error);
gboolean poplens_trace_page_fill (PoplensPage *page, const PoplensPageContext *context,
                                  GError **error);

/* Takes an operation that cannot be from *@usable, and says so; says which one the page is of.
 * FALSE only where nothing more can be read. */
gboolean poplens_page_restrict (PoplensPage *page, PoplensReport *report, PoplensLocation **usable,
                                GCancellable *cancellable, GError **error);
/* The sentence for PoplensPage.answer; NULL where there is none. (transfer full) */
char *poplens_page_find_answer (const PoplensPage *page, const PoplensPageContext *context);
void poplens_page_link_free (gpointer link);
/* The operation that @location selects on Operations alone on another page, by its name. (transfer
 * full) */
PoplensLocation *poplens_page_only_location (const PoplensLocation *location, const char *page);
/* Buttons that lead there. */
void poplens_page_add_only (PoplensPage *page, PoplensReport *report);

/* The views of each page, behind the page itself, which is the last of @views. */
void poplens_summary_page_views (GPtrArray *views, PoplensReport *report);
void poplens_insights_page_views (GPtrArray *views, PoplensReport *report);
void poplens_liveness_page_views (GPtrArray *views, PoplensReport *report);
void poplens_memory_page_views (GPtrArray *views, PoplensReport *report);
void poplens_operations_page_views (GPtrArray *views, PoplensReport *report);
void poplens_programs_page_views (GPtrArray *views, PoplensReport *report);
void poplens_trace_page_views (GPtrArray *views, PoplensReport *report);
/* One more of the page; all texts are static. */
PoplensView *poplens_views_add (GPtrArray *views, const char *what, const char *key,
                                const char *value, const char *title);
/* Adds a view for each tab, in the order of the page: Ctrl+K lists equal hits in it. */
void poplens_views_add_tabs (GPtrArray *views, PoplensReport *report, const PoplensTab *tabs,
                             guint n);
/* It shows the table of that name. */
void poplens_view_add_table (PoplensView *self, const char *table);

/* Each section belongs to the page; @title is copied and may be NULL. */
PoplensSection *poplens_page_add_section (PoplensPage *page, PoplensSectionKind kind,
                                          const char *key, const char *title);
/* Returned for what goes with it, such as a link. */
PoplensSection *poplens_page_add_notice (PoplensPage *page, PoplensTone tone, const char *key,
                                         const char *text);
/* One that holds for the report. */
PoplensSection *poplens_page_add_standing (PoplensPage *page, PoplensTone tone, const char *key,
                                           const char *text);
/* There is nothing to show in it, for that reason. */
void poplens_section_set_absent (PoplensSection *section, const char *why);
void poplens_section_set_title (PoplensSection *section, const char *title);
/* Returns the title of a table or chart in the capitals of a heading: "Peaks by Tile". (transfer
 * full) */
char *poplens_page_heading (const char *title);
/* The page is PARTIAL: it is to be built again once @later is loaded (bits of parts; 0: at once).
 * @text: (nullable): a notice says it. */
void poplens_page_set_partial (PoplensPage *page, guint32 later, const char *text);
/* A page of that extent. */
PoplensPage *poplens_page_build_extent (PoplensReport *report, const PoplensLocation *location,
                                        PoplensPageDefaults defaults, const PoplensPage *before,
                                        const PoplensWork *work, PoplensPageExtent extent,
                                        GError **error);
/* Behind the text of a notice, or in the header of findings. */
void poplens_page_add_link (PoplensSection *notice, const char *title, const char *location);
/* What the location asks for and nobody can give: a notice, and the page's misuse. */
void poplens_page_add_misuse (PoplensPage *page, const char *text);
/* A notice where memory holds tiles that cannot be; nothing else. */
void poplens_page_add_odd_memory (PoplensPage *page, const PoplensMemory *memory);
/* A notice for each part of the page that cannot be read; loads those that are not loaded yet. */
void poplens_page_add_damage (PoplensPage *page, const PoplensPageContext *context);
/* The same of lists of cycles by tile, on pages of the execution, where that has been read. */
void poplens_page_add_damaged_lists (PoplensPage *page, const PoplensPageContext *context);
/* Adds a notice if debug.cbor of @report, or of the report that it is compared with, could not be
 * read: the page is built without it. */
void poplens_page_add_unread_debug (PoplensPage *page, PoplensReport *report);
/* The table of that name as a section; where the report lacks it or it is damaged, a section that
 * says so. FALSE only where nothing more can be read: cancelled, or the file changed. */
gboolean poplens_page_add_table (PoplensPage *page, const PoplensPageContext *context,
                                 const char *name, PoplensSection **section, GError **error);
/* Adds a section for table @name, with rows by @by (nullable), under the key @key; it has no table
 * yet. @key, @name: static */
PoplensSection *poplens_page_add_section_by (PoplensPage *page, const PoplensPageContext *context,
                                             const char *key, const char *name, const char *by);
/* Adds such a section with its table. */
gboolean poplens_page_add_table_by (PoplensPage *page, const PoplensPageContext *context,
                                    const char *key, const char *name, const char *by,
                                    PoplensSection **section, GError **error);

/* A tab whose table is made when it comes to the front. */
PoplensSection *poplens_page_add_partial_tab (PoplensPage *page, const char *key,
                                              const char *title);
/* Fills @section if the location puts its tab in front; else leaves it partial. FALSE as
 * poplens_page_add_table(). */
gboolean poplens_page_fill_front (PoplensPage *page, const PoplensPageContext *context,
                                  PoplensSection *section, GError **error);
/* Fills @section, a tab of a CHART page; leaves it partial if it needs a part that the page does
 * not read and that the tab in front does not need. FALSE as poplens_page_add_table(). */
gboolean poplens_page_fill_tab (PoplensPage *page, const PoplensPageContext *context,
                                PoplensSection *section, GError **error);

/* The name of the table of a TABLE section. */
const char *poplens_section_table (const PoplensSection *section);
/* Builds that table for @location, of one report or of two. */
PoplensTable *poplens_section_build (const PoplensSection *section, PoplensReport *report,
                                     const PoplensLocation *location, GCancellable *cancellable,
                                     GError **error);
/* Notes in @self (nullable) that a section is now made of @location, by what the copy that is
 * returned is asked for. (transfer full) */
PoplensLocation *poplens_made_of_begin (PoplensMadeOf *self, const PoplensLocation *location);
/* Adds the chart of tiles of the page before, where nothing has changed that it depends on; FALSE:
 * it is to be made, and poplens_page_keep_chart() called behind it. What the page has asked of its
 * location until then is what it depends on. One that adds notices is made each time. */
gboolean poplens_page_take_chart (PoplensPage *page, const PoplensPageContext *context);
void poplens_page_keep_chart (PoplensPage *page, const PoplensPageContext *context);
/* Gives @section its table, or the reason why there is none. FALSE as above. */
gboolean poplens_page_fill_table (PoplensPage *page, const PoplensPageContext *context,
                                  PoplensSection *section, GError **error);

/* A notice, once, on what of the data at hand rests on an assumption. @shown: POPLENS_ASSUMES()
 * bits of what this page shows; looks at parts that are loaded. */
void poplens_page_add_assumptions (PoplensPage *page, const PoplensPageContext *context,
                                   guint32 shown);
/* Adds notices on archive.a: what is odd in it, and whether it agrees with the profile; with
 * @quietly only if it does not. Memory and target are loaded before. */
void poplens_page_add_archive (PoplensPage *page, const PoplensPageContext *context,
                               gboolean quietly);

/* To an array that frees with poplens_fact_free(). Texts are copied; change the other fields in
 * what is returned. */
PoplensFact *poplens_facts_add (GPtrArray *facts, const char *label, const char *value,
                                const char *detail);
void poplens_fact_free (gpointer fact);
/* A button of a finding. (transfer none): to be told what it is */
PoplensPageLink *poplens_fact_add_link (PoplensFact *fact, const char *title, const char *location);

/* A drop-down over @n static options, or a switch over yes and no, that sets the location's @key;
 * returns which option stands, @fallback where the location says none of them. */
guint poplens_page_add_choice (PoplensPage *page, const char *key, const char *title,
                               const char *doc, const char *const *options,
                               const char *const *titles, guint n, guint fallback);
/* Which of @n options @location names; @fallback where it names none. */
guint poplens_page_read_choice (const PoplensLocation *location, const char *key,
                                const char *const *options, guint n, guint fallback);
/* The location says @value, which is none of the options of the control that is there. */
void poplens_page_refuse_choice (PoplensPage *page, const char *key, const char *value);
gboolean poplens_page_add_switch (PoplensPage *page, const char *key, const char *title,
                                  const char *doc, gboolean fallback);
/* A switch between two static options: the first is on. */
void poplens_page_add_switch_of (PoplensPage *page, const char *key, const char *title,
                                 const char *doc, const char *const *options,
                                 const char *const *titles, gboolean on);

/* The control of that key, to be changed; it is there. */
PoplensControl *poplens_page_control (PoplensPage *page, const char *key);

/* Appends an option and its title to the lists of a choice. @option, @title: (transfer full) */
void poplens_page_add_option (GPtrArray *options, GPtrArray *titles, char *option, char *title);
/* A drop-down over options that the page has to make. @options, @titles: (transfer full). */
guint poplens_page_add_own_choice (PoplensPage *page, const char *key, const char *title,
                                   const char *doc, GStrv options, GStrv titles, guint current);
/* "layer": those of @source, where it has any. */
void poplens_page_add_layers (PoplensPage *page, const PoplensOperationSource *source,
                              const char *doc);
/* Buttons over @n static options, that each set the location's @key. Returns: (transfer none): to
 * be told icons, tooltips, and which lead nowhere. */
PoplensControl *poplens_page_add_buttons (PoplensPage *page, const char *key, const char *title,
                                          const char *const *options, const char *const *titles,
                                          guint n);
/* A field whose words go to the location's @key. */
void poplens_page_add_search (PoplensPage *page, const char *key, const char *title,
                              const char *doc);
/* A field that completes @names (transfer full), of char *. */
void poplens_page_add_names (PoplensPage *page, const char *key, const char *title, const char *doc,
                             GPtrArray *names);
/* Names of variables to complete from, those with the most bytes first; not all where there are
 * very many, for the others can be written. @names: of char *, each (transfer full) */
void poplens_page_add_variable_names (GPtrArray *names, const PoplensVariables *variables);
/* "unit": KiB, kB, Bytes. */
void poplens_page_add_unit (PoplensPage *page, const PoplensPageContext *context);

/* Loads a part that may be absent or damaged, for which a page says so and goes on: *@data is then
 * NULL, and the result TRUE. (Tables refuse what is damaged: poplens_report_load_optional().) */
gboolean poplens_page_load_optional (PoplensReport *report, PoplensPart part, gconstpointer *data,
                                     GCancellable *cancellable, GError **error);

/* "tile 1054 on IPU 0"; "tile 5" of a report of one IPU. @target: (nullable). (transfer full) */
char *poplens_tile_title (const PoplensTarget *target, guint32 tile);

G_END_DECLS
