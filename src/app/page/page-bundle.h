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
/* TRUE if the build of @next can reuse sections of @self: @self is a whole page, and both have the
 * same page ID, reports, byte unit and time axis. */
gboolean poplens_page_bundle_continues (PoplensPageBundle *self, PoplensPageBundle *next);
PoplensPageBundle *poplens_page_bundle_ref (PoplensPageBundle *self);
void poplens_page_bundle_unref (PoplensPageBundle *self);
const PoplensSection *poplens_page_bundle_get_section (PoplensPageBundle *self, guint index);
/* Returns the sorted and filtered rows of section @index, as of the location that the page was
 * built for. A second call returns NULL. (transfer full) (nullable) */
PoplensTableView *poplens_page_bundle_steal_view (PoplensPageBundle *self, guint index);

/* Returns the parts that a partial page should load next, as POPLENS_PART_BIT ()s. Parts in
 * profile.pop come first; parts in files of their own come last. */
guint32 poplens_page_bundle_next_parts (const PoplensPageBundle *self);
/* TRUE if a partial page should be built again, because its missing parts have been loaded
 * meanwhile, perhaps for another page. */
gboolean poplens_page_bundle_is_behind (const PoplensPageBundle *self);

/* Callbacks during a build. They run on the main context of the caller, and never after the build's
 * GAsyncReadyCallback. */
typedef struct {
  /* (nullable): reports progress with a text such as "Reading variables". The fraction rises from 0
   * to 1 while files are read, and again from 0 to 1 while the page is built. */
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
