/* Describes the contents of a tile in a sentence. The sentence is the note of the table, and
 * poplens-cli prints it. */
#pragma once

#include "derived/insights/contents-source.h"

G_BEGIN_DECLS

/* Returns the sentence: "Tile 287, the fullest, at its peak step 1225: 1,133,036 live + 22,172
 * packing + 652 gaps = 1,155,860 of 638,976 B.", or one for each side of a comparison. (transfer
 * full) */
char *poplens_contents_sentence (const PoplensContentsAnswer *answer);

G_END_DECLS
