/* A Place as text, and a tile set: what is read can be written, and read back the same. */
#include "fuzz.h"

#include "model/place.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensPlace) place = poplens_place_parse (text, &error);
  double value;

  if (!place) {
    fuzz_check_error (error);
    return 0;
  }
  g_autofree char *written = poplens_place_to_string (place);
  g_autoptr (PoplensPlace) again = poplens_place_parse (written, &error);
  fuzz_check (again && poplens_place_equal (place, again));
  g_auto (GStrv) keys = poplens_place_list_keys (place);
  for (guint k = 0; keys[k]; k++) {
    poplens_place_get_double (place, keys[k], &value);
    poplens_place_get_bool (place, keys[k], FALSE);
  }
  g_autoptr (PoplensTileSet) tiles = poplens_place_get_tiles (place);
  g_autoptr (PoplensPlace) with = poplens_place_with_tiles (place, tiles);
  fuzz_check (with != NULL);
  return 0;
}
