/* PoplensFinder: finds items of a report by name or number, for Ctrl+K, `poplens-cli find` and
 * poplens_report_find (). A worker builds it; then it is immutable, and any thread may use it.
 *
 * Examples of queries, and what they find:
 * - "conv fwd": items whose names contain all words, ignoring case.
 * - "812": the tile, liveness step, executed step, program and IPU with that number.
 * - "#1203": only the program with that ID.
 * - "tile 812", "ipu 1", "variable 5", "lowered 63218": only the item of that kind.
 * - "variable weights", "op softmax": only items of that kind.
 * - "layer": all items of that kind, the largest first.
 * - "modeling.py:661": a line of source code.
 * - "memory gaps": a view (page or tab of the window), by its name and the name of its page.
 *   Views come before other results. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_FOUND_TILE,
  POPLENS_FOUND_IPU,
  POPLENS_FOUND_STEP,     /* a liveness step */
  POPLENS_FOUND_EXECUTED, /* an executed step */
  POPLENS_FOUND_PROGRAM,
  POPLENS_FOUND_COMPUTE_SET,
  POPLENS_FOUND_VERTEX_TYPE,
  POPLENS_FOUND_VARIABLE,      /* an unlowered variable */
  POPLENS_FOUND_TILE_VARIABLE, /* a lowered variable; found only by queries such as "lowered 5" */
  POPLENS_FOUND_OPERATION, /* an operation of the framework or, without debug.cbor, a path in names
                              of programs */
  POPLENS_FOUND_LAYER,     /* a layer of the model, from the names of programs */
  POPLENS_FOUND_KIND,      /* a kind of variables */
  POPLENS_FOUND_SOURCE,    /* a file or line of source code */
  POPLENS_FOUND_VIEW,      /* a page, tab, section or graph of the window: see PoplensFinderView */
  POPLENS_N_FOUND,
} PoplensFoundKind;

const char *poplens_found_kind_name (PoplensFoundKind kind);   /* for scripts: "compute-set" */
const char *poplens_found_kind_title (PoplensFoundKind kind);  /* for people: "Compute set" */
const char *poplens_found_kind_phrase (PoplensFoundKind kind); /* as users type it: "compute set" */

typedef struct {
  PoplensFoundKind kind;
  guint64 id;     /* ID or number in the file; for a view or topic its index */
  char *title;    /* "Tile 812", or the thing's name */
  char *detail;   /* type, ID, bytes, position: "32.0 KiB with gaps · IPU 0" */
  char *location; /* location that selects the item, or filters a table for it */
  /* (nullable): value that selects the item on its page: key of an operation in debug.cbor,
   * "/src/encoder.py" for a file, "/src/encoder.py:42" for a line, or "weights" for a kind */
  char *key;
  gboolean is_pattern; /* stands for several things whose names differ only in numbers; the other
                          fields describe the best match */
} PoplensFound;

typedef struct {
  GPtrArray *results; /* PoplensFound, sorted by match: whole name, its beginning, a word, part of a
                         word */
  guint64 total;      /* number of all matches */
  /* (nullable): a sentence to show with the results: valid numbers of a kind, or that nothing was
   * found */
  char *hint;
  gboolean asks_number;  /* .hint is about the numbers of a kind */
  gboolean has_patterns; /* at least one of the results has .is_pattern */
} PoplensFinds;

/* A page, tab or other view of the window, which the finder can find. */
typedef struct {
  char *title;  /* "Tile map" */
  char *also;   /* further words by which the view is found, such as the name of its page */
  char *detail; /* where the view is: "Graph of Memory" */
  char *location;
} PoplensFinderView;

void poplens_finder_view_free (PoplensFinderView *self);

typedef struct _PoplensFinder PoplensFinder;

/* Returns the parts that the finder uses, as POPLENS_PART_BIT ()s. Items of an absent or damaged
 * part are not found; this is not an error. */
guint32 poplens_finder_parts (void);
/* Loads the parts of poplens_finder_parts () and builds the index, which takes a second for 10^6
 * variables. Keeps @report alive. (transfer full) (nullable): NULL with @error if the report
 * changed, or if cancelled */
PoplensFinder *poplens_finder_new (PoplensReport *report, GCancellable *cancellable,
                                   GError **error);
/* Builds a finder of the parts that are loaded already. (transfer full) (nullable): NULL with
 * @error if cancelled */
PoplensFinder *poplens_finder_new_of_loaded (PoplensReport *report, GCancellable *cancellable,
                                             GError **error);
/* Returns the finder that is cached in the report; it has no views. The caller keeps the report
 * alive. (transfer full) (nullable): NULL with @error */
PoplensFinder *poplens_finder_of (PoplensReport *report, GCancellable *cancellable, GError **error);
/* Sets the views that the finder finds. Call it before other threads use the finder. @views:
 * (transfer full): GPtrArray of PoplensFinderView, in the order of their pages */
void poplens_finder_set_views (PoplensFinder *self, GPtrArray *views);
PoplensFinder *poplens_finder_ref (PoplensFinder *self);
void poplens_finder_unref (PoplensFinder *self);

/* Returns the best matches, at most @most. An empty query has no matches. @unit: unit of bytes in
 * details. (transfer full) (nullable): NULL with G_IO_ERROR_CANCELLED */
PoplensFinds *poplens_finder_find (const PoplensFinder *self, const char *query, guint most,
                                   PoplensByteUnit unit, GCancellable *cancellable, GError **error);
/* Finds like poplens_finder_find (). Items whose names differ only in numbers at the end of a word
 * become one result, "layer.*", with their number and a link to a table of them. */
PoplensFinds *poplens_finder_find_patterns (const PoplensFinder *self, const char *query,
                                            guint most, PoplensByteUnit unit,
                                            GCancellable *cancellable, GError **error);
void poplens_finds_free (PoplensFinds *self);
void poplens_found_free (PoplensFound *self);

/* Returns one result for @found and all items whose names differ only in numbers at the end of a
 * word. @n: (out): number of items. @bytes: (out): sum of their bytes; 0 if items of this kind have
 * none. (transfer full) (nullable): NULL if no other item has such a name */
PoplensFound *poplens_finder_alike (const PoplensFinder *self, const PoplensFound *found,
                                    guint32 *n, guint64 *bytes);
/* Returns the innermost layer that contains @name, the name of a program or variable. (transfer
 * full) (nullable): NULL if there is none */
PoplensFound *poplens_finder_layer_of (const PoplensFinder *self, const char *name,
                                       PoplensByteUnit unit);

/* Returns @location with its key @key set to @value, which is escaped. (transfer full) */
char *poplens_finder_location (const char *location, const char *key, const char *value);
/* Makes a table of @finds (transfer full): kind, ID, title, detail and location. Its note has the
 * hint and, if not all matches are shown, their number. (transfer full) */
PoplensTable *poplens_finds_table (PoplensFinds *finds, PoplensReport *report);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFinder, poplens_finder_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFound, poplens_found_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFinds, poplens_finds_free)

G_END_DECLS
