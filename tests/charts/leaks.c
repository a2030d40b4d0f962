/* Tells LeakSanitizer, which calls this function by name, to ignore fontconfig: it keeps its
 * patterns until FcFini (), which needs every font map to be freed first. */
const char *__lsan_default_suppressions (void);

const char *
__lsan_default_suppressions (void)
{
  return "leak:libfontconfig\n";
}
