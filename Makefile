# Builds, installs and tests objectid. `make`, `make install`, `make installcheck` as for every
# PGXS extension; the other targets, for whoever works on it, are in test/developer.mk.

# The second one, for moving from MongoDB, is SQL alone and has the version of the first.
EXTENSION = objectid src/migration/objectid_migration
CONTROL_FILE := $(dir $(firstword $(MAKEFILE_LIST)))objectid.control
EXTVERSION := $(shell sed -n "s/^default_version = '\(.*\)'/\1/p" $(CONTROL_FILE))

MODULE_big = objectid
# -Bsymbolic binds the library's calls to itself. PostgreSQL opens libraries with RTLD_GLOBAL, and
# on 15 they export everything: without the flag, an old and a new library in one process would
# share functions and variables. -fno-gnu-unique, below, does the same for variables of headers.
SHLIB_LINK = $(if $(filter darwin,$(PORTNAME)),,-Wl,-Bsymbolic -Wl,--as-needed)
# Beside the sources, also in a VPATH build, which has folders of its own.
found = $(patsubst $(srcdir)/$(1),$(2),$(sort $(wildcard $(srcdir)/$(subst %,*,$(1)))))
OBJS = $(call found,src/pg/%.cpp,src/pg/%.o)

# What is released is committed and never edited; until then the script is built from its parts.
# That of objectid_migration always is: it has no updates.
DATA = $(call found,src/sql/objectid--%.sql,src/sql/objectid--%.sql)
DATA_built = $(if $(filter %/objectid--$(EXTVERSION).sql,$(DATA)),,objectid--$(EXTVERSION).sql) \
	objectid_migration--$(EXTVERSION).sql
DOCS = $(call found,doc/%.md,doc/%.md) $(call found,doc/%.svg,doc/%.svg)

# Soft errors came with PostgreSQL 16, uuid_extract_timestamp and uuid_extract_version with 17,
# WITHOUT OVERLAPS and PERIOD with 18.
REGRESS = test_setup $(filter-out test_setup $(REGRESS_OF_LATER),$(call found,sql/%.sql,%))
REGRESS_OF_LATER = $(if $(filter 15,$(MAJORVERSION)),objectid_soft_errors) \
	$(if $(filter 15 16,$(MAJORVERSION)),uuid_server) \
	$(if $(filter 15 16 17,$(MAJORVERSION)),objectid_temporal)
REGRESS_OPTS = --inputdir=$(srcdir) --load-extension=objectid

PG_CONFIG ?= pg_config
# No exceptions and no RTTI: see CONTRIBUTING.md, "C++ in a backend". Inline functions stay out of
# the symbol table. Not -fvisibility=hidden, which with the headers of PostgreSQL 15 would hide SQL
# functions, too.
CXX_STD = -std=c++20 -fno-exceptions -fno-rtti -fvisibility-inlines-hidden
CXX_WARN = -Wall -Wextra -Wshadow -Wconversion
# Of these, those that the compiler knows. -Wno-hardened permits, under -fhardened, to leave out the
# checks of libstdc++ as below. CXX=clang++ needs PG_CXXFLAGS=-Wno-unknown-warning-option where gcc
# built the server. Not :=, since PGXS, which expands this once, sets CXX.
CXX_IF_KNOWN = $(foreach flag,-fno-gnu-unique -Wno-hardened, \
	$(shell $(CXX) -Werror $(flag) -E -x c++ /dev/null >/dev/null 2>&1 && echo $(flag)))
# -isystem keeps our warnings to our code, and lets clang accept the `register` in the headers of
# 15. -I serves VPATH builds. `override ... +=` lets a packager's flags add to ours instead of
# replacing them. WERROR is there because COPT does not reach C++ before PostgreSQL 18.
override PG_CPPFLAGS += -isystem $(shell $(PG_CONFIG) --includedir-server) -I$(srcdir)/src
override PG_CXXFLAGS += $(CXX_STD) $(CXX_WARN) $(CXX_IF_KNOWN) $(if $(WERROR),-Werror)

PGXS := $(shell $(PG_CONFIG) --pgxs)
include $(PGXS)

# The parts in the order of their numbers. That of rights is the last one of both.
objectid--$(EXTVERSION).sql: $(sort $(wildcard $(srcdir)/src/sql/[0-9]*.sql))
objectid_migration--$(EXTVERSION).sql: $(sort $(wildcard $(srcdir)/src/migration/[0-9]*.sql)) \
	$(srcdir)/src/sql/92_rights.sql
objectid--$(EXTVERSION).sql objectid_migration--$(EXTVERSION).sql:
	awk 'FNR == 1 && NR > 1 { print "" } { gsub(/@extension@/, "$(word 1,$(subst --, ,$@))") } \
		{ print }' $^ > $@

# The guides have names that other extensions may use as well.
docmoduledir = objectid

# The recipes for clients, the scripts in plain SQL and the recorder of changes keep their folders,
# which the guides link.
.PHONY: install-recipes
install: install-recipes
GUIDES = $(DESTDIR)$(docdir)/$(docmoduledir)
install-recipes: installdirs
	$(MKDIR_P) '$(GUIDES)/clients' '$(GUIDES)/managed' '$(GUIDES)/migration'
	$(INSTALL_DATA) $(wildcard $(srcdir)/doc/clients/*) '$(GUIDES)/clients/'
	$(INSTALL_DATA) $(srcdir)/doc/managed/objectid.sql '$(GUIDES)/managed/'
	$(INSTALL_DATA) $(wildcard $(srcdir)/doc/migration/*) '$(GUIDES)/migration/'

# What a server from 18 on finds by extension_control_path and dynamic_library_path, and an image
# holds: share/extension and lib in DESTDIR. No bitcode, which the server reads from its own
# directory alone.
.PHONY: install-image
install-image: all
	$(MKDIR_P) '$(DESTDIR)/share/extension' '$(DESTDIR)/lib'
	$(INSTALL_DATA) $(EXTENSION:%=$(srcdir)/%.control) '$(DESTDIR)/share/extension/'
	$(INSTALL_DATA) $(addprefix $(srcdir)/, $(DATA)) $(DATA_built) '$(DESTDIR)/share/extension/'
	$(INSTALL_SHLIB) $(shlib) '$(DESTDIR)/lib/'

# PGXS removes DOCS from docdir itself, not from docmoduledir.
.PHONY: uninstall-guides
uninstall: uninstall-guides
uninstall-guides:
	rm -f $(addprefix '$(GUIDES)'/, $(notdir $(DOCS)))
	rm -rf '$(GUIDES)/clients' '$(GUIDES)/managed' '$(GUIDES)/migration'

# After the include: PGXS compiles bitcode with these and never with PG_CXXFLAGS.
BITCODE_CXXFLAGS += $(CXX_STD)
# All headers are prerequisites: packaged servers are built without dependency tracking.
HEADERS_OF_OURS = $(wildcard $(srcdir)/src/*/*.hpp)
$(OBJS) $(OBJS:.o=.bc): $(HEADERS_OF_OURS) $(srcdir)/objectid.control
# Without the checks of libstdc++, which report through its run-time library. The unit tests are
# built with them.
$(OBJS) $(OBJS:.o=.bc): override CPPFLAGS += -U_GLIBCXX_ASSERTIONS -D_GLIBCXX_NO_ASSERTIONS
# In one file alone, so that a new version recompiles no other.
src/pg/module.o src/pg/module.bc: override CPPFLAGS += -DOBJECTID_VERSION='"$(EXTVERSION)"'

# A VPATH build has no src/pg of its own to write to.
$(OBJS) $(OBJS:.o=.bc): | object-directory
.PHONY: object-directory
object-directory:
	@mkdir -p src/pg

include $(wildcard $(srcdir)/test/developer.mk)
