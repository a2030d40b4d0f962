/* What happened, in numbers: does it fit, where is it fullest, when is the peak, how long did it
 * run. */
#pragma once

#include "model/execution.h"
#include "model/liveness.h"
#include "model/memory.h"
#include "model/target.h"

G_BEGIN_DECLS

typedef struct {
  gboolean has_memory; /* everything down to `fullest…` is 0 without */
  /* FALSE if capacity is not known or tiles are missing, and nothing overflowed. */
  gboolean fit_known;
  gboolean fits;          /* no tile overflows or reaches, gaps included, beyond its memory */
  guint32 tiles_over;     /* tiles that do not fit */
  guint32 worst_position; /* of them, the one that needs most; G_MAXUINT32 where all fit */
  guint64 over_bytes; /* what that tile needs beyond its memory: with gaps − bytes_per_tile, or what
                       * it overflows by, whichever is more */
  /* FALSE where memory is archive.a's: an image does not say what is used without gaps. `total`,
   * `fullest_total` and `tiles_odd` are then 0. */
  gboolean total_known;
  /* TRUE if tiles are missing: sums and the fullest tile are at least what is said, and `capacity`
   * is of the others alone. */
  gboolean memory_incomplete;
  guint64 total, total_including_gaps; /* bytes, all tiles that the file lists */
  guint64 capacity;                    /* their memory: tiles × bytes_per_tile; 0: not known */
  guint64 tile_capacity;               /* bytes_per_tile; 0: not known */
  guint32 n_tiles;
  guint32 tiles_odd;    /* tiles that hold more without gaps than with them: the file is wrong */
  guint32 odd_position; /* the first of them; G_MAXUINT32 where there is none */
  guint32 fullest_position; /* most bytes with gaps; G_MAXUINT32 without tiles */
  guint32 fullest_tile;     /* its number */
  guint64 fullest_bytes;    /* with gaps */
  guint64 fullest_total;    /* without */

  gboolean has_peak; /* peak given */
  guint32 peak_step;
  guint32 peak_program; /* program id */
  guint64 peak_bytes;   /* always live + not always live at that step, all tiles */
  guint64 always_live;
  gboolean always_unknown; /* then always_live is 0, and peak_bytes what is not always live */

  gboolean has_cycles;        /* execution given, and it has steps */
  guint64 cycles;             /* from the first tile's start to the last one's end */
  gboolean cycles_incomplete; /* TRUE if steps without a row may end later: at least `cycles` */
  double nominal_seconds;     /* at the target's clock; 0 where that is not known */
  guint64 tile_cycles;        /* Σ over tiles and steps */
  /* … but of steps that work: waiting, and what is outside of the program, which only
   * analysis/time tells apart, and by cause */
  guint64 idle_tile_cycles;
  double idle_share; /* of tile_cycles; 0 … 1, 0 where there are none */
} PoplensHeadline;

/* Returns the notice that figures of @memory contradict each other. (transfer full) (nullable):
 * NULL if they do not */
char *poplens_headline_describe_odd (const PoplensHeadline *headline, const PoplensMemory *memory);

/* Each part may be NULL: absent. Memory and execution in brief are enough. */
void poplens_headline_compute (PoplensHeadline *headline, const PoplensTarget *target,
                               const PoplensMemory *memory, const PoplensPeak *peak,
                               const PoplensExecution *execution);

G_END_DECLS
