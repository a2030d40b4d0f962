/* Hash table from 64-bit keys to 32-bit numbers, for tens of thousands of keys that are looked up
 * millions of times. Private to the analysis. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define POPLENS_NO_INDEX G_MAXUINT32

/* Hash table with open addressing. Must be zeroed before its first use. Keys are below
 * G_MAXUINT64. */
typedef struct {
  guint64 *key; /* key + 1; 0: free */
  guint32 *value;
  guint32 n, size; /* number of keys, and of slots: 0 or a power of two */
} PoplensIdTable;

void poplens_id_table_clear (PoplensIdTable *self);
/* Removes all keys, but keeps the memory. Takes time in proportion to .size. */
void poplens_id_table_empty (PoplensIdTable *self);
/* Returns the value of @key. If @key is new, adds it with @value and returns POPLENS_NO_INDEX. */
guint32 poplens_id_table_add (PoplensIdTable *self, guint64 key, guint32 value);
/* Returns the value of @key, or POPLENS_NO_INDEX. Any number of threads may call this while none
 * adds keys. */
guint32 poplens_id_table_find (const PoplensIdTable *self, guint64 key);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensIdTable, poplens_id_table_clear)

G_END_DECLS
