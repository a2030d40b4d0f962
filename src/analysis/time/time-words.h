/* What causes of time are called, once: classes of cycles, bars of the waterfall, pieces of the
 * critical path, and findings. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  POPLENS_WORD_COMPUTE,
  POPLENS_WORD_TILE_WAIT,
  POPLENS_WORD_IDLE_TILES,
  POPLENS_WORD_LOAD_IMBALANCE,
  POPLENS_WORD_STRAGGLER,
  POPLENS_WORD_EXCHANGE,
  POPLENS_WORD_EXCHANGE_WAIT,
  POPLENS_WORD_REARRANGEMENT,
  POPLENS_WORD_INTER_IPU_EXCHANGE,
  POPLENS_WORD_IPU_WAIT,
  POPLENS_WORD_STAGE_IMBALANCE,
  POPLENS_WORD_PIPELINE_BUBBLE,
  POPLENS_WORD_HOST,
  POPLENS_WORD_HOST_TRANSFER,
  POPLENS_WORD_HOST_WAIT,
  POPLENS_WORD_SYNC,
  POPLENS_WORD_SLOW_ITERATIONS,
  POPLENS_WORD_UNTRACKED,
  POPLENS_WORD_PROFILER,
  POPLENS_WORD_OUTSIDE,
  POPLENS_WORD_BEFORE_START,
  POPLENS_WORD_BETWEEN_RUNS,
  POPLENS_N_WORDS,
} PoplensTimeWord;

const char *poplens_time_word_key (PoplensTimeWord word);   /* "host_wait" */
const char *poplens_time_word_title (PoplensTimeWord word); /* "Host wait" */
const char *poplens_time_word_text (PoplensTimeWord word);  /* "host wait": within a sentence */
const char *poplens_time_word_doc (PoplensTimeWord word);   /* one sentence */

G_END_DECLS
