/* Catalogue of frames: finds and describes them, and builds those that are tables. */
#include "library/frame-private.h"

#include "base/error.h"
#include "tables/engine/registry.h"

#include <string.h>

typedef PoplensFrameGroup (*GroupFunc) (void);

static const GroupFunc groups[] = {
    poplens_frames_of_target,   poplens_frames_of_memory,     poplens_frames_of_programs,
    poplens_frames_of_liveness, poplens_frames_of_execution,  poplens_frames_of_debug,
    poplens_frames_of_analysis, poplens_frames_of_operations,
};

static const PoplensFrameSpec *
nth_spec (guint number)
{
  for (guint g = 0; g < G_N_ELEMENTS (groups); g++) {
    PoplensFrameGroup group = groups[g]();
    if (number < group.n)
      return &group.specs[number];
    number -= group.n;
  }
  return NULL;
}

gboolean
poplens_describe_frame (guint number, PoplensFrameInfo *info)
{
  g_return_val_if_fail (info, FALSE);

  const PoplensFrameSpec *spec = nth_spec (number);

  if (!spec)
    return FALSE;
  *info = (PoplensFrameInfo){.name = spec->name,
                             .doc = spec->doc,
                             .part = poplens_part_name (spec->part),
                             .key = spec->key};
  return TRUE;
}

gboolean
poplens_frame_spec_column (const PoplensFrameSpec *spec, guint number, PoplensColumn *column)
{
  if (number < spec->n_columns)
    *column = spec->columns[number];
  else if (number < spec->n_columns + spec->n_more)
    *column = spec->more (number - spec->n_columns);
  else
    return FALSE;
  return TRUE;
}

static const PoplensFrameSpec *
find_spec (const char *name)
{
  const PoplensFrameSpec *spec;

  for (guint i = 0; (spec = nth_spec (i)) && strcmp (spec->name, name); i++)
    ;
  return spec;
}

gboolean
poplens_describe_frame_column (const char *frame, guint number, PoplensFrameColumn *column)
{
  PoplensColumn plan;

  g_return_val_if_fail (frame && column, FALSE);

  const PoplensFrameSpec *spec = find_spec (frame);

  if (!spec || !poplens_frame_spec_column (spec, number, &plan))
    return FALSE;
  *column = poplens_frame_column_info (&plan);
  return TRUE;
}

static const char *
first_part (guint32 parts)
{
  for (guint p = 0; p < POPLENS_N_PARTS; p++)
    if (parts & POPLENS_PART_BIT (p))
      return poplens_part_name (p);
  return NULL;
}

gboolean
poplens_describe_table (guint number, PoplensFrameInfo *info)
{
  g_return_val_if_fail (info, FALSE);

  guint n;
  const PoplensTableSpec *specs = poplens_tables_list (&n);

  if (number >= n)
    return FALSE;
  *info = (PoplensFrameInfo){.name = specs[number].name,
                             .doc = specs[number].doc,
                             .part = first_part (specs[number].parts)};
  return TRUE;
}

/* ---- asking ---------------------------------------------------------------------------------- */

static gboolean
check_arguments (PoplensReport *self, const char *name, GError **error)
{
  return poplens_error_require (POPLENS_IS_REPORT (self), "report", error) &&
         poplens_error_require (name != NULL, "name", error);
}

PoplensFrame *
poplens_report_get_frame (PoplensReport *self, const char *name, guint64 key,
                          GCancellable *cancellable, GError **error)
{
  const PoplensFrameSpec *spec;

  if (!check_arguments (self, name, error))
    return NULL;
  spec = find_spec (name);
  if (!spec) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "unknown frame \u201c%s\u201d; poplens_describe_frame () lists all frames", name);
    return NULL;
  }
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  PoplensFrame *frame = spec->build (spec, self, key, cancellable, error);
  if (frame && spec->part == POPLENS_PART_EXECUTION) {
    /* Mark the frame as incomplete if some executed steps have no row. */
    const PoplensExecution *x = poplens_report_peek (self, POPLENS_PART_EXECUTION);
    g_autofree char *text =
        x && poplens_execution_lacks_rows (x) ? poplens_execution_describe_damage (x) : NULL;
    if (text)
      poplens_frame_describe (frame, NULL, text, TRUE);
  }
  return frame;
}

typedef PoplensTable *TableFunc (const char *name, PoplensReport *report,
                                 const PoplensLocation *location, GCancellable *cancellable,
                                 GError **error);

/* Returns a table as a frame. @build: poplens_tables_build or poplens_tables_compare */
static PoplensFrame *
get_table_frame (PoplensReport *self, const char *name, const char *location, TableFunc *build,
                 GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensLocation) parsed = NULL;
  PoplensTable *table;

  if (!check_arguments (self, name, error) ||
      (location && !(parsed = poplens_location_parse (location, error))))
    return NULL;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (!poplens_tables_prepare (name, self, cancellable, error))
    return NULL;
  table = build (name, self, parsed, cancellable, error);
  return table ? poplens_frame_new_of_table (table) : NULL;
}

PoplensFrame *
poplens_report_get_table (PoplensReport *self, const char *name, const char *location,
                          GCancellable *cancellable, GError **error)
{
  return get_table_frame (self, name, location, poplens_tables_build, cancellable, error);
}

PoplensFrame *
poplens_report_compare_table (PoplensReport *self, const char *name, const char *location,
                              GCancellable *cancellable, GError **error)
{
  return get_table_frame (self, name, location, poplens_tables_compare, cancellable, error);
}

/* ---- how most frames are built --------------------------------------------------------------- */

PoplensFrame *
poplens_frame_of_part (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                       GCancellable *cancellable, GError **error)
{
  const char *part = poplens_report_load (report, spec->part, cancellable, error);

  if (!part)
    return NULL;
  if (spec->n_rows == POPLENS_NO_OFFSET)
    return poplens_frame_new (spec, report, 1, part, NULL);
  guint32 n = *(const guint32 *) (gconstpointer) (part + spec->n_rows);
  gconstpointer base = part + spec->base;
  PoplensStrings *strings = spec->strings == POPLENS_NO_OFFSET
                                ? NULL
                                : *(PoplensStrings *const *) (gconstpointer) (part + spec->strings);

  return poplens_frame_new (spec, report, n, spec->record ? *(gconstpointer const *) base : base,
                            strings);
}

PoplensFrame *
poplens_frame_of_slice (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                        GCancellable *cancellable, GError **error)
{
  PoplensSlice *slice;

  if (!poplens_frame_check_part (report, spec->part, error) ||
      !poplens_frame_check_key (spec, key, G_MAXINT64, "an id", error) ||
      !(slice = poplens_report_get_slice (report, spec->slice, key, cancellable, error)))
    return NULL;
  PoplensFrame *self = poplens_frame_new (spec, report, slice->n, slice->rows, slice->strings);

  poplens_frame_own (self, slice, (GDestroyNotify) poplens_slice_unref);
  return self;
}

gboolean
poplens_frame_check_part (PoplensReport *report, PoplensPart part, GError **error)
{
  const char *why = poplens_report_get_absence (report, part);

  if (why)
    g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT, why);
  return !why;
}

gboolean
poplens_frame_check_key (const PoplensFrameSpec *spec, guint64 key, guint64 n, const char *what,
                         GError **error)
{
  if (key < n)
    return TRUE;
  if (n)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "%s: invalid key %" G_GUINT64_FORMAT "; expected %s, 0 to %" G_GUINT64_FORMAT,
                 spec->name, key, what, n - 1);
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "%s: invalid key %" G_GUINT64_FORMAT "; expected %s, but the report has none",
                 spec->name, key, what);
  return FALSE;
}
