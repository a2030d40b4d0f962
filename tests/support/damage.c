/* Damages bytes of a file: each function does one kind of damage at a random place. */
#include "support/damage.h"

#include <string.h>

static guint
random_below (GRand *rand, guint n)
{
  return (guint) g_rand_int_range (rand, 0, (gint32) n);
}

static void
flip_bits (GRand *rand, GByteArray *bytes)
{
  for (guint n = 1 + random_below (rand, 8); n; n--)
    bytes->data[random_below (rand, bytes->len)] ^= (guint8) (1 << random_below (rand, 8));
}

/* Overwrites a block with zeroes, ones, random bytes or bytes from elsewhere in the file. */
static void
overwrite (GRand *rand, GByteArray *bytes, guint kind)
{
  guint most = 1 + random_below (rand, kind == 3 ? 4096 : 600), n = MIN (bytes->len, most);
  guint8 *at = bytes->data + random_below (rand, bytes->len - n + 1);
  guint from = random_below (rand, bytes->len - n + 1);

  if (kind == 3)
    memmove (at, bytes->data + from, n);
  else if (kind == 2)
    for (guint i = 0; i < MIN (n, 9); i++)
      at[i] = (guint8) random_below (rand, 256);
  else
    memset (at, kind ? 0xff : 0, n);
}

static void
shift_bytes (GRand *rand, GByteArray *bytes)
{
  guint at = random_below (rand, bytes->len);

  if (bytes->len > 1 && g_rand_boolean (rand)) {
    g_byte_array_remove_index (bytes, at);
  } else {
    g_byte_array_set_size (bytes, bytes->len + 1);
    memmove (bytes->data + at + 1, bytes->data + at, bytes->len - 1 - at);
  }
}

/* Truncates the file. A file of pages is cut between two, and its header gets the new length. */
static void
truncate_bytes (GRand *rand, GByteArray *bytes, guint page)
{
  if (!page || bytes->len < 2 * page) {
    g_byte_array_set_size (bytes, random_below (rand, bytes->len));
    return;
  }
  guint32 kept = 1 + random_below (rand, bytes->len / page - 1);
  guint32 head = GUINT32_TO_BE (kept);
  memcpy (bytes->data + 28, &head, sizeof head);
  g_byte_array_set_size (bytes, kept * page);
}

/* Swaps pages, so that they refer to each other in circles, or tables get pages of others. */
static void
swap_pages (GRand *rand, GByteArray *bytes, guint page)
{
  g_autofree guint8 *one = g_malloc (page);

  for (guint n = 1 + random_below (rand, 3); n; n--) {
    guint8 *a = bytes->data + (gsize) random_below (rand, bytes->len / page) * page;
    guint8 *b = bytes->data + (gsize) random_below (rand, bytes->len / page) * page;
    memcpy (one, a, page);
    memcpy (a, b, page);
    memcpy (b, one, page);
  }
}

/* Damages the header or the cells of a page, where a bit has the most effect. */
static void
damage_page (GRand *rand, GByteArray *bytes, guint page)
{
  guint number = random_below (rand, bytes->len / page);
  guint8 *start = bytes->data + (gsize) number * page;

  start[(number ? 0 : 100) + random_below (rand, 24)] = (guint8) random_below (rand, 256);
  for (guint n = random_below (rand, 6); n; n--)
    start[page - 64 + random_below (rand, 64)] = (guint8) random_below (rand, 256);
}

const char *
damage_bytes (GRand *rand, GByteArray *bytes, guint page)
{
  guint kind = random_below (rand, page && bytes->len >= 2 * page ? 9 : 7);

  switch (kind) {
  case 0:
    truncate_bytes (rand, bytes, g_rand_boolean (rand) ? page : 0);
    return "cut";
  case 1:
    overwrite (rand, bytes, 0);
    return "zeroed";
  case 2:
    overwrite (rand, bytes, 1);
    return "set to ones";
  case 3:
    overwrite (rand, bytes, 2);
    return "set to any bytes";
  case 4:
    overwrite (rand, bytes, 3);
    return "copied over";
  case 5:
    shift_bytes (rand, bytes);
    return "a byte more or less";
  case 6:
    flip_bits (rand, bytes);
    return "bits flipped";
  case 7:
    swap_pages (rand, bytes, page);
    return "pages swapped";
  default:
    damage_page (rand, bytes, page);
    return "head of a page";
  }
}
