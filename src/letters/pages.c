/* The pages of letters/, and what each may ask for. */
#include "letters/run.h"

/* `address` and `operator` are in every letter; an entry has line, text, talk,
 * heading, block, and comments with author and comment. */
#define EVERY "address operator entries line text talk heading block comments author comment"

static const struct words_need pages[] = {
    { NULL, "letters/frame", "marker body testing" },
    { NULL, "letters/position", "status deadline away clocks warnings diagram last options terms" },
    { NULL, "letters/board", EVERY " position how clocks watchers" },
    { NULL, "letters/answer", EVERY },
    { NULL, "letters/stranger", EVERY },
    { NULL, "letters/mismatch", EVERY },
    { NULL, "letters/held", EVERY " command title stale disowned last" },
    { NULL, "letters/twice", EVERY " command title what last" },
    { NULL, "letters/confirm", EVERY " name password" },
    { NULL, "letters/address", EVERY " name" },
    { NULL, "letters/notice", EVERY },
    { NULL, "letters/signup-refused", EVERY " again free" },
    { NULL, "letters/message", EVERY " name others words" },
    { NULL, "letters/welcome", EVERY " name" },
    { NULL, "letters/display", EVERY " forms.form forms.diagram" },
    { NULL, "letters/lesson", EVERY " game title text status warnings diagram number count" },
    { NULL, "letters/password", EVERY " name" },
    { NULL, "letters/reminder", EVERY },
    { NULL, "letters/export", EVERY " name file cut" },
    { NULL, "letters/failed-mail",
      EVERY " name more attempts? malformed? misnamed? closed? other?" },
    { NULL, "letters/closed-mail", EVERY " name file" },
    { NULL, "letters/parked-letters", EVERY " count" },
    { NULL, "letters/unwelcome", EVERY " status" },
    { NULL, "letters/other-address", EVERY " address own" },
    { NULL, "letters/mailbox-login", EVERY " name host" },
};

bool letters_words_ready(const struct words *words, GError **error)
{
    return words_require(words, pages, G_N_ELEMENTS(pages), error);
}
