/* Small traces as they are written down. */
#pragma once

#include "analysis/trace/flame.h"

typedef struct {
  PoplensStrings *strings;
  GArray *step, *kind, *name, *from, *to; /* guint32, guint8, guint32, guint64, guint64 */
} Trace;

void trace_init (Trace *self);
void trace_clear (Trace *self);
void trace_add (Trace *self, guint32 step, PoplensStepKind kind, const char *name, guint64 from,
                guint64 to);
/* Step ids 1, 2, 3 … and ten cycles each, one after another. */
void trace_next (Trace *self, PoplensStepKind kind, const char *name);
PoplensFlame *trace_flame (const Trace *self);
/* (transfer full) */
char *flame_text (const PoplensFlame *flame, PoplensFlameName name);

void add_flame_rules (void);
