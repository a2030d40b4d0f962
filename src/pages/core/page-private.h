/* How pages are built from sections and controls; used within src/pages only. */
#pragma once

#include "derived/operations/operations-source.h"
#include "pages/core/look.h"
#include "pages/core/page.h"
#include "pages/core/views.h"
#include "tables/engine/registry.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_EXTENT_NORMAL,
  POPLENS_EXTENT_PARTIAL, /* builds only what can be shown at once; returns NULL without @error if
                             that is already the complete page */
  POPLENS_EXTENT_WHOLE,   /* builds everything, even if it must be read over a link */
} PoplensPageExtent;

/* Input of one build of a page. All pointers belong to the caller. */
typedef struct {
  PoplensReport *report;
  const PoplensLocation *location;
  PoplensByteUnit unit;
  GCancellable *cancellable; /* (nullable) the cancellable of .work */
  const PoplensWork *work;
  PoplensLocationReads *reads; /* (nullable) records which keys of .location the build reads */
  const PoplensPage *before;   /* (nullable) earlier page, whose sections may be reused */
  PoplensPageExtent extent;
  PoplensPageDefaults defaults; /* user preferences; .defaults.unit is the same as .unit */
} PoplensPageContext;

/* Returns the clock for nominal time in Hz; 0 if neither the user nor the report gives one.
 * @target: (nullable) */
guint64 poplens_page_clock (const PoplensPageContext *context, const PoplensTarget *target);
/* Adds the choice between cycles and nominal time for an axis, if there is a clock. Returns the
 * clock in Hz if nominal time is chosen, else 0. */
guint64 poplens_page_add_axis (PoplensPage *page, const PoplensPageContext *context,
                               const PoplensTarget *target);

/* Adds to the header of @section (static) a choice of the framework whose options are shown. The
 * default is the framework found in debug.cbor, if that is loaded, else the user's last choice.
 * Returns the key of the chosen framework (static). */
const char *poplens_page_add_framework (PoplensPage *page, const PoplensPageContext *context,
                                        const char *section);

/* Functions of a kind of chart in a tab: they make the chart, and handle clicks on it. All results
 * are (transfer full). */
struct _PoplensTabKind {
  PoplensTabChart *(*make) (const PoplensPageContext *context, GError **error);
  PoplensLocation *(*select) (const PoplensTabChart *tab, const PoplensLocation *location,
                              gsize item, double position);
  GArray *(*selected) (
      const PoplensTabChart *tab,
      const PoplensLocation *location); /* (nullable) returns the items that @location selects;
                                           NULL: use PoplensTabChart.selected */
  PoplensLocation *(*remove) (const PoplensTabChart *tab, const PoplensLocation *location,
                              guint row); /* (nullable) returns @location after the user closes
                                             @row; NULL: rows cannot be closed */
  guint32 parts; /* POPLENS_PART_BIT()s that make () may load in addition to those of the page */
};
/* Creates a tab chart without facts or selection. @chart: (nullable) (transfer full); @items:
 * (nullable) (transfer full): data behind the chart's items, freed with @free_items. (transfer
 * full) */
PoplensTabChart *poplens_tab_chart_new (PoplensChart *chart, gpointer items,
                                        GDestroyNotify free_items);
/* Gives @tab an empty summary of the selected item, for the caller to fill. (transfer none) */
PoplensTabDigest *poplens_tab_digest_new (PoplensTabChart *tab);
/* Adds a section with a chart of @kind in a tab. @absence: (nullable): reason if the report lacks a
 * part that the chart needs. (transfer none) */
PoplensSection *poplens_page_add_tab_chart (PoplensPage *page, const char *key, const char *title,
                                            const PoplensTabKind *kind, const char *const *follows,
                                            const char *absence);

/* Appends to @ranges (PoplensItemRange) the items whose tiles @location selects, ascending and
 * disjoint. @tiles: (nullable) (array length=n): tile of each item. */
void poplens_page_append_tiles (GArray *ranges, const guint32 *tiles, gsize n,
                                const PoplensLocation *location);

/* An entry in a page's list of tabs: a section with a tab of its own, or one of several that share
 * a tab. All strings are static. */
typedef struct {
  const char *key;    /* key of the section */
  const char *tab;    /* name of the tab; the same for all sections that share it */
  const char *choice; /* name in the control that chooses a section of a shared tab; NULL: the tab
                         has one section */
  const char *title;  /* title of the section, by which Ctrl+K finds it; NULL: the table's title */
  /* Fills the section's table while the page is built. NULL: the table is made later, when its tab
   * is shown. */
  gboolean (*fill) (PoplensPage *page, const PoplensPageContext *context, PoplensSection *section,
                    GError **error);
  const char *table; /* (nullable) name of the table, if it is not the key */
  const char *by; /* value of "by" from which the table is built; NULL: none, so the table's default
                     applies; "": the location's value */
  gboolean has_no_filter; /* TRUE if the tab has no filter field, as its table is short or not worth
                             searching */
  const PoplensTabKind *kind; /* (nullable) the section is a chart of this kind, not a table */
  guint32 needs;              /* POPLENS_PART_BIT()s without which the chart is absent */
  const char *const *follows; /* (nullable) keys of the location on which the section depends
                                 (PoplensSection.follows) */
  gboolean (*is_there) (PoplensReport *report); /* (nullable) TRUE if the report has this tab; NULL:
                                                   every report has it */
} PoplensTab;
/* Adds the sections of @tabs in order, and names their tabs. Sections of one tab must be adjacent
 * in @tabs (static); their tab gets a control to choose among them. FALSE with @error only if
 * cancelled or if the file changed. */
gboolean poplens_page_add_tabs (PoplensPage *page, const PoplensPageContext *context,
                                const PoplensTab *tabs, guint n, GError **error);
/* Names the tabs of sections that are already on the page, in the order of @tabs. */
void poplens_page_name_tabs (PoplensPage *page, const PoplensTab *tabs, guint n);
/* Returns the section @key that poplens_page_add_tabs () added, so that the caller can change it.
 * (nullable): NULL if it was not added */
PoplensSection *poplens_page_tab (PoplensPage *page, const char *key);
/* TRUE if the report has debug.cbor; a function for PoplensTab.is_there. */
gboolean poplens_report_has_debug (PoplensReport *report);

/* The functions below fill a new page of one kind. FALSE with @error if the page cannot be shown at
 * all. */
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

/* Adds a notice that names the operation to which the page is restricted. If the report has no such
 * operation, reports that and removes the operation from *@usable. FALSE with @error if data cannot
 * be read. */
gboolean poplens_page_restrict (PoplensPage *page, PoplensReport *report, PoplensLocation **usable,
                                GCancellable *cancellable, GError **error);
/* Returns the sentence for PoplensPage.answer. (transfer full) (nullable): NULL if there is none */
char *poplens_page_find_answer (const PoplensPage *page, const PoplensPageContext *context);
void poplens_page_link_free (gpointer link);
/* Returns the location of the page named @page, restricted to the operation that @location selects
 * on the Operations page. (transfer full) */
PoplensLocation *poplens_page_only_location (const PoplensLocation *location, const char *page);
/* Adds buttons to the Operations page that open other pages restricted to the selected
 * operation. */
void poplens_page_add_only (PoplensPage *page, PoplensReport *report);

/* The functions below append the views of one page to @views, whose last element is the page as a
 * whole. */
void poplens_summary_page_views (GPtrArray *views, PoplensReport *report);
void poplens_insights_page_views (GPtrArray *views, PoplensReport *report);
void poplens_liveness_page_views (GPtrArray *views, PoplensReport *report);
void poplens_memory_page_views (GPtrArray *views, PoplensReport *report);
void poplens_operations_page_views (GPtrArray *views, PoplensReport *report);
void poplens_programs_page_views (GPtrArray *views, PoplensReport *report);
void poplens_trace_page_views (GPtrArray *views, PoplensReport *report);
/* Appends a view of the same page as the last element of @views. All texts are static. */
PoplensView *poplens_views_add (GPtrArray *views, const char *what, const char *key,
                                const char *value, const char *title);
/* Appends a view for each tab, in the order of the tabs. The finder (Ctrl+K) lists equally good
 * matches in this order. */
void poplens_views_add_tabs (GPtrArray *views, PoplensReport *report, const PoplensTab *tabs,
                             guint n);
/* Lets the finder (Ctrl+K) also find the view by the title of @table. */
void poplens_view_add_table (PoplensView *self, const char *table);

/* Appends an empty section to the page, which owns it. @title: (nullable), copied. (transfer none)
 */
PoplensSection *poplens_page_add_section (PoplensPage *page, PoplensSectionKind kind,
                                          const char *key, const char *title);
/* Adds a notice, and returns it so that the caller can add links. (transfer none) */
PoplensSection *poplens_page_add_notice (PoplensPage *page, PoplensTone tone, const char *key,
                                         const char *text);
/* Adds a notice that holds for the whole report, whatever is selected. (transfer none) */
PoplensSection *poplens_page_add_standing (PoplensPage *page, PoplensTone tone, const char *key,
                                           const char *text);
/* Marks the section as ABSENT, with the reason @why. */
void poplens_section_set_absent (PoplensSection *section, const char *why);
void poplens_section_set_title (PoplensSection *section, const char *title);
/* Returns the title of a table or chart with initial capitals: "Peaks by Tile". (transfer full) */
char *poplens_page_heading (const char *title);
/* Marks the page as PARTIAL: it must be built again after the parts @later (POPLENS_PART_BIT()s)
 * are loaded; 0: at once. @text: (nullable): text of a notice to add. */
void poplens_page_set_partial (PoplensPage *page, guint32 later, const char *text);
/* Builds as much of a page as @extent says, for poplens_page_build_work () and similar
 * functions. */
PoplensPage *poplens_page_build_extent (PoplensReport *report, const PoplensLocation *location,
                                        PoplensPageDefaults defaults, const PoplensPage *before,
                                        const PoplensWork *work, PoplensPageExtent extent,
                                        GError **error);
/* Adds a link to a notice, or to the header of a FINDINGS section. */
void poplens_page_add_link (PoplensSection *notice, const char *title, const char *location);
/* Reports an invalid request of the location: as a notice, and in the page's .misuse. */
void poplens_page_add_misuse (PoplensPage *page, const char *text);
/* Adds a notice if a tile in @memory has more bytes excluding gaps than including them. */
void poplens_page_add_odd_memory (PoplensPage *page, const PoplensMemory *memory);
/* Loads all parts of the page, and adds a notice for each part that cannot be read. */
void poplens_page_add_damage (PoplensPage *page, const PoplensPageContext *context);
/* Adds a notice about damaged lists of cycles by tile. Does nothing if the execution is not loaded,
 * or if the page does not show it. */
void poplens_page_add_damaged_lists (PoplensPage *page, const PoplensPageContext *context);
/* Adds a notice if debug.cbor of @report, or of the report that it is compared with, could not be
 * read: the page is built without it. */
void poplens_page_add_unread_debug (PoplensPage *page, PoplensReport *report);
/* Adds a section with the table @name; if it is absent or damaged, the section gives the reason.
 * FALSE with @error only if nothing more can be read: cancelled, or the file changed. */
gboolean poplens_page_add_table (PoplensPage *page, const PoplensPageContext *context,
                                 const char *name, PoplensSection **section, GError **error);
/* Adds a section for the table @name, with the key "by" set to @by (nullable). Does not build the
 * table. @key (of the section), @name: static. (transfer none) */
PoplensSection *poplens_page_add_section_by (PoplensPage *page, const PoplensPageContext *context,
                                             const char *key, const char *name, const char *by);
/* Adds a section as poplens_page_add_section_by () does, and builds its table. FALSE on the errors
 * of poplens_page_add_table (). */
gboolean poplens_page_add_table_by (PoplensPage *page, const PoplensPageContext *context,
                                    const char *key, const char *name, const char *by,
                                    PoplensSection **section, GError **error);

/* Adds a tab whose table is made only when the tab comes to the front. (transfer none) */
PoplensSection *poplens_page_add_partial_tab (PoplensPage *page, const char *key,
                                              const char *title);
/* Builds the table of @section if the location's "tab" names the section; else leaves the table
 * PARTIAL. FALSE on the errors of poplens_page_add_table (). */
gboolean poplens_page_fill_front (PoplensPage *page, const PoplensPageContext *context,
                                  PoplensSection *section, GError **error);
/* Builds the table of @section if it needs only parts that the page or the open tab loads; else
 * leaves the table PARTIAL. FALSE on the errors of poplens_page_add_table (). */
gboolean poplens_page_fill_tab (PoplensPage *page, const PoplensPageContext *context,
                                PoplensSection *section, GError **error);

/* Returns the name of the table of a TABLE section. */
const char *poplens_section_table (const PoplensSection *section);
/* Builds the section's table for @location, from one report or from two. (transfer full) */
PoplensTable *poplens_section_build (const PoplensSection *section, PoplensReport *report,
                                     const PoplensLocation *location, GCancellable *cancellable,
                                     GError **error);
/* Starts to record the origin of a section in @self (nullable). Returns a copy of @location that
 * notes each key that is read from it. (transfer full) */
PoplensLocation *poplens_made_of_begin (PoplensMadeOf *self, const PoplensLocation *location);
/* Reuses the chart of context->before, the earlier page, if no key has changed that this chart was
 * made from. FALSE: make a new chart, then call poplens_page_keep_chart (), which records the keys
 * read so far. */
gboolean poplens_page_take_chart (PoplensPage *page, const PoplensPageContext *context);
void poplens_page_keep_chart (PoplensPage *page, const PoplensPageContext *context);
/* Builds the table of @section, or records why there is none. FALSE on the errors of
 * poplens_page_add_table (). */
gboolean poplens_page_fill_table (PoplensPage *page, const PoplensPageContext *context,
                                  PoplensSection *section, GError **error);

/* Adds one notice on all assumptions behind the shown data. @shown: POPLENS_ASSUMES() bits of what
 * this page shows. Considers loaded parts only. */
void poplens_page_add_assumptions (PoplensPage *page, const PoplensPageContext *context,
                                   guint32 shown);
/* Adds notices on archive.a: its irregularities, and whether it agrees with the profile. @quietly:
 * only if archive.a is incomplete, damaged or different. The target must be loaded. */
void poplens_page_add_archive (PoplensPage *page, const PoplensPageContext *context,
                               gboolean quietly);

/* Appends a fact to @facts, whose elements are freed with poplens_fact_free (). The texts are
 * copied; the caller sets the other fields of the result. (transfer none) */
PoplensFact *poplens_facts_add (GPtrArray *facts, const char *label, const char *value,
                                const char *detail);
void poplens_fact_free (gpointer fact);
/* Adds a button to a finding. The caller may set the fields of the result. (transfer none) */
PoplensPageLink *poplens_fact_add_link (PoplensFact *fact, const char *title, const char *location);

/* Adds a drop-down of @n static options that sets the location's @key. Returns the index of the
 * option that the location has for @key; @fallback if it has none of them. */
guint poplens_page_add_choice (PoplensPage *page, const char *key, const char *title,
                               const char *doc, const char *const *options,
                               const char *const *titles, guint n, guint fallback);
/* Returns the index of the option that @location names for @key; @fallback if it names none. */
guint poplens_page_read_choice (const PoplensLocation *location, const char *key,
                                const char *const *options, guint n, guint fallback);
/* Reports that the location's @value is not an option of the control @key, which must exist. */
void poplens_page_refuse_choice (PoplensPage *page, const char *key, const char *value);
gboolean poplens_page_add_switch (PoplensPage *page, const char *key, const char *title,
                                  const char *doc, gboolean fallback);
/* Adds a switch between two static options. @on: the first of them is chosen. */
void poplens_page_add_switch_of (PoplensPage *page, const char *key, const char *title,
                                 const char *doc, const char *const *options,
                                 const char *const *titles, gboolean on);

/* Returns the control of @key, which must exist, so that the caller can change it. (transfer
 * none) */
PoplensControl *poplens_page_control (PoplensPage *page, const char *key);

/* Appends an option and its title to the lists of a choice. @option, @title: (transfer full) */
void poplens_page_add_option (GPtrArray *options, GPtrArray *titles, char *option, char *title);
/* Adds a drop-down whose options and titles the page owns. @options, @titles: (transfer full).
 * Returns @current, the index of the chosen option. */
guint poplens_page_add_own_choice (PoplensPage *page, const char *key, const char *title,
                                   const char *doc, GStrv options, GStrv titles, guint current);
/* Adds the choice "layer" if @source has layers. */
void poplens_page_add_layers (PoplensPage *page, const PoplensOperationSource *source,
                              const char *doc);
/* Adds a button for each of @n static options. A click sets the location's @key to the option. The
 * caller can set icons and tooltips in the result, and disable buttons. (transfer none) */
PoplensControl *poplens_page_add_buttons (PoplensPage *page, const char *key, const char *title,
                                          const char *const *options, const char *const *titles,
                                          guint n);
/* Adds a field in which the user types words; it sets the location's @key. */
void poplens_page_add_search (PoplensPage *page, const char *key, const char *title,
                              const char *doc);
/* Adds a field that completes names. @names: (transfer full) (element-type char *) */
void poplens_page_add_names (PoplensPage *page, const char *key, const char *title, const char *doc,
                             GPtrArray *names);
/* Appends copies of variable names to @names, for completion: a limited number, most bytes first.
 * The user can type other names. */
void poplens_page_add_variable_names (GPtrArray *names, const PoplensVariables *variables);
/* Adds the choice "unit": KiB, kB, Bytes. */
void poplens_page_add_unit (PoplensPage *page, const PoplensPageContext *context);

/* Loads a part. If the part is absent or damaged, sets *@data to NULL and returns TRUE. FALSE with
 * @error only if cancelled or if the file changed. */
gboolean poplens_page_load_optional (PoplensReport *report, PoplensPart part, gconstpointer *data,
                                     GCancellable *cancellable, GError **error);

/* Returns the name of a tile for texts: "tile 1054 on IPU 0"; "tile 5" if the report has one IPU.
 * @target: (nullable). (transfer full) */
char *poplens_tile_title (const PoplensTarget *target, guint32 tile);

G_END_DECLS
