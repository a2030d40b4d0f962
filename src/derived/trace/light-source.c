/* Collects the blocks of lightweight profiling with their tiles, IPUs and programs. Also reads the
 * keys of a location that select blocks. */
#include "derived/trace/light-source.h"

#include "base/error.h"
#include "base/typed.h"
#include "derived/trace/trace-location.h"
#include "model/cycle-range.h"
#include "model/target.h"

#include <string.h>

/* Number of block lengths that a link shows on each side of a block. */
#define MARGIN 4

static void
light_source_free (PoplensLightSource *self)
{
  if (!self)
    return;
  g_array_unref (self->tiles);
  g_array_unref (self->ipus);
  g_free (self);
}

static gpointer
light_source_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensExecution *execution = poplens_report_load_execution (report, cancellable, error);
  gconstpointer programs, target;
  PoplensLightSource *self;

  if (!execution ||
      !poplens_report_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable,
                                     error) ||
      !poplens_report_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return NULL;
  self = g_new0 (PoplensLightSource, 1);
  self->execution = execution;
  self->blocks = execution->light;
  self->programs = programs;
  self->tiles = poplens_light_tiles (self->blocks,
                                     target ? ((const PoplensTarget *) target)->tiles_per_ipu : 0);
  self->ipus = poplens_light_ipus (self->tiles);
  for (guint i = 0; i < self->ipus->len; i++) {
    const PoplensLightIpu *ipu = &g_array_index (self->ipus, PoplensLightIpu, i);
    self->from = i ? MIN (self->from, ipu->from) : ipu->from;
    self->to = MAX (self->to, ipu->to);
  }
  return self;
}

const PoplensLightSource *
poplens_light_source_get (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-light-source", light_source_new, NULL,
                                         (GDestroyNotify) light_source_free};

  return poplens_report_derive (report, &derived, cancellable, error);
}

/* ---- names ----------------------------------------------------------------------------------- */

guint32
poplens_light_program (const PoplensLightSource *self, gint64 id)
{
  return self->programs && id >= 0 && id < G_MAXUINT32
             ? poplens_programs_find (self->programs, (guint32) id)
             : POPLENS_NO_ROW;
}

const char *
poplens_light_name (const PoplensLightSource *self, guint8 type, gint64 id)
{
  guint32 program = poplens_light_program (self, id);

  return program != POPLENS_NO_ROW ? poplens_programs_name_or_type (self->programs, program)
                                   : poplens_light_type_name (type);
}

/* ---- locations ------------------------------------------------------------------------------- */

static gboolean
read_light_ipu (const PoplensLightSource *self, const char *text, PoplensLightWanted *wanted,
                GError **error)
{
  guint64 number;

  wanted->ipu = -1;
  if (!text || !strcmp (text, "all"))
    return TRUE;
  if (poplens_typed_unsigned (text, 0, G_MAXUINT16, &number))
    for (guint i = 0; i < self->ipus->len; i++)
      if (g_array_index (self->ipus, PoplensLightIpu, i).ipu == number) {
        wanted->ipu = (int) number;
        return TRUE;
      }
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "no blocks recorded for IPU “%s”", text);
  return FALSE;
}

gboolean
poplens_light_is_asked (const PoplensLocation *location, const PoplensExecution *execution)
{
  const char *view = poplens_location_get (location, "view");

  if (!execution->light->n)
    return FALSE;
  return view ? !strcmp (view, "blocks") : !execution->n_steps;
}

PoplensBookmarkClock
poplens_trace_clock (const PoplensLocation *location, const PoplensExecution *execution)
{
  if (!location || poplens_location_get_page (location) != POPLENS_PAGE_TRACE ||
      !poplens_light_is_asked (location, execution))
    return POPLENS_BOOKMARKS_STEPS;
  return g_strcmp0 (poplens_location_get (location, "clock"), "first")
             ? POPLENS_BOOKMARKS_BLOCKS
             : POPLENS_BOOKMARKS_BLOCKS_FROM_FIRST;
}

gboolean
poplens_light_wanted (const PoplensLightSource *self, const PoplensLocation *location,
                      PoplensLightWanted *wanted, GError **error)
{
  const char *range;

  *wanted = (PoplensLightWanted){.ipu = -1};
  if (!location || poplens_location_get_page (location) != POPLENS_PAGE_TRACE)
    return TRUE;
  wanted->from_first = !g_strcmp0 (poplens_location_get (location, "clock"), "first");
  range = poplens_location_get (location, "range");
  if (!read_light_ipu (self, poplens_location_get (location, "ipu"), wanted, error))
    return FALSE;
  wanted->has_range = range != NULL;
  return !range || poplens_trace_range_parse (range, &wanted->from, &wanted->to, error);
}

gboolean
poplens_light_place_row (const PoplensLightSource *self, const PoplensLocation *location,
                         guint32 *row)
{
  const char *text = location ? poplens_location_get (location, "block") : NULL;
  guint64 number;

  if (!self->blocks->n || !text || !poplens_typed_unsigned (text, 0, self->blocks->n - 1, &number))
    return FALSE;
  *row = (guint32) number;
  return TRUE;
}

/* Returns @location (transfer full) with @key set to @value. (transfer full) */
static PoplensLocation *
with_number (PoplensLocation *location, const char *key, double value)
{
  PoplensLocation *next = poplens_location_with_double (location, key, value);

  poplens_location_unref (location);
  return next;
}

char *
poplens_light_link (const PoplensLightSource *self, guint32 row, const PoplensLocation *location)
{
  gboolean here = location && poplens_location_get_page (location) == POPLENS_PAGE_TRACE;
  g_autoptr (PoplensLocation) chart = poplens_trace_chart_location (location);
  guint32 tile = poplens_light_blocks_tile (self->blocks, row);
  gboolean from_first = here && !g_strcmp0 (poplens_location_get (location, "clock"), "first");
  guint64 origin = poplens_light_origin (
      self->ipus, g_array_index (self->tiles, PoplensLightTile, tile).ipu, from_first);
  double from = (double) (self->blocks->from[row] - origin);
  double to = (double) (poplens_light_blocks_to (self->blocks, row) - origin);
  double margin = MARGIN * MAX (to - from, 1);
  g_autoptr (PoplensLocation) view = poplens_location_with (chart, "view", "blocks");
  PoplensLocation *link;
  char *text;

  link = with_number (poplens_location_with_double (view, "block", row), "from",
                      MAX (from - margin, 0));
  link = with_number (link, "to", to + margin);
  text = poplens_location_to_string (link);
  poplens_location_unref (link);
  return text;
}
