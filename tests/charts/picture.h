/* Golden pictures: compares a drawing with a PNG file that was checked by eye. */
#pragma once

#include <cairo.h>
#include <glib.h>

/* Compares @surface (RGB24) with tests/charts/golden/NAME.png. The test fails if more than a few
 * pixels differ, and writes NAME.actual.png and NAME.diff.png to the build folder.
 * POPLENS_UPDATE_GOLDEN=1 rewrites the golden picture instead. */
void picture_assert (cairo_surface_t *surface, const char *name);
