/* Facts about one thing, a row each: the records of the table "card". Private to the tables. */
#pragma once

#include "tables/engine/records.h"

G_BEGIN_DECLS

typedef struct {
  const char *what;
  PoplensValue value;
  const char *detail;   /* (nullable): what the value covers */
  double share;         /* of the capacity of a tile */
  const char *source;   /* (nullable): "recorded", "measured", "estimated" or "derived" */
  const char *doc;      /* (nullable): what the value means */
  const char *key;      /* (nullable): for scripts */
  const char *location; /* (nullable) */
} PoplensCardFact;

/* Returns no records yet. (transfer full) */
PoplensRecords *poplens_card_facts_new (void);
/* Adds a fact with copies of the texts. Valid until the next one is added. @value: a text is
 * copied. */
PoplensCardFact *poplens_card_facts_add (PoplensRecords *self, guint16 depth, const char *what,
                                         const PoplensValue *value);
/* Sets the location that shows the last fact. */
void poplens_card_facts_link (PoplensRecords *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Makes the table of the facts, which are taken. */
PoplensTable *poplens_card_facts_finish (PoplensRecords *self, const char *title,
                                         PoplensReport *report);

G_END_DECLS
