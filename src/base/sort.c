/* Radix sort of numbers, and of indices by numbers. */
#include "base/sort.h"

#include "base/large.h"
#include "base/search.h"

#include <stdlib.h>
#include <string.h>

#define DIGITS 8
#define VALUES 256
/* Below this many numbers, sorting by comparison is faster. */
#define FEW 64

static inline guint
digit_of (guint64 number, guint digit)
{
  return number >> (8 * digit) & (VALUES - 1);
}

/* Counts how often each digit has each value. */
static void
count_digits (const guint64 *numbers, gsize n, gsize counts[DIGITS][VALUES])
{
  for (gsize i = 0; i < n; i++)
    for (guint d = 0; d < DIGITS; d++)
      counts[d][digit_of (numbers[i], d)]++;
}

/* Sorts the numbers by one digit; equal digits keep their order. */
static void
distribute (const guint64 *from, guint64 *to, gsize n, guint digit, const gsize counts[VALUES])
{
  gsize place[VALUES], sum = 0;

  for (guint v = 0; v < VALUES; v++) {
    place[v] = sum;
    sum += counts[v];
  }
  for (gsize i = 0; i < n; i++)
    to[place[digit_of (from[i], digit)]++] = from[i];
}

void
poplens_sort_u64 (guint64 *numbers, guint64 *spare, gsize n)
{
  gsize counts[DIGITS][VALUES] = {{0}};
  guint64 *from = numbers, *to = spare;

  if (n < FEW) {
    if (n)
      qsort (numbers, n, sizeof *numbers, poplens_compare_u64);
    return;
  }
  count_digits (numbers, n, counts);
  for (guint d = 0; d < DIGITS; d++) {
    if (counts[d][digit_of (numbers[0], d)] == n)
      continue;
    distribute (from, to, n, d, counts[d]);
    guint64 *done = to;
    to = from;
    from = done;
  }
  if (from != numbers)
    memcpy (numbers, from, n * sizeof *numbers);
}

/* ---- indices -----------------------------------------------------------------------------------
 * Of very many: two bytes at a time. */

#define WIDE_BITS 16
#define WIDE_VALUES (1u << WIDE_BITS)

static void
sort_by_digit (guint32 n, const guint64 *numbers, guint shift, const guint32 *order,
               guint32 *sorted, guint32 *count)
{
  memset (count, 0, sizeof (guint32) * (WIDE_VALUES + 1));
  for (guint32 i = 0; i < n; i++)
    count[(numbers[i] >> shift & (WIDE_VALUES - 1)) + 1]++;
  for (guint32 d = 0; d < WIDE_VALUES; d++)
    count[d + 1] += count[d];
  for (guint32 i = 0; i < n; i++)
    sorted[count[numbers[order[i]] >> shift & (WIDE_VALUES - 1)]++] = order[i];
}

/* Below this many numbers, sorting by comparison is faster, as a pass of the radix sort counts
 * 65,536 values. */
#define FEW_TO_ORDER 2048

static int
compare_numbers (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint64 *numbers = data;
  guint32 i = *(const guint32 *) a, j = *(const guint32 *) b;

  if (numbers[i] != numbers[j])
    return numbers[i] < numbers[j] ? -1 : 1;
  return i < j ? -1 : i > j;
}

guint32 *
poplens_sort_order (guint32 n, const guint64 *numbers)
{
  g_autofree guint32 *count = NULL;
  guint32 *order, *other;
  guint64 bits = 0;
  gboolean rising = TRUE;

  for (guint32 i = 0; i < n; i++) {
    bits |= numbers[i];
    rising = rising && (!i || numbers[i - 1] <= numbers[i]);
  }
  if (rising)
    return NULL;
  order = POPLENS_NEW_LARGE (guint32, n);
  for (guint32 i = 0; i < n; i++)
    order[i] = i;
  if (n <= FEW_TO_ORDER) {
    g_qsort_with_data (order, (int) n, sizeof (guint32), compare_numbers, (gpointer) numbers);
    return order;
  }
  other = POPLENS_NEW_LARGE (guint32, n);
  count = g_new (guint32, WIDE_VALUES + 1);
  for (guint shift = 0; shift < 64 && bits >> shift; shift += WIDE_BITS) {
    guint32 *swap = order;
    sort_by_digit (n, numbers, shift, order, other, count);
    order = other;
    other = swap;
  }
  g_free (other);
  return order;
}
