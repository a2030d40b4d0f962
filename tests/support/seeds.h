/* Tells tests how much of their data to use. */
#pragma once

#include <glib.h>

/* TRUE with script/test --long, or with GLib's -m slow: use all seeds, and combinations of
 * properties. Else one seed for each property. */
static inline gboolean
all_seeds (void)
{
  return g_test_slow () || g_strcmp0 (g_getenv ("POPLENS_TEST_LONG"), "1") == 0;
}
