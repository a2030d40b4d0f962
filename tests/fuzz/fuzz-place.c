/* Fuzz target for locations and tile sets as text: what is parsed can be written, and parsing that
 * gives the same. */
#include "fuzz.h"

#include "model/location.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensLocation) place = poplens_location_parse (text, &error);
  double value;

  if (!place) {
    fuzz_check_error (error);
    return 0;
  }
  g_autofree char *written = poplens_location_to_string (place);
  g_autoptr (PoplensLocation) again = poplens_location_parse (written, &error);
  fuzz_check (again && poplens_location_equal (place, again));
  g_auto (GStrv) keys = poplens_location_list_keys (place);
  for (guint k = 0; keys[k]; k++) {
    poplens_location_get_double (place, keys[k], &value);
    poplens_location_get_bool (place, keys[k], FALSE);
  }
  g_autoptr (PoplensTileSet) tiles = poplens_location_get_tiles (place);
  g_autoptr (PoplensLocation) with = poplens_location_with_tiles (place, tiles);
  fuzz_check (with != NULL);
  return 0;
}
