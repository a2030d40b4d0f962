/* Column of cycles for millions of rows: 4 bytes a row, and a hash table for the few values that
 * need more. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Value of a row whose cycles are unknown. */
#define POPLENS_NO_CYCLES G_MAXUINT64

typedef struct {
  guint32 n;
  guint32 *values;   /* G_MAXUINT32: unknown; G_MAXUINT32 − 1: value in .longs */
  GHashTable *longs; /* (nullable): row → guint64 *: values that do not fit in .values */
} PoplensCycleColumn;

/* Creates a column of @n rows, all unknown. */
PoplensCycleColumn *poplens_cycle_column_new (guint32 n);
void poplens_cycle_column_free (PoplensCycleColumn *self);
/* Sets the cycles of @row; POPLENS_NO_CYCLES makes it unknown. Must not be called while other
 * threads read the column. */
void poplens_cycle_column_set (PoplensCycleColumn *self, guint32 row, guint64 cycles);
/* Slow path of poplens_cycles_at (), for rows that are unknown or in .longs. */
guint64 poplens_cycle_column_find_long (const PoplensCycleColumn *self, guint32 row);

/* Returns the cycles of @row, or POPLENS_NO_CYCLES. */
static inline guint64
poplens_cycles_at (const PoplensCycleColumn *self, guint32 row)
{
  guint32 value = self->values[row];

  return G_LIKELY (value < G_MAXUINT32 - 1) ? value : poplens_cycle_column_find_long (self, row);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensCycleColumn, poplens_cycle_column_free)

G_END_DECLS
