/* Builds small traces step by step, and their flame graphs, for tests. */
#pragma once

#include "analysis/trace/flame.h"

typedef struct {
  PoplensStrings *strings;
  GArray *step, *kind, *name, *from, *to; /* one element for each step: guint32, guint8, guint32,
                                           * guint64, guint64 */
} Trace;

void trace_init (Trace *self);
void trace_clear (Trace *self);
void trace_add (Trace *self, guint32 step, PoplensStepKind kind, const char *name, guint64 from,
                guint64 to);
/* Adds a step of ten cycles that begins when the step before it ends. Step ids are 1, 2, 3 … */
void trace_next (Trace *self, PoplensStepKind kind, const char *name);
PoplensFlame *trace_flame (const Trace *self);
/* Returns the text of @name. (transfer full) */
char *flame_text (const PoplensFlame *flame, PoplensFlameName name);

void add_flame_rules (void);
