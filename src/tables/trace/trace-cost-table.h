/* Tables whose rows are costs of a trace: which columns they have, and what the cells say. Private
 * to the tables. */
#pragma once

#include "derived/trace/trace-costs-source.h"
#include "tables/engine/builders.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_COST_NAME,
  POPLENS_COST_TYPE,
  POPLENS_COST_PROGRAM,
  POPLENS_COST_COMPUTE_SET,
  POPLENS_COST_OPERATION,
  POPLENS_COST_ROWS,
  POPLENS_COST_ALL_CYCLES, /* of a tree: what is below counts too */
  POPLENS_COST_OWN_CYCLES, /* of a tree */
  POPLENS_COST_CYCLES,
  POPLENS_COST_SHARE,
  POPLENS_COST_TILE_CYCLES,
  POPLENS_COST_BALANCE,
  POPLENS_COST_IMBALANCE,
  POPLENS_COST_RECEIVED,
  POPLENS_COST_SENT,
  POPLENS_COST_BYTES_PER_CYCLE,
  POPLENS_N_COST_COLUMNS,
} PoplensCostColumn;

/* Texts live as long as the table: see poplens_cost_rows_text(). */
typedef struct {
  guint16 depth;
  const char *name, *type, *operation; /* NULL: an empty cell */
  guint32 program;                     /* POPLENS_NO_PROGRAM: an empty cell */
  guint32 compute_set;                 /* POPLENS_NO_ROW: an empty cell */
  const char *link;                    /* (nullable) a location */
  PoplensTraceCost cost;               /* what all columns but these two are of */
  gint64 own_cycles, all_cycles;       /* of a tree; below 0: an empty cell */
} PoplensCostRow;

typedef struct _PoplensCostRows PoplensCostRows;

PoplensCostRows *poplens_cost_rows_new (const PoplensTraceCosts *costs);
void poplens_cost_rows_free (PoplensCostRows *self);
void poplens_cost_rows_add (PoplensCostRows *self, const PoplensCostRow *row);
/* A copy of @text that lives as long as the rows; of equal texts there is one. */
const char *poplens_cost_rows_text (PoplensCostRows *self, const char *text);
/* The same of a text that it frees; NULL for NULL. @text: (transfer full) (nullable) */
const char *poplens_cost_rows_take (PoplensCostRows *self, char *text);

typedef struct {
  const char *title; /* of the table */
  const PoplensCostColumn *columns;
  guint n_columns;
  const char *what, *what_doc; /* title and documentation of the column of names */
  PoplensCostColumn sort;      /* falling, with a total; NAME: rows stay as they are */
  gboolean tree;
} PoplensCostTable;

/* Takes the rows. @note: (nullable) */
PoplensTable *poplens_cost_rows_finish (PoplensCostRows *self, const PoplensCostTable *spec,
                                        const char *note, PoplensReport *report);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensCostRows, poplens_cost_rows_free)

G_END_DECLS
