/* Location: where the user stands, as a plain value that can be written down. It is history entry,
 * command-line argument (--location 'memory?tile=5'), link in a table row, test fixture, and what
 * survives a reload.
 *
 * Written: PAGE or PAGE?key=value&key=value, values percent-encoded where they need it, keys
 * sorted. The keys are those of the register (location-keys.c), the same on every page: "tile" (a
 * tile set: "5", "0,5,100-120"), "from" and "to" (visible items of the chart, fractional), "zoom"
 * (what of floor plans is visible: poplens_floor_view_format()), choices of the page's controls
 * ("view", "order", "unit" …), "hide" (comma-separated keys of hidden series), "tab" (the
 * table shown below the chart), "tile-variable" (a variable of a tile by its var_id),
 * "filter.TABLE" and "sort.TABLE" (of the table of that name; sort is COLUMN or -COLUMN).
 *
 * Who says no to what a location asks for: parsing to unknown keys, and to what cannot be a tile
 * set, a number or yes/no; building a table (POPLENS_ERROR_USAGE) to what the report does not have;
 * a page takes what it understands, and says in a notice, and in PoplensPage.misuse, what it does
 * not. The window shows that page, the terminal refuses it.
 *
 * A location is immutable; poplens_location_with() gives a changed one. */
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
/* NULL with POPLENS_ERROR_USAGE: what is wrong, and which pages or keys there are. */
PoplensLocation *poplens_location_parse (const char *text, GError **error);
char *poplens_location_to_string (const PoplensLocation *self);
PoplensLocation *poplens_location_ref (PoplensLocation *self);
void poplens_location_unref (PoplensLocation *self);
gboolean poplens_location_equal (const PoplensLocation *a, const PoplensLocation *b);

PoplensPageId poplens_location_get_page (const PoplensLocation *self);
/* NULL where the key is not set. */
const char *poplens_location_get (const PoplensLocation *self, const char *key);
/* The keys that are set, sorted. (transfer full) */
GStrv poplens_location_list_keys (const PoplensLocation *self);
/* FALSE where the key is not set, or is not a finite number. */
gboolean poplens_location_get_double (const PoplensLocation *self, const char *key, double *value);
gboolean poplens_location_get_bool (const PoplensLocation *self, const char *key,
                                    gboolean fallback);
/* The "tile" key; the empty set where it is not set or not readable. (transfer full) */
PoplensTileSet *poplens_location_get_tiles (const PoplensLocation *self);

/* A location like this one with @key set to @value; NULL takes the key away. (transfer full) */
PoplensLocation *poplens_location_with (const PoplensLocation *self, const char *key,
                                        const char *value);
/* A location like this one with each KEY, VALUE of @pairs set as above. (transfer full) */
PoplensLocation *poplens_location_with_pairs (const PoplensLocation *self,
                                              const char *const (*pairs)[2], guint n);
PoplensLocation *poplens_location_with_double (const PoplensLocation *self, const char *key,
                                               double value);
PoplensLocation *poplens_location_with_tiles (const PoplensLocation *self,
                                              const PoplensTileSet *tiles);
/* The report that this one is compared with, "with": its path, a URI where that is no UTF-8.
 * (nullable) (transfer full) */
char *poplens_location_get_other (const PoplensLocation *self);
/* In place of a path in "with": the report as it was before it was reloaded; in the window alone.
 */
#define POPLENS_OTHER_PAST "?past"
/* Values of the key "before" beside "with": the other report is Before, or the older one is. */
#define POPLENS_BEFORE_OTHER "other"
#define POPLENS_BEFORE_OLDER "older"
/* The location that @text is, showing Before alone ("compare=before"); NULL where it is none.
 * (transfer full) */
char *poplens_location_before_alone (const char *text);
/* Values of the key "compare" beside "with": one report alone; else both. */
#define POPLENS_COMPARE_BOTH "both"
#define POPLENS_COMPARE_BEFORE "before"
#define POPLENS_COMPARE_AFTER "after"
/* @self with Before alone where it shows After alone. (transfer full) */
PoplensLocation *poplens_location_without_after (const PoplensLocation *self);
/* What @self has otherwise than @from, done to @onto: keys that both have alike stay as @onto has
 * them. Of locations on one page. (transfer full) */
PoplensLocation *poplens_location_rebase (const PoplensLocation *self, const PoplensLocation *from,
                                          const PoplensLocation *onto);
/* The same keys on another page; none where @self is NULL. (transfer full) */
PoplensLocation *poplens_location_on_page (const PoplensLocation *self, PoplensPageId page);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLocation, poplens_location_unref)

/* ---- location reads -------------------------------------------------------------------------- */

/* PoplensLocationReads: which keys of a location somebody has asked for. What was made of a
 * location need not be made again of another one that says the same of those keys. */

typedef struct _PoplensLocationReads PoplensLocationReads;

/* Counted; any thread. */
PoplensLocationReads *poplens_location_reads_new (void);
PoplensLocationReads *poplens_location_reads_ref (PoplensLocationReads *self);
void poplens_location_reads_unref (PoplensLocationReads *self);

/* What it knows now, for itself: nobody tells the copy any more. (transfer full) */
PoplensLocationReads *poplens_location_reads_copy (PoplensLocationReads *self);

/* A copy of @location that tells @self (nullable: nobody) what it is asked for, as do copies of it.
 * What asks for all of it, as text or as a list of keys, depends on all of it. (transfer full) */
PoplensLocation *poplens_location_watch (const PoplensLocation *location,
                                         PoplensLocationReads *self);

/* Whether @now says of each key that was asked for what @before says; both of one page. As long as
 * a copy is kept all of it counts: links that are made for visible rows may ask for more. */
gboolean poplens_location_reads_same (PoplensLocationReads *self, const PoplensLocation *before,
                                      const PoplensLocation *now);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLocationReads, poplens_location_reads_unref)

G_END_DECLS
