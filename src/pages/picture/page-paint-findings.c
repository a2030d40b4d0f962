/* Findings on a picture: as the window lists them. */
#include "pages/picture/page-paint.h"

#include <math.h>

#define NUMBER_WIDTH 84.0
#define ROW_GAP 10.0

static PoplensTextStyle
style_of (const PoplensPainter *self, PoplensInk ink)
{
  return (PoplensTextStyle){.size = POPLENS_LABEL_SIZE, .color = poplens_painter_ink (self, ink)};
}

/* Title, sentence and cause of one; @paint FALSE only measures. */
static double
paint_finding (const PoplensPainter *self, const PoplensFact *fact, PoplensPageBox box,
               gboolean paint)
{
  PoplensTextStyle title = style_of (self, POPLENS_INK_FOREGROUND), text = title;
  PoplensTextStyle dim = style_of (self, POPLENS_INK_DIM), number = title;
  double x = box.x + NUMBER_WIDTH + POPLENS_PAGE_GAP, y = box.y;
  double width = MAX (box.width - NUMBER_WIDTH - POPLENS_PAGE_GAP, 1);

  title.bold = number.bold = TRUE;
  number.align = POPLENS_ALIGN_END;
  number.color = poplens_painter_tone (self, fact->tone);
  if (paint) {
    poplens_canvas_text (self->canvas, fact->value, &number, box.x, y, NUMBER_WIDTH, 16);
    poplens_canvas_text (self->canvas, fact->label, &title, x, y, width, 16);
  }
  y += 18;
  if (fact->detail)
    y += poplens_canvas_paragraph (self->canvas, fact->detail, &text, x, y, width, 3, paint);
  if (fact->cause)
    y += poplens_canvas_paragraph (self->canvas, fact->cause, &dim, x, y, width, 2, paint);
  return ceil (y - box.y);
}

double
poplens_paint_findings (const PoplensPainter *self, const PoplensSection *section,
                        PoplensPageBox box)
{
  PoplensTextStyle dim = style_of (self, POPLENS_INK_DIM);
  double y = box.y + POPLENS_TITLE_HEIGHT, end = box.y + box.height;
  guint shown = 0;

  for (guint i = 0; i < section->facts->len; i++) {
    const PoplensFact *fact = g_ptr_array_index (section->facts, i);
    PoplensPageBox row = {box.x, y, box.width, end - y};
    if (y + paint_finding (self, fact, row, FALSE) + POPLENS_ROW_HEIGHT > end)
      break;
    if (!shown++)
      poplens_paint_title (self, section->title, NULL, box);
    y += paint_finding (self, fact, row, TRUE) + ROW_GAP;
  }
  if (!shown)
    return 0;
  if (shown < section->facts->len) {
    g_autofree char *rest = g_strdup_printf ("%u of %u findings", shown, section->facts->len);
    poplens_canvas_text (self->canvas, rest, &dim, box.x + NUMBER_WIDTH + POPLENS_PAGE_GAP, y,
                         box.width - NUMBER_WIDTH, 16);
    y += 16;
  }
  return y - box.y + POPLENS_PAGE_GAP;
}
