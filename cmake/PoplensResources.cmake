# poplens_resources(NAME FILE VARIABLE)
#
# The source of a GResource that `poplens_NAME_register_resource ()` registers, from resources/FILE; its path is put
# in VARIABLE. The list of files is read when CMake runs, since dependency files work with Ninja only. Registered by
# the program: a static library's constructors are left out where nothing refers to them.
find_program(GLIB_COMPILE_RESOURCES glib-compile-resources REQUIRED)
function(poplens_resources name file variable)
  set(gresource ${CMAKE_SOURCE_DIR}/resources/${file})
  set(source ${CMAKE_CURRENT_BINARY_DIR}/resources.c)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${gresource})
  execute_process(
    COMMAND ${GLIB_COMPILE_RESOURCES} --generate-dependencies --sourcedir ${CMAKE_SOURCE_DIR} ${gresource}
    OUTPUT_VARIABLE files OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "${GLIB_COMPILE_RESOURCES} of ${gresource} failed")
  endif()
  string(REPLACE "\n" ";" files "${files}")
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${GLIB_COMPILE_RESOURCES} --generate-source --manual-register --c-name poplens_${name}
            --target ${source} --sourcedir ${CMAKE_SOURCE_DIR} ${gresource}
    DEPENDS ${gresource} ${files}
    VERBATIM)
  set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS -w)
  set(${variable} ${source} PARENT_SCOPE)
endfunction()
