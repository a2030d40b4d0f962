#include "base/sort.h"

#include "base/search.h"

#include <stdlib.h>
#include <string.h>

#define DIGITS 8
#define VALUES 256
/* Fewer are sorted sooner by comparing them. */
#define FEW 64

static inline guint
digit_of (guint64 number, guint digit)
{
  return number >> (8 * digit) & (VALUES - 1);
}

/* How many numbers there are of each value of each digit. */
static void
count (const guint64 *numbers, gsize n, gsize counts[DIGITS][VALUES])
{
  for (gsize i = 0; i < n; i++)
    for (guint d = 0; d < DIGITS; d++)
      counts[d][digit_of (numbers[i], d)]++;
}

/* By one digit, what is equal in its order. */
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
  count (numbers, n, counts);
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
