/*
 * quoting.h: tells by a single line of a mail, or by a paragraph, who wrote it.
 *
 * Attributions, signatures, our own letters, and what mail programs and gateways add. Every test is
 * one pass over a line; there is no backtracking.
 */
#ifndef POSTMOVE_QUOTING_H
#define POSTMOVE_QUOTING_H

#include <glib.h>
#include <stdbool.h>

/* Lines of a notice or of the headers above a quoted mail, at most. */
enum { QUOTING_BLOCK_MAX = 12 };

/* A line in the form that the tests read: plain (base/plain.h), without blanks around it, case
 * folded. Free with g_free. */
char *quoting_fold(const char *plain);

/* True if the line contains our marker. */
bool quoting_is_marker(const char *folded);

/* True if a letter of ours begins at the line, quoted or not: it contains our marker, or is the
 * heading below it, "Game 117: ann - bob". */
bool quoting_is_letter(const char *folded);

/* True if nothing from this line on is read: a signature, the line above a forwarded mail, a
 * rule of ten underscores. */
bool quoting_is_stop(const char *folded);

/* True for a stop below which nobody's words to us are: a signature, or the beginning of a
 * seal. */
bool quoting_is_signature(const char *folded);

/* True if the line is only thanks: below words of the writer's own it ends commands, above
 * them it greets. */
bool quoting_is_thanks(const char *folded);

/* True if it is the line above a quoted or forwarded mail that is written between dashes,
 * "-----Original Message-----" in any language. It is a stop, too. */
bool quoting_is_separator(const char *folded);

/* True if the line is only three or more dashes or signs like them. Right above a stop or a notice
 * it belongs to that. */
bool quoting_is_dashes(const char *folded);

/* True if these lines are headers of a quoted mail, in any language: at least two of them begin
 * with a label and a colon, and they hold an address or our tag, or a third label and a date. */
bool quoting_are_headers(const char *const *folded, guint count);

/* True for a line that a telephone or a program puts at the end of a mail, "Sent from my iPhone":
 * it says that the mail was sent, and names a product. */
bool quoting_is_sent_line(const char *folded);

/* The number of lines of a notice that a gateway, a list or a virus scanner has put into a mail,
 * from the first of these lines of one paragraph on; 0 if none is there. A notice is a tag such as
 * [EXTERNAL], or names the mail and three things that such notices speak of, or two if it comes
 * from outside and is not `below` words of the writer's own; nobody says "I" in it. */
guint quoting_notice_lines(const char *const *folded, guint count, bool below);

/*
 * ---- attributions: the lines that mail programs write above a quote, "On ... Ann wrote:" ----
 *
 * They are known by what stands in them, in any language: addresses, and the digits of a date.
 */

enum { ATTRIBUTION_LINES_MAX = 4 };

/* What is right below the last of some lines. */
enum attribution_below { BELOW_OTHER, BELOW_QUOTE, BELOW_LETTER /* a letter of ours, quoted */ };

/* The number of lines of an attribution that begins at the first of `count` lines; 0 if none does.
 * Above a quote all of the lines belong to it and the last ends in a colon: they hold an address
 * or a date, or the quote is a letter of ours. Elsewhere there must be both, and a colon is not
 * needed: if in doubt, what is below is not its writer's own. Lines may be broken anywhere.
 * `elsewhere`: the writer has words in another place of the mail, so the first of these lines are
 * hardly theirs. */
guint attribution_lines(const char *const *folded, guint count, enum attribution_below below,
                        bool elsewhere);

/* How many `<` of these lines are still open at the end: the next line may begin with the `>` of
 * an address, which is no sign of a quote. */
int attribution_open(const char *const *folded, guint count);

#endif
