/* Reads the two reports of a comparison, and writes messages that name the report without the data.
 */
#include "derived/compare/compare-source.h"

#include "base/error.h"
#include "base/work.h"
#include "model/location.h"

#include <string.h>

const char *
poplens_side_name (PoplensSide side)
{
  return side == POPLENS_FIRST ? "before" : "after";
}

gboolean
poplens_compare_source_init (PoplensCompareSource *self, PoplensReport *report, GError **error)
{
  PoplensReport *other = poplens_report_ref_other (report);

  *self = (PoplensCompareSource){0};
  if (!other) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
                 "%s: needs a second report to compare with", poplens_report_get_name (report));
    return FALSE;
  }
  self->of[POPLENS_FIRST] = g_object_ref (report);
  self->of[POPLENS_SECOND] = other;
  return TRUE;
}

void
poplens_compare_source_clear (PoplensCompareSource *self)
{
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    g_clear_object (&self->of[s]);
}

char *
poplens_compare_source_name (const PoplensCompareSource *self, PoplensSide side)
{
  return poplens_report_name_beside (self->of[side], self->of[!side]);
}

void
poplens_compare_source_blame (const PoplensCompareSource *self, PoplensSide side, GError **error)
{
  g_autofree char *name = poplens_compare_source_name (self, side);

  /* A name such as "demo (before reload)" already says which report it is. */
  if (poplens_report_is_past (self->of[side]))
    g_prefix_error (error, "%s: ", name);
  else
    g_prefix_error (error, "the report %s (%s): ", poplens_side_name (side), name);
}

/* ---- loading parts --------------------------------------------------------------------------- */

typedef struct {
  const PoplensCompareSource *source;
  PoplensCompareAheadFunc read;
  gconstpointer what;
  GCancellable *cancellable;
} AheadRead;

static void
read_ahead_side (guint side, gpointer data)
{
  const AheadRead *ahead = data;

  ahead->read (ahead->source->of[side], ahead->what, ahead->cancellable);
}

void
poplens_compare_source_ahead (const PoplensCompareSource *self, PoplensCompareAheadFunc read,
                              gconstpointer what, GCancellable *cancellable)
{
  AheadRead ahead = {self, read, what, cancellable};

  poplens_both ("poplens-compare", read_ahead_side, &ahead, POPLENS_N_SIDES);
}

#define NEITHER "not recorded in either report. "

gboolean
poplens_compare_neither_has (const GError *error)
{
  return g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT) &&
         g_str_has_prefix (error->message, NEITHER);
}

gboolean
poplens_compare_source_require (const PoplensCompareSource *self,
                                const gboolean has[POPLENS_N_SIDES], const char *what,
                                GError **error)
{
  if (has[POPLENS_FIRST] && has[POPLENS_SECOND])
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT, "%s%s",
               has[POPLENS_FIRST] || has[POPLENS_SECOND] ? "" : NEITHER, what);
  if (has[POPLENS_FIRST] || has[POPLENS_SECOND])
    poplens_compare_source_blame (self, has[POPLENS_FIRST] ? POPLENS_SECOND : POPLENS_FIRST, error);
  return FALSE;
}

static gboolean
both_lack (const PoplensCompareSource *self, PoplensPart part)
{
  return poplens_report_get_absence (self->of[POPLENS_FIRST], part) &&
         poplens_report_get_absence (self->of[POPLENS_SECOND], part);
}

/* Loads a part of a report. Leaves out the lowered variables: comparisons do not need them, and
 * they take longest to load. */
static gconstpointer
load_compared_part (PoplensReport *report, PoplensPart part, GCancellable *cancellable,
                    GError **error)
{
  return part == POPLENS_PART_VARIABLES
             ? poplens_report_load_variables_brief (report, cancellable, error)
             : poplens_report_load (report, part, cancellable, error);
}

/* TRUE if the memory of both reports has the same source. FALSE with ABSENT if only one report has
 * its memory from the tile images in archive.a. Images have no gaps and no categories, so the
 * memory would not be comparable. */
static gboolean
is_same_memory_source (const PoplensCompareSource *self,
                       const PoplensMemory *const memory[POPLENS_N_SIDES], GError **error)
{
  gboolean of_images = memory[POPLENS_FIRST]->from_archive;

  if (of_images == memory[POPLENS_SECOND]->from_archive)
    return TRUE;
  g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
                       "No memory of the compiler: it is read off archive.a, which tells no gaps, "
                       "categories or live variables. Record the profile with the engine option "
                       "autoReport.outputGraphProfile=true.");
  poplens_compare_source_blame (self, of_images ? POPLENS_FIRST : POPLENS_SECOND, error);
  return FALSE;
}

gboolean
poplens_compare_source_load (const PoplensCompareSource *self, PoplensPart part,
                             gconstpointer data[POPLENS_N_SIDES], GCancellable *cancellable,
                             GError **error)
{
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    if (!(data[s] = load_compared_part (self->of[s], part, cancellable, error))) {
      if (both_lack (self, part))
        g_prefix_error (error, NEITHER);
      else
        poplens_compare_source_blame (self, s, error);
      return FALSE;
    }
  return part != POPLENS_PART_MEMORY ||
         is_same_memory_source (self, (const PoplensMemory *const *) data, error);
}

gboolean
poplens_compare_source_forgive (const PoplensCompareSource *self, PoplensSide side, char **why,
                                GError **error)
{
  if (!g_error_matches (*error, POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
    poplens_compare_source_blame (self, side, error);
    return FALSE;
  }
  *why = g_strdup ((*error)->message);
  g_clear_error (error);
  return TRUE;
}

void
poplens_compare_source_say_lack (const PoplensCompareSource *self, PoplensSide side,
                                 const char *what, const char *why, GString *text)
{
  const gboolean has[] = {side == POPLENS_SECOND, side == POPLENS_FIRST};
  g_autoptr (GError) lack = NULL;

  poplens_compare_source_require (self, has, why ? why : "no such data", &lack);
  g_string_append_printf (text, " Cannot compare %s: %s%s", what, lack->message,
                          g_str_has_suffix (lack->message, ".") ? "" : ".");
}

char *
poplens_compare_link (const PoplensLocation *at, PoplensSide side, const char *location)
{
  const char *with = at ? poplens_location_get (at, "with") : NULL;
  const char *before = at ? poplens_location_get (at, "before") : NULL;
  g_autofree char *link = poplens_location_before_alone (location);

  if (!link || side == POPLENS_FIRST)
    return g_steal_pointer (&link);
  if (!with)
    return NULL;
  g_autoptr (PoplensLocation) alone = poplens_location_parse (link, NULL);
  g_autoptr (PoplensLocation) both = poplens_location_with (alone, "with", with);
  g_autoptr (PoplensLocation) ordered = poplens_location_with (both, "before", before);
  g_autoptr (PoplensLocation) after =
      poplens_location_with (ordered, "compare", POPLENS_COMPARE_AFTER);
  return poplens_location_to_string (after);
}

/* ---- order of the reports -------------------------------------------------------------------- */

gboolean
poplens_compare_is_older (PoplensReport *report, PoplensReport *than, GCancellable *cancellable)
{
  const PoplensTarget *one = poplens_report_load_target (report, cancellable, NULL);
  const PoplensTarget *other = poplens_report_load_target (than, cancellable, NULL);

  /* Compare as text: "YYYY-MM-DD HH:MM:SS" sorts by time. */
  return one && other && one->timestamp && *one->timestamp && other->timestamp &&
         g_strcmp0 (one->timestamp, other->timestamp) < 0;
}

/* ---- tiles of both reports ------------------------------------------------------------------- */

void
poplens_compare_tiles_free (gpointer data)
{
  PoplensCompareTiles *self = data;

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    poplens_scope_clear (&self->scope[s]);
  g_free (self);
}

static gboolean
find_compared_tiles (PoplensCompareTiles *self, const PoplensCompareSource *source,
                     const PoplensLocation *location, GCancellable *cancellable, GError **error)
{
  GError *wrong[POPLENS_N_SIDES] = {NULL};
  gboolean good = TRUE;
  guint n_without = 0;

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    if (poplens_scope_init (&self->scope[s], source->of[s], location, cancellable, &wrong[s]))
      continue;
    n_without++;
    good = good && g_error_matches (wrong[s], POPLENS_ERROR, POPLENS_ERROR_USAGE);
    poplens_scope_clear (&self->scope[s]);
    self->scope[s] = (PoplensScope){0};
  }
  good = good && n_without < POPLENS_N_SIDES;
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    if (!good && wrong[s] && (!error || !*error))
      g_propagate_error (error, wrong[s]);
    else
      g_clear_error (&wrong[s]);
  return good;
}

PoplensCompareTiles *
poplens_compare_tiles_load (PoplensCompareSource *source, PoplensReport *report,
                            const PoplensLocation *location, GCancellable *cancellable,
                            GError **error)
{
  gconstpointer parts[POPLENS_N_SIDES];

  if (!poplens_compare_source_init (source, report, error) ||
      !poplens_compare_source_load (source, POPLENS_PART_MEMORY, parts, cancellable, error))
    return NULL;
  g_autoptr (PoplensCompareTiles) self = g_new0 (PoplensCompareTiles, 1);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    self->of[s] = parts[s];
  return find_compared_tiles (self, source, location, cancellable, error) ? g_steal_pointer (&self)
                                                                          : NULL;
}

gboolean
poplens_compare_tiles_have_categories (const PoplensCompareTiles *self,
                                       const PoplensCompareSource *source, GError **error)
{
  const gboolean has[] = {self->of[POPLENS_FIRST]->has_categories,
                          self->of[POPLENS_SECOND]->has_categories};

  return poplens_compare_source_require (
      source, has, "memory by category is not recorded (memory_by_category)", error);
}

char *
poplens_compare_tiles_remark (const PoplensCompareTiles *self)
{
  const PoplensScope *scope = &self->scope[self->scope[POPLENS_FIRST].label ? 0 : 1];

  return scope->tiles ? g_strdup_printf (" Scope: %s.", scope->label) : NULL;
}
