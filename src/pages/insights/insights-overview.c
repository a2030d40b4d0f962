/* Insights, chapter Findings: findings on time and on memory, largest saving first, and facts
 * beside them. */
#include "pages/insights/insights-page.h"

#include "analysis/insights/insights.h"
#include "base/error.h"
#include "base/visible.h"
#include "derived/insights/fit-source.h"
#include "derived/insights/insights-input.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-sums.h"
#include "model/assumptions.h"
#include "model/location-keys.h"
#include "pages/core/look.h"
#include "report/bookmarks.h"
#include "tables/summary/verdict.h"
#include "tables/time/time-findings.h"

#include <math.h>
#include <string.h>

/* Largest profile (bytes) whose variables and executed steps are read before the page is shown. */
#define PROFILE_AT_ONCE ((guint64) 128 << 20)

/* State of building the page. */
typedef struct {
  PoplensPage *page;
  const PoplensPageContext *context; /* selects no tile or IPU: the page covers the whole replica */
  PoplensInsightsInput input;
  PoplensTimeFindings *time; /* (nullable) */
  GPtrArray *findings;       /* PoplensFinding */
  GHashTable *dismissed;     /* names of dismissed findings */
  GHashTable *labels;        /* (nullable) subject of a finding → short name of the operation */
  gboolean shows_dismissed;  /* the location asks for dismissed findings */
  gboolean comes; /* this is a first page without findings; the complete page replaces it without a
                     click */
} Overview;

static void
overview_clear (Overview *self)
{
  g_clear_pointer (&self->time, poplens_time_findings_unref);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_clear_pointer (&self->dismissed, g_hash_table_unref);
  g_clear_pointer (&self->labels, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Overview, overview_clear)

static gboolean
overview_is_over (const Overview *self)
{
  for (guint i = 0; i < self->findings->len; i++)
    if (((const PoplensFinding *) self->findings->pdata[i])->kind == POPLENS_FINDING_BAD)
      return TRUE;
  return FALSE;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const char *
source_of (const PoplensFinding *finding)
{
  if (finding->is_guess)
    return "Approximated from the executed steps, as cycles by tile are not recorded";
  return finding->cycles ? "Derived from the executed steps" : "Derived from compiler data";
}

/* Returns the user's reason for dismissing the finding; "" if the user gave none; NULL if the
 * finding is not dismissed. Only savings can be dismissed. (nullable) */
static const char *
reason_of (const Overview *self, const PoplensFinding *finding)
{
  return finding->kind == POPLENS_FINDING_SAVING
             ? poplens_dismissed_reason (self->dismissed, finding->key, finding->subject)
             : NULL;
}

/* Adds a row of form ITEM for @finding, with its link and sentence. @title, @value, @line: copied.
 * (transfer none) */
static PoplensFact *
overview_add_row (const Overview *self, GPtrArray *facts, const PoplensFinding *finding,
                  const char *title, const char *value, const char *line)
{
  const PoplensPageContext *context = self->context;
  const char *reason = reason_of (self, finding);
  PoplensFact *fact = poplens_facts_add (facts, title, value, line);

  fact->form = POPLENS_FACT_ITEM;
  fact->sentence = poplens_finding_sentence (finding, context->unit);
  fact->source = source_of (finding);
  fact->link = g_strdup (finding->location);
  fact->command = poplens_finding_command (finding, poplens_report_get_path (context->report));
  if (finding->kind == POPLENS_FINDING_SAVING)
    fact->finding = poplens_finding_name (finding->key, finding->subject);
  fact->is_dismissed = reason != NULL;
  return fact;
}

/* Formats a share of the program: "5.3 %"; "≈ 5.3 %" if the finding is approximate. (transfer
 * full) */
static char *
share_text (const PoplensFinding *finding, double share)
{
  PoplensNumber number;

  return g_strconcat (finding->is_guess ? "≈ " : "", poplens_format_percent (number, share), NULL);
}

/* Returns the subject of the finding in short: "encoder · scores · Convolve". (nullable): NULL if
 * the finding covers all subjects of its kind */
static const char *
short_subject (const Overview *self, const PoplensFinding *finding)
{
  const char *label = self->labels && finding->subject
                          ? g_hash_table_lookup (self->labels, finding->subject)
                          : NULL;

  return label ? label : finding->subject;
}

/* Adds a link that shows or hides the dismissed findings of a section. If they are shown, adds the
 * findings before the link. @on_time: TRUE: section Time, FALSE: section Memory. @largest: largest
 * bytes in the section, which decide the unit. */
static void
overview_add_dismissed (const Overview *self, GPtrArray *facts, gboolean on_time, guint64 largest)
{
  guint n = 0;
  PoplensNumber number;

  for (guint i = 0; i < self->findings->len; i++) {
    const PoplensFinding *finding = self->findings->pdata[i];
    const char *reason = reason_of (self, finding);
    if (!reason || (finding->on_time != NULL) != on_time)
      continue;
    n++;
    if (!self->shows_dismissed)
      continue;
    const char *subject = short_subject (self, finding);
    g_autofree char *title = g_strconcat (finding->title, subject ? ", " : "", subject, NULL);
    g_autofree char *line =
        g_strconcat (*reason ? "Dismissed: " : "Dismissed without a reason", reason, NULL);
    g_autofree char *value = on_time ? share_text (finding, finding->share)
                                     : g_strdup (poplens_format_bytes_in_column (
                                           number, finding->bytes, largest, self->context->unit));
    overview_add_row (self, facts, finding, title, value, line);
  }
  if (!n)
    return;
  g_autoptr (PoplensLocation) there = poplens_location_with (self->page->location, "dismissed",
                                                             self->shows_dismissed ? NULL : "yes");
  g_autofree char *text =
      self->shows_dismissed
          ? g_strdup ("Hide dismissed")
          : g_strdup_printf ("Show %s dismissed", poplens_format_count (number, n));
  g_autofree char *told = self->shows_dismissed ? NULL : poplens_dismissed_text (n);
  PoplensFact *more = poplens_facts_add (facts, text, "", told);
  more->form = POPLENS_FACT_MORE;
  more->link = poplens_location_to_string (there);
}

static PoplensSection *
overview_add_section (const Overview *self, const char *key, const char *title)
{
  PoplensSection *section =
      poplens_page_add_section (self->page, POPLENS_SECTION_FINDINGS, key, title);

  section->stays_open = TRUE;
  section->facts = g_ptr_array_new_with_free_func (poplens_fact_free);
  return section;
}

/* Adds a row that says how many rows above it do not fit the window; a click expands them. @of: key
 * of the group or section. */
static void
overview_add_more (GPtrArray *facts, const char *of)
{
  PoplensFact *more = poplens_facts_add (facts, "", "", NULL);

  more->form = POPLENS_FACT_MORE;
  more->group = g_strconcat (of, ".more", NULL);
}

/* ---- time ------------------------------------------------------------------------------------ */

/* A group of findings on time that the same change of the program fixes. */
typedef struct {
  PoplensTimeKind kind;
  const PoplensFinding *all; /* (nullable) the finding that covers all subjects */
  GPtrArray *parts;          /* PoplensFinding on one subject each, largest saving first */
} TimeGroup;

static void
time_group_free (gpointer data)
{
  TimeGroup *self = data;

  g_ptr_array_unref (self->parts);
  g_free (self);
}

static const PoplensFinding *
first_of_group (const TimeGroup *group)
{
  return group->parts->len ? group->parts->pdata[0] : group->all;
}

static int
compare_time_groups (gconstpointer a, gconstpointer b)
{
  const TimeGroup *x = *(TimeGroup *const *) a, *y = *(TimeGroup *const *) b;
  double first = first_of_group (x)->on_time->first, other = first_of_group (y)->on_time->first;

  if (first != other)
    return first > other ? -1 : 1;
  return (int) x->kind - (int) y->kind;
}

/* Returns the groups of findings on time (TimeGroup), sorted by their largest single saving.
 * (transfer full) */
static GPtrArray *
find_time_groups (const Overview *self)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func (time_group_free);

  for (guint i = 0; i < self->findings->len; i++) {
    const PoplensFinding *finding = self->findings->pdata[i];
    TimeGroup *group = NULL;
    if (finding->kind != POPLENS_FINDING_SAVING || !finding->on_time || reason_of (self, finding))
      continue;
    PoplensTimeKind kind = poplens_time_kind_family (finding->on_time->kind);
    for (guint g = 0; g < groups->len && !group; g++)
      if (((TimeGroup *) groups->pdata[g])->kind == kind)
        group = groups->pdata[g];
    if (!group) {
      group = g_new (TimeGroup, 1);
      *group = (TimeGroup){kind, NULL, g_ptr_array_new ()};
      g_ptr_array_add (groups, group);
    }
    if (finding->subject)
      g_ptr_array_add (group->parts, (gpointer) finding);
    else
      group->all = finding;
  }
  g_ptr_array_sort (groups, compare_time_groups);
  return groups;
}

/* Describes the group: the problem of its only subject, or the total and the largest of several
 * subjects: "Together at most 31.0 %. Largest: encoder · scores · Convolve". (transfer full) */
static char *
describe_group (const Overview *self, const TimeGroup *group)
{
  const PoplensFinding *first = first_of_group (group);
  const char *subject = short_subject (self, first), *brief = first->on_time->brief;

  if (!group->parts->len && !group->all->on_time->largest)
    return g_strdup (brief);
  if (!group->all)
    return g_strdup_printf (group->parts->len > 1 ? "Largest: %s, %s" : "%s: %s", subject, brief);
  g_autofree char *together = share_text (group->all, group->all->share);
  if (!group->parts->len)
    subject = group->all->on_time->largest;
  return g_strdup_printf ("Together at most %s. Largest: %s", together, subject);
}

/* Returns advice for the group: the action with its cost, and the memory that is free for it. Host
 * copies need different actions: gives the action of the first copy. (transfer full) */
static char *
advise_group (const TimeGroup *group)
{
  const PoplensFinding *of =
      group->all && group->kind != POPLENS_TIME_HOST_COPY ? group->all : first_of_group (group);
  const char *room = of->on_time->room;

  return g_strconcat (of->on_time->action, room ? " " : "", room, NULL);
}

static void
overview_add_part (const Overview *self, GPtrArray *facts, const TimeGroup *group,
                   const PoplensFinding *finding)
{
  g_autofree char *value = share_text (finding, finding->on_time->first);
  g_autofree char *line = finding->on_time->kind == group->kind
                              ? g_strdup (finding->on_time->brief)
                              : g_strdup_printf ("%s, %s", finding->title, finding->on_time->brief);

  overview_add_row (self, facts, finding, short_subject (self, finding), value, line)->form =
      POPLENS_FACT_PART;
}

static void
add_time_group (const Overview *self, GPtrArray *facts, const TimeGroup *group, double largest)
{
  const PoplensFinding *first = first_of_group (group);
  PoplensTimeLook look = poplens_time_kind_look (group->kind);
  g_autofree char *value = share_text (first, first->on_time->first);
  g_autofree char *line = describe_group (self, group);
  *line = g_ascii_toupper (*line);
  guint n = group->parts->len;
  PoplensNumber number;
  PoplensFact *fact = overview_add_row (self, facts, group->all ? group->all : first,
                                        poplens_time_kind_title (group->kind), value, line);

  fact->form = POPLENS_FACT_GROUP;
  fact->group = g_strdup (poplens_time_kind_key (group->kind));
  fact->fill = largest > 0 ? first->on_time->first / largest : 0;
  fact->ink = look.ink;
  fact->waits = look.kind != POPLENS_SERIES_BAND;
  if (n > 1)
    fact->cause = g_strdup (poplens_format_items (number, n, "finding"));
  /* Without a finding on all subjects, the group cannot be dismissed, only its parts. */
  if (!group->all)
    g_clear_pointer (&fact->finding, g_free);
  g_autofree char *advice = advise_group (group);
  poplens_facts_add (facts, "", "", advice)->form = POPLENS_FACT_ADVICE;
  for (guint i = 0; i < group->parts->len; i++)
    overview_add_part (self, facts, group, group->parts->pdata[i]);
  overview_add_more (facts, fact->group);
}

/* Returns the headline of the section Time: "Tiles compute 51.1 %; largest saving first; they
 * overlap". (transfer full) */
static char *
overview_answer_time (const Overview *self)
{
  const PoplensTime *time = poplens_report_peek_time (self->context->report);
  double compute = time ? poplens_report_verdict_compute (time) : NAN;
  PoplensNumber share;

  return isnan (compute) ? g_strdup ("Largest saving first; savings overlap")
                         : g_strdup_printf ("Tiles compute %s; largest saving first; they overlap",
                                            poplens_format_percent (share, compute));
}

/* Returns the reason why there are no findings on time. (transfer full) */
static char *
why_no_time (const Overview *self)
{
  const char *absence = poplens_report_get_absence (self->context->report, POPLENS_PART_EXECUTION);
  const char *damage = poplens_report_peek_damage (self->context->report, POPLENS_PART_EXECUTION);

  if (absence || damage)
    return g_strdup (absence ? absence : damage);
  if (self->time)
    return poplens_time_findings_note (self->time);
  return g_strdup ("Not loaded over this connection. Open a copy of the report on this computer to "
                   "see where the time went.");
}

/* Adds the section Time with its findings. TRUE if there are any, dismissed ones included. */
static gboolean
overview_add_time (const Overview *self)
{
  PoplensSection *section = overview_add_section (self, "time-findings", "Time");
  g_autoptr (GPtrArray) groups = find_time_groups (self);

  for (guint g = 0; g < groups->len; g++)
    add_time_group (self, section->facts, groups->pdata[g],
                    first_of_group (groups->pdata[0])->on_time->first);
  overview_add_dismissed (self, section->facts, TRUE, 0);
  if (section->facts->len) {
    section->answer = overview_answer_time (self);
    return TRUE;
  }
  g_autofree char *why = why_no_time (self);
  poplens_section_set_absent (section, why);
  return FALSE;
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* TRUE for findings on whether the model fits, and on the plan that makes it fit. */
static gboolean
is_on_fit (const PoplensFinding *finding)
{
  return finding->kind == POPLENS_FINDING_BAD || !strcmp (finding->key, "plan");
}

static gboolean
is_on_memory (const PoplensFinding *finding)
{
  return finding->kind == POPLENS_FINDING_SAVING && !finding->on_time && finding->saves &&
         !is_on_fit (finding);
}

/* Returns the headline of the section Memory: whether the model fits, and by how much. (transfer
 * full) */
static char *
overview_answer_memory (const Overview *self)
{
  const PoplensInsightsInput *input = &self->input;
  g_autoptr (GArray) rows = poplens_insights_capacity (input->memory, input->target);
  const PoplensCapacity *all = &g_array_index (rows, PoplensCapacity, 0);
  const PoplensCapacity *tile = &g_array_index (rows, PoplensCapacity, rows->len - 1);
  const PoplensFitCause *cause = input->fit ? poplens_fit_first_cause (input->fit) : NULL;
  PoplensNumber over, of, left, share;

  if (all->tiles_over)
    return g_strdup_printf ("%s of %s over%s%s", poplens_format_count (over, all->tiles_over),
                            poplens_format_items (of, all->tiles, "tile"),
                            cause        ? "; first cause: "
                            : input->fit ? "; no single cause"
                                         : "",
                            cause ? cause->title : "");
  if (!all->capacity || tile->of != POPLENS_CAPACITY_TILE || input->memory->incomplete)
    return g_strdup ("Whether the model fits is unknown");
  return g_strdup_printf (
      "Fits: %s free on tile %u; tiles %s full on average",
      poplens_format_bytes (left, tile->capacity - MIN (tile->used_including_gaps, tile->capacity),
                            self->context->unit),
      tile->number,
      poplens_format_percent (share, (double) all->used_including_gaps / (double) all->capacity));
}

/* Adds a button that opens What If with the changes of the plan. */
static void
add_apply (const Overview *self, PoplensFact *fact)
{
  g_autoptr (PoplensLocation) empty = poplens_location_parse ("insights?view=what-if", NULL);
  g_autoptr (PoplensLocation) applied = poplens_fit_plan_location (self->input.plan, empty);
  g_autofree char *link = poplens_location_to_string (applied);

  if (self->input.plan->changes->len)
    poplens_fact_add_link (fact, "Apply in What If", link)->is_likely =
        self->input.plan->verdict != POPLENS_DOES_NOT_FIT &&
        !poplens_fit_may_answer (self->input.fit);
}

/* Returns the first two sentences of a finding on whether the model fits; for "tiles-over", of the
 * finding's brief text. (transfer full) */
static char *
describe_fit (const Overview *self, const PoplensFinding *finding)
{
  char *text = strcmp (finding->key, "tiles-over")
                   ? poplens_finding_sentence (finding, self->context->unit)
                   : poplens_finding_brief (finding, self->context->unit);
  char *end = strstr (text, ". ");

  end = end ? strstr (end + 1, ". ") : NULL;
  if (end)
    end[1] = '\0';
  return text;
}

/* Adds rows on whether the model fits: the cause, the plan, and the tiles that are over
 * capacity. */
static void
add_fit_rows (const Overview *self, GPtrArray *facts)
{
  static const char *const keys[] = {"cause", "plan", "tiles-over"};

  for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
    for (guint i = 0; i < self->findings->len; i++) {
      const PoplensFinding *finding = self->findings->pdata[i];
      if (strcmp (finding->key, keys[k]))
        continue;
      g_autofree char *line = describe_fit (self, finding);
      PoplensFact *fact = overview_add_row (self, facts, finding, finding->title, "", line);
      fact->form = POPLENS_FACT_STEP;
      g_clear_pointer (&fact->finding, g_free);
      if (k == 1 && self->input.plan)
        add_apply (self, fact);
    }
}

static void
overview_add_memory (const Overview *self)
{
  PoplensSection *section = overview_add_section (self, "memory-findings", "Memory");
  guint64 largest = 0;
  guint n = 0;
  PoplensNumber number;

  section->answer = overview_answer_memory (self);
  for (guint i = 0; i < self->findings->len; i++) {
    const PoplensFinding *finding = self->findings->pdata[i];
    if (is_on_memory (finding))
      largest = MAX (largest, finding->bytes);
  }
  add_fit_rows (self, section->facts);
  for (guint i = 0; i < self->findings->len; i++) {
    const PoplensFinding *finding = self->findings->pdata[i];
    if (!is_on_memory (finding) || reason_of (self, finding))
      continue;
    g_autofree char *line = poplens_finding_brief (finding, self->context->unit);
    overview_add_row (
        self, section->facts, finding, finding->title,
        poplens_format_bytes_in_column (number, finding->bytes, largest, self->context->unit),
        line);
    n++;
  }
  if (n)
    overview_add_more (section->facts, "memory");
  overview_add_dismissed (self, section->facts, FALSE, largest);
  if (!section->facts->len)
    poplens_section_set_absent (section, "Nothing can be saved.");
}

/* ---- facts ----------------------------------------------------------------------------------- */

/* TRUE for findings without a known saving, such as bytes in use, or time outside the program. */
static gboolean
is_only_fact (const PoplensFinding *finding)
{
  return finding->kind == POPLENS_FINDING_FACT ||
         (finding->kind == POPLENS_FINDING_SAVING && !finding->saves && !finding->cycles &&
          !is_on_fit (finding));
}

static void
overview_add_facts (const Overview *self)
{
  PoplensSection *section = overview_add_section (self, "facts", "Facts");

  section->answer = g_strdup ("Nothing to save");
  for (guint i = 0; i < self->findings->len; i++) {
    const PoplensFinding *finding = self->findings->pdata[i];
    if (!is_only_fact (finding))
      continue;
    g_autofree char *value = poplens_finding_brief (finding, self->context->unit);
    PoplensFact *fact =
        overview_add_row (self, section->facts, finding, finding->title, value, NULL);
    fact->form = POPLENS_FACT_LINE;
    g_clear_pointer (&fact->finding, g_free);
  }
  if (!section->facts->len)
    g_ptr_array_remove (self->page->sections, section);
}

/* ---- the page -------------------------------------------------------------------------------- */

/* TRUE if the report is on this computer, or if the caller wants the complete page. FALSE over a
 * link: the page leaves out findings that read the cycles of all steps or all variables. */
static gboolean
reads_all (const PoplensPageContext *context)
{
  return poplens_report_is_near (context->report) || context->extent == POPLENS_EXTENT_WHOLE;
}

/* Returns the parts to load after the first page is shown, as they take long in a large report:
 * variables, liveness and executed steps. */
static guint32
find_later (const PoplensPageContext *context)
{
  static const PoplensPart parts[] = {POPLENS_PART_VARIABLES, POPLENS_PART_LIVENESS,
                                      POPLENS_PART_EXECUTION};
  PoplensReport *report = context->report;
  const PoplensReportFile *profile = poplens_report_get_file (report, POPLENS_FILE_PROFILE);
  guint n = G_N_ELEMENTS (parts) - !reads_all (context);
  guint32 later = 0;

  if (!profile->path || profile->size <= PROFILE_AT_ONCE)
    return 0;
  for (guint p = 0; p < n; p++) {
    if (poplens_report_peek_damage (report, parts[p]))
      return 0;
    if (!poplens_report_get_absence (report, parts[p]) && !poplens_report_peek (report, parts[p]))
      later |= POPLENS_PART_BIT (parts[p]);
  }
  return later;
}

static gboolean
overview_load (Overview *self, guint32 later, GError **error)
{
  const PoplensPageContext *context = self->context;
  PoplensReport *report = context->report;
  GCancellable *cancellable = context->cancellable;
  gboolean with_time = reads_all (context) && !(later & POPLENS_PART_BIT (POPLENS_PART_EXECUTION));

  if (!later) {
    /* Preload these in parallel. The functions below load them one by one, and report errors. */
    poplens_report_load_briefs (report, 0,
                                POPLENS_PART_BIT (POPLENS_PART_VARIABLES) |
                                    POPLENS_PART_BIT (POPLENS_PART_LIVENESS),
                                cancellable);
  }
  if (!poplens_insights_load (report, later, &self->input, cancellable, error) ||
      (with_time &&
       !poplens_insights_load_time (report, &self->input, &self->time, cancellable, error)) ||
      (!later && reads_all (context) &&
       !poplens_insights_load_fit (report, &self->input, cancellable, error)))
    return FALSE;
  if (self->time) {
    const PoplensStepLabels *labels = poplens_report_step_labels (report, cancellable, error);
    if (!labels)
      return FALSE;
    self->labels = poplens_time_finding_labels (labels, self->time->findings);
  }
  self->findings = poplens_insights_findings (&self->input);
  self->dismissed = poplens_dismissed_read (report, cancellable);
  return TRUE;
}

/* Places the section @first in the left column of a wide window, and the others in the right
 * one. */
static void
place_cards (PoplensPage *page, const char *first)
{
  for (guint i = 0; i < page->sections->len; i++) {
    PoplensSection *section = page->sections->pdata[i];
    if (section->kind == POPLENS_SECTION_FINDINGS)
      section->column = strcmp (section->key, first) ? 2 : 1;
  }
  page->has_side = TRUE;
}

/* Moves the section @key before all others except notices. */
static void
put_first (PoplensPage *page, const char *key)
{
  PoplensSection *section = (PoplensSection *) poplens_page_find_section (page, key);
  guint from, to = 0;

  g_ptr_array_find (page->sections, section, &from);
  while (((const PoplensSection *) page->sections->pdata[to])->kind == POPLENS_SECTION_NOTICE)
    to++;
  g_ptr_array_steal_index (page->sections, from);
  g_ptr_array_insert (page->sections, (int) to, section);
}

/* Adds a placeholder for the first section only. Later sections come below it, so that nothing
 * moves. */
static void
add_loading (const Overview *self)
{
  gboolean memory = overview_is_over (self) ||
                    poplens_report_get_absence (self->context->report, POPLENS_PART_EXECUTION);
  const char *key = memory ? "memory-findings" : "time-findings";
  PoplensSection *section = overview_add_section (self, key, memory ? "Memory" : "Time");

  poplens_section_set_absent (section, "Loading…");
  place_cards (self->page, key);
}

gboolean
poplens_insights_fill_overview (PoplensPage *page, const PoplensPageContext *context,
                                GError **error)
{
  /* The overview is always about the whole replica, whatever is selected. */
  g_autoptr (PoplensLocation) no_tile = poplens_location_with (context->location, "tile", NULL);
  g_autoptr (PoplensLocation) whole = poplens_location_with (no_tile, "ipu", NULL);
  guint32 later = find_later (context);
  PoplensPageContext all = *context;
  PoplensSection *checks;
  g_auto (Overview) self = {.page = page, .context = &all};

  all.location = whole;
  self.shows_dismissed = poplens_location_get_bool (context->location, "dismissed", FALSE);
  /* On this computer, the missing parts load without a click. Show a first page in the meantime. */
  self.comes = later && poplens_report_is_near (context->report);
  if (!overview_load (&self, later, error))
    return FALSE;
  poplens_page_add_search (page, "search", "Filter", "Show only findings with all words");
  poplens_page_control (page, "search")->count_first = TRUE;
  poplens_page_add_damage (page, &all);
  poplens_page_add_odd_memory (page, self.input.memory);
  poplens_page_add_assumptions (page, &all,
                                POPLENS_ASSUMES (IPUS) | POPLENS_ASSUMES (REPLICAS) |
                                    POPLENS_ASSUMES (OVERFLOW) | POPLENS_ASSUMES (SCHEMA) |
                                    POPLENS_ASSUMES (ARCHIVE));
  if (later)
    poplens_page_set_partial (page, later, NULL);
  if (self.comes) {
    add_loading (&self);
    return TRUE;
  }
  gboolean has_time = overview_add_time (&self);
  overview_add_memory (&self);
  overview_add_facts (&self);
  gboolean memory_first = !has_time || overview_is_over (&self);
  place_cards (page, memory_first ? "memory-findings" : "time-findings");
  if (memory_first)
    put_first (page, "memory-findings");
  if (!self.time)
    return TRUE;
  if (!poplens_page_add_table_by (page, &all, "time-checks", "time-causes", "finding", &checks,
                                  error))
    return FALSE;
  poplens_section_set_title (checks, "Checks of Time");
  checks->collapsed = TRUE;
  return TRUE;
}
