# Writes OUTPUT, a source with a digest of all files of the ROOMS in SOURCE.
set(digests)
foreach(room IN LISTS ROOMS)
  file(GLOB_RECURSE files RELATIVE ${SOURCE} ${SOURCE}/${room}/*.[ch])
  list(SORT files)
  foreach(name IN LISTS files)
    file(SHA256 ${SOURCE}/${name} digest)
    string(APPEND digests "${digest} ${name}\n")
  endforeach()
endforeach()
string(SHA256 version "${digests}")
file(WRITE ${OUTPUT}
  "extern const char poplens_figures_version[];\n" "const char poplens_figures_version[] = \"${version}\";\n")
