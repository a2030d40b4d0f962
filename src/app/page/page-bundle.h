/* PoplensPageBundle: a page and the sorted, filtered rows of its tables, made together on a worker,
 * so that all of it comes on the screen at once. */
#pragma once

#include "pages/core/page.h"

G_BEGIN_DECLS

typedef struct {
  gatomicrefcount refs;
  PoplensReport *report; /* that it was built of … */
  PoplensReport *other;  /* … and the one that it is compared with, or NULL */
  PoplensPageDefaults defaults;
  PoplensPage *page;
  GPtrArray *views; /* PoplensTableView for each section, or NULL */
} PoplensPageBundle;

/* Runs on a worker; NULL with @error as poplens_page_build_work(), or cancelled. @before:
 * (nullable): what is shown: sections are taken from it where they would be the same. */
PoplensPageBundle *poplens_page_bundle_build (PoplensReport *report,
                                              const PoplensLocation *location,
                                              PoplensPageDefaults defaults,
                                              PoplensPageBundle *before, const PoplensWork *work,
                                              GError **error);
/* Whether @next is of the same page of the same report, compared with the same one, in the same
 * unit and on the same axis, and is whole: sections that depend on nothing that changed are then
 * the same. */
gboolean poplens_page_bundle_continues (PoplensPageBundle *self, PoplensPageBundle *next);
PoplensPageBundle *poplens_page_bundle_ref (PoplensPageBundle *self);
void poplens_page_bundle_unref (PoplensPageBundle *self);
const PoplensSection *poplens_page_bundle_get_section (PoplensPageBundle *self, guint index);
/* The rows of section @index for the location that the page was built for; once. (transfer full) */
PoplensTableView *poplens_page_bundle_steal_view (PoplensPageBundle *self, guint index);

/* What of a partial page's parts is loaded first, before it is built again: what its charts are
 * made of does not wait for files of their own, of which only lines tell. POPLENS_PART_BIT()s. */
guint32 poplens_page_bundle_next_parts (const PoplensPageBundle *self);
/* Whether what a partial page lacks has been loaded since, by whomever. */
gboolean poplens_page_bundle_is_behind (const PoplensPageBundle *self);

/* What hears of a build, on its main context, never after the callback of the build. */
typedef struct {
  /* (nullable): reading goes from 0 to 1 and then building does, and each says what it does
   * ("Reading variables"); what tells nothing stays at 1. */
  PoplensProgressFunc progress;
  /* (nullable): what can be shown while the build goes on: poplens_page_build_partial() */
  void (*partial) (PoplensPageBundle *bundle, gpointer data);
  gpointer data;
} PoplensBundleListener;

/* Loads the parts of the page, then builds it. */
void poplens_page_bundle_build_async (PoplensReport *report, PoplensLocation *location,
                                      PoplensPageDefaults defaults, PoplensPageBundle *before,
                                      const PoplensBundleListener *listener,
                                      GCancellable *cancellable, GAsyncReadyCallback callback,
                                      gpointer user_data);
PoplensPageBundle *poplens_page_bundle_build_finish (GAsyncResult *result, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensPageBundle, poplens_page_bundle_unref)

G_END_DECLS
