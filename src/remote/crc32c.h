/* CRC-32C (Castagnoli), the checksum of cached blocks: reflected polynomial 0x82f63b78, as in iSCSI
 * and ext4. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Tables for eight bytes per step. */
typedef struct {
  guint32 tables[8][256];
} PoplensCrc32c;

void poplens_crc32c_init (PoplensCrc32c *self);
guint32 poplens_crc32c_sum (const PoplensCrc32c *self, const guint8 *bytes, gsize n);

G_END_DECLS
