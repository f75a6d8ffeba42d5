# postmove: `make demo` plays a game by mail, `make check` runs the tests.

VERSION = 0.1.0
PREFIX  = /usr/local
BUILD   = build

PACKAGES = gmime-3.0 gio-unix-2.0 sqlite3 libxml-2.0 libsodium
GAMES    = $(basename $(notdir $(wildcard games/*.c)))
ROOMS    = base mail post command office match store view cli

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
           -Wmissing-prototypes -Wvla -Wformat=2 -Wundef -Wwrite-strings -Werror
# A game lays its struct over a position's bytes: no aliasing rules there.
CFLAGS   = -O2 -g
HOUSE    = -std=c17 -D_GNU_SOURCE -fno-strict-aliasing -fstack-protector-strong \
           -DPOSTMOVE_VERSION='"$(VERSION)"' -I. -Isrc -I$(BUILD) $(WARNINGS)
LIBS_CFLAGS := $(patsubst -I%,-isystem %,$(shell pkg-config --cflags $(PACKAGES) 2>/dev/null))
LIBS     := $(shell pkg-config --libs $(PACKAGES) 2>/dev/null)

ROOM_OBJECTS = $(patsubst %.c,$(BUILD)/%.o,$(foreach room,$(ROOMS),$(wildcard src/$(room)/*.c)))
GAME_OBJECTS = $(patsubst %.c,$(BUILD)/%.o,$(wildcard games/*.c games/lib/*.c))
MIGRATIONS   = $(wildcard src/store/migrations/*.sql)
UNIT_TESTS   = $(patsubst tests/unit/%.c,$(BUILD)/tests/unit/%,$(wildcard tests/unit/*.c))

all: $(BUILD)/postmove $(BUILD)/postmove-receive

$(BUILD)/postmove: $(BUILD)/src/main.o $(ROOM_OBJECTS) $(GAME_OBJECTS)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/postmove-receive: $(BUILD)/src/receive/receive.o
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^

# The lists of games and of migrations, as C.
$(BUILD)/games.list: $(wildcard games/*.c) Makefile
	@mkdir -p $(@D)
	printf '$(foreach game,$(GAMES),GAME($(game))\n)' > $@
$(BUILD)/migrations.list: $(MIGRATIONS) Makefile
	@mkdir -p $(@D)
	for file in $(MIGRATIONS); do \
	    sed -e 's/[\\"]/\\&/g' -e 's/.*/"&\\n"/' "$$file"; echo ,; done > $@
$(BUILD)/src/match/registry.o: $(BUILD)/games.list
$(BUILD)/src/store/migrations.o: $(BUILD)/migrations.list

$(BUILD)/games/%.o: games/%.c
	@mkdir -p $(@D)
	$(CC) $(HOUSE) $(CFLAGS) -MMD -MP -c -o $@ $<
$(BUILD)/src/receive/%.o: src/receive/%.c
	@mkdir -p $(@D)
	$(CC) $(HOUSE) $(CFLAGS) -MMD -MP -c -o $@ $<
$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(HOUSE) $(LIBS_CFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

# Each file in tests/unit is a program of its own, linked with all rooms.
$(BUILD)/tests/unit/%: $(BUILD)/tests/unit/%.o $(ROOM_OBJECTS) $(GAME_OBJECTS) \
                       $(BUILD)/tests/games/tictactoe.o
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)
unit: $(UNIT_TESTS)
	prove -Q --exec '' $(UNIT_TESTS)

clean:
	rm -rf $(BUILD)

.PHONY: all unit clean
.SECONDARY:
-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
