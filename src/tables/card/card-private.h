/* Rows of a card. Private to it. */
#pragma once

#include "derived/insights/fit-source.h"
#include "tables/card/card.h"
#include "tables/engine/records.h"

G_BEGIN_DECLS

/* What the rows of a card are made of. What the report lacks leaves rows out; what else goes wrong
 * ends up in `wrong`, and rows that follow are as they may be: the card is given up. */
typedef struct {
  PoplensReport *report;
  const PoplensFound *found;
  PoplensFinder *finder;
  PoplensRecords *rows; /* poplens_card_facts_new() */
  GCancellable *cancellable;
  GError *wrong;
  /* Of poplens_card_load_memory(): */
  const PoplensMoves *moves;
  const PoplensFit *fit;
  const PoplensVariables *variables; /* lowered ones too */
  const PoplensLiveness *liveness;
  const PoplensTileBytes *bytes;
  const PoplensKinds *kinds;
} PoplensCard;

/* Takes @error, which may be NULL. */
void poplens_card_take_error (PoplensCard *self, GError *error);
/* FALSE where the report lacks what kinds and changes are made of. */
gboolean poplens_card_load_memory (PoplensCard *self);

/* ---- rows ------------------------------------------------------------------------------------ */

/* @text: (nullable): the value, or, of a fact with @bytes above 0, what they cover. @location:
 * (nullable) (transfer full) */
void poplens_card_add (PoplensCard *self, const char *what, const char *text, gint64 bytes,
                       double share, char *location);
/* A number that @detail (nullable) explains. */
void poplens_card_add_value (PoplensCard *self, const char *what, guint64 number, PoplensUnit unit,
                             const char *detail, char *location);
/* These add nothing for 0. @location: as above */
void poplens_card_add_number (PoplensCard *self, const char *what, guint64 number, char *location);
void poplens_card_add_items (PoplensCard *self, const char *what, guint64 n, const char *noun,
                             char *location); /* "12 programs" */
void poplens_card_add_bytes (PoplensCard *self, const char *what, guint64 bytes, char *location);
/* The same with the share of the capacity of a tile. */
void poplens_card_add_tile_bytes (PoplensCard *self, const char *what, const char *value,
                                  guint64 bytes, char *location);

/* Rows of a table of the registry, whose cells are told. */
typedef struct {
  PoplensTable *table; /* NULL: the report lacks it */
  GArray *rows;        /* guint32: those that are about the thing */
} PoplensCardCells;

void poplens_card_cells_init (PoplensCardCells *self, PoplensCard *card, const char *table,
                              const char *location);
/* As above, of the table that compares the report with its other. */
void poplens_card_cells_init_of_two (PoplensCardCells *self, PoplensCard *card, const char *table,
                                     const char *location);
void poplens_card_cells_clear (PoplensCardCells *self);
/* Chooses the rows whose @column is that; of those chosen already where there are any. */
void poplens_card_cells_choose_text (PoplensCardCells *self, const char *column, const char *text);
void poplens_card_cells_choose_id (PoplensCardCells *self, const char *column, guint64 id);
/* A row with the cell of the column, summed over the chosen rows where it is a number; nothing for
 * an empty one, and for 0. @location: (nullable) (transfer full) */
void poplens_card_add_cell (PoplensCard *self, const PoplensCardCells *cells, const char *column,
                            const char *what, char *location);
/* Adds the recorded facts of the card at @location, which selects the thing, but its first, which
 * names it, and those whose keys are in @but (nullable). */
void poplens_card_add_recorded (PoplensCard *self, const char *location, const char *const *but);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensCardCells, poplens_card_cells_clear)

/* ---- what several kinds of things have ------------------------------------------------------- */

/* Bytes by tile of some groups. */
typedef struct {
  guint8 *hit;      /* [groups] */
  guint64 *by_tile; /* [tiles] allocated */
  guint64 total;
  guint32 tiles, fullest; /* tiles with any; that with the most */
} PoplensCardSpread;

/* Those groups for which @is_of says so; memory is loaded. */
typedef gboolean (*PoplensCardGroupFunc) (const PoplensByteGroup *group, guint32 index,
                                          gconstpointer data);
void poplens_card_spread_init (PoplensCardSpread *self, const PoplensCard *card,
                               PoplensCardGroupFunc is_of, gconstpointer data);
void poplens_card_spread_clear (PoplensCardSpread *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensCardSpread, poplens_card_spread_clear)

/* Kinds; tiles and fullest tile. @map: (nullable) (transfer full): location of the tile
 * map */
void poplens_card_add_spread (PoplensCard *self, const PoplensCardSpread *spread, char *map);
/* Links to the changes that move or shrink any of them. */
void poplens_card_add_changes (PoplensCard *self, const guint8 *hit);
/* "insights?view=what-if&scale=NAME=0.5" */
void poplens_card_add_scale (PoplensCard *self, const char *name);

/* Executed steps, cycles and estimates of the programs for which @in, by row, is TRUE. @trace:
 * (nullable): where these steps are shown; without it the first of them is. @cycles: where their
 * cycles are */
void poplens_card_add_work (PoplensCard *self, const guint8 *in, const char *trace,
                            const char *cycles);
/* Bytes of code of these programs alone. */
guint64 poplens_card_own_code (const PoplensPrograms *programs, const guint8 *in);

/* Operation, line of source code and debug contexts, of what the contexts @ids made: the program at
 * row @program or POPLENS_NO_ROW, or the variable with the ID @variable or POPLENS_NO_VARIABLE.
 * @chain: (transfer full): location of the contexts */
void poplens_card_add_origin (PoplensCard *self, const guint64 *ids, guint n, guint32 program,
                              guint32 variable, char *chain);
/* The lines of source code that made most of the programs for which @in, by row, is TRUE. */
void poplens_card_add_lines (PoplensCard *self, const PoplensPrograms *programs, const guint8 *in);
/* The layer that a path of names is in. */
void poplens_card_add_layer_of (PoplensCard *self, const char *name);
/* The names that differ from this one only in numbers, as one row. */
void poplens_card_add_alike (PoplensCard *self);

/* ---- a builder each kind of thing ------------------------------------------------------------ */

void poplens_card_add_variable (PoplensCard *self);
void poplens_card_add_tile (PoplensCard *self);
void poplens_card_add_program (PoplensCard *self);
void poplens_card_add_executed (PoplensCard *self);
void poplens_card_add_compute_set (PoplensCard *self);
void poplens_card_add_vertex_type (PoplensCard *self);
void poplens_card_add_operation (PoplensCard *self);
void poplens_card_add_layer (PoplensCard *self);
void poplens_card_add_kind (PoplensCard *self);
void poplens_card_add_source (PoplensCard *self);

G_END_DECLS
