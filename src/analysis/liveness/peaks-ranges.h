/* Ranges of eq_class_step by class. Private to the analysis. */
#pragma once

#include "analysis/liveness/peaks-sweep.h"
#include "model/liveness.h"

G_BEGIN_DECLS

/* n_classes + 1 range numbers: class row c has ranges first[c] … first[c + 1]. (transfer full) */
guint32 *poplens_class_ranges_new (const PoplensLiveness *liveness);

/* Steps [from, to). */
typedef struct {
  guint32 from, to;
} PoplensLiveSpan;

/* When each class is live: its ranges in order, joined if they overlap or touch, without empty
 * ones. A file may repeat ranges as often as it likes. */
typedef struct {
  guint32 *first; /* [n_classes + 1]: class row c has spans first[c] … first[c + 1] */
  PoplensLiveSpan *spans;
} PoplensLiveSpans;

void poplens_live_spans_init (PoplensLiveSpans *self, const PoplensLiveness *liveness);
void poplens_live_spans_clear (PoplensLiveSpans *self);
/* Adds the changes that @bytes of the class at @row make to @events (PoplensSweepEvent). */
void poplens_live_spans_add (const PoplensLiveSpans *self, guint32 row, guint64 bytes,
                             GArray *events);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensLiveSpans, poplens_live_spans_clear)

G_END_DECLS
