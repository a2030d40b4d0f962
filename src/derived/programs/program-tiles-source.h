/* Costs of one program on each tile, for its table and its chart. Private to tables and pages. */
#pragma once

#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_TILES_CYCLES,        /* of its first execution; a DoExchange's are estimates */
  POPLENS_TILES_ESTIMATE,      /* cycles of one execution */
  POPLENS_TILES_FLOPS,         /* of its compute set in one execution, estimated */
  POPLENS_TILES_VERTICES,      /* of its compute set */
  POPLENS_TILES_CONTROL_CODE,  /* bytes, its children's too */
  POPLENS_TILES_EXCHANGE_CODE, /* bytes */
  POPLENS_TILES_SENT,          /* bytes */
  POPLENS_TILES_RECEIVED,      /* bytes */
  POPLENS_N_TILES_VALUES
} PoplensTilesValue;

typedef struct {
  PoplensReport *report; /* only while it is made, as the next */
  GCancellable *cancellable;
  const PoplensPrograms *programs; /* nullable */
  const PoplensMemory *memory;
  const PoplensTarget *target;             /* nullable */
  guint32 program;                         /* row; POPLENS_NO_ROW: there are none */
  guint32 n;                               /* positions: the tiles of .memory */
  guint64 *values[POPLENS_N_TILES_VALUES]; /* by position; NULL: not recorded */
} PoplensProgramTiles;

/* Reads the costs of the program of @location. FALSE with @error; poplens_program_tiles_clear () is
 * needed then, too. */
gboolean poplens_program_tiles_init (PoplensProgramTiles *self, PoplensReport *report,
                                     const PoplensLocation *location, GCancellable *cancellable,
                                     GError **error);
/* Reads what the compiler recorded of a program, without executions: as above. @programs:
 * (nullable).
 * @program: row there, or POPLENS_NO_ROW for no program. */
gboolean poplens_program_tiles_init_compiled (PoplensProgramTiles *self, PoplensReport *report,
                                              const PoplensPrograms *programs, guint32 program,
                                              GCancellable *cancellable, GError **error);
void poplens_program_tiles_clear (PoplensProgramTiles *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensProgramTiles, poplens_program_tiles_clear)

G_END_DECLS
