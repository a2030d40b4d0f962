/* What fills a tile, in a sentence: for the table's note and the terminal. Private to the tables
 * and the terminal. */
#pragma once

#include "derived/insights/contents-source.h"

G_BEGIN_DECLS

/* "Tile 287, the fullest, at its peak step 1225: 1,133,036 live + 22,172 packing + 652 gaps =
 * 1,155,860 of 638,976 B." Of two sides a sentence each. (transfer full) */
char *poplens_contents_sentence (const PoplensContentsAnswer *answer);

G_END_DECLS
