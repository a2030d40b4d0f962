/* The path above a treemap: names from the root down to what is shown, each a button, and at the
 * right its value. */
#include "charts/treemap/treemap-private.h"

#include <math.h>

#define HEIGHT 26
#define GAP 6
#define NAME_MOST 220
/* What a value may take of the width; a caption has more to say, and takes what names leave. */
#define VALUE_PART 0.45
#define CAPTION_PART 0.6
#define BETWEEN "›"

/* Of the path only the end is shown where it is longer. */
#define MOST_NAMES 32

typedef struct {
  guint32 node;
  char *name;
  double width;
} Crumb;

static void
crumb_clear (gpointer data)
{
  g_free (((Crumb *) data)->name);
}

static Crumb
crumb_for (const PoplensChartLayout *self, guint32 node)
{
  Crumb crumb = {node, poplens_treemap_name (self->chart, node), 0};

  crumb.width =
      MIN (ceil (poplens_chart_text_width (self, crumb.name, POPLENS_TEXT_LABEL)), NAME_MOST);
  return crumb;
}

/* From the node shown up to the root. (transfer full) */
static GArray *
list_crumbs (const PoplensChartLayout *self)
{
  GArray *crumbs = g_array_new (FALSE, FALSE, sizeof (Crumb));
  guint32 node = poplens_treemap_layout (self)->root;

  g_array_set_clear_func (crumbs, crumb_clear);
  for (; node && crumbs->len < MOST_NAMES; node = poplens_treemap (self->chart)->parent[node]) {
    Crumb crumb = crumb_for (self, node);
    g_array_append_val (crumbs, crumb);
  }
  Crumb root = crumb_for (self, 0);
  g_array_append_val (crumbs, root);
  return crumbs;
}

/* "12.3 MiB · 34 % of total", or the chart's own words. (transfer full) */
static char *
value_text (const PoplensChart *chart, guint32 root)
{
  const PoplensTreemapData *tree = poplens_treemap (chart);
  PoplensNumber value, share;

  if (tree->caption)
    return tree->caption (tree->text_data, root);
  poplens_chart_format_value (chart, value, tree->total[root]);
  if (!root)
    return g_strdup (value);
  return g_strdup_printf (
      "%s · %s of total", value,
      poplens_treemap_share (share, (double) tree->total[root], (double) tree->total[0]));
}

/* @names: width of all of them. Returns: where it begins */
static double
add_value (PoplensChartLayout *self, double names, double y)
{
  const PoplensTreemapData *tree = poplens_treemap (self->chart);
  double most = self->width * VALUE_PART;

  if (tree->caption)
    most = MAX (self->width * CAPTION_PART, self->width - 2 * POPLENS_PADDING - names - 2 * GAP);
  PoplensTextSpec spec = {self->width - POPLENS_PADDING,
                          y,
                          1,
                          POPLENS_TEXT_LABEL,
                          POPLENS_INK_DIM,
                          MAX (most, 1),
                          PANGO_ELLIPSIZE_END};
  g_autofree char *text = value_text (self->chart, poplens_treemap_layout (self)->root);

  return poplens_layout_text (self, text, &spec).x - 2 * GAP;
}

static double
add_text (PoplensChartLayout *self, const char *text, double x, double y, double most,
          PoplensInk ink)
{
  PoplensTextSpec spec = {x, y, 0, POPLENS_TEXT_LABEL, ink, most, PANGO_ELLIPSIZE_MIDDLE};

  return ceil (poplens_layout_text (self, text, &spec).width);
}

static double
add_crumb (PoplensChartLayout *self, const Crumb *crumb, double x, double y, double most)
{
  gboolean here = crumb->node == poplens_treemap_layout (self)->root;
  double width = add_text (self, crumb->name, x, y, MIN (most, NAME_MOST),
                           here ? POPLENS_INK_FOREGROUND : POPLENS_INK_SELECTION);

  if (!here)
    poplens_layout_zone (self, (PoplensRect){x - 3, y - HEIGHT / 2, width + 6, HEIGHT},
                         POPLENS_CHART_HIT_PATH, (int) crumb->node);
  return width;
}

static double
sum_widths (const GArray *crumbs, double between)
{
  double sum = -between;

  for (guint c = 0; c < crumbs->len; c++)
    sum += g_array_index (crumbs, Crumb, c).width + between;
  return sum;
}

double
poplens_treemap_add_path (PoplensChartLayout *self, double top)
{
  g_autoptr (GArray) crumbs = list_crumbs (self);
  double between = ceil (poplens_chart_text_width (self, BETWEEN, POPLENS_TEXT_LABEL)) + 2 * GAP;
  double y = top + HEIGHT / 2 - 2, x = POPLENS_PADDING, room;
  double right = add_value (self, sum_widths (crumbs, between), y);
  const Crumb *root = &g_array_index (crumbs, Crumb, crumbs->len - 1);
  guint n = 0;

  /* The root always, and as many of the last as there is room for. */
  for (room = right - x - root->width - 2 * between; n + 1 < crumbs->len; n++) {
    room -= g_array_index (crumbs, Crumb, n).width + between;
    if (room < 0 && n)
      break;
  }
  x += add_crumb (self, root, x, y, MAX (right - x, 20));
  if (n + 1 < crumbs->len)
    x += between + add_text (self, BETWEEN " …", x + GAP, y, 0, POPLENS_INK_DIM) - GAP;
  while (n-- > 0 && x + between + 20 < right) {
    add_text (self, BETWEEN, x + GAP, y, 0, POPLENS_INK_DIM);
    x += between;
    x += add_crumb (self, &g_array_index (crumbs, Crumb, n), x, y, MAX (right - x, 20));
  }
  return HEIGHT;
}
