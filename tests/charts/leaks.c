/* What the leak checker may pass over: fontconfig keeps its patterns until FcFini(), which would
 * need every font map gone first. LeakSanitizer asks for this function by name. */
const char *__lsan_default_suppressions (void);

const char *
__lsan_default_suppressions (void)
{
  return "leak:libfontconfig\n";
}
