/* Functions of a report that only the library has. */
#define POPLENS_INSIDE
#include "base/error.h"
#include "report/report.h"

#include <poplens/report.h>
#include <string.h>

const char *
poplens_get_version (void)
{
  return POPLENS_VERSION;
}

GStrv
poplens_report_find_all (const char *path, GError **error)
{
  g_autoptr (GPtrArray) found = poplens_error_require (path && *path, "path", error)
                                    ? poplens_report_discover (path, error)
                                    : NULL;

  if (!found)
    return NULL;
  GStrv paths = g_new0 (char *, found->len + 1);
  for (guint i = 0; i < found->len; i++)
    paths[i] = g_strdup (((PoplensReportCandidate *) g_ptr_array_index (found, i))->path);
  return paths;
}

const char *
poplens_report_get_file_path (PoplensReport *self, const char *name)
{
  g_return_val_if_fail (POPLENS_IS_REPORT (self) && name, NULL);
  for (guint f = 0; f < POPLENS_N_FILES; f++) {
    const PoplensReportFile *file = poplens_report_get_file (self, f);
    if (!strcmp (file->name, name))
      return file->path;
  }
  return NULL;
}

const char *const *
poplens_report_list_parts (void)
{
  static const char *const names[POPLENS_N_PARTS + 1] = {
      "target",    "options",    "compilation",    "memory",   "vertices",
      "programs",  "exchanges",  "variables",      "liveness", "execution",
      "archive.a", "debug.cbor", "framework.json", "app.json"};

  return names;
}

static gboolean
find_part (const char *name, PoplensPart *part)
{
  for (guint p = 0; p < POPLENS_N_PARTS; p++)
    if (!g_strcmp0 (poplens_part_name (p), name)) {
      *part = p;
      return TRUE;
    }
  return FALSE;
}

#define NO_PART "Unknown part; poplens_report_list_parts () lists all parts."

const char *
poplens_report_explain_part (PoplensReport *self, const char *part)
{
  PoplensPart found;

  g_return_val_if_fail (POPLENS_IS_REPORT (self), NULL);
  return find_part (part, &found) ? poplens_report_get_absence (self, found) : NO_PART;
}

gboolean
poplens_report_read_parts (PoplensReport *self, const char *const *parts, GCancellable *cancellable,
                           GError **error)
{
  guint32 bits = parts ? 0 : (1u << POPLENS_N_PARTS) - 1;
  PoplensPart part;

  if (!poplens_error_require (POPLENS_IS_REPORT (self), "report", error))
    return FALSE;
  for (guint i = 0; parts && parts[i]; i++) {
    if (!find_part (parts[i], &part)) {
      g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                   "unknown part \u201c%s\u201d; poplens_report_list_parts () lists all parts",
                   parts[i]);
      return FALSE;
    }
    bits |= POPLENS_PART_BIT (part);
  }
  return poplens_report_load_parts (self, bits, cancellable, error);
}
