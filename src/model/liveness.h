/* Liveness by step of the program tree (not by executed step): live classes, and not-always-live
 * bytes of each step. The SDK documents that bytes are those of one replica. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  guint32 n_steps;  /* table depth_first_steps; step ids are 0 … n_steps − 1 */
  guint32 *program; /* [n_steps] id of the program */
  guint32 *parent;  /* [n_steps] step id of the parent, or G_MAXUINT32 */

  guint64 always_live;           /* bytes: sum of memory_by_tile.always_live_bytes */
  gboolean always_unknown;       /* the file has no memory by tile, so that always_live is 0 */
  guint64 *not_always_live;      /* [n_steps] bytes on all tiles */
  guint32 n_ipus;                /* IPUs for which the file has sums */
  guint32 *ipu;                  /* [n_ipus] IPU numbers, ascending */
  guint64 **ipu_not_always_live; /* [n_ipus][n_steps] bytes on all tiles of an IPU */

  guint32 n_classes; /* rows of eq_classes, sorted by id */
  guint32 *class_id;
  guint8 *class_always_live;
  guint32 n_ranges;     /* rows of eq_class_step: ranges [from, to) of steps, by class and start */
  guint32 *range_class; /* class id */
  guint32 *range_from, *range_to;
} PoplensLiveness;

/* Step with the most live bytes, and the label of its program. */
typedef struct {
  guint32 step, program; /* step and program id */
  guint64 always_live, not_always_live;
  gboolean always_unknown; /* TRUE if the always-live bytes are unknown, so that they count as 0 */
  char *label;             /* label of the program, from poplens_programs_label (); NULL: unknown */
} PoplensPeak;

PoplensLiveness *poplens_liveness_new (void);
void poplens_liveness_free (PoplensLiveness *self);
/* Returns the first step with the most not-always-live bytes; G_MAXUINT32 if there are no steps. */
guint32 poplens_liveness_peak_step (const PoplensLiveness *self);
/* Returns the step with the most live bytes, without a label. (transfer full) (nullable): NULL if
 * there are no steps */
PoplensPeak *poplens_liveness_get_peak (const PoplensLiveness *self);
void poplens_peak_free (PoplensPeak *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLiveness, poplens_liveness_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensPeak, poplens_peak_free)

G_END_DECLS
