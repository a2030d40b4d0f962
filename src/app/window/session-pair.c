/* The two reports of a session. Puts the reports in the order that the location says, and makes
 * locations that show one report or both. */
#include "app/window/session-pair.h"

#include "base/format.h"
#include "base/name-apart.h"
#include "model/location-keys.h"
#include "pages/core/views.h"

#include <string.h>

void
poplens_session_pair_clear (PoplensSessionPair *self)
{
  g_clear_object (&self->home);
  g_clear_object (&self->second);
  g_clear_object (&self->before);
  g_clear_object (&self->after);
  g_clear_pointer (&self->second_with, g_free);
}

void
poplens_session_pair_set_second (PoplensSessionPair *self, PoplensReport *second, const char *with,
                                 gboolean is_older)
{
  g_set_object (&self->second, second);
  g_free (self->second_with);
  self->second_with = g_strdup (with);
  self->is_older = is_older;
}

void
poplens_session_pair_set_home (PoplensSessionPair *self, PoplensReport *home)
{
  poplens_session_pair_set_second (self, NULL, NULL, FALSE);
  g_set_object (&self->home, home);
}

gboolean
poplens_session_pair_is_of (const PoplensSessionPair *self, const PoplensLocation *location)
{
  return self->second && !g_strcmp0 (poplens_location_get (location, "with"), self->second_with);
}

gboolean
poplens_session_pair_home_is_after (const PoplensSessionPair *self)
{
  return self->second && self->home_is_after;
}

gboolean
poplens_session_pair_is_turned (const PoplensSessionPair *self)
{
  return self->second && self->home_is_after != (self->before != self->home);
}

/* Returns the report After if both reports are shown, else NULL. (nullable) */
static PoplensReport *
shown_after (const PoplensSessionPair *self)
{
  return poplens_session_pair_is_turned (self) ? NULL : self->after;
}

char *
poplens_session_pair_name_reports (const PoplensSessionPair *self, gsize most)
{
  PoplensReport *after = shown_after (self);
  char *names[] = {poplens_report_name_beside (self->before, self->after),
                   after ? poplens_report_name_beside (after, self->before) : NULL};

  if (after)
    poplens_names_shorten (names, most);
  char *text = poplens_format_reports (names[0], names[1]);
  g_free (names[0]);
  g_free (names[1]);
  return text;
}

char *
poplens_session_pair_name_places (const PoplensSessionPair *self)
{
  PoplensReport *after = shown_after (self);
  const char *from = poplens_report_get_path (self->before);
  const char *to = after ? poplens_report_get_path (after) : from;
  g_autofree char *folder = g_path_get_dirname (from), *other = g_path_get_dirname (to);

  if (!strcmp (from, to))
    return g_strdup (from);
  return strcmp (folder, other) ? poplens_format_reports (from, to) : g_steal_pointer (&folder);
}

static gboolean
wants_after_alone (const PoplensLocation *location)
{
  return !g_strcmp0 (poplens_location_get (location, "compare"), POPLENS_COMPARE_AFTER);
}

PoplensPairChange
poplens_session_pair_arrange (PoplensSessionPair *self, const PoplensLocation *location)
{
  gboolean home_is_after =
      self->second && !g_strcmp0 (poplens_location_get (location, "before"), POPLENS_BEFORE_OTHER);
  gboolean turned = self->second && home_is_after != wants_after_alone (location);
  PoplensReport *before = turned ? self->second : self->home;
  PoplensReport *after = turned ? self->home : self->second;

  if (self->second && !poplens_session_pair_is_of (self, location))
    return POPLENS_PAIR_SAME;
  self->home_is_after = home_is_after;
  if (before == self->before && after == self->after)
    return POPLENS_PAIR_SAME;
  PoplensPairChange change = before == self->before ? POPLENS_PAIR_AFTER : POPLENS_PAIR_BEFORE;
  if (self->after)
    poplens_report_set_other (self->before, NULL);
  g_set_object (&self->before, before);
  g_set_object (&self->after, after);
  if (after)
    poplens_report_set_other (before, after);
  return change;
}

PoplensLocation *
poplens_pair_location (const PoplensLocation *location, const char *with, const char *order)
{
  g_autoptr (PoplensLocation) pair = poplens_location_without_after (location);
  g_autoptr (PoplensLocation) both =
      with ? poplens_location_with (pair, "with", with) : poplens_location_with_other (pair, NULL);

  return poplens_location_with (both, "before", with ? order : NULL);
}

PoplensLocation *
poplens_pair_location_turned (const PoplensLocation *location, const char *with, const char *order)
{
  g_autoptr (PoplensLocation) another = poplens_location_for_another (location);

  return poplens_pair_location (another, with, order);
}

PoplensLocation *
poplens_session_pair_show_only (const PoplensSessionPair *self, const PoplensLocation *location,
                                const char *side)
{
  gboolean after = !g_strcmp0 (side, POPLENS_COMPARE_AFTER);
  /* If pages will show another report, drop the keys that name objects: object names are valid in
   * one report only. */
  g_autoptr (PoplensLocation) from = after != poplens_session_pair_is_turned (self)
                                         ? poplens_location_for_another (location)
                                         : poplens_location_ref ((PoplensLocation *) location);

  return poplens_location_with (from, "compare", side);
}

PoplensLocation *
poplens_session_pair_settle (const PoplensSessionPair *self, PoplensLocation *location)
{
  if (!poplens_session_pair_is_of (self, location) ||
      g_strcmp0 (poplens_location_get (location, "before"), POPLENS_BEFORE_OLDER))
    return poplens_location_ref (location);
  return self->is_older
             ? poplens_pair_location_turned (location, self->second_with, POPLENS_BEFORE_OTHER)
             : poplens_pair_location (location, self->second_with, NULL);
}
