/* PoplensPageBundle: a page and the sorted, filtered rows of its tables, made together on a worker,
 * so that all of it appears at once. Immutable, reference counted. */
#pragma once

#include "pages/core/page.h"

G_BEGIN_DECLS

typedef struct {
  gatomicrefcount refs;
  PoplensReport *report; /* the report of the page */
  PoplensReport *other;  /* (nullable): the report that it is compared with */
  PoplensPageDefaults defaults;
  PoplensPage *page;
  GPtrArray *views; /* by section: PoplensTableView, (nullable) */
} PoplensPageBundle;

/* Builds a page; call on a worker. @before: (nullable): the page on the screen, whose unchanged
 * sections are reused. (transfer full) (nullable): NULL with the errors of poplens_page_build_work
 * (), or G_IO_ERROR_CANCELLED. */
PoplensPageBundle *poplens_page_bundle_build (PoplensReport *report,
                                              const PoplensLocation *location,
                                              PoplensPageDefaults defaults,
                                              PoplensPageBundle *before, const PoplensWork *work,
                                              GError **error);
/* TRUE if @self is whole and @next has the same page, reports, byte unit and time axis: then
 * sections that depend on nothing that changed are equal. */
gboolean poplens_page_bundle_continues (PoplensPageBundle *self, PoplensPageBundle *next);
PoplensPageBundle *poplens_page_bundle_ref (PoplensPageBundle *self);
void poplens_page_bundle_unref (PoplensPageBundle *self);
const PoplensSection *poplens_page_bundle_get_section (PoplensPageBundle *self, guint index);
/* Returns the rows of section @index, for the location that the page was built for; only once.
 * (transfer full) (nullable) */
PoplensTableView *poplens_page_bundle_steal_view (PoplensPageBundle *self, guint index);

/* Returns the parts (POPLENS_PART_BIT ()s) of a partial page to load first: without those in files
 * of their own, which only add details, as long as others are missing. */
guint32 poplens_page_bundle_next_parts (const PoplensPageBundle *self);
/* TRUE if what a partial page lacks has been loaded since, by any caller. */
gboolean poplens_page_bundle_is_behind (const PoplensPageBundle *self);

/* Callbacks of a build, on the main context of the caller, never after the callback of the build.
 */
typedef struct {
  /* (nullable): reports progress from 0 to 1 for reading, and again for building, with a text
   * ("Reading variables"); work that cannot report stays at 1. */
  PoplensProgressFunc progress;
  /* (nullable): reports what can be shown while the build goes on: see poplens_page_build_partial
   * () */
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
