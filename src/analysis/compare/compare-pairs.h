/* Which things of one list are which of another, by their names and what stands around them.
 *
 * Where a name is in both lists as often as it can be, that many are paired. Which ones: as many
 * as can be without turning their order round; of several ways that in which they are least unlike;
 * of those that are then left each with the next of its name, whose order was turned. So what was
 * put in between things of the same name is what is new, not the last of them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum { POPLENS_FIRST, POPLENS_SECOND, POPLENS_N_SIDES } PoplensSide;

#define POPLENS_NOT_THERE G_MAXUINT32

/* Indices of one thing in both; NOT_THERE in the one that lacks it. */
typedef struct {
  guint32 of[POPLENS_N_SIDES];
} PoplensPair;

#define POPLENS_MOST_UNLIKE 1000
/* How unlike two things of one name are, by their indices: 0, alike, … MOST_UNLIKE. */
typedef guint (*PoplensUnlike) (gconstpointer data, guint32 first, guint32 second);

/* Lists longer than this product between two names that are there once are paired by order alone,
 * so that time and memory stay small. */
#define POPLENS_MOST_CELLS ((gsize) 1 << 22)

/* Of each of @n[FIRST] things the index of its other, or NOT_THERE. @keys: what has to be alike.
 * @unlike: (nullable): of a name all are alike. (transfer full) */
guint32 *poplens_pair_lists (const guint32 *const keys[POPLENS_N_SIDES],
                             const guint32 n[POPLENS_N_SIDES], PoplensUnlike unlike,
                             gconstpointer data);

/* Pairs of @n[side] things with @keys[side] (never NULL): those of the first in their order, then
 * what is only in the second in its order. (transfer full) GArray of PoplensPair */
GArray *poplens_pairs_match (const char *const *const keys[POPLENS_N_SIDES],
                             const guint32 n[POPLENS_N_SIDES], PoplensUnlike unlike,
                             gconstpointer data);
/* The same where the keys are numbers. */
GArray *poplens_pairs_match_numbers (const guint64 *const keys[POPLENS_N_SIDES],
                                     const guint32 n[POPLENS_N_SIDES], PoplensUnlike unlike,
                                     gconstpointer data);

/* Puts pairs in line: those of the first in their order, and what is only in the second, which has
 * @n_second things, behind what it follows there. */
void poplens_pairs_align (GArray *pairs, guint32 n_second);

G_END_DECLS
