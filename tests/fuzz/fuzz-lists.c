/* Fuzz target for the decoders of integer lists: the first byte of the input chooses encoding and
 * length, the rest is the list. All ways to read it must agree. */
#include "fuzz.h"

#include "base/error.h"
#include "base/lists.h"

#include <string.h>

/* Limit for checking value by value, as a run of two bytes may stand for 2^26 values. */
#define MOST_VALUES (1u << 16)

typedef struct {
  gsize n;
  guint64 sum;
  gboolean overflow;
} Runs;

static gboolean
add_run (const PoplensRun *run, gpointer data)
{
  Runs *runs = data;
  guint64 product;

  fuzz_check (run->first == runs->n);
  fuzz_check (run->count > 0);
  runs->n += run->count;
  runs->overflow |= __builtin_mul_overflow (run->value, (guint64) run->count, &product) ||
                    __builtin_add_overflow (runs->sum, product, &runs->sum);
  return runs->n <= MOST_VALUES;
}

/* Checks a column, which stores the encoded list and decodes parts of it. */
static void
check_column (PoplensEncoding encoding, const guint8 *data, gsize size, const GArray *values,
              guint64 sum)
{
  g_autoptr (PoplensLists) lists = poplens_lists_new (encoding, POPLENS_ANY_LENGTH);
  g_autoptr (GError) error = NULL;
  g_autofree guint64 *out = g_new0 (guint64, values->len + 1);
  const guint32 first[] = {0};

  fuzz_check (poplens_lists_append (lists, data, size, &error));
  fuzz_check (poplens_lists_length (lists, 0) == values->len);
  fuzz_check (poplens_lists_sum (lists, 0) == sum);
  poplens_lists_read (lists, 0, out, values->len + 1);
  fuzz_check (!values->len || !memcmp (out, values->data, values->len * sizeof *out));
  poplens_lists_accumulate (lists, 0, out, values->len / 2);
  fuzz_check (!values->len ||
              poplens_lists_sum_at (lists, 0, first, 1) == g_array_index (values, guint64, 0));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  Runs runs = {0};
  guint64 sum = 0;
  gsize count = 0;
  g_autoptr (GError) error = NULL, sum_error = NULL, list_error = NULL;

  if (!size)
    return 0;
  PoplensEncoding encoding = data[0] % 3;
  gsize expected = data[0] & 0x80 ? (gsize) (data[0] >> 2 & 0x1f) : POPLENS_ANY_LENGTH;
  data++, size--;
  gboolean good = poplens_list_foreach_run (encoding, data, size, expected, add_run, &runs, &error);
  if (!good)
    fuzz_check_error (error);
  if (runs.n > MOST_VALUES)
    return 0;
  gboolean summed = poplens_list_sum (encoding, data, size, expected, &sum, &count, &sum_error);
  fuzz_check (summed == (good && !runs.overflow));
  fuzz_check (!summed || (sum == runs.sum && count == runs.n));
  g_autoptr (GArray) values = poplens_list_decode (encoding, data, size, expected, &list_error);
  fuzz_check ((values != NULL) == good);
  fuzz_check (!values || values->len == runs.n);
  if (values && summed)
    check_column (encoding, data, size, values, sum);
  return 0;
}
