/* Draws Pango layouts on cairo, and reports each line to the callback of the context. */
#include "charts/core/text-note.h"

typedef struct {
  PoplensTextNoteFunc note;
  gpointer user_data;
} NoteWriter;

static const cairo_user_data_key_t noter_key;

void
poplens_text_note_attach (cairo_t *cr, PoplensTextNoteFunc note, gpointer user_data)
{
  NoteWriter *noter = g_new (NoteWriter, 1);

  *noter = (NoteWriter){note, user_data};
  cairo_set_user_data (cr, &noter_key, noter, g_free);
}

static void
note_line (const NoteWriter *noter, cairo_t *cr, PangoLayout *layout, PangoLayoutIter *iter)
{
  const PangoFontDescription *font = pango_layout_get_font_description (layout);
  PangoLayoutLine *line = pango_layout_iter_get_line_readonly (iter);
  PangoRectangle extents;
  double x, y;
  PoplensTextNote note = {
      .text = pango_layout_get_text (layout) + line->start_index,
      .length = line->length,
      .size = font ? (double) pango_font_description_get_size (font) / PANGO_SCALE : 12,
      .family = font ? pango_font_description_get_family (font) : NULL};

  if (line->length <= 0)
    return;
  cairo_get_current_point (cr, &x, &y);
  cairo_get_matrix (cr, &note.matrix);
  pango_layout_iter_get_line_extents (iter, NULL, &extents);
  note.x = x + (double) extents.x / PANGO_SCALE;
  note.y = y + (double) pango_layout_iter_get_baseline (iter) / PANGO_SCALE;
  note.width = (double) extents.width / PANGO_SCALE;
  noter->note (&note, noter->user_data);
}

void
poplens_text_show (cairo_t *cr, PangoLayout *layout)
{
  const NoteWriter *noter = cairo_get_user_data (cr, &noter_key);

  if (noter) {
    PangoLayoutIter *iter = pango_layout_get_iter (layout);
    do
      note_line (noter, cr, layout, iter);
    while (pango_layout_iter_next_line (iter));
    pango_layout_iter_free (iter);
  }
  pango_cairo_show_layout (cr, layout);
}
