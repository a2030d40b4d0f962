/* Matches the things of two lists by name (key) and order. First pairs as many things of equal
 * names as possible without changing their order. Of several such matchings, takes the one with the
 * most similar pairs. Then pairs the remaining things of equal names. So a thing that was inserted
 * before others of its name is reported as new. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum { POPLENS_FIRST, POPLENS_SECOND, POPLENS_N_SIDES } PoplensSide;

#define POPLENS_NOT_THERE G_MAXUINT32

/* Indices of one thing in both lists; POPLENS_NOT_THERE in a list that lacks it. */
typedef struct {
  guint32 of[POPLENS_N_SIDES];
} PoplensPair;

#define POPLENS_MOST_UNLIKE 1000
/* Returns how different two things of one name are. @first, @second: their indices. 0 (equal) …
 * POPLENS_MOST_UNLIKE */
typedef guint (*PoplensUnlike) (gconstpointer data, guint32 first, guint32 second);

/* Largest product of two list lengths that are matched exactly, which limits time and memory.
 * Longer lists are split at names that occur once in each list. Sections that are still longer are
 * paired by name, in list order. */
#define POPLENS_MOST_CELLS ((gsize) 1 << 22)

/* Matches two lists by number. Returns, by thing of the first list, its index in the second list or
 * POPLENS_NOT_THERE. @keys: [side][@n[side]]. @unlike: (nullable): NULL: things with equal keys are
 * interchangeable. @data: for @unlike. (transfer full) */
guint32 *poplens_pair_lists (const guint32 *const keys[POPLENS_N_SIDES],
                             const guint32 n[POPLENS_N_SIDES], PoplensUnlike unlike,
                             gconstpointer data);

/* Matches things by text. @keys: [side][@n[side]], none of them NULL. Returns all things of the
 * first list, then the unmatched things of the second list, each in list order. (transfer full)
 * GArray of PoplensPair */
GArray *poplens_pairs_match (const char *const *const keys[POPLENS_N_SIDES],
                             const guint32 n[POPLENS_N_SIDES], PoplensUnlike unlike,
                             gconstpointer data);
/* Matches things as poplens_pairs_match () does, but by numbers. (transfer full) GArray of
 * PoplensPair */
GArray *poplens_pairs_match_numbers (const guint64 *const keys[POPLENS_N_SIDES],
                                     const guint32 n[POPLENS_N_SIDES], PoplensUnlike unlike,
                                     gconstpointer data);

/* Sorts pairs for display: by index in the first list. A thing that only the second list has comes
 * after the thing that precedes it there. @n_second: length of the second list */
void poplens_pairs_align (GArray *pairs, guint32 n_second);

G_END_DECLS
