/* Writes pairs of two lists as text, "0=1 1=- -=2", for tests. */
#pragma once

#include "analysis/compare/compare-pairs.h"

static inline char *
pairs_to_text (const GArray *pairs)
{
  GString *text = g_string_new (NULL);

  for (guint p = 0; p < pairs->len; p++) {
    const PoplensPair *pair = &g_array_index (pairs, PoplensPair, p);
    g_string_append (text, p ? " " : "");
    for (guint s = 0; s < POPLENS_N_SIDES; s++) {
      if (pair->of[s] == POPLENS_NOT_THERE)
        g_string_append (text, "-");
      else
        g_string_append_printf (text, "%u", pair->of[s]);
      g_string_append (text, s ? "" : "=");
    }
  }
  return g_string_free (text, FALSE);
}
