/* Location: page and state of a view as a plain value that can be written as text. Used in the
 * history, for --location ('memory?tile=5'), in links of table rows, and to restore a view after a
 * reload.
 *
 * Syntax: PAGE or PAGE?key=value&key=value, with keys sorted and values percent-encoded. The
 * register of location-keys.c has all keys. For example, "tile" is a tile set ("5", "0,5,100-120"),
 * "from" and "to" are the visible items of the chart (fractional), "hide" has the keys of hidden
 * series, separated by commas, and "tab" is the table below the chart. "filter.TABLE" and
 * "sort.TABLE" (COLUMN or -COLUMN) are for the table of that name.
 *
 * Errors: the parser refuses unknown keys, and invalid tile sets, numbers and yes/no values.
 * Builders of tables refuse items that the report does not have (POPLENS_ERROR_USAGE). Pages report
 * other invalid values in a notice and in PoplensPage.misuse: the window shows such a page, the
 * terminal refuses it.
 *
 * A location is immutable; poplens_location_with () returns a changed copy. */
#pragma once

#include "model/tile-set.h"

#include <glib-object.h>

G_BEGIN_DECLS

typedef enum {
  POPLENS_PAGE_SUMMARY,
  POPLENS_PAGE_INSIGHTS,
  POPLENS_PAGE_MEMORY,
  POPLENS_PAGE_LIVENESS,
  POPLENS_PAGE_PROGRAMS,
  POPLENS_PAGE_OPERATIONS,
  POPLENS_PAGE_TRACE,
  POPLENS_N_PAGES,
} PoplensPageId;

const char *poplens_page_id_name (PoplensPageId page);  /* "memory" */
const char *poplens_page_id_title (PoplensPageId page); /* "Memory" */
gboolean poplens_page_id_parse (const char *name, PoplensPageId *page);

typedef struct _PoplensLocation PoplensLocation;

#define POPLENS_TYPE_LOCATION (poplens_location_get_type ()) /* boxed */
GType poplens_location_get_type (void);

PoplensLocation *poplens_location_new (PoplensPageId page);
/* Parses @text. (transfer full) (nullable): NULL with POPLENS_ERROR_USAGE, which says what is wrong
 * and lists the pages or keys */
PoplensLocation *poplens_location_parse (const char *text, GError **error);
char *poplens_location_to_string (const PoplensLocation *self);
PoplensLocation *poplens_location_ref (PoplensLocation *self);
void poplens_location_unref (PoplensLocation *self);
gboolean poplens_location_equal (const PoplensLocation *a, const PoplensLocation *b);

PoplensPageId poplens_location_get_page (const PoplensLocation *self);
/* Returns the value of @key. (nullable): NULL if it is not set */
const char *poplens_location_get (const PoplensLocation *self, const char *key);
/* Lists the keys that are set, sorted. (transfer full) */
GStrv poplens_location_list_keys (const PoplensLocation *self);
/* Gets the value of @key as a number. FALSE if the key is not set, or is not a finite number. */
gboolean poplens_location_get_double (const PoplensLocation *self, const char *key, double *value);
gboolean poplens_location_get_bool (const PoplensLocation *self, const char *key,
                                    gboolean fallback);
/* Returns the tiles of the key "tile"; the empty set if it is not set or invalid. (transfer
 * full) */
PoplensTileSet *poplens_location_get_tiles (const PoplensLocation *self);

/* Copies the location with @key set to @value; NULL removes the key. (transfer full) */
PoplensLocation *poplens_location_with (const PoplensLocation *self, const char *key,
                                        const char *value);
/* Copies the location with each KEY, VALUE of @pairs set; the value NULL removes the key. (transfer
 * full) */
PoplensLocation *poplens_location_with_pairs (const PoplensLocation *self,
                                              const char *const (*pairs)[2], guint n);
PoplensLocation *poplens_location_with_double (const PoplensLocation *self, const char *key,
                                               double value);
PoplensLocation *poplens_location_with_tiles (const PoplensLocation *self,
                                              const PoplensTileSet *tiles);
/* Returns the path of the report that is compared with this one, from the key "with". The key has a
 * URI instead of a path that is not UTF-8. (nullable) (transfer full) */
char *poplens_location_get_other (const PoplensLocation *self);
/* Value of the key "with", only in the window: the other report is the state of this report before
 * its last reload. */
#define POPLENS_OTHER_PAST "?past"
/* Values of the key "before" in a comparison. The report shown as Before is the report of the key
 * "with", or the older of the two. */
#define POPLENS_BEFORE_OTHER "other"
#define POPLENS_BEFORE_OLDER "older"
/* Sets "compare=before" in the location @text, to show Before alone. (transfer full) (nullable):
 * NULL if @text is not a location */
char *poplens_location_before_alone (const char *text);
/* Values of the key "compare" in a comparison: both reports are shown, or only one. */
#define POPLENS_COMPARE_BOTH "both"
#define POPLENS_COMPARE_BEFORE "before"
#define POPLENS_COMPARE_AFTER "after"
/* Copies the location. If it shows only After of a comparison, the copy shows only Before.
 * (transfer full) */
PoplensLocation *poplens_location_without_after (const PoplensLocation *self);
/* Copies @onto, and sets the keys that differ between @from and @self to their values in @self. All
 * are locations of one page. (transfer full) */
PoplensLocation *poplens_location_rebase (const PoplensLocation *self, const PoplensLocation *from,
                                          const PoplensLocation *onto);
/* Returns a location of @page with the keys of @self. @self: (nullable): NULL gives no keys.
 * (transfer full) */
PoplensLocation *poplens_location_on_page (const PoplensLocation *self, PoplensPageId page);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLocation, poplens_location_unref)

/* ---- location reads -------------------------------------------------------------------------- */

/* PoplensLocationReads: records which keys of a location were read. A result that was computed for
 * one location is valid for another if these keys have the same values. */

typedef struct _PoplensLocationReads PoplensLocationReads;

/* Reference counted; safe from any thread. */
PoplensLocationReads *poplens_location_reads_new (void);
PoplensLocationReads *poplens_location_reads_ref (PoplensLocationReads *self);
void poplens_location_reads_unref (PoplensLocationReads *self);

/* Copies the record. Keys that are read later are not recorded in the copy. (transfer full) */
PoplensLocationReads *poplens_location_reads_copy (PoplensLocationReads *self);

/* Returns a copy of @location that records in @self which of its keys are read. Copies of that copy
 * also record in @self. Reading the text or the list of keys records all keys. @self: (nullable):
 * NULL records nothing. (transfer full) */
PoplensLocation *poplens_location_watch (const PoplensLocation *location,
                                         PoplensLocationReads *self);

/* TRUE if all recorded keys have the same values in @before and @now, two locations of one page.
 * While a recording copy exists, compares all keys, as more may be read later. */
gboolean poplens_location_reads_same (PoplensLocationReads *self, const PoplensLocation *before,
                                      const PoplensLocation *now);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLocationReads, poplens_location_reads_unref)

G_END_DECLS
