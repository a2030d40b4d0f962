/* Writes a synthetic report in the real format: profile.pop, framework.json, app.json. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* poplar_version.package_hash of a report of ours: only such are overwritten without being told to.
 */
#define DEMO_PACKAGE_HASH "poplens-demo"

typedef struct {
  guint64 seed;      /* the same seed, the same bytes */
  gboolean overflow; /* one tile needs more memory than there is */
  gboolean force;    /* overwrite a report that is not ours */
} DemoOptions;

/* @fraction: of the work done, 0 to 1; @text: what is being done. */
typedef void (*DemoProgress) (double fraction, const char *text, gpointer user_data);

/**
 * demo_write_report:
 * @dir: made with its parents if it is not there
 * @progress: (nullable): called on this thread
 *
 * The profile is written under a temporary name and renamed at the end, so that a report is whole
 * or not there.
 *
 * Returns: FALSE with @error if the report cannot be written, or may not (POPLENS_ERROR_USAGE)
 */
gboolean demo_write_report (const char *dir, const DemoOptions *options, DemoProgress progress,
                            gpointer user_data, GError **error);

G_END_DECLS
