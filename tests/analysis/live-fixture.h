/* Programs made by chance, for tests of what is live. */
#pragma once

#include "model/liveness.h"
#include "model/variables.h"

#define LIVE_STEPS 20

typedef struct {
  PoplensLiveness *liveness;
  PoplensVariables *variables;
} LiveProgram;

/* Classes 1 … n (0 is no class); each is always live or has up to three ranges that do not touch.
 */
PoplensLiveness *live_random_liveness (GRand *rand, guint32 n_steps, guint32 n_classes);
/* @n lowered variables on @n_tiles, and an aggregate of @n rows of @n / 2 unlowered ones. */
PoplensVariables *live_random_variables (GRand *rand, guint32 n, guint32 n_tiles,
                                         guint32 n_classes);
LiveProgram live_random_program (guint32 seed);
void live_program_clear (LiveProgram *p);
/* 2: always, 1: at the step, 0: not. */
int live_state (const PoplensLiveness *l, guint32 class_id, guint32 step);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LiveProgram, live_program_clear)
