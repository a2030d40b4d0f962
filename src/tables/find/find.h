/* PoplensFinder: finds anything of a report by name or number: what Ctrl+K, `poplens-cli find` and
 * poplens_report_find () ask. Built on a worker; then immutable, and any thread may ask.
 *
 * A query is words: each has to be in the name, whatever its case ("conv fwd"). A number finds the
 * tile, the step of liveness, the executed step, the program and the IPU of that number; "#1203"
 * the program; "tile 812", "step 37", "ipu 1", "variable 5" what they say. A kind in front of
 * words narrows to it: "variable weights", "op softmax", and alone lists them all, the largest
 * first; "lowered 63218" is the tile variable, "modeling.py:661" a line of source code. Views of
 * the program, where there are any, are found by their own name and their page's ("memory gaps"),
 * before others that match as well. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_FOUND_TILE,
  POPLENS_FOUND_IPU,
  POPLENS_FOUND_STEP,     /* of liveness */
  POPLENS_FOUND_EXECUTED, /* an executed step */
  POPLENS_FOUND_PROGRAM,
  POPLENS_FOUND_COMPUTE_SET,
  POPLENS_FOUND_VERTEX_TYPE,
  POPLENS_FOUND_VARIABLE,      /* unlowered */
  POPLENS_FOUND_TILE_VARIABLE, /* lowered; by number, and that only after its kind's name */
  POPLENS_FOUND_OPERATION,     /* of the framework, or as names of programs say */
  POPLENS_FOUND_LAYER,         /* of the model, as names of programs say */
  POPLENS_FOUND_KIND,          /* of variables */
  POPLENS_FOUND_SOURCE,        /* a file of source code, or a line of one */
  POPLENS_FOUND_VIEW, /* a page, a tab, a section or a graph of one, by its name: see below */
  POPLENS_N_FOUND,
} PoplensFoundKind;

const char *poplens_found_kind_name (PoplensFoundKind kind);  /* "compute-set": for scripts */
const char *poplens_found_kind_title (PoplensFoundKind kind); /* "Compute set" */
const char *
poplens_found_kind_phrase (PoplensFoundKind kind); /* "compute set": before its number */

typedef struct {
  PoplensFoundKind kind;
  guint64 id;     /* as the file numbers its kind; of a view its place among them */
  char *title;    /* "Tile 812", or the name */
  char *detail;   /* type, id, bytes, where: "32.0 KiB with gaps · IPU 0" */
  char *location; /* where it is shown, selected or filtered for */
  /* (nullable): what its page calls an operation of debug.cbor, a file ("/src/encoder.py"), a line
   * of one ("/src/encoder.py:42") or a kind ("weights"). */
  char *key;
  gboolean is_pattern; /* several whose names differ in numbers; the others are of the best */
} PoplensFound;

typedef struct {
  GPtrArray *results; /* PoplensFound, best first: exact, prefix, word, part of a word */
  guint64 total;      /* how many there are */
  /* (nullable): a sentence to show with the results: what to type behind a kind that is found by
   * number, which numbers there are, or, where nothing was found, that. */
  char *hint;
  gboolean asks_number;  /* the hint is about numbers of a kind */
  gboolean has_patterns; /* a result is several whose names differ in numbers */
} PoplensFinds;

/* What the program itself can show: a page, a tab of one … */
typedef struct {
  char *title;  /* "Tile map" */
  char *also;   /* words that find it beside its title: its page's name … */
  char *detail; /* "Graph of Memory" */
  char *location;
} PoplensFinderView;

void poplens_finder_view_free (PoplensFinderView *self);

typedef struct _PoplensFinder PoplensFinder;

/* Parts that it reads; what is absent or damaged is not found, and no error. */
guint32 poplens_finder_parts (void);
/* Loads them and makes the index: a second for 10^6 variables. NULL with @error: CHANGED or
 * cancelled. Keeps @report. */
PoplensFinder *poplens_finder_new (PoplensReport *report, GCancellable *cancellable,
                                   GError **error);
/* The same of the parts that are loaded, and it loads none. NULL where it was cancelled. */
PoplensFinder *poplens_finder_new_of_loaded (PoplensReport *report, GCancellable *cancellable,
                                             GError **error);
/* The one without views that is made once and kept with the report, which whoever asks has to keep.
 */
PoplensFinder *poplens_finder_of (PoplensReport *report, GCancellable *cancellable, GError **error);
/* Before it is handed to other threads. @views: (transfer full): GPtrArray of PoplensFinderView, in
 * the order of their pages. */
void poplens_finder_set_views (PoplensFinder *self, GPtrArray *views);
PoplensFinder *poplens_finder_ref (PoplensFinder *self);
void poplens_finder_unref (PoplensFinder *self);

/* The @most best; nothing for a query without words. @unit: of the bytes in details. NULL with
 * G_IO_ERROR_CANCELLED. (transfer full) */
PoplensFinds *poplens_finder_find (const PoplensFinder *self, const char *query, guint most,
                                   PoplensByteUnit unit, GCancellable *cancellable, GError **error);
/* The same, where names that differ only in numbers that end a word are one result, "layer.*",
 * which says how many they are and leads to a table of them. */
PoplensFinds *poplens_finder_find_patterns (const PoplensFinder *self, const char *query,
                                            guint most, PoplensByteUnit unit,
                                            GCancellable *cancellable, GError **error);
void poplens_finds_free (PoplensFinds *self);
void poplens_found_free (PoplensFound *self);

/* All whose names differ from that of @found only in numbers that end a word; NULL where it is the
 * only one. @n, @bytes: (out): of them, 0 bytes where they have none. (transfer full) */
PoplensFound *poplens_finder_alike (const PoplensFinder *self, const PoplensFound *found,
                                    guint32 *n, guint64 *bytes);
/* The innermost layer that a name of a program or a variable is in; NULL: none. (transfer full) */
PoplensFound *poplens_finder_layer_of (const PoplensFinder *self, const char *name,
                                       PoplensByteUnit unit);

/* A location with @key set to @value, escaped. (transfer full) */
char *poplens_finder_location (const char *location, const char *key, const char *value);
/* @finds (taken) as a table: kind, id, title, detail and location; its note is the hint, and where
 * there are more how many. */
PoplensTable *poplens_finds_table (PoplensFinds *finds, PoplensReport *report);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFinder, poplens_finder_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFound, poplens_found_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFinds, poplens_finds_free)

G_END_DECLS
