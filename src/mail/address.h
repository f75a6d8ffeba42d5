/*
 * address.h: mail addresses (RFC 5321 section 4.1.2, narrowed), the reply
 * addresses that carry a token, and the addresses with a code.
 */
#ifndef POSTMOVE_ADDRESS_H
#define POSTMOVE_ADDRESS_H

#include <glib.h>
#include <stdbool.h>

/*
 * True if the address may be used at all. Refused: a local part that begins with `-`, spaces,
 * controls, quotes, `<>(),;:\`, bytes above 126, more than 254 bytes, no or more than one `@`,
 * an empty side, a domain that is not dot-separated labels of letters, digits and hyphens (a
 * single label is allowed; so is an xn-- form).
 */
bool address_valid(const char *address);

/* The address with its domain in ASCII: a domain in Unicode (UTF-8) becomes its A-label form
 * (`xn--...`, RFC 5890). NULL if that would not mean exactly this domain, or if the result is
 * not a valid address. Free with g_free. */
char *address_ascii(const char *address);

/* The form by which addresses are compared: as address_ascii returns it, all lower case,
 * without BATV (`prvs=tag=user@`). NULL if not valid. Free with g_free. */
char *address_fold(const char *address);

/* The mailbox that a folded address most likely leads to: the address without the + and what
 * follows it in the local part, which anybody may make up. Free with g_free. */
char *address_mailbox(const char *folded);

/* The address that an envelope sender had before forwarders (SRS0, SRS1) and signers (BATV)
 * rewrote it, or the sender itself if nobody did. It does not prove who wrote the mail: anybody
 * can write such an address in anybody's name. Free with g_free. */
char *address_of_envelope(const char *sender);

/* LOCAL, delimiter, TOKEN, @HOST. Free with g_free. */
char *address_with_token(const char *local, char delimiter, const char *token, const char *host);

/* True if a Message-ID contains anything with the form of a token, in any case. An id of that
 * form that we make ourselves, with @HOST (letters/letters.h), does not count. */
bool address_id_holds_token(const char *id, const char *host);

enum address_kind {
    ADDRESS_FOREIGN,  /* not ours */
    ADDRESS_PLAIN,    /* LOCAL@HOST */
    ADDRESS_TOKEN,    /* with an extension of a token's form: 26 of a-z2-7, any case */
    ADDRESS_BOUNCE,   /* the address for returns: b.NUMBER.CODE, see below */
    ADDRESS_LINK,     /* the address of a link: a.NUMBER.CODE, see below */
    ADDRESS_PERSONAL, /* a player's own address, of the form p.TOKEN */
    ADDRESS_ODD,      /* ours, with another extension */
};

/* The extension of an address of ours: what is between LOCAL with its delimiter and @HOST, in
 * lower case and without BATV. NULL if the address has no extension or is not ours. Free with
 * g_free. */
char *address_extension(const char *address, const char *local, char delimiter, const char *host);

/* The kind of address that it is for LOCAL@HOST, without BATV. For ADDRESS_TOKEN *token (may
 * be NULL) is its 26 letters in lower case, for ADDRESS_LINK and ADDRESS_PERSONAL its extension;
 * free with g_free. Does not check whether we gave out that token or code. */
enum address_kind address_kind(const char *address, const char *local, char delimiter,
                               const char *host, char **token);

/*
 * ---- personal addresses ----
 *
 * LOCAL+p.TOKEN@HOST belongs to one player until they have it replaced, and has a place in their
 * address book. TOKEN is as stored in store/inbox.h, but can be made again from its number, so
 * that letters can show it.
 */

enum { PERSONAL_TOKEN_LENGTH = 26 };

/* Writes the TOKEN of a player, for the `renewal`-th time, and a NUL. `key` is of
 * SECRET_KEY_BYTES. */
void personal_token(const unsigned char *key, gint64 player, gint64 renewal,
                    char token[PERSONAL_TOKEN_LENGTH + 1]);

/* The address with that TOKEN. Free with g_free. */
char *personal_address(const char *token, const char *local, char delimiter, const char *host);

/* The TOKEN in an extension (in lower case), a part of it; NULL if that has another form. */
const char *personal_token_in(const char *extension);

/*
 * ---- envelope senders (variable envelope return path) ----
 *
 * Each letter has an envelope sender of its own, LOCAL+b.NUMBER.CODE@HOST, so that a failure
 * notice tells which letter came back. NUMBER is the letter's id in the outbox. CODE is eight
 * letters of a-z2-7, a hash of it under the instance's key: somebody who has not seen the
 * letter cannot claim that it came back. Case does not matter, since some mail servers fold
 * it. The extension with a number of 15 digits is as long as a token, so no local part exceeds
 * the 64 bytes of RFC 5321 4.5.3.1.1.
 */

/* The address to which failures of that letter return. `key` is of
 * SECRET_KEY_BYTES. Free with g_free. */
char *verp_address(const unsigned char *key, gint64 letter, const char *local, char delimiter,
                   const char *host);

/* The letter that an extension (from address_extension, in lower case) names; 0 if it has
 * another form or a code that we did not make. The time to compare codes does not depend on
 * them. */
gint64 verp_letter(const unsigned char *key, const char *extension);

/*
 * ---- links ----
 *
 * A letter's HTML has links that answer it, such as "accept". Each opens a mail to an address of
 * its own, LOCAL+a.NUMBER.CODE@HOST, which proves that the writer may do this one thing. NUMBER is
 * the id of a token. The token says who got the letter, which board it was about, and until when
 * the link is valid. CODE is fifteen letters of a-z2-7, hashes under a secret of that token: the
 * first five say that it is a link of the token's letter, the others for which act. The act is a
 * whole command, as grammar_whole (language/grammar.h) writes it: "accept 117"; or the beginning of
 * a move, for all moves that begin so (letters/moves.h). Case does not matter. With a number of 8
 * digits the extension is as long as a token.
 */

/* The address for the act. `secret` is the stored hash of the token (store/inbox.h). NULL if the
 * token's id is too long for a link. Free with g_free. */
char *link_address(const unsigned char *secret, gint64 token, const char *act, const char *local,
                   char delimiter, const char *host);

/* The id of the token that an extension (in lower case) names; 0 if it has another form. Does not
 * check the code. */
gint64 link_token(const char *extension);

/* True if the extension is that of a link in the letter with the token of this secret, whatever the
 * link is for; and true if it is for that act. The time to compare does not depend on the code. */
bool link_is_of(const unsigned char *secret, const char *extension);
bool link_is_for(const unsigned char *secret, const char *extension, const char *act);

#endif
