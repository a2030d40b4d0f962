/* How much of the data a test goes through. */
#pragma once

#include <glib.h>

/* TRUE with script/test --long, or with GLib's -m slow: all seeds, and properties with each other.
 * Else one seed for each property. */
static inline gboolean
all_seeds (void)
{
  return g_test_slow () || g_strcmp0 (g_getenv ("POPLENS_TEST_LONG"), "1") == 0;
}
