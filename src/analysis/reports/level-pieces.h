/* A series as pieces that are level, or rise or fall along a line. Steps (level-steps.h) part it
 * into levels; a line takes the place of neighbours among them where it is no work of noise
 * (Student's t of its slope) and accounts for their values better than they do, and than one step
 * would. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  guint from;   /* its first value */
  double slope; /* from a value to the next; 0: it is level */
} PoplensLevelPiece;

/* Of values with noise. (transfer full): GArray of PoplensLevelPiece */
GArray *poplens_level_pieces_find (const double *values, guint n);
/* Puts a line in the place of all @pieces of @values if it is the better account. */
void poplens_level_pieces_try_line (GArray *pieces, const double *values, guint n);

G_END_DECLS
