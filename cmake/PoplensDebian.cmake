# The .deb packages, as `cpack -G DEB` makes them of a build by the preset "package": script/package.
# Debian wants of each package a copyright and a changelog, and what is for people to read compressed.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME poplens)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
# Else it stands before the summary of each package.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_SOURCE_DIR}/build/packages)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_COMPONENT_WINDOW_GROUP poplens)
set(CPACK_COMPONENT_PROGRAM_GROUP cli)
set(CPACK_COMPONENT_MANUAL_GROUP cli)

set(POPLENS_MAINTAINER "The Poplens developers <developers@poplens.invalid>" CACHE STRING "Who makes the packages: Name <address>")
set(CPACK_DEBIAN_PACKAGE_MAINTAINER ${POPLENS_MAINTAINER})
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Where the module finds the library that is packaged with it.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR}/src/library)
set(version "${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}")

# poplens_deb(COMPONENT PACKAGE SECTION SUMMARY TEXT)
macro(poplens_deb component package section summary text)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${summary}\n${text}")
  set(CPACK_COMPONENT_GROUP_${upper}_DESCRIPTION "${summary}\n${text}")
endmacro()
poplens_deb(poplens poplens devel "viewer for Graphcore Poplar profiles"
  "The window.")
poplens_deb(cli poplens-cli devel "viewer for Graphcore Poplar profiles (terminal)"
  "poplens-cli for terminals and scripts, poplens-demo, which generates reports,\nand the guide. Needs no display.")
poplens_deb(library libpoplens0 libs "library to read Graphcore Poplar profiles"
  "The shared library: columns of a report without a copy, all tables, search\nand limits.")
poplens_deb(development libpoplens-dev libdevel "library to read Graphcore Poplar profiles (development files)"
  "Headers, the static library, and files for pkg-config and CMake.")
poplens_deb(python python3-poplens python "Python module pva, for Graphcore Poplar profiles"
  "The module pva with the interface of Graphcore's libpva, and all tables of\nPoplens as columns that NumPy reads without a copy.")

# Icons of the window, and what opens reports on other computers.
set(CPACK_DEBIAN_POPLENS_PACKAGE_DEPENDS "poplens-cli (= ${version}), librsvg2-common, adwaita-icon-theme")
set(CPACK_DEBIAN_CLI_PACKAGE_RECOMMENDS "openssh-client, graphviz")
file(CONFIGURE OUTPUT debian/shlibs CONTENT "libpoplens ${PROJECT_VERSION_MAJOR} libpoplens0 (= ${version})\n")
file(CONFIGURE OUTPUT debian/triggers CONTENT "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${CMAKE_BINARY_DIR}/debian/shlibs ${CMAKE_BINARY_DIR}/debian/triggers)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "libpoplens0 (= ${version}), libglib2.0-dev (>= 2.64), libsqlite3-dev, libelf-dev, libcbor-dev, libjson-glib-dev")
find_package(Python3 REQUIRED COMPONENTS Interpreter)
math(EXPR next "${Python3_VERSION_MINOR} + 1")
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
  "libpoplens0 (= ${version}), python3 (>= 3.${Python3_VERSION_MINOR}~), python3 (<< 3.${next}~)")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
  ${CMAKE_SOURCE_DIR}/resources/debian/python/postinst ${CMAKE_SOURCE_DIR}/resources/debian/python/prerm)

# SOURCE_DATE_EPOCH gives the date, so that the same commit gives the same bytes.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(resources/debian/changelog.in debian/changelog.Debian @ONLY)
configure_file(CHANGELOG.md debian/changelog COPYONLY)
execute_process(COMMAND gzip -9nfk changelog.Debian changelog WORKING_DIRECTORY ${CMAKE_BINARY_DIR}/debian COMMAND_ERROR_IS_FATAL ANY)
foreach(pair window:poplens program:poplens-cli library:libpoplens0 development:libpoplens-dev python:python3-poplens)
  string(REPLACE ":" ";" pair ${pair})
  list(GET pair 0 component)
  list(GET pair 1 package)
  install(FILES resources/debian/copyright ${CMAKE_BINARY_DIR}/debian/changelog.Debian.gz ${CMAKE_BINARY_DIR}/debian/changelog.gz
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component})
endforeach()
foreach(component manual window)
  install(CODE "file(GLOB pages \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_MANDIR}/man1/*.1\")
    execute_process(COMMAND gzip -9nf \${pages} COMMAND_ERROR_IS_FATAL ANY)" COMPONENT ${component})
endforeach()
install(CODE "execute_process(COMMAND ${CMAKE_STRIP} --strip-debug --remove-section=.comment --remove-section=.note
  \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/libpoplens.a\" COMMAND_ERROR_IS_FATAL ANY)" COMPONENT development)

include(CPack)
