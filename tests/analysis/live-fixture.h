/* Random liveness and variables, for tests that compare live bytes with brute force. */
#pragma once

#include "model/liveness.h"
#include "model/variables.h"

#define LIVE_STEPS 20

typedef struct {
  PoplensLiveness *liveness;
  PoplensVariables *variables;
} LiveProgram;

/* Returns classes 1 … n (0 is not a class); each is always live or has up to three ranges that do
 * not touch. */
PoplensLiveness *live_random_liveness (GRand *rand, guint32 n_steps, guint32 n_classes);
/* Returns @n lowered variables on @n_tiles tiles, and @n rows of bytes by class of @n / 2 unlowered
 * variables. */
PoplensVariables *live_random_variables (GRand *rand, guint32 n, guint32 n_tiles,
                                         guint32 n_classes);
LiveProgram live_random_program (guint32 seed);
void live_program_clear (LiveProgram *p);
/* Returns 2 if the class is always live, 1 if it is live at @step, else 0. */
int live_state (const PoplensLiveness *l, guint32 class_id, guint32 step);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LiveProgram, live_program_clear)
