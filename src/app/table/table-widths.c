#include "app/table/table-widths.h"

#define STEP 4
/* Of a table that scrolls, texts have what they need within so much of its place, percent. */
#define WHOLE_SHARE 75

static PoplensTableWidth *
find_widest (PoplensTableWidth *columns, guint n)
{
  PoplensTableWidth *widest = NULL;

  for (guint c = 0; c < n; c++)
    if (columns[c].width > columns[c].least && (!widest || columns[c].width > widest->width))
      widest = &columns[c];
  return widest;
}

/* A table that scrolls sideways in any case need not cut what stands behind its names for that. */
static int
give_back (PoplensTableWidth *columns, guint n, int place)
{
  int room = place * WHOLE_SHARE / 100, total = 0;

  for (guint c = 0; c < n; c++) {
    PoplensTableWidth *column = &columns[c];
    if (c && !column->is_whole && column->width < column->natural)
      column->width = CLAMP (room, column->width, column->natural);
    room -= column->width;
    total += column->width;
  }
  return total;
}

int
poplens_table_widths_fit (PoplensTableWidth *columns, guint n, int place)
{
  PoplensTableWidth *widest;
  int total = 0;

  for (guint c = 0; c < n; c++)
    total += columns[c].width = columns[c].natural;
  while (place > 0 && total > place && (widest = find_widest (columns, n))) {
    int step = MIN (STEP, widest->width - widest->least);
    widest->width -= step;
    total -= step;
  }
  return place > 0 && total > place ? give_back (columns, n, place) : total;
}
