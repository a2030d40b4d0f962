#include "tables/card/card.h"

#include "base/error.h"
#include "base/format.h"
#include "base/visible.h"
#include "derived/insights/fit-source.h"
#include "derived/parts.h"
#include "tables/card/card-private.h"
#include "tables/engine/builders.h"

#include <string.h>

/* ---- the card ----------------------------------------------------------------------------------
 */

static void
add_head (PoplensCard *self)
{
  poplens_card_add (self, poplens_found_kind_title (self->found->kind), self->found->title, 0, 0,
                    g_strdup (self->found->location));
  if (self->found->detail && *self->found->detail)
    poplens_card_add (self, "Details", self->found->detail, 0, 0, g_strdup (self->found->location));
}

gboolean
poplens_card_load_memory (PoplensCard *self)
{
  GError *error = NULL;

  if (self->bytes)
    return TRUE;
  self->moves = poplens_report_moves (self->report, self->cancellable, &error);
  self->fit = self->moves ? poplens_report_fit (self->report, self->cancellable, &error) : NULL;
  if (self->fit)
    self->variables = poplens_load_lowered (self->report, self->cancellable, &error);
  poplens_card_take_error (self, error);
  if (!self->variables)
    return FALSE;
  self->liveness = poplens_report_peek (self->report, POPLENS_PART_LIVENESS);
  self->bytes = poplens_what_if_get_bytes (poplens_moves_get_what_if (self->moves));
  self->kinds = poplens_moves_get_kinds (self->moves);
  return TRUE;
}

/* Of other things a card has its head alone. */
static void
add_rest (PoplensCard *self)
{
  static void (*const builders[POPLENS_N_FOUND]) (PoplensCard * self) = {
      [POPLENS_FOUND_VARIABLE] = poplens_card_add_variable,
      [POPLENS_FOUND_TILE] = poplens_card_add_tile,
      [POPLENS_FOUND_EXECUTED] = poplens_card_add_executed,
      [POPLENS_FOUND_PROGRAM] = poplens_card_add_program,
      [POPLENS_FOUND_COMPUTE_SET] = poplens_card_add_compute_set,
      [POPLENS_FOUND_VERTEX_TYPE] = poplens_card_add_vertex_type,
      [POPLENS_FOUND_OPERATION] = poplens_card_add_operation,
      [POPLENS_FOUND_LAYER] = poplens_card_add_layer,
      [POPLENS_FOUND_KIND] = poplens_card_add_kind,
      [POPLENS_FOUND_SOURCE] = poplens_card_add_source,
  };

  if (builders[self->found->kind])
    builders[self->found->kind](self);
  poplens_card_add_alike (self);
}

static void
card_clear (PoplensCard *self)
{
  g_clear_pointer (&self->rows, poplens_records_free);
  g_clear_pointer (&self->finder, poplens_finder_unref);
  g_clear_error (&self->wrong);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensCard, card_clear)

PoplensTable *
poplens_card_new (PoplensReport *report, const PoplensFound *found, GCancellable *cancellable,
                  GError **error)
{
  g_auto (PoplensCard) self = {.report = report, .found = found, .cancellable = cancellable};

  self.finder = poplens_finder_of (report, cancellable, error);
  if (!self.finder)
    return NULL;
  self.rows = poplens_card_facts_new ();
  add_head (&self);
  add_rest (&self);
  if (!self.wrong && !g_cancellable_set_error_if_cancelled (cancellable, error))
    return poplens_card_facts_finish (g_steal_pointer (&self.rows), found->title, report);
  if (self.wrong)
    g_propagate_error (error, g_steal_pointer (&self.wrong));
  return NULL;
}

/* ---- by name -----------------------------------------------------------------------------------
 */

#define MOST_OTHERS 3

/* Returns "First of 9 matches; for another: poplens-cli show REPORT 'tile 9' or 'executed step 9';
 * poplens-cli find lists all." @finds: MOST_OTHERS and the first. (transfer full) */
static char *
name_others (const PoplensFinds *finds)
{
  GString *text = g_string_new (NULL);
  PoplensNumber all;

  g_string_printf (text, "First of %s matches; for another: poplens-cli show REPORT",
                   poplens_format_count (all, finds->total));
  for (guint i = 1; i < finds->results->len; i++) {
    const PoplensFound *other = finds->results->pdata[i];
    g_autofree char *words =
        other->kind < POPLENS_FOUND_OPERATION
            ? g_strdup_printf ("%s %" G_GUINT64_FORMAT, poplens_found_kind_phrase (other->kind),
                               other->id)
            : g_strdup_printf ("%s %s", poplens_found_kind_phrase (other->kind), other->title);
    g_autofree char *argument = poplens_shell_argument (words);
    g_string_append_printf (text, "%s %s", i > 1 ? " or" : "", argument);
  }
  g_string_append (text,
                   finds->total > finds->results->len ? "; poplens-cli find lists all." : ".");
  return g_string_free (text, FALSE);
}

/* Returns the card of the best that @query finds; what else it finds is a note. */
static PoplensTable *
card_of_words (PoplensReport *report, const char *query, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensFinder) finder = poplens_finder_of (report, cancellable, error);
  g_autoptr (PoplensFinds) finds =
      finder ? poplens_finder_find (finder, query, 1 + MOST_OTHERS, POPLENS_BYTE_UNIT_BINARY,
                                    cancellable, error)
             : NULL;

  if (!finds)
    return NULL;
  if (!finds->results->len) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "%s",
                 finds->hint ? finds->hint : "nothing found");
    return NULL;
  }
  PoplensTable *table = poplens_card_new (report, finds->results->pdata[0], cancellable, error);
  if (table && finds->total > 1) {
    g_autofree char *note = name_others (finds);
    poplens_table_set_note (table, note);
  }
  return table;
}

/* ---- by location -------------------------------------------------------------------------------
 */

/* Things whose recorded facts are a card, by the keys that select them. What @word and a number
 * mean is not among the things that are found. */
static const struct {
  const char *key, *word;
  PoplensTable *(*build) (PoplensReport *report, const PoplensLocation *location,
                          GCancellable *cancellable, GError **error);
} recorded[] = {
    {"executed", NULL, poplens_build_card_of_step},
    {"block", "block ", poplens_build_card_of_block},
    {"context", "context ", poplens_build_card_of_context},
    {"program", NULL, poplens_build_card_of_program},
};

static PoplensTable *
card_of_location (PoplensReport *report, const PoplensLocation *location, GCancellable *cancellable,
                  GError **error)
{
  PoplensPageId page = poplens_location_get_page (location);

  if (page == POPLENS_PAGE_PROGRAMS)
    return poplens_build_card_of_program (report, location, cancellable, error);
  for (guint i = 0; i < G_N_ELEMENTS (recorded); i++)
    if (poplens_location_get (location, recorded[i].key))
      return recorded[i].build (report, location, cancellable, error);
  if (page == POPLENS_PAGE_TRACE) {
    g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
                         "Select a step or a block to see its details");
    return NULL;
  }
  PoplensTable *table = poplens_card_facts_finish (poplens_card_facts_new (), "Card", report);
  poplens_table_set_note (table, "Nothing selected. Set ref to words as find takes them.");
  return table;
}

/* Returns the card of what "thing" finds, else of what the location selects. */
PoplensTable *
poplens_build_card (PoplensReport *report, const PoplensLocation *location,
                    GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensLocation) nowhere = poplens_location_new (POPLENS_PAGE_SUMMARY);
  const PoplensLocation *at = location ? location : nowhere;
  const char *query = poplens_location_get (at, "thing");

  if (!query || !*query)
    return card_of_location (report, at, cancellable, error);
  for (guint i = 0; i < G_N_ELEMENTS (recorded); i++)
    if (recorded[i].word && g_str_has_prefix (query, recorded[i].word)) {
      g_autoptr (PoplensLocation) of =
          poplens_location_with (nowhere, recorded[i].key, query + strlen (recorded[i].word));
      return recorded[i].build (report, of, cancellable, error);
    }
  return card_of_words (report, query, cancellable, error);
}
