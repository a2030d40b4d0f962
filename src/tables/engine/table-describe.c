#include "tables/engine/table-describe.h"

#include "tables/engine/records.h"

typedef struct {
  const char *column, *title, *unit, *source, *doc;
} ColumnRow;

static const PoplensColumn column_columns[] = {
    POPLENS_CELL (ColumnRow, column, "Column", TEXT, DERIVED, "Name for --columns and scripts"),
    POPLENS_CELL (ColumnRow, title, "Title", TEXT, DERIVED, "Heading"),
    POPLENS_CELL (ColumnRow, unit, "Unit", TEXT, DERIVED, "Unit of its numbers"),
    POPLENS_CELL (ColumnRow, source, "Source", TEXT, DERIVED,
                  "Where its numbers come from; row: the column source says it"),
    POPLENS_CELL (ColumnRow, doc, "Meaning", TEXT, DERIVED, "Definition of the column"),
};

PoplensTable *
poplens_table_describe (const PoplensTable *table)
{
  PoplensRecords *rows = POPLENS_RECORDS (ColumnRow, column_columns);

  for (guint c = 0; c < poplens_table_n_columns (table); c++) {
    const PoplensColumn *column = poplens_table_get_column (table, c);
    ColumnRow *row = poplens_records_add (rows);
    row->column = poplens_records_text (rows, column->name);
    row->title = poplens_records_text (rows, column->title);
    row->unit = poplens_unit_name (column->unit);
    row->source = poplens_provenance_name (column->provenance);
    row->doc = poplens_records_text (rows, column->doc);
  }
  return poplens_records_finish (rows, "columns", "Columns", NULL);
}
