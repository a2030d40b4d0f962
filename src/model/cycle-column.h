/* Cycles of very many rows: 4 bytes a row, as nearly all of them have room there, and the others
 * apart. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* In place of a number: not known. */
#define POPLENS_NO_CYCLES G_MAXUINT64

typedef struct {
  guint32 n;
  guint32 *values;   /* G_MAXUINT32: not known; G_MAXUINT32 - 1: see .longs */
  GHashTable *longs; /* row → guint64*; NULL: none */
} PoplensCycleColumn;

/* Of @n rows, none of which is known. */
PoplensCycleColumn *poplens_cycle_column_new (guint32 n);
void poplens_cycle_column_free (PoplensCycleColumn *self);
/* As long as nobody else reads it. */
void poplens_cycle_column_set (PoplensCycleColumn *self, guint32 row, guint64 cycles);
/* Of a row whose value does not stand in the column. */
guint64 poplens_cycle_column_find_long (const PoplensCycleColumn *self, guint32 row);

/* The row's cycles, or POPLENS_NO_CYCLES. */
static inline guint64
poplens_cycles_at (const PoplensCycleColumn *self, guint32 row)
{
  guint32 value = self->values[row];

  return G_LIKELY (value < G_MAXUINT32 - 1) ? value : poplens_cycle_column_find_long (self, row);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensCycleColumn, poplens_cycle_column_free)

G_END_DECLS
