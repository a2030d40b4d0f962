/* Draws the surroundings of an address map: ruler, regions with their elements, end of the memory.
 */
#include "charts/lanes/address-private.h"

#include <math.h>

/* ---- address chart --------------------------------------------------------------------------- */

void
poplens_chart_add_address_region (PoplensChart *self, const char *name, PoplensInk ink,
                                  guint64 from, guint64 to, guint64 element_size)
{
  PoplensAddressRegion region = {ink, element_size};

  g_return_if_fail (poplens_chart_is_address (self));
  poplens_chart_add_lane_run (self, name, from, to);
  g_array_append_val (poplens_lanes (self)->regions, region);
}

const char *
poplens_format_address (PoplensNumber buffer, guint64 address)
{
  g_snprintf (buffer, POPLENS_NUMBER_SIZE, "0x%" G_GINT64_MODIFIER "x", address);
  return buffer;
}

void
poplens_address_describe_span (const PoplensChart *self, GString *out, guint64 from, guint64 to)
{
  PoplensNumber a, b, size;

  g_string_append_printf (out, "%s to %s (%s)", poplens_format_address (a, from),
                          poplens_format_address (b, to),
                          poplens_chart_format_value (self, size, to - from));
}

/* ---- address furniture ----------------------------------------------------------------------- */

#define LABEL_GAP 20
#define APART 8
#define TICK 4
#define LINE 14
#define GUTTER_INSET 6
/* Pixels that a label may extend beyond the plot. */
#define EDGE 14
#define REGION_TINT 0.10
#define BORDER 2

static guint64
base_of (const PoplensChart *self)
{
  return poplens_lanes (self)->has_extent ? poplens_lanes (self)->extent_from : 0;
}

static double
x_of (const PoplensChartLayout *self, double address)
{
  return round (poplens_item_axis_to_x (&self->axis, address, FALSE));
}

static gboolean
in_view (const PoplensChartLayout *self, double address)
{
  return address >= self->view.from && address <= self->view.to;
}

/* ---- ruler ----------------------------------------------------------------------------------- */

typedef struct {
  double step; /* bytes between ticks */
  PoplensByteUnit unit;
  double unit_size;
  const char *unit_name;
} AddressRuler;

/* Chooses the largest unit, binary or SI, that divides the ruler's step without a remainder. */
static void
choose_unit (AddressRuler *self, PoplensByteUnit unit)
{
  static const char *const binary[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  static const char *const si[] = {"B", "kB", "MB", "GB", "TB"};
  double base = unit == POPLENS_BYTE_UNIT_SI ? 1000 : 1024;
  guint i = 0;

  self->unit_size = 1;
  while (unit != POPLENS_BYTE_UNIT_BYTES && i + 1 < G_N_ELEMENTS (si) &&
         fmod (self->step, self->unit_size * base) == 0) {
    self->unit_size *= base;
    i++;
  }
  self->unit_name = unit == POPLENS_BYTE_UNIT_SI ? si[i] : binary[i];
}

static double
label_width (const PoplensChartLayout *self, const AddressRuler *ruler, double index)
{
  double offset = index * ruler->step;
  PoplensNumber text;
  double hex, bytes;

  poplens_format_address (text, base_of (self->chart) + (guint64) MAX (offset, 0));
  hex = poplens_chart_text_width (self, text, POPLENS_TEXT_TICK);
  poplens_format_count (text, (guint64) (MAX (offset, 0) / ruler->unit_size));
  bytes = poplens_chart_text_width (self, text, POPLENS_TEXT_TICK);
  return MAX (hex, bytes);
}

/* Chooses the smallest round step whose labels do not overlap. */
static void
choose_step (const PoplensChartLayout *self, AddressRuler *ruler)
{
  double scale = self->axis.scale > 0 ? self->axis.scale : 1;
  double last = self->view.to - (double) base_of (self->chart), room = LABEL_GAP;

  for (guint round = 0; round < 64; round++) {
    double wanted;
    double least = room / scale;
    ruler->step = self->chart->byte_unit != POPLENS_BYTE_UNIT_BINARY
                      ? poplens_item_step (MAX (least, 1))
                      : exp2 (ceil (log2 (MAX (least, 1))));
    choose_unit (ruler, self->chart->byte_unit);
    wanted = label_width (self, ruler, floor (last / ruler->step)) + LABEL_GAP;
    if (ruler->step * scale >= wanted)
      break;
    room = MIN (wanted, ruler->step * scale * 1.01);
  }
}

static void
address_add_label (PoplensChartLayout *self, const char *text, double x, double y, PoplensInk ink,
                   double *free_from)
{
  PoplensTextSpec spec = {0, y, 0, POPLENS_TEXT_TICK, ink, 0, PANGO_ELLIPSIZE_NONE};
  double width = poplens_chart_text_width (self, text, POPLENS_TEXT_TICK);

  spec.x = MIN (x - floor (width / 2), self->plot.x + self->plot.width - width);
  /* A label beyond the left edge is moved right. Omit it if it would then cover the next label. */
  if (spec.x < self->plot.x - EDGE - (LABEL_GAP - APART))
    return;
  spec.x = MAX (spec.x, self->plot.x - EDGE);
  if (spec.x < *free_from)
    return;
  poplens_layout_text (self, text, &spec);
  *free_from = spec.x + width + APART;
}

static void
add_names (PoplensChartLayout *self, const AddressRuler *ruler, double y)
{
  PoplensTextSpec spec = {GUTTER_INSET,
                          y,
                          0,
                          POPLENS_TEXT_TICK,
                          POPLENS_INK_DIM,
                          POPLENS_GUTTER - GUTTER_INSET - 4,
                          PANGO_ELLIPSIZE_END};
  g_autofree char *unit = g_strdup_printf (base_of (self->chart) ? "+ %s" : "%s", ruler->unit_name);

  poplens_layout_text (self, "address", &spec);
  spec.y += LINE;
  poplens_layout_text (self, unit, &spec);
}

void
poplens_address_add_ruler (PoplensChartLayout *self, double y, double height)
{
  double bottom = y + height - 1, top = bottom - TICK - 2 * LINE + 6, base, first, last;
  double free_hex = self->plot.x - EDGE, free_bytes = free_hex;
  PoplensNumber text;
  AddressRuler ruler;

  choose_step (self, &ruler);
  add_names (self, &ruler, top);
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_FOREGROUND, 0.55));
  poplens_layout_box (self, self->plot.x, bottom, self->plot.width, 1);
  base = (double) base_of (self->chart);
  first = MAX (ceil ((self->view.from - base) / ruler.step), -floor (base / ruler.step));
  last = floor ((self->view.to - base) / ruler.step);
  /* Limit the number of ticks, so that extreme values do not make the loop very long. */
  for (double k = first, n = 0; k <= last && n < self->width; k++, n++) {
    double address = base + k * ruler.step, x = floor (x_of (self, address));
    poplens_layout_box (self, x, bottom - TICK, 1, TICK);
    poplens_format_address (text, (guint64) address);
    address_add_label (self, text, x, top, POPLENS_INK_FOREGROUND, &free_hex);
    if (k < 0)
      continue;
    poplens_format_count (text, (guint64) llround (k * ruler.step / ruler.unit_size));
    address_add_label (self, text, x, top + LINE, POPLENS_INK_DIM, &free_bytes);
  }
}

/* ---- regions --------------------------------------------------------------------------------- */

static const PoplensLaneRun *
run_at (const PoplensChartLayout *self, guint i)
{
  return &g_array_index (poplens_lanes (self->chart)->runs, PoplensLaneRun, i);
}

static const PoplensAddressRegion *
region_at (const PoplensChartLayout *self, guint i)
{
  return &g_array_index (poplens_lanes (self->chart)->regions, PoplensAddressRegion, i);
}

/* Finds the left and right edge of the visible part of a region, in pixels. FALSE if the region is
 * out of view. */
static gboolean
address_measure (const PoplensChartLayout *self, guint i, double *x0, double *x1)
{
  const PoplensLaneRun *run = run_at (self, i);

  if ((double) run->to <= self->view.from || (double) run->from >= self->view.to)
    return FALSE;
  *x0 = MIN (x_of (self, (double) run->from), self->plot.x + self->plot.width - 1);
  *x1 = MAX (round (poplens_item_axis_to_x (&self->axis, (double) run->to, TRUE)), *x0 + 1);
  return TRUE;
}

static void
add_elements (PoplensChartLayout *self, guint i)
{
  const PoplensLaneRun *run = run_at (self, i);
  double size = (double) region_at (self, i)->element_size, from = (double) run->from;
  double first, last;

  if (!(size > 0) || size * self->axis.scale < POPLENS_ADDRESS_ELEMENTS_FROM)
    return;
  first = MAX (ceil ((self->view.from - from) / size), 1);
  last = MIN (ceil (((double) run->to - from) / size) - 1, floor ((self->view.to - from) / size));
  for (double k = first; k <= last; k++)
    poplens_layout_box (self, x_of (self, from + k * size), self->plot.y, 1, self->plot.height);
}

void
poplens_address_add_background (PoplensChartLayout *self)
{
  const PoplensRect *plot = &self->plot;
  double right = plot->x + plot->width, x0, x1;

  for (guint i = 0; i < poplens_lanes (self->chart)->regions->len; i++) {
    if (!address_measure (self, i, &x0, &x1))
      continue;
    poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                          poplens_layout_color (self, region_at (self, i)->ink, REGION_TINT));
    poplens_layout_box (self, x0, plot->y, x1 - x0, plot->height);
  }
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_DIM, 0.35));
  for (guint i = 0; i < poplens_lanes (self->chart)->regions->len; i++)
    add_elements (self, i);
  if (!self->chart->has_limit || (double) self->chart->limit >= self->view.to)
    return;
  x0 = x_of (self, MAX ((double) self->chart->limit, self->view.from));
  poplens_layout_begin (self, POPLENS_DRAW_HATCH, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_LIMIT, 0.5));
  poplens_layout_box (self, x0, plot->y, right - x0, plot->height);
}

/* Adds the name of the limit to the bar of regions: to the right of the limit or, if it does not
 * fit there, to the left. Omits the name if neither side has enough space. */
static void
add_limit_name (PoplensChartLayout *self, double x, double y, double height)
{
  const char *name = self->chart->limit_name;
  double width = poplens_chart_text_width (self, name, POPLENS_TEXT_TICK);
  PoplensTextSpec spec = {x + 5, y + height / 2 - 0.5, 0, POPLENS_TEXT_TICK, POPLENS_INK_LIMIT,
                          0,     PANGO_ELLIPSIZE_NONE};

  if (spec.x + width > self->plot.x + self->plot.width) {
    spec.x = x - width - 6;
    if (spec.x < self->plot.x)
      return;
    poplens_layout_begin (self, POPLENS_DRAW_ROUNDED, POPLENS_PART_FURNITURE, -1,
                          poplens_layout_color (self, POPLENS_INK_BACKGROUND, 0.85));
    poplens_layout_box (self, spec.x - 3, y, ceil (width) + 6, height - 2);
  }
  poplens_layout_text (self, name, &spec);
}

void
poplens_address_add_borders (PoplensChartLayout *self)
{
  const PoplensRect *plot = &self->plot;
  const GArray *runs = poplens_lanes (self->chart)->runs;
  double x;

  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_FOREGROUND, 0.75));
  for (guint i = 0; i < runs->len; i++) {
    const PoplensLaneRun *run = run_at (self, i);
    if (in_view (self, (double) run->from) && run->from > base_of (self->chart))
      poplens_layout_box (self, x_of (self, (double) run->from) - BORDER / 2, plot->y, BORDER,
                          plot->height);
  }
  if (!self->chart->has_limit || !in_view (self, (double) self->chart->limit))
    return;
  x = x_of (self, (double) self->chart->limit);
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_LIMIT, 1));
  poplens_layout_box (self, MIN (x - 1, plot->x + plot->width - BORDER), plot->y, BORDER,
                      plot->height);
}

void
poplens_address_add_regions (PoplensChartLayout *self, double y, double height)
{
  double x0, x1;

  for (guint i = 0; i < poplens_lanes (self->chart)->regions->len; i++) {
    PoplensTextSpec spec = {0, y + height / 2 - 0.5, 0, POPLENS_TEXT_TICK, POPLENS_INK_FOREGROUND,
                            0, PANGO_ELLIPSIZE_END};
    if (!address_measure (self, i, &x0, &x1))
      continue;
    poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                          poplens_layout_color (self, region_at (self, i)->ink, 0.35));
    poplens_layout_box (self, x0, y, x1 - x0 - (x1 - x0 > 3), height - 2);
    poplens_layout_zone (self, (PoplensRect){x0, y, x1 - x0, height}, POPLENS_CHART_HIT_RUN,
                         (int) i);
    spec.x = x0 + POPLENS_LANE_LABEL_INSET;
    spec.max_width = x1 - x0 - 2 * POPLENS_LANE_LABEL_INSET;
    if (x1 - x0 >= POPLENS_LANE_LABEL_FROM)
      poplens_layout_text (self, run_at (self, i)->name, &spec);
  }
  if (self->chart->has_limit && in_view (self, (double) self->chart->limit))
    add_limit_name (self, x_of (self, (double) self->chart->limit), y, height);
}

void
poplens_address_add_rest (PoplensChartLayout *self, double y, double height)
{
  const PoplensLaneData *lanes = poplens_lanes (self->chart);
  double right = self->plot.x + self->plot.width, low, high, width;
  PoplensTextSpec spec = {right - 6, y + height / 2 - 0.5, 1, POPLENS_TEXT_TICK, POPLENS_INK_DIM,
                          0,         PANGO_ELLIPSIZE_NONE};
  g_autofree char *text = NULL;
  PoplensNumber free;
  PoplensRect plate;

  poplens_lane_extent (self->chart, &low, &high);
  if (!lanes->has_opening || self->view.to < (double) lanes->opening_to || high - self->view.to < 1)
    return;
  text = g_strdup_printf (
      "%s free \u2192",
      poplens_format_bytes (free, (guint64) (high - self->view.to), self->chart->byte_unit));
  width = ceil (poplens_chart_text_width (self, text, POPLENS_TEXT_TICK)) + 12;
  if (width > self->plot.width)
    return;
  plate = (PoplensRect){right - width, y, width, height - 2};
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_BACKGROUND, 0.9));
  poplens_layout_box (self, plate.x, plate.y, plate.width, plate.height);
  poplens_layout_text (self, text, &spec);
  poplens_layout_zone (self, plate, POPLENS_CHART_HIT_LIMIT, -1);
}
