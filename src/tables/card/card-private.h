/* Rows of a card. Private to it. */
#pragma once

#include "derived/insights/fit-source.h"
#include "tables/card/card.h"
#include "tables/engine/records.h"

G_BEGIN_DECLS

typedef struct {
  PoplensReport *report;
  const PoplensFound *found;
  PoplensRecords *rows; /* PoplensCardRow */
  PoplensMoves *moves;
  PoplensFit *fit;
  const PoplensVariables *variables; /* lowered ones too */
  const PoplensTileBytes *bytes;
  const PoplensKinds *kinds;
  GCancellable *cancellable;
} PoplensCard;

/* @value: formatted; @location: (nullable) (transfer full) */
void poplens_card_add (PoplensCard *self, const char *what, const char *value, gint64 bytes,
                       double share, char *location);
/* Links to the changes that move or shrink any of the groups with @hit. */
void poplens_card_add_changes (PoplensCard *self, const guint8 *hit);

void poplens_card_add_variable (PoplensCard *self);
void poplens_card_add_tile (PoplensCard *self);

G_END_DECLS
