/* Reads and writes ranges of cycles, as users type them and as locations contain them. */
#include "model/cycle-range.h"

#include "base/error.h"
#include "base/typed.h"

#include <string.h>

gboolean
poplens_trace_range_parse (const char *text, guint64 *from, guint64 *to, GError **error)
{
  g_autofree char *plain = poplens_typed_text (text ? text : "");
  const char *dots = strstr (plain, "..");
  const char *dash = dots ? dots : strchr (plain, '-');
  g_autofree char *first = dash ? g_strndup (plain, (gsize) (dash - plain)) : NULL;

  if (dash && poplens_typed_unsigned (first, 0, POPLENS_MOST_CYCLES, from) &&
      poplens_typed_unsigned (dash + (dots ? 2 : 1), 0, POPLENS_MOST_CYCLES, to) && *from < *to)
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "invalid range of cycles “%s”; use FROM..TO, for example 1000..2500, end excluded",
               text ? text : "");
  return FALSE;
}

const char *
poplens_trace_range_format (PoplensNumber buffer, guint64 from, guint64 to)
{
  g_snprintf (buffer, sizeof (PoplensNumber), "%" G_GUINT64_FORMAT "..%" G_GUINT64_FORMAT, from,
              to);
  return buffer;
}

#define LEAST_SHOWN 10

void
poplens_trace_range_around (guint64 from, guint64 to, guint64 *low, guint64 *high)
{
  guint64 beside = MAX (to - MIN (from, to), LEAST_SHOWN) * 9 / 2;

  *low = from - MIN (from, beside);
  *high = to + beside;
}
