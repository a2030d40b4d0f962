/* Sorts and names the reports that were found in a folder. */
#include "report/candidates.h"

#include <string.h>

#define MOST_NAMES 8

void
poplens_candidate_free (gpointer data)
{
  PoplensReportCandidate *candidate = data;

  g_free (candidate->path);
  g_free (candidate->name);
  g_free (candidate->place);
  g_free (candidate->instead);
  g_free (candidate);
}

void
poplens_unsearched_free (gpointer data)
{
  PoplensUnsearched *self = data;

  g_free (self->name);
  g_free (self);
}

static int
compare_candidate_times (gconstpointer a, gconstpointer b)
{
  const PoplensReportCandidate *x = *(PoplensReportCandidate *const *) a;
  const PoplensReportCandidate *y = *(PoplensReportCandidate *const *) b;

  if (x->mtime != y->mtime)
    return x->mtime > y->mtime ? -1 : 1;
  return strcmp (x->name, y->name);
}

static int
compare_candidate_names (gconstpointer a, gconstpointer b)
{
  const PoplensReportCandidate *x = *(PoplensReportCandidate *const *) a;
  const PoplensReportCandidate *y = *(PoplensReportCandidate *const *) b;
  g_autofree char *first = g_utf8_collate_key_for_filename (x->name, -1);
  g_autofree char *second = g_utf8_collate_key_for_filename (y->name, -1);

  return strcmp (first, second);
}

void
poplens_candidates_sort (GPtrArray *candidates)
{
  g_ptr_array_sort (candidates, compare_candidate_times);
}

char *
poplens_candidates_list (const GPtrArray *candidates)
{
  g_autoptr (GPtrArray) some = g_ptr_array_new ();
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < candidates->len && i < MOST_NAMES; i++)
    g_ptr_array_add (some, g_ptr_array_index (candidates, i));
  g_ptr_array_sort (some, compare_candidate_names);
  for (guint i = 0; i < some->len; i++)
    g_string_append_printf (names, "%s%s", i ? ", " : "",
                            ((PoplensReportCandidate *) g_ptr_array_index (some, i))->name);
  if (candidates->len > MOST_NAMES)
    g_string_append_printf (names, " and %u more", candidates->len - MOST_NAMES);
  return g_string_free (names, FALSE);
}
