/* Fuzz targets: each file fuzz-NAME.c defines libFuzzer's LLVMFuzzerTestOneInput (). With clang and
 * POPLENS_FUZZ, libFuzzer drives it; otherwise replay.c runs it over the stored corpus.
 *
 * A target aborts if a result breaks a promise (an error without a message, two decoders that
 * differ). Sanitizers and libFuzzer find crashes, leaks and hangs. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* Writes a file with these bytes, under a name that is unique to this process and @name. Returns
 * its path. (transfer none) */
const char *fuzz_write (const char *name, const guint8 *data, gsize size);

/* Aborts unless a failure has an error that can be shown to a user. */
void fuzz_check_error (const GError *error);
#define fuzz_check(condition) ((condition) ? (void) 0 : fuzz_fail (#condition))
G_NORETURN void fuzz_fail (const char *what);

/* Numbers from the input: 0 after its end. */
typedef struct {
  const guint8 *data;
  gsize size, pos;
} FuzzInput;

guint8 fuzz_byte (FuzzInput *input);
guint64 fuzz_number (FuzzInput *input); /* of 1 to 8 bytes, as the input chooses: small and huge
                                         * numbers */

G_END_DECLS
