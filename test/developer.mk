# Targets of the Makefile for whoever works on objectid: CONTRIBUTING.md describes them.
# SPDX-License-Identifier: PostgreSQL

.PHONY: unitcheck threadcheck tapcheck symbolcheck headercheck format formatcheck tidy

# src/core without a server, under sanitizers unless UNIT_SANITIZE is empty. -Wno-conversion: what
# tests convert into the size of a vector depends on the machine.
UNIT_CXXFLAGS = -std=c++20 -g1 $(CXX_WARN) -Wno-conversion -Werror \
	-I$(srcdir)/src -I$(srcdir)/test/unit $(UNIT_SANITIZE) -D_GLIBCXX_ASSERTIONS
UNIT_SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all
UNIT_FLAGS = --gtest_brief=1
# UNIT=histogram: those of test/unit/histogram_test.cpp alone.
UNIT_TESTS := $(notdir $(sort $(wildcard $(srcdir)/test/unit/$(or $(UNIT),*)_test.cpp)))
# These make 16 million ids again and again, thousands of numbers by a hundred steps each, or walk
# through hundreds of thousands of states. The others compile faster than they would run.
UNIT_long := $(filter $(addsuffix _test.cpp,objectid_generator digits_permutation new_id_steps \
	follow_steps follow_snapshots),$(UNIT_TESTS))
UNIT_short := $(filter-out $(UNIT_long),$(UNIT_TESTS))
UNIT_PROGRAM = build/unit/$(if $(UNIT),$(UNIT)_test,unit_tests)
UNIT_OBJS = $(foreach length,short long,$(if $(UNIT_$(length)),$(UNIT_PROGRAM).$(length).o))
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

# Compiled as one, since most of the time goes to gtest.h and its templates. Hence each test has a
# namespace of its own.
$(UNIT_PROGRAM).%.o: $(wildcard $(srcdir)/test/unit/*) $(HEADERS_OF_OURS)
	@mkdir -p $(@D)
	printf '#include "%s"\n' $(UNIT_$*) | \
		$(CXX) $(UNIT_CXXFLAGS) $(OPTIMIZE_$*) -x c++ -c -o $@ -
OPTIMIZE_long = -O2

# What processes share, in threads, under ThreadSanitizer; and that it reports the faults of the
# test. It does not know fences (-Wno-tsan), but those of the core order the clock, not memory.
threadcheck: build/threads_test
	$(RUN_UNSHUFFLED) ./$< $(UNIT_FLAGS)
	for fault in no_lock weak_lock; do \
		OBJECTID_FAULT=$$fault $(RUN_UNSHUFFLED) ./$< >build/$$fault.log 2>&1; \
		grep 'ThreadSanitizer: data race' build/$$fault.log || exit 1; \
	done

build/threads_test: $(srcdir)/test/unit/threads_test.cpp $(HEADERS_OF_OURS)
	@mkdir -p $(@D)
	$(CXX) $(UNIT_CXXFLAGS) -O1 -Wno-tsan -o $@ $< -lgtest -lgtest_main -lpthread
build/threads_test: UNIT_SANITIZE = -fsanitize=thread

# Several sessions, servers and crashes, with PostgreSQL's own Perl modules, against the installed
# extension. Apart from installcheck, which needs nothing but a running server.
tapcheck:
	$(prove_installcheck)
tapcheck: PROVE_TESTS = $(if $(TAP),$(TAP),test/t/*.pl)
tapcheck: PROVE_FLAGS += -I test/lib

# The library needs libc and the server, and nothing of C++'s run-time library. It has no symbols
# that all libraries of a process share, whoever defines them. musl is called libc.so by musl-gcc,
# and libc.musl-x86_64.so.1 on Alpine.
symbolcheck: $(shlib)
	@! nm --undefined-only --dynamic $< | grep -vE ' __cxa_(atexit|finalize)(@GLIBC.*)?$$' | \
		grep -E ' (_Z|__cxa_|__gxx_)' || { echo "$< needs the C++ run-time library"; exit 1; }
	@! nm --dynamic $< | grep ' u ' || { echo "$< has unique symbols"; exit 1; }
	@test "$$(readelf -d $< | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | \
		sed -E 's/^libc\.(so\.6|musl-.*\.so\.1)$$/libc.so/')" = libc.so || \
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

dist: metacheck $(DATA_built)
	git -C $(srcdir) archive --format=zip --prefix=objectid-$(EXTVERSION)/ \
		$(patsubst %,--add-file=%,$(abspath $(DATA_built))) \
		--output=$(abspath objectid-$(EXTVERSION).zip) HEAD
