/* Each writes its tables from the finished model. */
#pragma once

#include "demo/db.h"
#include "demo/model.h"
#include "demo/timeline.h"

G_BEGIN_DECLS

/* Lists by tile, of values by kind of tile (transfer full). */
GByteArray *demo_plain_kinds (const DemoModel *m, const guint32 *by_kind);
GByteArray *demo_rle_kinds (const DemoModel *m, const guint32 *by_kind);
/* total_including_gaps of tiles of a kind. */
guint32 demo_memory_end (const DemoModel *m, guint kind);

/* Target, versions, options, times, counts of the graph. */
void demo_write_target (DemoModel *m, DemoDb *db);
void demo_write_parameters (DemoModel *m, DemoDb *db);
/* Programs, their types' tables, entry points and functions. */
void demo_write_programs (DemoModel *m, DemoDb *db);
/* Exchanges, stream copies, their regions and estimated cycles. */
void demo_write_exchanges (DemoModel *m, DemoDb *db);
/* Compute sets, vertex types, instances, memory of vertices. */
void demo_write_vertices (DemoModel *m, DemoDb *db);
/* Memory by tile and by category. */
void demo_write_memory (DemoModel *m, DemoDb *db);
/* Lowered and unlowered variables, names, categories, bytes by class, order of allocation. */
void demo_write_variables (DemoModel *m, DemoDb *db);
/* Cycles of all runs, of which nothing is written. */
guint64 demo_simulate (DemoModel *m);
/* Runs, steps, cycles, markers, blocks. */
void demo_write_execution (DemoModel *m, DemoDb *db);

G_END_DECLS
