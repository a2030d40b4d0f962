/* Fuzz targets: each file fuzz-NAME.c defines LLVMFuzzerTestOneInput() of libFuzzer. With clang and
 * POPLENS_FUZZ libFuzzer drives it; elsewhere replay.c runs it over the kept corpus.
 *
 * A target aborts where an answer breaks its promise (an error without a message, two decoders that
 * differ); what crashes, leaks or takes too long the sanitizers and libFuzzer find. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* A file with these bytes, written anew at each call under a name of this process's own.
 * (transfer none): its path. */
const char *fuzz_write (const char *name, const guint8 *data, gsize size);

/* Aborts unless a failure has an error that a user can be shown. */
void fuzz_check_error (const GError *error);
#define fuzz_check(condition) ((condition) ? (void) 0 : fuzz_fail (#condition))
G_NORETURN void fuzz_fail (const char *what);

/* Numbers from the input: 0 where it has ended. */
typedef struct {
  const guint8 *data;
  gsize size, pos;
} FuzzInput;

guint8 fuzz_byte (FuzzInput *input);
guint64 fuzz_number (FuzzInput *input); /* of as many bytes as it likes: small and huge ones */

G_END_DECLS
