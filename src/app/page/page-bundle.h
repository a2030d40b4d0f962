/* PoplensPageBundle: a page and the sorted, filtered rows of its tables, made together on a worker,
 * so that all of it appears at once. Immutable, reference counted. */
#pragma once

#include "pages/core/page.h"

G_BEGIN_DECLS

typedef struct {
  gatomicrefcount refs;
  PoplensReport *report; /* report that the page shows */
  PoplensReport *other;  /* (nullable): report that .report is compared with */
  PoplensPageDefaults defaults;
  PoplensPage *page;
  GPtrArray *views; /* PoplensTableView of each section, by section index; NULL for a section
                       without a table */
} PoplensPageBundle;

/* Builds a page; call on a worker. @before: (nullable): the page on the screen, whose unchanged
 * sections are reused. (transfer full) (nullable): NULL with the errors of poplens_page_build_work
 * (), or G_IO_ERROR_CANCELLED. */
PoplensPageBundle *poplens_page_bundle_build (PoplensReport *report,
                                              const PoplensLocation *location,
                                              PoplensPageDefaults defaults,
                                              PoplensPageBundle *before, const PoplensWork *work,
                                              GError **error);
/* TRUE if @self is a whole page and @next has the same page, reports, byte unit and time axis. Then
 * sections whose keys did not change are equal in both. */
gboolean poplens_page_bundle_continues (PoplensPageBundle *self, PoplensPageBundle *next);
PoplensPageBundle *poplens_page_bundle_ref (PoplensPageBundle *self);
void poplens_page_bundle_unref (PoplensPageBundle *self);
const PoplensSection *poplens_page_bundle_get_section (PoplensPageBundle *self, guint index);
/* Returns the sorted and filtered rows of section @index, as of the location that the page was
 * built for. A second call returns NULL. (transfer full) (nullable) */
PoplensTableView *poplens_page_bundle_steal_view (PoplensPageBundle *self, guint index);

/* Returns the parts that a partial page should load next (POPLENS_PART_BIT ()s). Parts in files of
 * their own add only details, so they come after all others. */
guint32 poplens_page_bundle_next_parts (const PoplensPageBundle *self);
/* TRUE if the parts that a partial page lacks have been loaded since it was built, for whatever
 * caller. */
gboolean poplens_page_bundle_is_behind (const PoplensPageBundle *self);

/* Callbacks during a build. They run on the main context of the caller, and never after the build's
 * GAsyncReadyCallback. */
typedef struct {
  /* (nullable): reports progress with a text such as "Reading variables": from 0 to 1 for reading,
   * then again for building. The fraction stays at 1 during work that cannot report. */
  PoplensProgressFunc progress;
  /* (nullable): reports a partial page that can be shown while the build continues; see
   * poplens_page_build_partial () */
  void (*partial) (PoplensPageBundle *bundle, gpointer data);
  gpointer data;
} PoplensBundleListener;

/* Loads the parts of the page, then builds it on a worker. */
void poplens_page_bundle_build_async (PoplensReport *report, PoplensLocation *location,
                                      PoplensPageDefaults defaults, PoplensPageBundle *before,
                                      const PoplensBundleListener *listener,
                                      GCancellable *cancellable, GAsyncReadyCallback callback,
                                      gpointer user_data);
PoplensPageBundle *poplens_page_bundle_build_finish (GAsyncResult *result, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensPageBundle, poplens_page_bundle_unref)

G_END_DECLS
