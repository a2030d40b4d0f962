/* Table of all checks, in the order in which they are reported. Each user defines CHECK () before
 * the include. Arguments: ID, group, key, title, what is valid although it looks wrong, and why
 * there are no cases (NULL: the group says so). */

/* Texts that several checks share. "Unverified" marks an assumption that no real file has confirmed
 * yet. */
#define NO_INTERLEAVED "Unverified: borders of interleaved memory and of overflows."
#define CLASS_0 "Class 0 holds variables without memory and has no row in eq_classes."
#define SEVERAL_IPUS "Unverified for several IPUs: tiles of each IPU are followed from cycle 0."
#define NO_PEAKS "memory_by_tile has no not-always-live peak (NULL on every tile)."
#define NO_DELTAS "memory_not_always_live_by_step_and_ipu has no row."

CHECK (PARTS_READABLE, FILES, "parts-readable", "Every recorded part is readable to its end",
       "After an unfinished run, files other than the profile may be truncated.", NULL)
CHECK (TABLES_TOGETHER, TOGETHER, "tables-together",
       "Tables that are written together all have rows",
       "Lowered variables may be missing alone, and always-live classes "
       "have no changes. A missing table may be unknown to the SDK.",
       NULL)
CHECK (KEYS, KEYS, "keys", "Number of keys of a table = number of its rows", NULL, NULL)
CHECK (INDICES, INDICES, "indices", "Entries of an index = rows of its table",
       "In tables with more than 50,000 rows, entries are only counted. Partial "
       "indices and indices on expressions are skipped (unverified).",
       NULL)
CHECK (LEAVES, LEAVES, "leaves", "Every table with rows is readable from its leaves",
       "SQLite reads valid tables with rare features.", NULL)
CHECK (TARGET, TARGET, "target",
       "Target figures are positive and consistent with one another and with the tables",
       "A target of type CPU may have no clock.", NULL)
CHECK (COMPILATION, TARGET, "compilation-id", "The execution is of the recorded compilation", NULL,
       "compilation_info or execution_info has no ID.")
CHECK (MEMORY_TOTAL, TILES, "memory-total",
       "Total of a tile = bytes covered by its allocated variables", NULL, NULL)
CHECK (MEMORY_END, TILES, "memory-including-gaps",
       "Total of a tile including gaps = end of its highest variable", NULL, NULL)
CHECK (MEMORY_REGIONS, TILES, "memory-regions",
       "Regions of a tile = its total, split at the start of interleaved "
       "memory and at the end of the tile",
       NO_INTERLEAVED, NULL)
CHECK (ALWAYS_LIVE_BYTES, LIVE_TILES, "always-live-bytes",
       "Always-live bytes of a tile = sizes of its always-live variables",
       "Liveness is taken from the class; bit 2 of the bitset of a variable differs.", NULL)
CHECK (TILE_PEAK, LIVE_TILES, "tile-peak",
       "Not-always-live peak of a tile = its most not-always-live bytes at one step", NULL,
       NO_PEAKS)
CHECK (PACKING, MEMORY, "packing", "Total of a tile ≥ always-live bytes + not-always-live peak",
       NULL, NO_PEAKS)
CHECK (CATEGORIES, TILES, "memory-categories",
       "Bytes of a category = unshared and shared bytes of its variables",
       NO_INTERLEAVED " Shared bytes count once per variable.", "memory_by_category has no row.")
CHECK (CATEGORY_TOTALS, MEMORY, "category-totals",
       "Total of a tile is between the unshared bytes and all bytes of its categories", NULL,
       "memory_by_category has no row.")
CHECK (FULLEST_TILES, MEMORY, "fullest-tiles",
       "Tiles with recorded liveness = tiles with the highest ends, in that order",
       "Among equal tiles, the lower number comes first.", "memory_liveness_tiles has no row.")
CHECK (ALIGNMENT, PLACES, "alignment", "Offset of a variable is a multiple of its alignment", NULL,
       NULL)
CHECK (ALLOCATION_ORDER, ORDERS, "allocation-order",
       "Allocation order of a tile lists each allocated variable once", NULL, NULL)
CHECK (OVERLAP, OVERLAP, "overlap", "Variables that share an address are never live together", NULL,
       NULL)
CHECK (RANGES, RANGES, "class-ranges", "Step ranges of a class are separate and within the program",
       NULL, NULL)
CHECK (ALWAYS_LIVE_RANGE, RANGES, "always-live-range",
       "A class is always live exactly if its one range covers all steps", NULL,
       "eq_classes has no row.")
CHECK (INTERFERENCE, INTERFERENCE, "interference",
       "A class interferes with itself and with the classes whose ranges overlap its own", CLASS_0,
       NULL)
CHECK (INTERFERENCE_SYMMETRIC, INTERFERENCE, "interference-symmetric",
       "Interference is symmetric: each class lists exactly those that list it", NULL, NULL)
CHECK (LIVE_BYTES, LIVE_BYTES, "live-bytes",
       "Live bytes at a step = sizes of variables with a live class", CLASS_0, NO_DELTAS)
CHECK (LIVE_BYTES_BY_IPU, LIVE_IPUS, "live-bytes-by-ipu",
       "Live bytes of an IPU at a step = live bytes of its variables",
       "An IPU without changes has no rows.", NO_DELTAS)
CHECK (BORN_FREED, LIVE_BYTES, "born-freed",
       "Born bytes − freed bytes at a step = change of live bytes",
       "Variables may stay live until the end of the program.", NO_DELTAS)
CHECK (CLASS_BYTES, CLASS_BYTES, "class-bytes",
       "Bytes of a variable in a class = sum over its tiles", CLASS_0, NULL)
CHECK (CLASS_BYTES_VARIABLES, CLASS_BYTES, "class-bytes-variables",
       "Bytes by class and tile = bytes of the lowered variables", CLASS_0, NULL)
CHECK (VARIABLE_REFERENCES, VARIABLES_REFERENCES, "variable-references",
       "Names, categories, classes and tiles of variables exist",
       CLASS_0 " Names of unlowered variables may be missing below the highest number.", NULL)
CHECK (PROGRAM_IDS, PROGRAM_TREE, "program-ids", "Program IDs are 0, 1, 2 and so on", NULL, NULL)
CHECK (PROGRAM_PARENTS, PROGRAM_TREE, "program-parents",
       "Every program has one parent, except program 0 and functions",
       "Unverified: every function is a root.", NULL)
CHECK (PROGRAM_CHILDREN, PROGRAM_TREE, "program-children", "The children of a program exist", NULL,
       NULL)
CHECK (PROGRAM_VARIANTS, PROGRAM_TREE, "program-variants",
       "Every program has one row in the table of its type, if that table exists",
       "For StreamCopyMid the profile names a missing table; its rows are in "
       "program_type_stream_copy_mid.",
       NULL)
CHECK (PROGRAM_REFERENCES, PROGRAMS_REFERENCES, "program-references",
       "Compute sets, functions and programs of programs exist", NULL, NULL)
CHECK (PREORDER, PREORDER, "step-order", "Program steps = programs below program 0, parents first",
       "Unverified: functions have no step.", "No program steps, or no program 0.")
CHECK (CONTROL_CODE, PROGRAM_TREE, "control-code",
       "Control code of a program ≥ control code of its children, on each tile",
       "Repeat, RepeatWhile and OnEveryTileSwitch add code of their own.", NULL)
CHECK (VERTEX_COUNTS, VERTICES, "vertex-counts",
       "Vertices of a type in a compute set = sum over its tiles", NULL, NULL)
CHECK (VERTEX_STATE, VERTEX_MEMORY, "vertex-state",
       "Vertex state on a tile = size of each type × its number of vertices", NULL,
       "No vertices, or no category vertexInstanceState.")
CHECK (VERTEX_FIELDS, VERTEX_MEMORY, "vertex-fields",
       "Pointers, data and padding of vertex types = categories of vertex state and fields", NULL,
       "memory_by_vertex_type has no row, or the categories are absent.")
CHECK (VERTEX_DESCRIPTORS, VERTEX_MEMORY, "vertex-descriptors",
       "Descriptors of vertex types = categories of descriptors", NULL,
       "memory_by_vertex_type has no row, or the categories are absent.")
CHECK (VERTEX_BYTES_AGREE, VERTICES, "vertex-bytes",
       "Memory by compute set = memory by vertex type", NULL,
       "memory_by_compute_set or memory_by_vertex_type has no row.")
CHECK (COMPUTE_SET_VARIABLES, COMPUTE_SET_VARIABLES, "compute-set-variables",
       "Variables of compute sets exist", NULL, NULL)
CHECK (COMPUTE_SET_REFERENCES, COMPUTE_SETS_REFERENCES, "compute-set-references",
       "Compute sets and vertex types of vertices exist", NULL, NULL)
CHECK (GRAPH_COUNTS, COUNTS, "graph-counts",
       "Graph counts = numbers of compute sets, edges, variables and vertices", NULL,
       "graph_info has no row.")
CHECK (REGIONS, REGIONS, "exchange-regions", "Exchanged regions are inside variables", NULL, NULL)
CHECK (EXCHANGE_BYTES, REGIONS, "exchange-bytes",
       "Bytes that a tile sends and receives = bytes of its exchanged regions",
       "Exchanges without recorded regions are skipped. Unverified for inter-IPU exchanges.", NULL)
CHECK (HOST_BYTES, REGIONS, "host-bytes",
       "Bytes that a tile moves in a stream copy = bytes of its streams",
       "Stream copies without recorded regions are skipped.", NULL)
CHECK (BYTES_BY_IPU, BYTES_BY_IPU, "exchange-bytes-by-ipu",
       "Bytes of an exchange on an IPU = sum and maximum over its tiles", NULL, NULL)
CHECK (EXCHANGE_RECEIVED, BYTES_BY_IPU, "exchange-received",
       "Bytes that an IPU receives in an internal exchange ≥ bytes that it sends",
       "Several tiles may receive what one sends.", "No internal exchange has recorded bytes.")
CHECK (EXCHANGE_REFERENCES, EXCHANGES_REFERENCES, "exchange-references",
       "Regions, stream copies and cycles of exchanges exist", NULL, NULL)
CHECK (STEP_ROWS, TRACE, "step-rows", "Every executed step has cycles on an IPU", NULL, NULL)
CHECK (STEP_CYCLES, STEPS, "step-cycles",
       "The fourteen figures of a step follow from its tiles, without pauses", SEVERAL_IPUS, NULL)
CHECK (TILES_END, STEPS, "tiles-end", "Every tile ends with the trace", SEVERAL_IPUS, NULL)
CHECK (TILE_CYCLES_SUM, STEPS, "tile-cycles", "Tile cycles = number of tiles × length of the trace",
       SEVERAL_IPUS, NULL)
CHECK (
    TILE_BALANCE_SUM, STEPS, "tile-balance",
    "Cycles × tile balance × tiles, added over the steps of an IPU = tiles × length of the trace",
    "Each product is rounded: the exact sum over the tiles.", NULL)
CHECK (CYCLE_TOTALS, TRACE, "cycle-totals", "Recorded cycle totals = sums of the steps, by type",
       NULL, NULL)
CHECK (MARKERS, STEPS, "markers",
       "A marker has the step of each tile at its cycle, and the remaining cycles", NULL, NULL)
CHECK (MARKER_SPACING, STEPS, "marker-spacing", "Markers are 262,144 cycles apart, up to the end",
       NULL, NULL)
CHECK (MARKER_LOOKUP, STEPS, "marker-lookup",
       "A cycle is in the same step with and without its marker", NULL, NULL)
CHECK (COMPUTE_SET_CYCLES, STEPS, "compute-set-cycles",
       "Cycles of a compute set = cycles of one of its steps",
       "Compute sets without a step are skipped, for example those of instrumentation.", NULL)
CHECK (GLOBAL_EXCHANGE_CYCLES, STEPS, "global-exchange-cycles",
       "Cycles of an inter-IPU exchange = cycles of one of its steps",
       "Unverified: inter-IPU exchanges.", NULL)
CHECK (RUN_PROGRAMS, TRACE, "run-programs", "Programs of the runs = programs of the program trace",
       NULL, "runs or program_trace has no row.")
CHECK (TRACE_ORDER, TRACE, "trace-order",
       "Programs of the steps are in the order of the program trace",
       "Steps without a program are implicit syncs; programs without cycles have no step.", NULL)
CHECK (STEP_PROGRAMS, STEP_PROGRAMS, "step-programs",
       "Type, compute set and exchange of a step = those of its program",
       "Implicit syncs have no program.", "No executed steps.")
CHECK (EXECUTION_REFERENCES, EXECUTION_REFERENCES, "execution-references",
       "IPUs, programs, compute sets, exchanges, runs and cycles of steps exist",
       "Implicit syncs have no references. Unverified: ID of a block = ID of a program.", NULL)
CHECK (ARCHIVE_IMAGES, IMAGES, "archive-images", "Every tile image of archive.a is readable",
       "Members other than tile images are skipped.", NULL)
CHECK (ARCHIVE_TILES, ARCHIVE, "archive-tiles", "Every image of archive.a belongs to a tile",
       "There may be fewer images than tiles: idle tiles share one.", NULL)
CHECK (ARCHIVE_MEMORY, ARCHIVE, "archive-memory",
       "End of a tile image = total of the tile including gaps", "Unverified: layout of archive.a.",
       NULL)
CHECK (ARCHIVE_REGIONS, ARCHIVE, "archive-regions",
       "Regions of a tile image = regions of the tile in the profile",
       "An image may also cover the gaps of its tile.", NULL)
CHECK (ARCHIVE_ARCHITECTURE, ARCHIVE, "archive-architecture",
       "Architecture of the images = architecture of the profile", NULL,
       "Architecture of the images not recorded.")
CHECK (DEBUG_IDS, DEBUG, "debug-ids",
       "Debug IDs of programs, compute sets and variables are in debug.cbor", "ID 0 means none.",
       NULL)
CHECK (DEBUG_PARENTS, DEBUG, "debug-parents", "Parents of a debug context exist, without a cycle",
       NULL, NULL)
