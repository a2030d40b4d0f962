/* Facts and notices on archive.a, debug.cbor, missing files and assumptions, for all pages. */
#include "analysis/memory/memory-analysis.h"
#include "analysis/operations/debug-operation.h"
#include "base/error.h"
#include "derived/operations/debug-source.h"
#include "model/assumptions.h"
#include "pages/summary/summary.h"

/* A page does not wait for large files. The page is first built without such a file, and built
 * again once the file is loaded. */

/* Largest archive.a (bytes) that is read before the page is shown. Reading 6 MiB, the images of
 * 3,000 tiles, takes about 10 ms. */
#define ARCHIVE_AT_ONCE ((guint64) 6 << 20)

/* ---- assumptions ----------------------------------------------------------------------------- */

/* Returns the memory part if it is loaded. Otherwise, on the Summary page, returns only the columns
 * that the headline needs. (nullable) */
static const PoplensMemory *
memory_at_hand (const PoplensPage *page, const PoplensPageContext *context)
{
  const PoplensMemory *memory = poplens_report_peek (context->report, POPLENS_PART_MEMORY);

  if (memory || page->id != POPLENS_PAGE_SUMMARY)
    return memory;
  return poplens_report_load_memory_brief (context->report, context->cancellable, NULL);
}

void
poplens_page_add_assumptions (PoplensPage *page, const PoplensPageContext *context, guint32 shown)
{
  guint32 bits = poplens_assumptions_of (
      poplens_report_peek (context->report, POPLENS_PART_TARGET), memory_at_hand (page, context),
      poplens_report_peek (context->report, POPLENS_PART_EXECUTION));

  /* The page compares archive.a with the profile, and so relies on the assumption about
   * archive.a. */
  if (poplens_page_find_section (page, "archive"))
    bits |= POPLENS_ASSUMES (ARCHIVE);
  page->assumes = bits & shown;
  g_autofree char *text = poplens_assumptions_sentence (page->assumes);
  if (text)
    poplens_page_add_standing (page, POPLENS_TONE_NEUTRAL, "assumption", text);
}

/* ---- archive.a ------------------------------------------------------------------------------- */

/* Adds a notice on an incomplete archive.a. @notices: TRUE: also adds archive->notices */
static void
add_texts (PoplensPage *page, const PoplensArchive *archive, gboolean notices)
{
  if (archive->reason) {
    g_autofree char *text = g_strdup_printf ("archive.a is incomplete: %s.", archive->reason);
    poplens_page_add_standing (page, POPLENS_TONE_WARNING, "archive-incomplete", text);
  }
  for (guint i = 0; notices && i < archive->notices->len; i++)
    poplens_page_add_standing (page, POPLENS_TONE_WARNING, "archive-notice",
                               g_ptr_array_index (archive->notices, i));
}

/* Returns archive.a, and loads it first if it is small. NULL if the file is large and not loaded
 * yet, missing, or damaged. Adds a notice if it is damaged. */
static const PoplensArchive *
load_archive (PoplensPage *page, const PoplensPageContext *context)
{
  const PoplensReportFile *file = poplens_report_get_file (context->report, POPLENS_FILE_ARCHIVE);
  const PoplensArchive *archive = poplens_report_peek (context->report, POPLENS_PART_ARCHIVE);
  g_autoptr (GError) wrong = NULL;

  if (archive || !file->path)
    return archive;
  const char *damage = poplens_report_peek_damage (context->report, POPLENS_PART_ARCHIVE);
  if (!damage && file->size > ARCHIVE_AT_ONCE) {
    poplens_page_set_partial (page, POPLENS_PART_BIT (POPLENS_PART_ARCHIVE), NULL);
    return NULL;
  }
  archive = poplens_report_load_archive (context->report, context->cancellable, &wrong);
  if (!archive && g_error_matches (wrong, POPLENS_ERROR, POPLENS_ERROR_DAMAGED))
    poplens_page_add_standing (page, POPLENS_TONE_WARNING, "archive-damage", wrong->message);
  return archive;
}

/* Says whether archive.a agrees with the profile: "archive.a matches the profile on all 1,472
 * tiles.", or on how many tiles it differs. (transfer full) */
static char *
archive_verdict (const PoplensArchiveComparison *c, const PoplensArchive *archive,
                 const PoplensTarget *target)
{
  GString *text = g_string_new (NULL);
  PoplensNumber differ, images, without;

  poplens_format_count (images, c->n_images);
  if (c->architecture)
    g_string_append_printf (text,
                            "archive.a (%s) and profile (%s) are from different compilations. ",
                            archive->architecture, target->architecture);
  if (c->n_tiles)
    g_string_append_printf (
        text, "archive.a differs from the profile on %s of %s tiles; the checks list them.",
        poplens_format_count (differ, c->n_tiles), images);
  else
    g_string_append_printf (text,
                            c->n_without ? "archive.a matches the profile on all %s tiles with an "
                                           "image."
                                         : "archive.a matches the profile on all %s tiles.",
                            images);
  if (!c->n_tiles && !c->compares_regions)
    g_string_append (text, " Regions are not compared.");
  poplens_format_count (without, c->n_without);
  if (c->n_without && (archive->incomplete || archive->n_unreadable))
    g_string_append_printf (text, " Tiles of the profile without a readable image: %s.", without);
  else if (c->n_without)
    g_string_append_printf (
        text, " Tiles of the profile without an image: %s, which is normal for idle tiles.",
        without);
  return g_string_free (text, FALSE);
}

void
poplens_page_add_archive (PoplensPage *page, const PoplensPageContext *context, gboolean quietly)
{
  const PoplensTarget *target = poplens_report_peek (context->report, POPLENS_PART_TARGET);
  const PoplensArchive *archive = load_archive (page, context);
  /* Load the part completely: the comparison with archive.a needs bytes by region, which
   * poplens_report_load_memory_brief () leaves out. */
  const PoplensMemory *memory =
      archive ? poplens_report_load_memory (context->report, context->cancellable, NULL) : NULL;

  if (!memory)
    return;
  /* If memory was loaded from archive.a, the notices of archive.a were added before: do not repeat
   * them. */
  add_texts (page, archive, !memory->from_archive && !quietly);
  if (memory->from_archive)
    return;
  PoplensArchiveComparison c = poplens_archive_compare (archive, memory, target);
  gboolean agrees = poplens_archive_comparison_agrees (&c);
  g_autofree char *verdict = archive_verdict (&c, archive, target);
  if (!agrees || !quietly)
    poplens_page_add_standing (page, agrees ? POPLENS_TONE_NEUTRAL : POPLENS_TONE_WARNING,
                               "archive", verdict);
}

/* ---- debug.cbor ------------------------------------------------------------------------------ */

/* Lists the layers with their number of contexts: "poplar 95, poplibs 12". (transfer full) */
static char *
describe_layers (const PoplensDebugContexts *contexts)
{
  g_autoptr (GArray) counts = poplens_debug_count_kinds (contexts);
  GString *text = g_string_new (NULL);
  guint64 sum = 0;

  for (guint i = 0; i < counts->len; i++) {
    const PoplensDebugCount *count = &g_array_index (counts, PoplensDebugCount, i);
    PoplensNumber number;
    sum += count->n;
    if (i + 1 < counts->len &&
        g_array_index (counts, PoplensDebugCount, i + 1).layer == count->layer)
      continue;
    g_string_append_printf (text, "%s%s %s", text->len ? ", " : "",
                            poplens_strings_get (contexts->strings, count->layer),
                            poplens_format_count (number, sum));
    sum = 0;
  }
  return g_string_free (text, FALSE);
}

/* Adds the fact on a debug file that was read: its contexts and layers. */
static void
add_read (GPtrArray *facts, const PoplensDebugContexts *contexts)
{
  PoplensNumber number;
  g_autofree char *layers = describe_layers (contexts);
  g_autofree char *state = poplens_debug_state (contexts);
  g_autofree char *detail = g_strdup_printf ("%s. %s", layers, state);
  PoplensFact *fact = poplens_facts_add (facts, "Debug contexts",
                                         poplens_format_count (number, contexts->n), detail);

  fact->source = poplens_provenance_text (POPLENS_FROM_FILE);
  if (contexts->incomplete)
    fact->tone = POPLENS_TONE_WARNING;
}

void
poplens_summary_add_debug (PoplensPage *page, const PoplensPageContext *context, GPtrArray *facts)
{
  const PoplensReportFile *file = poplens_report_get_file (context->report, POPLENS_FILE_DEBUG);
  const PoplensDebugContexts *contexts =
      poplens_debug_at_hand (context->report, context->cancellable);
  g_autoptr (GError) wrong = NULL;
  PoplensNumber size;

  if (contexts) {
    add_read (facts, contexts);
  } else if (file->path && file->size > POPLENS_DEBUG_AT_ONCE &&
             !poplens_report_peek_damage (context->report, POPLENS_PART_DEBUG)) {
    if (page)
      poplens_page_set_partial (page, POPLENS_PART_BIT (POPLENS_PART_DEBUG), NULL);
    poplens_facts_add (facts, "Debug contexts",
                       poplens_format_bytes (size, file->size, context->unit),
                       poplens_report_is_near (context->report) ? "Not loaded yet" : "Not loaded");
  } else if (file->path) {
    poplens_report_load_debug (context->report, context->cancellable, &wrong);
    poplens_facts_add (facts, "Debug contexts", "Not readable", wrong ? wrong->message : NULL)
        ->tone = POPLENS_TONE_WARNING;
  }
}

/* ---- what is not there ----------------------------------------------------------------------- */

static void
add_name (GString *names, const char *name)
{
  g_string_append_printf (names, "%s%s", names->len ? ", " : "", name);
}

void
poplens_summary_add_absent (GPtrArray *facts, PoplensReport *report)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (GString) counts = g_string_new (NULL);
  g_autofree char *lowered = poplens_report_explain_no_lowered (report);
  PoplensNumber number;
  guint n_parts = 0, n_files = 0;

  for (PoplensPart part = 0; part < POPLENS_N_PARTS; part++)
    /* Count only parts from profile.pop here. Other parts are files, which the loop below
     * counts. */
    if (part <= POPLENS_PART_EXECUTION && poplens_report_get_absence (report, part)) {
      add_name (names, poplens_part_name (part));
      n_parts++;
    }
  /* The part Variables is not absent, but the report lacks lowered variables: count them as
   * missing. */
  if (lowered) {
    add_name (names, "lowered variables (engine option autoReport.outputLoweredVars=true)");
    n_parts++;
  }
  for (PoplensFileKind kind = 0; kind < POPLENS_N_FILES; kind++) {
    const PoplensReportFile *file = poplens_report_get_file (report, kind);
    if (!file->path) {
      add_name (names, file->name);
      n_files++;
    }
  }
  if (n_parts)
    add_name (counts, poplens_format_items (number, n_parts, "part"));
  if (n_files)
    add_name (counts, poplens_format_items (number, n_files, "file"));
  if (n_parts || n_files)
    poplens_facts_add (facts, "Missing", counts->str, names->str);
}
