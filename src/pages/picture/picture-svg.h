/* What cairo leaves out of an SVG: its title, and texts that can be selected and searched. Private
 * to the canvas. */
#pragma once

#include "charts/core/text-note.h"

G_BEGIN_DECLS

/* Writes @note as an invisible text at the end of @texts, a GString. */
void poplens_svg_note_text (const PoplensTextNote *note, gpointer texts);
/* @svg as cairo wrote it, with title, description and @texts in it. (transfer full) */
GBytes *poplens_svg_complete (const GByteArray *svg, const char *title, const char *description,
                              const GString *texts);

G_END_DECLS
