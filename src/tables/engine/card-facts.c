/* Facts about one thing as the table "card". */
#include "tables/engine/card-facts.h"

static const PoplensColumn columns[] = {
    POPLENS_CELL (PoplensCardFact, what, "Fact", TEXT, DERIVED, "Place or property"),
    POPLENS_CELL (PoplensCardFact, value, "Value", MIXED, FILE,
                  "Value: a number with its unit, or text"),
    POPLENS_CELL (PoplensCardFact, detail, "Detail", TEXT, DERIVED, "Scope of the value"),
    POPLENS_CELL (PoplensCardFact, share, "Share of capacity", RATIO, DERIVED,
                  "Bytes as a share of the capacity of a tile"),
    POPLENS_CELL (PoplensCardFact, source, "Source", TEXT, DERIVED,
                  "recorded: by the compiler; measured: on the device; estimated: by the compiler; "
                  "derived: by Poplens"),
    POPLENS_CELL (PoplensCardFact, doc, "Meaning", TEXT, DERIVED, "Meaning of the value"),
    POPLENS_CELL (PoplensCardFact, key, "Key", TEXT, DERIVED,
                  "Identifier of the fact, for scripts; empty for some", .for_scripts = TRUE),
    POPLENS_CELL (PoplensCardFact, location, "Location", TEXT, DERIVED,
                  "Location that shows it, as --location takes it", .for_scripts = TRUE),
};

PoplensRecords *
poplens_card_facts_new (void)
{
  return POPLENS_RECORDS (PoplensCardFact, columns);
}

PoplensCardFact *
poplens_card_facts_add (PoplensRecords *self, guint16 depth, const char *what,
                        const PoplensValue *value)
{
  PoplensCardFact *fact = poplens_records_add_at (self, depth);

  fact->what = poplens_records_text (self, what);
  fact->value = *value;
  if (value->type == POPLENS_VALUE_TEXT)
    fact->value.text = poplens_records_text (self, value->text);
  return fact;
}

void
poplens_card_facts_link (PoplensRecords *self, const char *format, ...)
{
  PoplensCardFact *fact = poplens_records_last (self);
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *location = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  fact->location = poplens_records_text (self, location);
  poplens_records_link (self, "%s", location);
}

PoplensTable *
poplens_card_facts_finish (PoplensRecords *self, const char *title, PoplensReport *report)
{
  return poplens_records_finish_tree (self, "card", title, report);
}
