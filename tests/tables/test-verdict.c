/* Tests of the first sentences about a report: their colours (green, amber, red) and texts. */
#include "tables/summary/verdict.h"

#include <string.h>

#define KIB 1024

/* Returns figures of a model with 10 tiles of 100 KiB, the fullest of which needs @kib. */
static PoplensHeadline
headline_of (guint64 kib)
{
  return (PoplensHeadline){
      .has_memory = TRUE,
      .fit_known = TRUE,
      .fits = kib <= 100,
      .tiles_over = kib > 100 ? 3 : 0,
      .tile_capacity = 100 * KIB,
      .n_tiles = 10,
      .fullest_bytes = kib * KIB,
  };
}

/* Returns the time of one IPU with one tile, which computes @percent of a program of 100 cycles; 50
 * more are outside of it. @ipu: (out): must stay valid */
static PoplensTime
time_of (guint64 percent, PoplensTimeIpu *ipu)
{
  *ipu = (PoplensTimeIpu){.classes = {[POPLENS_TIME_COMPUTE] = percent}};
  return (PoplensTime){.total = 150, .outside = 50, .tiles = 1, .n_ipus = 1, .ipus = ipu};
}

typedef struct {
  guint64 kib; /* 0: no memory */
  int percent; /* −1: no time */
  PoplensReportTone tone;
  const char *title, *text;
} VerdictCase;

static void
test_verdict_words (void)
{
  static const VerdictCase cases[] = {
      {0, -1, POPLENS_REPORT_IS_UNKNOWN, "Neither memory nor time is recorded", ""},
      {0, 51, POPLENS_REPORT_IS_WARNING, "Tiles compute only 51 % of the time", ""},
      {50, -1, POPLENS_REPORT_IS_GOOD, "The model fits", ""},
      {50, 85, POPLENS_REPORT_IS_GOOD, "The model fits, and tiles compute 85 % of the time", ""},
      {50, 74, POPLENS_REPORT_IS_WARNING, "The model fits, but tiles compute only 74 % of the time",
       ""},
      {96, 85, POPLENS_REPORT_IS_GOOD, "The model fits, and tiles compute 85 % of the time",
       "The fullest tile has 4,096 B free."},
      {100, -1, POPLENS_REPORT_IS_WARNING, "The model fits", "The fullest tile has 0 B free."},
      {101, 10, POPLENS_REPORT_IS_BAD, "The model does not fit",
       "3 of 10 tiles are over capacity."},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    PoplensHeadline headline = cases[i].kib ? headline_of (cases[i].kib) : (PoplensHeadline){0};
    PoplensTimeIpu ipu;
    PoplensTime time = time_of ((guint64) MAX (cases[i].percent, 0), &ipu);
    PoplensVerdictInput input = {.headline = &headline,
                                 .time = cases[i].percent < 0 ? NULL : &time,
                                 .unit = POPLENS_BYTE_UNIT_BYTES};
    g_auto (PoplensReportVerdict) verdict = {0};
    poplens_report_verdict_init (&verdict, &input);
    g_assert_cmpstr (verdict.title, ==, cases[i].title);
    g_assert_cmpstr (verdict.text, ==, cases[i].text);
    g_assert_cmpint (verdict.tone, ==, cases[i].tone);
  }
}

/* A model that may fit is not said to fit. */
static void
test_plan (void)
{
  static const struct {
    PoplensFitVerdict verdict;
    guint n;
    const char *title;
  } plans[] = {
      {POPLENS_FITS, 1, "The model does not fit, but one change makes it fit"},
      {POPLENS_MAY_FIT, 3, "The model does not fit, but three changes may make it fit"},
      {POPLENS_DOES_NOT_FIT, 2, "The model does not fit, and no known change makes it fit"},
  };
  PoplensHeadline headline = headline_of (120);

  for (guint i = 0; i < G_N_ELEMENTS (plans); i++) {
    g_autoptr (GPtrArray) changes = g_ptr_array_new ();
    PoplensFitPlan plan = {.verdict = plans[i].verdict, .changes = changes};
    PoplensVerdictInput input = {.headline = &headline, .plan = &plan};
    g_auto (PoplensReportVerdict) verdict = {0};
    g_ptr_array_set_size (changes, (int) plans[i].n);
    poplens_report_verdict_init (&verdict, &input);
    g_assert_cmpstr (verdict.title, ==, plans[i].title);
    g_assert_cmpint (verdict.tone, ==, POPLENS_REPORT_IS_BAD);
  }
}

/* A plan does not rely on bounds; but a bound on the cause itself, with which every tile could fit,
 * is named. */
static void
test_answer (void)
{
  PoplensFitCause cause = {.key = "code-vertex", .title = "Vertex code", .share = 1};
  PoplensFitChange outline = {.is_bound = TRUE, .is_answer = TRUE, .excess = {0, KIB}};
  g_autoptr (GArray) causes = g_array_new (FALSE, FALSE, sizeof cause);
  g_autoptr (GPtrArray) changes = g_ptr_array_new (), none = g_ptr_array_new ();
  PoplensHeadline headline = headline_of (120);
  PoplensFit fit = {.causes = causes, .changes = changes};
  PoplensFitPlan plan = {.verdict = POPLENS_DOES_NOT_FIT, .changes = none};
  PoplensVerdictInput input = {.headline = &headline, .fit = &fit, .plan = &plan};

  g_array_append_val (causes, cause);
  g_ptr_array_add (changes, &outline);
  for (guint e = 0; e < 2; e++) {
    g_auto (PoplensReportVerdict) verdict = {0};
    outline.excess[0] = e * KIB;
    poplens_report_verdict_init (&verdict, &input);
    g_assert_cmpstr (verdict.title, ==,
                     e ? "The model does not fit, and no known change makes it fit"
                       : "The model does not fit, but one change may make it fit");
    g_assert_cmpstr (verdict.text, ==,
                     "3 of 10 tiles are over capacity. Without vertex code, every tile fits.");
  }
}

/* If most tiles have much free memory, the text about the fullest tile says so. */
static void
test_mostly_free (void)
{
  static const char *const texts[] = {
      "The fullest tile has 4,096 B free; tiles are 34.0 % full on average.",
      "3 of 10 tiles are over capacity, but tiles are only 34.0 % full on average."};

  for (guint over = 0; over < 2; over++) {
    PoplensHeadline headline = headline_of (over ? 101 : 96);
    PoplensVerdictInput input = {.headline = &headline, .unit = POPLENS_BYTE_UNIT_BYTES};
    g_auto (PoplensReportVerdict) verdict = {0};
    headline.capacity = 1000 * KIB;
    headline.total_including_gaps = 340 * KIB;
    poplens_report_verdict_init (&verdict, &input);
    g_assert_cmpstr (verdict.text, ==, texts[over]);
  }
}

/* Every kind of finding has its sentence. A slow iteration does more work, and loses no time. */
static void
test_losses (void)
{
  static const struct {
    PoplensTimeKind kind;
    const char *subject, *words;
  } losses[] = {
      {POPLENS_TIME_STAGES_UNBALANCED, "IPU 1", "waiting for the IPU with the most work"},
      {POPLENS_TIME_PIPELINE_BUBBLE, "", "the pipeline bubble"},
      {POPLENS_TIME_OWN_TILES, "", "idle tiles and load imbalance"},
      {POPLENS_TIME_FEW_TILES, "conv", "idle tiles"},
      {POPLENS_TIME_UNEQUAL_LOAD, "conv", "load imbalance"},
      {POPLENS_TIME_STRAGGLER_TILE, "tile 7", "waiting for one slow tile"},
      {POPLENS_TIME_STRAGGLER_TILE, "tiles 7, 9", "waiting for a few slow tiles"},
      {POPLENS_TIME_EXCHANGE_BOUND, "conv", "exchange between tiles"},
      {POPLENS_TIME_REARRANGEMENT, "conv", "rearrangement of data on tiles"},
      {POPLENS_TIME_HOST_COPY, "input", "copies with the host and waiting for it"},
      {POPLENS_TIME_INTER_IPU_EXCHANGE, "conv", "exchange between IPUs"},
      {POPLENS_TIME_SYNC_OVERHEAD, "", "the sync of tiles"},
      {POPLENS_TIME_SLOW_ITERATIONS, "iteration 3", NULL},
  };

  for (guint i = 0; i < G_N_ELEMENTS (losses); i++) {
    PoplensTimeFinding finding = {
        .kind = losses[i].kind, .subject = (char *) losses[i].subject, .share = 0.25};
    g_autoptr (GPtrArray) findings = g_ptr_array_new ();
    PoplensTimeFindings found = {.findings = findings};
    PoplensHeadline headline = {0};
    g_autoptr (GHashTable) dismissed = g_hash_table_new (g_str_hash, g_str_equal);
    PoplensVerdictInput input = {.headline = &headline, .found = &found, .dismissed = dismissed};
    g_auto (PoplensReportVerdict) verdict = {0};
    g_autofree char *text =
        losses[i].words
            ? g_strdup_printf ("Most of the lost time, at most 25.0 %% of the program, goes to %s.",
                               losses[i].words)
            : g_strdup ("Slow iterations cost most, at most 25.0 % of the program.");

    g_ptr_array_add (findings, &finding);
    poplens_report_verdict_init (&verdict, &input);
    g_assert_cmpstr (verdict.text, ==, text);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tables/verdict/words", test_verdict_words);
  g_test_add_func ("/tables/verdict/plan", test_plan);
  g_test_add_func ("/tables/verdict/answer", test_answer);
  g_test_add_func ("/tables/verdict/mostly-free", test_mostly_free);
  g_test_add_func ("/tables/verdict/losses", test_losses);
  return g_test_run ();
}
