/* Matches the elements of two lists by name (key) and order. First pairs as many elements of equal
 * names as possible in list order, and prefers similar ones. Then pairs the remaining elements of
 * equal names. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum { POPLENS_FIRST, POPLENS_SECOND, POPLENS_N_SIDES } PoplensSide;

#define POPLENS_NOT_THERE G_MAXUINT32

/* Two matched elements: index in each list. POPLENS_NOT_THERE: the list has no match. */
typedef struct {
  guint32 of[POPLENS_N_SIDES];
} PoplensPair;

#define POPLENS_MOST_UNLIKE 1000
/* Returns how different two elements of equal names are: 0 (equal) … POPLENS_MOST_UNLIKE. @first:
 * index in the first list. @second: index in the second list */
typedef guint (*PoplensUnlike) (gconstpointer data, guint32 first, guint32 second);

/* Largest product of two list lengths that are matched exactly. The limit bounds time and memory.
 * Longer lists are split, and sections above the limit are paired by name in list order. */
#define POPLENS_MOST_CELLS ((gsize) 1 << 22)

/* Matches two lists by numeric keys. @keys: [side][@n[side]]. @unlike: (nullable): tells which of
 * several possible pairs are more similar. @data: argument of @unlike. Returns, by element of the
 * first list, the index in the second list or POPLENS_NOT_THERE. (transfer full) */
guint32 *poplens_pair_lists (const guint32 *const keys[POPLENS_N_SIDES],
                             const guint32 n[POPLENS_N_SIDES], PoplensUnlike unlike,
                             gconstpointer data);

/* Matches two lists by text keys. @keys: [side][@n[side]], without NULL. Returns a pair for each
 * element of the first list, then one for each unmatched element of the second list. (transfer
 * full) GArray of PoplensPair */
GArray *poplens_pairs_match (const char *const *const keys[POPLENS_N_SIDES],
                             const guint32 n[POPLENS_N_SIDES], PoplensUnlike unlike,
                             gconstpointer data);
/* Matches two lists as poplens_pairs_match () does, but by numeric keys. (transfer full) GArray of
 * PoplensPair */
GArray *poplens_pairs_match_numbers (const guint64 *const keys[POPLENS_N_SIDES],
                                     const guint32 n[POPLENS_N_SIDES], PoplensUnlike unlike,
                                     gconstpointer data);

/* Sorts pairs for display, by index in the first list. An element that only the second list has
 * comes after its predecessor in the second list. @n_second: length of the second list */
void poplens_pairs_align (GArray *pairs, guint32 n_second);

G_END_DECLS
