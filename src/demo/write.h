/* Functions that write the tables of the profile from the finished model. */
#pragma once

#include "demo/db.h"
#include "demo/model.h"
#include "demo/timeline.h"

G_BEGIN_DECLS

/* Return encoded lists by tile. @by_kind: [n_kinds] values. (transfer full) */
GByteArray *demo_plain_kinds (const DemoModel *m, const guint32 *by_kind);
GByteArray *demo_rle_kinds (const DemoModel *m, const guint32 *by_kind);
/* Returns total_including_gaps of a tile of the kind. */
guint32 demo_memory_end (const DemoModel *m, guint kind);

/* Write target, versions, options, times, and counts of the graph. */
void demo_write_target (DemoModel *m, DemoDb *db);
void demo_write_parameters (DemoModel *m, DemoDb *db);
/* Writes programs, tables of their types, entry points and functions. */
void demo_write_programs (DemoModel *m, DemoDb *db);
/* Writes exchanges, stream copies, their regions and estimated cycles. */
void demo_write_exchanges (DemoModel *m, DemoDb *db);
/* Writes compute sets, vertex types, instances, and memory of vertices. */
void demo_write_vertices (DemoModel *m, DemoDb *db);
/* Writes memory by tile and by category. */
void demo_write_memory (DemoModel *m, DemoDb *db);
/* Writes lowered and unlowered variables, names, categories, bytes by class, and order of
 * allocation. */
void demo_write_variables (DemoModel *m, DemoDb *db);
/* Returns the cycles of all runs, without writing anything. */
guint64 demo_simulate (DemoModel *m);
/* Writes runs, steps, cycles, markers and blocks. */
void demo_write_execution (DemoModel *m, DemoDb *db);

G_END_DECLS
