/* PoplensTileChoices: a menu of tiles to select at a stroke: the fullest, those that overflow.
 *
 * Signals:
 *   "tiles-entered" (PoplensTileSet *tiles as pointer) */
#pragma once

#include <gtk/gtk.h>

#include "pages/core/page.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_TILE_CHOICES (poplens_tile_choices_get_type ())
G_DECLARE_FINAL_TYPE (PoplensTileChoices, poplens_tile_choices, POPLENS, TILE_CHOICES, GtkWidget)

GtkWidget *poplens_tile_choices_new (void);
/* @choices: (nullable): of PoplensTileChoice; copied. It hides where there are none. */
void poplens_tile_choices_set (PoplensTileChoices *self, const GPtrArray *choices);

G_END_DECLS
