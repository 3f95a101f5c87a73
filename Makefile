# Builds, installs and tests objectid. `make`, `make install`, `make installcheck` as for every
# PGXS extension; the other targets, for whoever works on it, are described in CONTRIBUTING.md.

EXTENSION = objectid
CONTROL_FILE := $(dir $(firstword $(MAKEFILE_LIST)))objectid.control
EXTVERSION := $(shell sed -n "s/^default_version = '\(.*\)'/\1/p" $(CONTROL_FILE))

MODULE_big = objectid
# -Bsymbolic binds the library's calls to itself. PostgreSQL opens libraries with RTLD_GLOBAL, and
# on 15 they export everything: without the flag, an old and a new library in one process would
# share functions and variables. -fno-gnu-unique, below, does the same for variables of headers.
SHLIB_LINK = $(if $(filter darwin,$(PORTNAME)),,-Wl,-Bsymbolic -Wl,--as-needed)
# A list: a wildcard expands to nothing in a VPATH build.
OBJS = \
	src/pg/citus.o \
	src/pg/counters.o \
	src/pg/digits.o \
	src/pg/ejson.o \
	src/pg/ejson_reading.o \
	src/pg/ejson_text.o \
	src/pg/follow.o \
	src/pg/follow_key.o \
	src/pg/follow_numbers.o \
	src/pg/follow_writers.o \
	src/pg/generators.o \
	src/pg/kept.o \
	src/pg/kept_plans.o \
	src/pg/module.o \
	src/pg/objectid_casts.o \
	src/pg/objectid_generate.o \
	src/pg/objectid_gin.o \
	src/pg/objectid_gist.o \
	src/pg/objectid_io.o \
	src/pg/objectid_ops.o \
	src/pg/own_relation.o \
	src/pg/relation_changes.o \
	src/pg/reservation_page.o \
	src/pg/shared_memory.o \
	src/pg/spin_lock.o \
	src/pg/time_estimates.o \
	src/pg/time_predicate_call.o \
	src/pg/time_predicates.o \
	src/pg/time_support.o \
	src/pg/uuid.o \
	src/pg/uuid_draft01.o

# What is released is committed and never edited; until then the script is built from its parts.
DATA =
DATA_built = $(if $(filter %/objectid--$(EXTVERSION).sql,$(DATA)),,objectid--$(EXTVERSION).sql)
DOCS = $(patsubst $(srcdir)/%,%,$(wildcard $(srcdir)/doc/*.md $(srcdir)/doc/*.svg))

# In the order of src/sql. Those that not every version can run are added below.
REGRESS = \
	test_setup \
	catalog \
	surface \
	objectid_io \
	objectid_ops \
	objectid_gist \
	objectid_gin \
	objectid_time \
	objectid_casts \
	ejson \
	ejson_fields \
	objectid_generate \
	uuid_generate \
	uuid_time \
	time_predicates \
	unambiguous \
	time_plans \
	time_selectivity \
	time_estimates \
	uuid_draft01 \
	counters \
	digits \
	conversion_statements \
	follow \
	partition_statements
REGRESS_OPTS = --inputdir=$(srcdir) --load-extension=objectid

ISOLATION = counters follow follow_numbers
ISOLATION_OPTS = --inputdir=$(srcdir)/test/isolation --load-extension=objectid

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

# The parts in the order of their numbers.
objectid--$(EXTVERSION).sql: $(sort $(wildcard $(srcdir)/src/sql/[0-9]*.sql))
	awk 'FNR == 1 && NR > 1 { print "" } { print }' $^ > $@

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
	$(INSTALL_DATA) $(srcdir)/$(EXTENSION).control '$(DESTDIR)/share/extension/'
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

# Soft errors came with PostgreSQL 16, uuid_extract_timestamp and uuid_extract_version with 17,
# WITHOUT OVERLAPS and PERIOD with 18.
REGRESS += $(if $(filter-out 15,$(MAJORVERSION)),objectid_soft_errors)
REGRESS += $(if $(filter-out 15 16,$(MAJORVERSION)),uuid_server)
REGRESS += $(if $(filter-out 15 16 17,$(MAJORVERSION)),objectid_temporal)

# Targets for developers ------------------------------------------------------------------------

.PHONY: unitcheck threadcheck tapcheck symbolcheck headercheck format formatcheck tidy

# src/core without a server, under sanitizers unless UNIT_SANITIZE is empty. -Wno-conversion: what
# tests convert into the size of a vector depends on the machine.
UNIT_HEADERS = $(wildcard $(srcdir)/test/unit/*.hpp)
UNIT_CXXFLAGS = -std=c++20 -g1 $(CXX_WARN) -Wno-conversion -Werror \
	-I$(srcdir)/src -I$(srcdir)/test/unit $(UNIT_SANITIZE) -D_GLIBCXX_ASSERTIONS
UNIT_SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all
UNIT_FLAGS = --gtest_brief=1
# UNIT=histogram: those of test/unit/histogram_test.cpp alone.
UNIT_TESTS := $(sort $(wildcard $(srcdir)/test/unit/$(or $(UNIT),*)_test.cpp))
UNIT_PROGRAM = build/unit/$(if $(UNIT),$(UNIT)_test,unit_tests)
UNIT_OBJS = $(patsubst %.cpp,build/unit/%.o,$(notdir $(UNIT_TESTS)))
EXTRA_CLEAN = build

# The sanitizers of older compilers fail now and then where addresses are as random as newer kernels
# make them.
RUN_UNSHUFFLED = $(shell setarch -R true 2>/dev/null && echo setarch -R)
# Newer ones search all stack frames that have ended after each exception; the walks throw millions.
unitcheck: $(UNIT_PROGRAM)
	ASAN_OPTIONS=detect_stack_use_after_return=0:$$ASAN_OPTIONS \
		$(RUN_UNSHUFFLED) ./$(UNIT_PROGRAM) $(UNIT_FLAGS)

$(UNIT_PROGRAM): $(UNIT_OBJS)
	$(if $^,,$(error there is no test/unit/$(UNIT)_test.cpp))
	$(CXX) $(UNIT_SANITIZE) -o $@ $^ -lgtest -lgtest_main -lpthread

# Half of the time that a test takes to compile goes to gtest.h. Tests with flags of their own read
# it themselves.
build/unit/gtest.hpp.gch:
	@mkdir -p $(@D)
	echo '#include <gtest/gtest.h>' > build/unit/gtest.hpp
	$(CXX) $(UNIT_CXXFLAGS) -x c++-header -o $@ build/unit/gtest.hpp

build/unit/%.o: $(srcdir)/test/unit/%.cpp $(HEADERS_OF_OURS) $(UNIT_HEADERS) \
		| build/unit/gtest.hpp.gch
	$(CXX) $(UNIT_CXXFLAGS) -include build/unit/gtest.hpp -c -o $@ $<
# What compiles faster without optimization runs slower. These make 16 million ids again and again,
# and thousands of numbers by a hundred steps each. Without private, gtest.hpp.gch would get these
# flags as well if it is made for one of them, and then fit no other test. The others walk through
# hundreds of thousands of states.
build/unit/objectid_generator_test.o: private UNIT_CXXFLAGS += -O1
build/unit/digits_permutation_test.o: private UNIT_CXXFLAGS += -O2
build/unit/new_id_steps_test.o: private UNIT_CXXFLAGS += -O2
build/unit/follow_steps_test.o: private UNIT_CXXFLAGS += -O2

# What processes share, in threads, under ThreadSanitizer; and that it reports the faults of the
# test. It does not know fences (-Wno-tsan), but those of the core order the clock, not memory.
threadcheck: build/threads_test
	$(RUN_UNSHUFFLED) ./$< $(UNIT_FLAGS)
	for fault in no_lock weak_lock; do \
		OBJECTID_FAULT=$$fault $(RUN_UNSHUFFLED) ./$< >build/$$fault.log 2>&1; \
		grep 'ThreadSanitizer: data race' build/$$fault.log || exit 1; \
	done

build/threads_test: $(srcdir)/test/unit/threads_test.cpp $(HEADERS_OF_OURS) $(UNIT_HEADERS)
	@mkdir -p $(@D)
	$(CXX) $(UNIT_CXXFLAGS) -O1 -Wno-tsan -o $@ $< -lgtest -lgtest_main -lpthread
build/threads_test: private UNIT_SANITIZE = -fsanitize=thread

# Several sessions, servers and crashes, with PostgreSQL's own Perl modules, against the installed
# extension. Apart from installcheck, which needs nothing but a running server.
tapcheck:
	$(prove_installcheck)
tapcheck: PROVE_TESTS = $(if $(TAP),$(TAP),test/t/*.pl)
tapcheck: PROVE_FLAGS += -I test/lib

# The library needs libc and the server, and nothing of C++'s run-time library. It has no symbols
# that all libraries of a process share, whoever defines them.
symbolcheck: $(shlib)
	@! nm --undefined-only --dynamic $< | grep -v '@GLIBC' | grep -E ' (_Z|__cxa_|__gxx_)' || \
		{ echo "$< needs the C++ run-time library"; exit 1; }
	@! nm --dynamic $< | grep ' u ' || { echo "$< has unique symbols"; exit 1; }
	@test "$$(readelf -d $< | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')" = libc.so.6 || \
		{ echo "$< needs more than libc:"; readelf -d $< | grep NEEDED; exit 1; }

# Each header of the core includes what it needs.
headercheck:
	$(CXX) -std=c++20 -w -I$(srcdir)/src -fsyntax-only -x c++ $(wildcard $(srcdir)/src/core/*.hpp)

CLANG_FORMAT ?= clang-format
CLANG_TIDY ?= clang-tidy
CXX_SOURCES = $(sort $(wildcard $(srcdir)/src/*/*.cpp $(srcdir)/src/*/*.hpp \
	$(srcdir)/test/*/*.cpp $(srcdir)/test/*/*.hpp))

format:
	$(CLANG_FORMAT) -i $(CXX_SOURCES)

formatcheck:
	$(CLANG_FORMAT) --dry-run -Werror $(CXX_SOURCES)

# Each file of src/pg by itself, so that make -j reads several at once, and the headers of the core
# together. The analyzer gives up on a function after a quarter of its default of steps.
TIDY = $(CLANG_TIDY) --quiet --config-file=$(srcdir)/.clang-tidy
TIDY_FLAGS = -DOBJECTID_VERSION='"$(EXTVERSION)"' $(CXX_STD) $(PG_CPPFLAGS) \
	-Xclang -analyzer-config -Xclang max-nodes=50000
TIDY_SOURCES = $(addprefix tidy-,$(OBJS:.o=.cpp))
.PHONY: tidy-core $(TIDY_SOURCES)
tidy: tidy-core $(TIDY_SOURCES)

tidy-core:
	$(TIDY) /dev/null -- -x c++ $(TIDY_FLAGS) -Xclang -analyzer-opt-analyze-headers \
		$(addprefix -include ,$(wildcard $(srcdir)/src/core/*.hpp))

$(TIDY_SOURCES): tidy-%:
	$(TIDY) $(abspath $(srcdir)/$*) -- $(TIDY_FLAGS)

# A release as PGXN takes it, of what is committed.
.PHONY: dist metacheck releasecheck
metacheck:
	$(srcdir)/test/metacheck

# What the owner has still to fill in.
releasecheck:
	$(srcdir)/test/metacheck --release

dist: metacheck objectid--$(EXTVERSION).sql
	git -C $(srcdir) archive --format=zip --prefix=$(EXTENSION)-$(EXTVERSION)/ \
		--add-file=$(abspath objectid--$(EXTVERSION).sql) \
		--output=$(abspath $(EXTENSION)-$(EXTVERSION).zip) HEAD
