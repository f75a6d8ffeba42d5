/*
 * The rows of the table, and how what is read by them is freed. grammar.h explains the forms; help
 * shows them as they are.
 */
#include "base/random.h"
#include "language/grammar.h"

/* A list of strings that exists as long as the program. */
#define LIST(...) ((const char *const[]){ __VA_ARGS__, NULL })

static const char *const no_forms[] = { NULL };

const struct command_row grammar[] = {
    {
        .id = COMMAND_HELP,
        .name = "help",
        .aliases = LIST("rules"),
        .forms = LIST("help [TOPIC ...]"),
        .level = LEVEL_OPEN,
        .tier = TIER_LOOK,
        .reply = REPLY_TO_MATCH | REPLY_TO_CHALLENGE | REPLY_TO_CONFIRM | REPLY_TO_MESSAGE |
                 REPLY_TO_DISPLAY | REPLY_TO_LESSON,
    },
    {
        .id = COMMAND_TUTORIAL,
        .name = "tutorial",
        .forms = LIST("tutorial [GAME]"),
        .level = LEVEL_SENDER,
        .tier = TIER_LOOK,
        .reply = REPLY_TO_MATCH | REPLY_TO_CHALLENGE | REPLY_TO_DISPLAY | REPLY_TO_LESSON,
    },
    {
        .id = COMMAND_LESSON,
        .name = "lesson",
        .forms = no_forms,
        .short_forms = LIST("MOVE", "next|back|again|draw|undo"),
        .level = LEVEL_SENDER,
        .reply = REPLY_TO_LESSON,
        .exact = true,
    },
    {
        .id = COMMAND_SIGNUP,
        .name = "signup",
        .forms = LIST("signup NAME [PASSWORD]"),
        .level = LEVEL_OPEN,
        .own_proof = true,
        .reply = REPLY_TO_CONFIRM,
    },
    {
        .id = COMMAND_CONFIRM,
        .name = "confirm",
        .forms = LIST("confirm TOKEN|BOARD"),
        .level = LEVEL_OPEN,
        .own_proof = true,
        .reply = REPLY_TO_CONFIRM | REPLY_TO_MATCH,
    },
    {
        .id = COMMAND_WHOAMI,
        .name = "whoami",
        .forms = LIST("whoami"),
        .level = LEVEL_SENDER,
        .tier = TIER_LOOK,
    },
    {
        .id = COMMAND_SET,
        .name = "set",
        .forms = LIST("set [KEY VALUE]"),
        .changes = PART_VALUE,
        .reply = REPLY_TO_MATCH | REPLY_TO_CHALLENGE | REPLY_TO_DISPLAY | REPLY_TO_LESSON,
        .late = LATE_CONFIRMED,
    },
    {
        .id = COMMAND_TEST,
        .name = "test",
        .forms = LIST("test display"),
        .level = LEVEL_SENDER,
        .tier = TIER_LOOK,
        .reply = REPLY_TO_MATCH | REPLY_TO_CHALLENGE | REPLY_TO_DISPLAY | REPLY_TO_LESSON,
    },
    {
        .id = COMMAND_BOARD,
        .name = "board",
        .forms = no_forms,
        .short_forms = LIST("picture|ascii|wide|unicode|list"),
        .reply = REPLY_TO_DISPLAY,
        .exact = true,
    },
    {
        .id = COMMAND_VACATION,
        .name = "vacation",
        .forms = LIST("vacation [DATE DATE]", "vacation off"),
        .changes = PART_TEXT | PART_WORDS,
        .reply = REPLY_TO_MATCH | REPLY_TO_CHALLENGE,
        .late = LATE_CONFIRMED,
    },
    {
        .id = COMMAND_ADDRESS,
        .name = "address",
        .forms = LIST("address NAME PASSWORD add|drop ADDR", "address add|drop ADDR",
                      "address personal|renew"),
        .tier = TIER_GRAVE,
        .confirmed_word = "drop",
    },
    {
        .id = COMMAND_PASSWORD,
        .name = "password",
        .forms = LIST("password NAME PASSWORD NEW", "password NAME"),
        .short_forms = LIST("password NEW"),
        .level = LEVEL_TWICE,
        .tier = TIER_GRAVE,
        .password_is_enough = true,
        .reply = REPLY_TO_PASSWORD,
        .exact = true, /* "pass" is a move */
    },
    {
        .id = COMMAND_EXPORT,
        .name = "export",
        .forms = LIST("export"),
    },
    {
        .id = COMMAND_SIGNOFF,
        .name = "signoff",
        .forms = LIST("signoff [resign]"),
        .tier = TIER_GRAVE,
        .ends = true,
        .exact = true,
    },
    {
        .id = COMMAND_FORGET,
        .name = "forget",
        .forms = LIST("forget"),
        .level = LEVEL_TWICE,
        .tier = TIER_GRAVE,
        .ends = true,
        .exact = true,
    },
    {
        .id = COMMAND_LIST,
        .name = "list",
        .forms = LIST("list [GAME]"),
        .level = LEVEL_OPEN,
        .tier = TIER_LOOK,
    },
    {
        .id = COMMAND_CHALLENGE,
        .name = "challenge",
        .aliases = LIST("chall"),
        .forms = LIST("GAME challenge ME OTHER [OTHER ...] [-option ...] [--option ...]"),
    },
    {
        .id = COMMAND_ACCEPT,
        .name = "accept",
        .forms = LIST("[GAME] accept BOARD"),
        .reply = REPLY_TO_MATCH | REPLY_TO_CHALLENGE,
    },
    {
        .id = COMMAND_DECLINE,
        .name = "decline",
        .forms = LIST("[GAME] decline BOARD"),
        .tier = TIER_GRAVE,
        .reply = REPLY_TO_CHALLENGE,
        .ends = true,
    },
    {
        .id = COMMAND_WITHDRAW,
        .name = "withdraw",
        .forms = LIST("[GAME] withdraw BOARD"),
        .reply = REPLY_TO_CHALLENGE,
        .ends = true,
    },
    {
        .id = COMMAND_SEEK,
        .name = "seek",
        .forms = LIST("GAME seek [-option ...] [--option ...]"),
    },
    {
        .id = COMMAND_SEEKS,
        .name = "seeks",
        .forms = LIST("[GAME] seeks"),
        .level = LEVEL_SENDER,
        .tier = TIER_LOOK,
    },
    {
        .id = COMMAND_PLAY,
        .name = "play",
        .forms = LIST("play GAME"),
        .chatty = true,
    },
    {
        .id = COMMAND_TAKE,
        .name = "take",
        .forms = LIST("[GAME] take BOARD"),
        .onlooker = true,
        .survives = true,
    },
    {
        .id = COMMAND_REMATCH,
        .name = "rematch",
        .forms = LIST("[GAME] rematch BOARD"),
        .reply = REPLY_TO_MATCH,
        .late = LATE_CONFIRMED,
    },
    {
        .id = COMMAND_LIMIT,
        .name = "limit",
        .forms = LIST("GAME limit [N|off]"),
        .changes = PART_WORDS,
    },
    {
        .id = COMMAND_BLOCK,
        .name = "block",
        .forms = LIST("block [GAME|NAME]"),
        .changes = PART_WORDS,
    },
    {
        .id = COMMAND_UNBLOCK,
        .name = "unblock",
        .forms = LIST("unblock GAME|NAME"),
    },
    {
        .id = COMMAND_MOVE,
        .name = "move",
        .forms = LIST("[GAME] move BOARD[#N] [NAME PASSWORD] MOVE"),
        .short_forms = LIST("MOVE", "move MOVE"),
        .reply = REPLY_TO_MATCH,
    },
    {
        .id = COMMAND_PREVIEW,
        .name = "preview",
        .aliases = LIST("prev"),
        .forms = LIST("[GAME] preview BOARD[#N] MOVE...", "GAME preview new [-option ...] MOVE..."),
        .level = LEVEL_SENDER,
        .tier = TIER_LOOK,
        .reply = REPLY_TO_MATCH,
    },
    {
        .id = COMMAND_QUEUE,
        .name = "queue",
        .forms = LIST("[GAME] queue BOARD [NAME PASSWORD] MOVE",
                      "[GAME] queue BOARD [NAME PASSWORD] [off]"),
        .changes = PART_TEXT | PART_WORDS | PART_PASSWORD,
        .reply = REPLY_TO_MATCH,
        .late = LATE_CONFIRMED,
    },
    {
        .id = COMMAND_SUBMIT,
        .name = "submit",
        .forms = LIST("[GAME] submit BOARD [NAME PASSWORD] MOVE"),
        .reply = REPLY_TO_MATCH,
    },
    {
        .id = COMMAND_SHOW,
        .name = "show",
        .forms = LIST("[GAME] show BOARD[#N]...", "show NAME [next|active|all]", "all show"),
        .short_forms = LIST("show"),
        .level = LEVEL_SENDER,
        .tier = TIER_LOOK,
        .reply = REPLY_TO_MATCH,
    },
    {
        .id = COMMAND_REPLAY,
        .name = "replay",
        .forms = LIST("[GAME] replay BOARD[#N]"),
        .level = LEVEL_SENDER,
        .tier = TIER_LOOK,
        .reply = REPLY_TO_MATCH,
    },
    {
        .id = COMMAND_ANALYSE,
        .name = "analyse",
        .aliases = LIST("analyze"),
        .forms = LIST("[GAME] analyse BOARD"),
        .tier = TIER_LOOK,
        .reply = REPLY_TO_MATCH,
        .late = LATE_DONE,
    },
    {
        .id = COMMAND_GAMES,
        .name = "games",
        .forms = LIST("games [NAME]"),
        .level = LEVEL_SENDER,
        .tier = TIER_LOOK,
    },
    {
        .id = COMMAND_HISTORY,
        .name = "history",
        .forms = LIST("history [GAME [NAME] [PAGE]]"),
        .level = LEVEL_SENDER,
        .tier = TIER_LOOK,
    },
    {
        .id = COMMAND_STANDINGS,
        .name = "standings",
        .forms = LIST("standings [GAME]"),
        .level = LEVEL_SENDER,
        .tier = TIER_LOOK,
    },
    {
        .id = COMMAND_RESIGN,
        .name = "resign",
        .forms = LIST("[GAME] resign BOARD"),
        .tier = TIER_GRAVE,
        .reply = REPLY_TO_MATCH,
        .late = LATE_CONFIRMED,
        .ends = true,
        .exact = true,
    },
    {
        .id = COMMAND_DRAW,
        .name = "draw",
        .aliases = LIST("propose"),
        .forms = LIST("[GAME] draw BOARD"),
        .reply = REPLY_TO_MATCH,
        .late = LATE_CONFIRMED,
        .ends = true,
    },
    {
        .id = COMMAND_UNDO,
        .name = "undo",
        .forms = LIST("[GAME] undo BOARD"),
        .reply = REPLY_TO_MATCH,
        .exact = true,
    },
    {
        .id = COMMAND_PAUSE,
        .name = "pause",
        .forms = LIST("[GAME] pause BOARD"),
        .reply = REPLY_TO_MATCH,
        .late = LATE_CONFIRMED,
    },
    {
        .id = COMMAND_RESUME,
        .name = "resume",
        .forms = LIST("[GAME] resume BOARD"),
        .reply = REPLY_TO_MATCH,
        .late = LATE_CONFIRMED,
    },
    {
        .id = COMMAND_REJECT,
        .name = "reject",
        .forms = LIST("[GAME] reject BOARD"),
        .reply = REPLY_TO_MATCH,
    },
    {
        .id = COMMAND_CLAIM,
        .name = "claim",
        .forms = LIST("[GAME] claim BOARD"),
        .reply = REPLY_TO_MATCH,
        .ends = true,
        .exact = true,
    },
    {
        .id = COMMAND_GIVETIME,
        .name = "givetime",
        .forms = LIST("[GAME] givetime BOARD DAYS"),
        .reply = REPLY_TO_MATCH,
    },
    {
        .id = COMMAND_CHAT,
        .name = "chat",
        .forms = LIST("[GAME] chat BOARD [TEXT]"),
        .reply = REPLY_TO_MATCH,
        .late = LATE_CONFIRMED,
        .text = TEXT_NEEDED,
        .onlooker = true,
        .chatty = true,
    },
    {
        .id = COMMAND_MESSAGE,
        .name = "message",
        .forms = LIST("message TO[,TO ...] [TEXT]"),
        .reply = REPLY_TO_MESSAGE,
        .late = LATE_CONFIRMED,
        .text = TEXT_NEEDED,
        .chatty = true,
    },
    {
        .id = COMMAND_NOTE,
        .name = "note",
        .forms = LIST("[GAME] note BOARD [TEXT]"),
        .short_forms = LIST("note"), /* "Note that ..." is talk */
        .changes = PART_TEXT,
        .reply = REPLY_TO_MATCH,
        .late = LATE_CONFIRMED,
        .text = TEXT_TAKEN,
        .survives = true,
    },
    {
        .id = COMMAND_WATCH,
        .name = "watch",
        .aliases = LIST("subscribe", "sub", "notify"),
        .forms = LIST("[GAME] watch BOARD [--end]", "watch [GAME|NAME] [--end]"),
        .short_forms = no_forms,
        .changes = PART_BOARD | PART_WORDS,
        .reply = REPLY_TO_MATCH,
        .late = LATE_CONFIRMED,
        .onlooker = true,
        .survives = true,
        .chatty = true,
    },
    {
        .id = COMMAND_UNWATCH,
        .name = "unwatch",
        .aliases = LIST("unsubscribe", "unsub"),
        .forms = LIST("[GAME] unwatch BOARD", "unwatch [GAME|NAME]"),
        .changes = PART_BOARD | PART_LETTER_BOARD | PART_WORDS,
        .reply = REPLY_TO_MATCH,
        .late = LATE_DONE, /* as a mail to the address in List-Unsubscribe */
        .onlooker = true,
        .survives = true,
        .chatty = true,
    },
    {
        .id = COMMAND_RESEND,
        .name = "resend",
        .forms = LIST("[GAME] resend BOARD"),
        .level = LEVEL_SENDER,
        .tier = TIER_LOOK,
        .reply = REPLY_TO_MATCH,
    },
    {
        .id = COMMAND_YES,
        .name = "yes",
        .forms = no_forms,
        .short_forms = LIST("yes"),
        .own_proof = true,
        .reply = REPLY_TO_CONFIRM,
        .exact = true,
    },
    {
        .id = COMMAND_NO,
        .name = "no",
        .forms = no_forms,
        .short_forms = LIST("no"),
        .own_proof = true,
        .reply = REPLY_TO_CONFIRM,
        .exact = true,
    },
    {
        .id = COMMAND_BROADCAST,
        .name = "broadcast",
        .forms = LIST("[GAME] broadcast [TEXT]"),
        .level = LEVEL_OPEN,
        .exact = true,
        .hidden = true,
    },
    {
        .id = COMMAND_ADD,
        .name = "add",
        .forms = LIST("add NAME PASSWORD ADDR", "add ADDR"),
        .exact = true,
        .hidden = true,
    },
    {
        .id = COMMAND_DELETE,
        .name = "delete",
        .forms = LIST("delete NAME PASSWORD ADDR", "delete ADDR"),
        .exact = true,
        .hidden = true,
    },
    {
        .id = COMMAND_CHANGE,
        .name = "change",
        .forms = LIST("change password NAME PASSWORD NEW", "change password NAME",
                      "change address NAME PASSWORD ADDR", "change address ADDR"),
        .exact = true,
        .hidden = true,
    },
    { .id = COMMAND_NONE },
};

const char *const grammar_topics[] = { "commands", "tutorial", "accounts", "playing",
                                       "finding",  "programs", "options",  "clocks",
                                       "watching", "boards",   "privacy",  NULL };

const struct command_row *grammar_row(enum command_id id)
{
    const struct command_row *row = grammar;
    while (row->id != id && row->id != COMMAND_NONE) {
        row++;
    }
    return row->id == COMMAND_NONE ? NULL : row;
}

void command_free(struct command *command)
{
    if (command == NULL) {
        return;
    }
    g_free(command->line);
    g_free(command->game);
    g_free(command->name);
    secret_free(command->password);
    secret_free(command->new_password);
    g_free(command->text);
    g_strfreev(command->words);
    g_strfreev(command->options);
    g_strfreev(command->server_options);
    g_free(command);
}

void command_refusal_clear(struct command_refusal *refusal)
{
    g_free(refusal->word);
    g_free(refusal->suggestion);
    g_free(refusal->below);
    g_free(refusal->line);
    *refusal = (struct command_refusal){ 0 };
}
