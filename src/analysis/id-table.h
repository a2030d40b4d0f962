/* A number by key, for tens of thousands of keys that are looked up millions of times. Private to
 * the analysis. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define POPLENS_NO_INDEX G_MAXUINT32

/* Open addressing; keys below G_MAXUINT64. Zero it, or poplens_id_table_clear() it, to begin. */
typedef struct {
  guint64 *key; /* key + 1; 0: free */
  guint32 *value;
  guint32 n, size; /* size: a power of two, or 0 */
} PoplensIdTable;

void poplens_id_table_clear (PoplensIdTable *self);
/* Takes all keys out; costs the size that the table has grown to. */
void poplens_id_table_empty (PoplensIdTable *self);
/* The value of @key; where it is new, it gets @value and NO_INDEX is returned. */
guint32 poplens_id_table_add (PoplensIdTable *self, guint64 key, guint32 value);
/* The value of @key, or NO_INDEX. Any number of threads may ask while nobody adds. */
guint32 poplens_id_table_find (const PoplensIdTable *self, guint64 key);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensIdTable, poplens_id_table_clear)

G_END_DECLS
