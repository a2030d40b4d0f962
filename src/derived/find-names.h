/* An index for searching names. Each text is stored once, case-folded, with all entries that have
 * it. */
#pragma once

#include "report/report.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* How well a text matches a query; lower is better. */
typedef enum {
  POPLENS_MATCH_EXACT,  /* the name is equal to the query */
  POPLENS_MATCH_PREFIX, /* the name begins with the query */
  POPLENS_MATCH_WORD,   /* each word of the query is the start of a word of the name */
  POPLENS_MATCH_WITHIN, /* each word is somewhere in the name */
} PoplensMatchRank;

typedef struct _PoplensNames PoplensNames;

PoplensNames *poplens_names_new (void);
void poplens_names_free (PoplensNames *self);
/* Adds an entry; the first one has number 0. @name, @also: (nullable): texts to search. An entry
 * without texts is never found. */
void poplens_names_add (PoplensNames *self, const char *name, const char *also);
/* Finishes the index after the last entry; required before searching. */
void poplens_names_seal (PoplensNames *self);

/* Called for each entry that was found. @length: bytes of the text that the entry is found by */
typedef void (*PoplensNameFunc) (guint32 entry, PoplensMatchRank rank, gsize length,
                                 gpointer user_data);
/* Finds the entries that contain all @words. @words: case-folded (poplens_names_fold ()),
 * NULL-terminated; an empty list finds every entry with rank WITHIN. FALSE if @cancellable was
 * cancelled. Threads may search at the same time. */
gboolean poplens_names_search (const PoplensNames *self, const char *const *words,
                               PoplensNameFunc found, gpointer user_data,
                               GCancellable *cancellable);

/* Returns @text case-folded, as in the index. @text: any bytes. (transfer full) */
char *poplens_names_fold (const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensNames, poplens_names_free)

G_END_DECLS
