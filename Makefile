# postmove: `make demo` plays a match by mail, `make check` runs the tests.
# V=1 shows whole commands. CFLAGS and LDFLAGS are yours; the rest is HOUSE.

VERSION = 0.1.0
PREFIX  = /usr/local
BUILD   = build
# The letters of pictures. Debian installs it with cairo.
FONT    = /usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf

# libcurl is opened when it is needed (transport/curl_library.h).
PACKAGES = gmime-3.0 sqlite3 libxml-2.0 libsodium libpng libcurl cairo-ft
ROOMS    = base tournaments mail parse transport language match think records store ratings standby render letters auth accounts play clocks ladders commands bots cli

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
           -Wmissing-prototypes -Wvla -Wformat=2 -Wundef -Wwrite-strings -Werror
CFLAGS   = -O2 -g -D_FORTIFY_SOURCE=2
# A game lays its struct over a position's bytes: no aliasing rules there.
HOUSE    = -std=c17 -D_GNU_SOURCE -fno-strict-aliasing -fstack-protector-strong \
           -DPOSTMOVE_VERSION='"$(VERSION)"' -DPOSTMOVE_FONT='"$(FONT)"' -I. -Isrc -I$(BUILD) $(WARNINGS)
LINK     = -Wl,--as-needed -Wl,-z,relro -Wl,-z,now
LIBS_CFLAGS := $(patsubst -I%,-isystem %,$(shell pkg-config --cflags $(PACKAGES) 2>/dev/null))
LIBS     := $(filter-out -lcurl,$(shell pkg-config --libs $(PACKAGES) 2>/dev/null))

objects    = $(patsubst %.c,$(BUILD)/%.o,$(wildcard $(1)))
ROOMS_O    = $(filter-out %/main.o,$(call objects,$(ROOMS:%=src/%/*.c) games/*.c games/*/*.c))
RECEIVE_O  = $(call objects,src/receive/*.c)
TESTS_O    = $(call objects,tests/unit/*.c tests/fuzz/*.c tests/games/*.c tests/faults/*.c tests/bench/*.c tests/mail/*.c)
unit       = $(basename $(call objects,tests/unit/*.c))
HELPERS    = $(basename $(call objects,tests/faults/*.c tests/bench/*.c tests/mail/*.c))
FUZZERS    = $(basename $(call objects,tests/fuzz/*.c))
SOURCES    = $(wildcard src/*.c src/*/*.c games/*.c games/*/*.c tests/[bgu]*/*.c tests/faults/*.c)
FORMATTED  = $(SOURCES) $(wildcard src/*/*.h games/*.h games/*/*.h tests/*/*.h tests/fuzz/*.c)
# Executable and .bats files in the folders of tests/ are tests. SERVERS have a target of their own.
SCRIPTS    = $(sort $(shell find tests -mindepth 2 ! -path 'tests/package/*' -type f \( -perm -u+x -o -name '*.bats' \)))
SERVERS    = $(filter tests/servers/%,$(SCRIPTS))
# The longest begin first. `deep` is for check-all; `make check` plays every second dialogue (EVERY=1: all).
first := tests/mail/play $(filter %/test-walks %/test-child %/test-picture %-judge,$(unit))
quick := $(patsubst %,tests/faults/%,hooks one-move order) $(patsubst %,tests/e2e/%.bats,demo mail play playout think way words)
deep  := $(filter-out $(quick),$(filter tests/faults/% tests/e2e/%,$(SCRIPTS))) tests/mail/in-english tests/mail/languages tests/mail/offered tests/mail/anything tests/mail/by-lists \
         $(BUILD)/tests/unit/test-store-faults $(wildcard tests/mail/matches/*)
tests := $(first) $(filter-out $(first) $(deep) $(SERVERS),$(SCRIPTS) $(unit))
every := tests/faults/killed $(first) $(filter-out tests/faults/killed,$(deep)) $(filter-out $(first),$(tests))
sanitized := $(first) $(filter %-faults,$(unit)) $(filter-out $(first) %-faults,$(unit))

.SUFFIXES:
$(if $(V),,.SILENT:)
say = $(if $(V),:,printf '  %-6s %s\n')
again = $(MAKE) --no-print-directory $(if $(findstring --jobserver,$(MAKEFLAGS)),,-j$(shell nproc))

all: $(if $(LIBS),,libraries) $(BUILD)/postmove $(BUILD)/postmove-parse $(BUILD)/postmove-receive
libraries: ; echo 'make: libraries are missing: run scripts/setup' >&2; false
$(BUILD)/postmove-receive: $(RECEIVE_O)
	@$(say) LINK $@
	$(CC) $(CFLAGS) $(LINK) $(if $(findstring sanitize,$(CFLAGS)),,-static-pie) $(LDFLAGS) -o $@ $^

$(BUILD)/%.o: %.c Makefile
	@mkdir -p $(@D)
	@$(say) CC $<
	$(CC) $(HOUSE) $(LIBS_CFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<
# libc alone: the games, and what the mail server starts.
$(BUILD)/games/%.o $(BUILD)/tests/games/%.o $(BUILD)/src/receive/%.o: LIBS_CFLAGS =
# The list of games and the schema, as C; the server that plays dialogues has its own list.
$(BUILD)/games.list: games Makefile
	mkdir -p $(@D) && printf 'GAME(%s)\n' $(basename $(notdir $(wildcard games/*.c))) > $@
$(BUILD)/schema.list: src/store/schema.sql Makefile
	@mkdir -p $(@D)
	sed -e 's/[\\"]/\\&/g' -e 's/.*/"&\\n"/' $< > $@
$(BUILD)/tests/mail/postmove.o: HOUSE := -Itests/mail $(HOUSE)
$(BUILD)/src/match/options.o $(BUILD)/src/store/opening.o: $(BUILD)/games.list $(BUILD)/schema.list
$(BUILD)/rooms.a: $(ROOMS_O)
	rm -f $@ && $(AR) rcs $@ $^
$(unit) $(HELPERS) $(FUZZERS): %: %.o $(call objects,tests/games/*.c) $(BUILD)/rooms.a
$(BUILD)/postmove: $(BUILD)/src/main.o $(BUILD)/rooms.a
$(BUILD)/postmove-parse: $(BUILD)/src/parse/main.o $(BUILD)/rooms.a
$(BUILD)/tests/%/postmove-parse: $(BUILD)/postmove-parse ; mkdir -p $(@D) && ln -sf ../../postmove-parse $@
$(BUILD)/tests/unit/test-child $(HELPERS): | $(patsubst %,$(BUILD)/tests/%/postmove-parse,unit bench faults)
$(BUILD)/postmove $(BUILD)/postmove-parse $(unit) $(HELPERS) $(FUZZERS):
	@$(say) LINK $@
	$(CC) $(CFLAGS) $(LINK) $(LDFLAGS) -o $@ $^ $(LIBS) -lresolv -lm
$(FUZZERS): LDFLAGS += -fsanitize=fuzzer

demo:
	scripts/setup && $(again) all && scripts/demo
check check-all:
	scripts/setup --tests
	$(again) $(if $(filter check,$@),tests,every)
tests every unit sanitized: all $(unit) $(HELPERS)
	BUILD=$(BUILD) $(if $(filter every,$@),,EVERY=$(or $(EVERY),2)) tests/prove $($@)
check-servers:
	scripts/setup --servers
	$(again) all && BUILD=$(BUILD) tests/prove $(SERVERS)
game: all $(BUILD)/tests/mail/postmove $(patsubst %,$(BUILD)/tests/unit/test-%,transcripts perft-tables course help properties listing walks)
	BUILD=$(BUILD) tests/game $(GAME)
bench bench-play planted plans: all $(HELPERS)
	BUILD=$(BUILD) $(if $(filter planted,$@),python3 tests/planted/plant.py $(BUGS),$(if $(filter plans,$@),PLANS=10000 )tests/$(if $(filter plans,$@),mail/plan-oracle,$(if $(filter bench,$@),bench-each,bench-play)))
asan:
	EVERY=$(or $(EVERY),5) JUDGE_GAMES=1 $(again) BUILD=build/asan sanitized CFLAGS='-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all'
FUZZ_SECONDS = 5
fuzz:
	$(again) BUILD=build/fuzz CC=clang WARNINGS= fuzzers \
	    CFLAGS='-O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all'
	BUILD=build/fuzz tests/fuzz-each $(FUZZ_SECONDS)
fuzzers: $(FUZZERS)
tidy: $(BUILD)/games.list $(BUILD)/schema.list
	printf '%s\n' $(filter-out tests/%,$(SOURCES)) | xargs -n 4 -P $$(nproc) sh -c \
	    'clang-tidy --quiet "$$@" -- $(subst ','\'',$(HOUSE) $(LIBS_CFLAGS))' tidy
	$(again) BUILD=build/analyzer CFLAGS='-O1 -fanalyzer -Wno-analyzer-malloc-leak' analyzed
analyzed: $(BUILD)/src/main.o $(BUILD)/src/parse/main.o $(ROOMS_O) $(RECEIVE_O)
format reformat: ; clang-format $(if $(filter format,$@),--dry-run -Werror,-i) $(FORMATTED)
deb check-package:
	scripts/setup --package && scripts/deb $(BUILD)/deb
	$(if $(filter deb,$@),,tests/prove tests/package/package)
install: all
install uninstall:
	scripts/install $(if $(filter install,$@),$(BUILD),--remove) '$(DESTDIR)$(PREFIX)'
clean: ; rm -rf build $(BUILD)
.PHONY: all libraries demo game plans check check-all check-servers check-package deb tests every unit sanitized bench bench-play planted asan fuzz \
        fuzzers tidy analyzed format reformat install uninstall clean
.SECONDARY:
-include $(patsubst %.o,%.d,$(BUILD)/src/main.o $(BUILD)/src/parse/main.o $(ROOMS_O) $(RECEIVE_O) $(TESTS_O))
