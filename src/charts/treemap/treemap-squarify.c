/* Rectangles whose areas are as values, as square as they become in the order given (Bruls, Huizing
 * and van Wijk's squarified treemap). */
#include "charts/treemap/treemap-private.h"

/* How long the longest or widest of a row is to its other side: areas @least … @most of @sum along
 * @side. */
static double
worst (double least, double most, double sum, double side)
{
  double thick = sum / side;

  return MAX (most / (thick * thick), thick * thick / least);
}

/* Parts [from, …) that stand beside one another along the shorter side. Returns: where they end */
static guint
choose_row (const PoplensTreemapPart *parts, guint from, guint n, double scale, double side,
            double *sum)
{
  double least = parts[from].value * scale, most = least, now = worst (least, most, least, side);
  guint end = from + 1;

  *sum = parts[from].value;
  for (; end < n; end++) {
    double area = parts[end].value * scale;
    double lower = MIN (least, area), upper = MAX (most, area);
    double next = worst (lower, upper, *sum * scale + area, side);
    if (next > now)
      break;
    now = next;
    least = lower;
    most = upper;
    *sum += parts[end].value;
  }
  return end;
}

/* Shares [low, high] among parts [from, end), which add up to @sum: a part ends where the next
 * begins, and the last at @high, whatever sums round to. */
static void
place_row (PoplensTreemapPart *parts, guint from, guint end, double sum, const PoplensEdges *row,
           gboolean down)
{
  double low = down ? row->y0 : row->x0, high = down ? row->y1 : row->x1, at = low, so_far = 0;

  for (guint i = from; i < end; i++) {
    double next = high;
    so_far += parts[i].value;
    if (i + 1 < end)
      next = MIN (low + (high - low) * (so_far / sum), high);
    parts[i].edges = down ? (PoplensEdges){row->x0, at, row->x1, next}
                          : (PoplensEdges){at, row->y0, next, row->y1};
    at = next;
  }
}

void
poplens_treemap_squarify (PoplensTreemapPart *parts, guint n, PoplensEdges rest)
{
  double left = 0;

  for (guint i = 0; i < n; i++)
    left += parts[i].value;
  for (guint from = 0, end; from < n; from = end) {
    double width = rest.x1 - rest.x0, height = rest.y1 - rest.y0, sum, part;
    gboolean down = width >= height;
    PoplensEdges row = rest;
    if (!(width > 0) || !(height > 0) || !(left > 0)) {
      end = from + 1;
      parts[from].edges = (PoplensEdges){rest.x0, rest.y0, rest.x0, rest.y0};
      continue;
    }
    end = choose_row (parts, from, n, width * height / left, down ? height : width, &sum);
    part = end < n ? MIN (sum / left, 1) : 1;
    if (down)
      row.x1 = rest.x0 = end < n ? rest.x0 + width * part : rest.x1;
    else
      row.y1 = rest.y0 = end < n ? rest.y0 + height * part : rest.y1;
    place_row (parts, from, end, sum, &row, down);
    left -= sum;
  }
}
