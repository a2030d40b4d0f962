/* The links of a report's programs, with their executed steps. */
#include "derived/programs/program-links-source.h"

#include "derived/programs/program-sums.h"

static void
links_clear (gpointer data)
{
  poplens_program_links_free (((PoplensProgramLinksKept *) data)->links);
}

void
poplens_program_links_unref (PoplensProgramLinksKept *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, links_clear);
}

static PoplensProgramLinksKept *
links_new (const PoplensPrograms *programs, const guint32 *executed)
{
  PoplensProgramLinksKept *self = g_atomic_rc_box_new0 (PoplensProgramLinksKept);

  self->links = poplens_program_links_new (programs, executed);
  return self;
}

static gpointer
links_of_report (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensPrograms *programs = poplens_report_load_programs (report, cancellable, error);
  g_autoptr (PoplensProgramSums) sums = NULL;

  if (!programs)
    return NULL;
  if (!poplens_report_get_absence (report, POPLENS_PART_EXECUTION) &&
      !(sums = poplens_program_sums_get (report, cancellable, error)))
    return NULL;
  return links_new (programs, sums ? sums->executed : NULL);
}

PoplensProgramLinksKept *
poplens_program_links_of (PoplensReport *report, const PoplensPrograms *programs,
                          GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-program-links", links_of_report,
                                         g_atomic_rc_box_acquire,
                                         (GDestroyNotify) poplens_program_links_unref};

  return programs->is_other ? links_new (programs, NULL)
                            : poplens_report_derive (report, &derived, cancellable, error);
}
