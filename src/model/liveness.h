/* Liveness by step of the program tree (not by executed step): which classes are live, and how many
 * not-always-live bytes there are at each step. Bytes are those of one replica [D]. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  guint32 n_steps;  /* depth_first_steps, by id; step ids are dense 0 … n_steps−1 */
  guint32 *program; /* program id */
  guint32 *parent;  /* step id of the parent, or G_MAXUINT32 */

  guint64 always_live;           /* Σ memory_by_tile.always_live_bytes */
  gboolean always_unknown;       /* the file has no memory by tile: always_live is 0 and unknown */
  guint64 *not_always_live;      /* at each step, all tiles */
  guint32 n_ipus;                /* IPUs that the file gives sums for */
  guint32 *ipu;                  /* their numbers, rising */
  guint64 **ipu_not_always_live; /* [n_ipus][n_steps] */

  guint32 n_classes; /* eq_classes, by id */
  guint32 *class_id;
  guint8 *class_always_live;
  guint32 n_ranges;     /* eq_class_step: half-open step ranges, by class and start */
  guint32 *range_class; /* class id */
  guint32 *range_from, *range_to;
} PoplensLiveness;

/* When most is live, and what the program is called. */
typedef struct {
  guint32 step, program; /* step and program id */
  guint64 always_live, not_always_live;
  gboolean always_unknown; /* as PoplensLiveness has it */
  char *label;             /* as poplens_programs_label(); NULL where it is not known */
} PoplensPeak;

PoplensLiveness *poplens_liveness_new (void);
void poplens_liveness_free (PoplensLiveness *self);
/* First step with the most not-always-live bytes; G_MAXUINT32 where there is no step. */
guint32 poplens_liveness_peak_step (const PoplensLiveness *self);
/* The same with its bytes, without a label; NULL where there is no step. (transfer full) */
PoplensPeak *poplens_liveness_get_peak (const PoplensLiveness *self);
void poplens_peak_free (PoplensPeak *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLiveness, poplens_liveness_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensPeak, poplens_peak_free)

G_END_DECLS
