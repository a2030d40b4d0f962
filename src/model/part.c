/* Names of the parts of a report, and the functions that free them. */
#include "model/part.h"

#include "model/archive-memory.h"
#include "model/compilation.h"
#include "model/debug-contexts.h"
#include "model/exchanges.h"
#include "model/execution.h"
#include "model/json-tree.h"
#include "model/liveness.h"
#include "model/memory.h"
#include "model/options.h"
#include "model/programs.h"
#include "model/target.h"
#include "model/variables.h"
#include "model/vertices.h"

static const struct {
  const char *name;
  void (*free) (gpointer);
} parts[POPLENS_N_PARTS] = {
    [POPLENS_PART_TARGET] = {"target", (void (*) (gpointer)) poplens_target_free},
    [POPLENS_PART_OPTIONS] = {"options", (void (*) (gpointer)) poplens_options_free},
    [POPLENS_PART_COMPILATION] = {"compilation", (void (*) (gpointer)) poplens_compilation_free},
    [POPLENS_PART_MEMORY] = {"memory", (void (*) (gpointer)) poplens_memory_free},
    [POPLENS_PART_VERTICES] = {"vertices", (void (*) (gpointer)) poplens_vertices_free},
    [POPLENS_PART_PROGRAMS] = {"programs", (void (*) (gpointer)) poplens_programs_free},
    [POPLENS_PART_EXCHANGES] = {"exchanges", (void (*) (gpointer)) poplens_exchanges_free},
    [POPLENS_PART_VARIABLES] = {"variables", (void (*) (gpointer)) poplens_variables_free},
    [POPLENS_PART_LIVENESS] = {"liveness", (void (*) (gpointer)) poplens_liveness_free},
    [POPLENS_PART_EXECUTION] = {"execution", (void (*) (gpointer)) poplens_execution_free},
    [POPLENS_PART_ARCHIVE] = {"archive.a", (void (*) (gpointer)) poplens_archive_free},
    [POPLENS_PART_DEBUG] = {"debug.cbor", (void (*) (gpointer)) poplens_debug_contexts_free},
    [POPLENS_PART_FRAMEWORK] = {"framework.json", (void (*) (gpointer)) poplens_json_tree_free},
    [POPLENS_PART_APP] = {"app.json", (void (*) (gpointer)) poplens_json_tree_free},
};

const char *
poplens_part_name (PoplensPart part)
{
  return parts[part].name;
}

gboolean
poplens_part_has_own_file (PoplensPart part)
{
  return part == POPLENS_PART_ARCHIVE || part == POPLENS_PART_DEBUG ||
         part == POPLENS_PART_FRAMEWORK || part == POPLENS_PART_APP;
}

void
poplens_part_free (PoplensPart part, gpointer data)
{
  if (data)
    parts[part].free (data);
}
