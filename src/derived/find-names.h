/* Names to search in: each text is kept once, folded, and known with all that bear it. */
#pragma once

#include "report/report.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* How a text matches the words of a query; the better the lower. */
typedef enum {
  POPLENS_MATCH_EXACT,  /* the name is the query */
  POPLENS_MATCH_PREFIX, /* it begins with it */
  POPLENS_MATCH_WORD,   /* each word of the query begins a word of it */
  POPLENS_MATCH_WITHIN, /* each word is somewhere in it */
} PoplensMatchRank;

typedef struct _PoplensNames PoplensNames;

PoplensNames *poplens_names_new (void);
void poplens_names_free (PoplensNames *self);
/* The next entry, numbered from 0. @name and @also (nullable) are searched, each matches as a whole
 * or in part; an entry with neither is never found. */
void poplens_names_add (PoplensNames *self, const char *name, const char *also);
/* After the last one. */
void poplens_names_seal (PoplensNames *self);

/* Called for each entry found; @length: bytes of its text. */
typedef void (*PoplensNameFunc) (guint32 entry, PoplensMatchRank rank, gsize length,
                                 gpointer user_data);
/* @words: folded (poplens_names_fold()), NULL-terminated; with none every entry is found, as
 * WITHIN. FALSE where @cancellable was cancelled. Any number of threads may search at once. */
gboolean poplens_names_search (const PoplensNames *self, const char *const *words,
                               PoplensNameFunc found, gpointer user_data,
                               GCancellable *cancellable);

/* Case folded, as texts are kept. @text: any bytes. (transfer full) */
char *poplens_names_fold (const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensNames, poplens_names_free)

G_END_DECLS
