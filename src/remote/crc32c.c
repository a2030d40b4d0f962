/* Computes CRC-32C by slicing-by-8: eight bytes per step, with eight tables. */
#include "remote/crc32c.h"

#include <string.h>

void
poplens_crc32c_init (PoplensCrc32c *self)
{
  for (guint32 i = 0; i < 256; i++) {
    guint32 crc = i;
    for (guint bit = 0; bit < 8; bit++)
      crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78u : 0);
    self->tables[0][i] = crc;
  }
  for (guint t = 1; t < 8; t++)
    for (guint i = 0; i < 256; i++) {
      guint32 crc = self->tables[t - 1][i];
      self->tables[t][i] = crc >> 8 ^ self->tables[0][crc & 0xff];
    }
}

guint32
poplens_crc32c_sum (const PoplensCrc32c *self, const guint8 *bytes, gsize n)
{
  const guint32 (*t)[256] = self->tables;
  guint32 crc = ~0u;

  for (; n >= 8; bytes += 8, n -= 8) {
    guint32 words[2];
    memcpy (words, bytes, sizeof words);
    guint32 low = GUINT32_FROM_LE (words[0]) ^ crc, high = GUINT32_FROM_LE (words[1]);
    crc = t[7][low & 0xff] ^ t[6][low >> 8 & 0xff] ^ t[5][low >> 16 & 0xff] ^ t[4][low >> 24] ^
          t[3][high & 0xff] ^ t[2][high >> 8 & 0xff] ^ t[1][high >> 16 & 0xff] ^ t[0][high >> 24];
  }
  for (; n; bytes++, n--)
    crc = crc >> 8 ^ t[0][(crc ^ *bytes) & 0xff];
  return ~crc;
}
