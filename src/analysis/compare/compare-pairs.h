/* Matches the things of two lists by name (key) and by their order. Of each name, as many things
 * are paired as both lists have. First, as many as possible are paired in the order of both lists;
 * of several such matchings, the one with the least unlikeness is taken. The other things are then
 * paired by name alone, in a different order. Thus, if a thing was inserted before others of its
 * name, it is reported as new, and not the last one of that name. */
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

/* Largest product of two list lengths that are matched exactly, to limit time and memory. Longer
 * lists are split at names that both have once; sections that are still longer are paired by order
 * alone. */
#define POPLENS_MOST_CELLS ((gsize) 1 << 22)

/* Returns the index in the second list for each of @n[POPLENS_FIRST] things, or POPLENS_NOT_THERE.
 * @keys: only things with equal keys match. @unlike: (nullable): NULL: things with equal keys are
 * interchangeable. @data: for @unlike. (transfer full) */
guint32 *poplens_pair_lists (const guint32 *const keys[POPLENS_N_SIDES],
                             const guint32 n[POPLENS_N_SIDES], PoplensUnlike unlike,
                             gconstpointer data);

/* Matches things by text. @keys: [side][@n[side]], none of them NULL. Returns the things of the
 * first list in their order, then the unmatched things of the second list in theirs. (transfer
 * full) GArray of PoplensPair */
GArray *poplens_pairs_match (const char *const *const keys[POPLENS_N_SIDES],
                             const guint32 n[POPLENS_N_SIDES], PoplensUnlike unlike,
                             gconstpointer data);
/* Matches things as poplens_pairs_match () does, but by numbers. (transfer full) GArray of
 * PoplensPair */
GArray *poplens_pairs_match_numbers (const guint64 *const keys[POPLENS_N_SIDES],
                                     const guint32 n[POPLENS_N_SIDES], PoplensUnlike unlike,
                                     gconstpointer data);

/* Sorts pairs for display: by index in the first list. A thing that only the second list has
 * follows its predecessor in the second list. @n_second: length of the second list */
void poplens_pairs_align (GArray *pairs, guint32 n_second);

G_END_DECLS
