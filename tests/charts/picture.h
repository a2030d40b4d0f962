/* Golden pictures: what is drawn against a PNG that was looked at. */
#pragma once

#include <cairo.h>
#include <glib.h>

/* Compares @surface (RGB24) with tests/charts/golden/NAME.png. A test fails when more than a few
 * pixels differ, and leaves NAME.actual.png and NAME.diff.png in the build folder.
 * POPLENS_UPDATE_GOLDEN=1 rewrites the golden picture instead. */
void picture_assert (cairo_surface_t *surface, const char *name);
