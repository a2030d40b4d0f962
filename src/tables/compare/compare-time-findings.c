/* Findings on time of two reports: what is new, gone, worse or better. */
#include "derived/compare/compare-time.h"
#include "derived/time/time-found.h"
#include "tables/compare/compare-table.h"

#include <math.h>

typedef struct {
  const char *finding, *became, *key, *subject, *sentence, *location, *match;
  gint64 saving;
  double share;
} Row;

static const PoplensColumn columns[] = {
    POPLENS_CELL (Row, finding, "Finding", TEXT, DERIVED, "Title of the finding"),
    POPLENS_CELL (Row, became, "Status", TEXT, DERIVED,
                  "new, gone, worse or better; for facts more or less"),
    POPLENS_CELL (Row, saving, "Saving", CYCLES, DERIVED,
                  "Cycles that the program saves at most without the cause; of a fact, the cycles "
                  "themselves"),
    POPLENS_CELL (Row, subject, "Subject", TEXT, DERIVED,
                  "Operation, tiles, stream, IPU or iteration; empty for all together"),
    POPLENS_CELL_NAMED (Row, share, "share_*", "Share", RATIO, DERIVED,
                        "Share of the program time; of a fact, share of the trace"),
    POPLENS_CELL_NAMED (Row, sentence, "sentence_*", "Finding", TEXT, DERIVED,
                        "The finding in a sentence or two"),
    POPLENS_CELL (Row, key, "Key", TEXT, DERIVED, "Key of the kind of finding",
                  .for_scripts = TRUE),
    POPLENS_CELL (Row, location, "Location", TEXT, DERIVED, "Location that shows it"),
    POPLENS_CELL (Row, match, "Match", TEXT, DERIVED, "Key and subject"),
};

typedef struct {
  PoplensTimeFindings *of[POPLENS_N_SIDES];
} Both;

static void
both_clear (Both *self)
{
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    g_clear_pointer (&self->of[s], poplens_time_findings_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Both, both_clear)

static gint64
saving_of (const PoplensTimeFinding *finding)
{
  return (gint64) round (fmax (finding->saving, 0));
}

/* The finding on the same; NULL: there is none. */
static const PoplensTimeFinding *
find_like (const PoplensTimeFindings *in, const PoplensTimeFinding *like)
{
  const GPtrArray *lists[] = {in->facts, in->findings};

  for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
    for (guint i = 0; i < lists[l]->len; i++) {
      const PoplensTimeFinding *one = lists[l]->pdata[i];
      if (one->kind == like->kind && g_str_equal (one->subject, like->subject))
        return one;
    }
  return NULL;
}

static const char *
became_of (const PoplensTimeFinding *first, const PoplensTimeFinding *second)
{
  gboolean is_fact = poplens_time_kind_is_fact ((second ? second : first)->kind);
  gint64 change = (second ? saving_of (second) : 0) - (first ? saving_of (first) : 0);

  if (first && second && !change)
    return "as before";
  if (is_fact)
    return second && change >= 0 ? "more" : "less";
  if (!first || !second)
    return second ? "new" : "gone";
  return change > 0 ? "worse" : "better";
}

static void
add_finding (PoplensRecords *rows, const PoplensTimeFinding *finding, const Both *both, guint side)
{
  const PoplensTimeFinding *other = find_like (both->of[!side], finding);
  g_autofree char *match = NULL;
  Row *row = poplens_records_add (rows);

  row->key = poplens_time_kind_key (finding->kind);
  match = g_strconcat (row->key, " ", finding->subject, NULL);
  row->finding = poplens_time_kind_title (finding->kind);
  row->became = side == POPLENS_FIRST ? became_of (finding, other) : became_of (other, finding);
  row->subject = poplens_records_text (rows, *finding->subject ? finding->subject : NULL);
  row->saving = saving_of (finding);
  row->share = finding->share;
  row->sentence = poplens_records_text (rows, finding->sentence);
  row->location = poplens_records_text (rows, finding->location);
  row->match = poplens_records_text (rows, match);
}

/* What the other report has a finding on, and this one the cycles alone: below what counts, or
 * told by others. Of a single tile or operation they are not known. */
static void
add_check (PoplensRecords *rows, const PoplensTimeFinding *other, const Both *both, guint side)
{
  const PoplensTimeCheck *check = &both->of[side]->checks[other->kind];
  Row *row;

  if (*other->subject || isnan (check->cycles) || find_like (both->of[side], other))
    return;
  row = poplens_records_add (rows);
  row->key = poplens_time_kind_key (other->kind);
  row->finding = poplens_time_kind_title (other->kind);
  row->became = side == POPLENS_FIRST ? became_of (NULL, other) : became_of (other, NULL);
  row->saving = (gint64) round (fmax (check->cycles, 0));
  row->share = check->share;
  g_autofree char *match = g_strconcat (row->key, " ", NULL);
  row->match = poplens_records_text (rows, match);
}

static PoplensTable *
build_base (const Both *both, guint side, PoplensReport *report)
{
  const GPtrArray *lists[] = {both->of[side]->facts, both->of[side]->findings};
  const GPtrArray *others[] = {both->of[!side]->facts, both->of[!side]->findings};
  PoplensRecords *rows = POPLENS_RECORDS (Row, columns);

  for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
    for (guint i = 0; i < lists[l]->len; i++)
      add_finding (rows, lists[l]->pdata[i], both, side);
  for (guint l = 0; l < G_N_ELEMENTS (others); l++)
    for (guint i = 0; i < others[l]->len; i++)
      add_check (rows, others[l]->pdata[i], both, side);
  return poplens_records_finish (rows, "base", "Base", report);
}

PoplensTable *
poplens_build_compare_time_findings (PoplensReport *report, const PoplensLocation *location,
                                     GCancellable *cancellable, GError **error)
{
  static const PoplensJoin join = {
      .name = "compare-time-findings",
      .title = "Changed findings on time",
      .things = "findings",
      .shown = "finding subject became saving share_* sentence_* key location",
      .match = "match",
      .link = "",
      .linked = "location"};
  g_autoptr (PoplensLocation) scope = poplens_compared_time_scope (location);
  g_auto (PoplensCompareSource) source = {0};
  g_auto (PoplensBases) bases = {0};
  g_auto (Both) both = {0};
  PoplensComparedTime time;

  if (!poplens_compare_source_init (&source, report, error) ||
      !poplens_compared_time_load (&source, scope, &time, cancellable, error))
    return NULL;
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    if (!(both.of[s] = poplens_report_time_findings (source.of[s], scope, cancellable, error))) {
      poplens_compare_source_blame (&source, s, error);
      return NULL;
    }
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    bases.of[s] = build_base (&both, s, source.of[s]);
  g_autofree char *remark = poplens_compared_time_scope_note (location);
  return poplens_compare_table_new (&join, &bases, NULL, &source, location, remark);
}
