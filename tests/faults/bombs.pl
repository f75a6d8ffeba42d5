# Mails made to break whoever reads them, for tests/faults/bombs.
#
#   perl bombs.pl               their names, a line each
#   perl bombs.pl NAME          the mail: From bob@example.com, a player
#
# Nothing is random: a name is always the same bytes. Where it says "fits", a
# mail stays below the limit that would drop it unread, so that what is behind
# the limit has to deal with it.
use strict;
use warnings;
use MIME::Base64 qw(encode_base64);

my $MIB = 1024 * 1024;
my $name = shift // '';
my $head = "From: bob\@example.com\nTo: turns\@example.org\nMessage-ID: <bomb-$name\@example.com>\n" .
    "MIME-Version: 1.0\n";

# ---- the shapes they come in ----

sub mail {    # HEADERS BODY
    return "$head$_[0]\n$_[1]";
}
sub typed { return mail("Content-Type: $_[0]\n", $_[1]) }       # TYPE BODY
sub plain { return typed('text/plain; charset=utf-8', $_[0]) }
sub html { return typed('text/html; charset=utf-8', $_[0]) }
sub field { return mail("$_[0]: $_[1]\n", "show\n") }           # NAME VALUE
sub mixed {    # PART, its headers first
    return typed('multipart/mixed; boundary=x', "--x\n$_[0]\n--x--\n");
}
sub encoded { return mail("Content-Transfer-Encoding: $_[0]\n", $_[1]) }
sub numbered { return join '', map { sprintf $_[0], $_ } 1 .. $_[1] }     # FORMAT TIMES
sub from_alone {    # VALUE: instead of bob's address
    my $mail = field('Subject', 'x');
    $mail =~ s/^From: .*/From: $_[0]/;
    return $mail;
}
# The tree of multiparts, each in the one before it.
sub nested {
    my ($levels, $leaf) = @_;
    return mail("Content-Type: multipart/mixed; boundary=b1\n",
        join('', map { "--b$_\nContent-Type: multipart/mixed; boundary=b" . ($_ + 1) . "\n\n" } 1 .. $levels) .
            "--b" . ($levels + 1) . "\n\n$leaf\n");
}

my @bombs = (
    # words that are looked through for a password
    ['password-long-letters', sub { plain(('message cleo ' . join(' bob ', '', ('!' x 64 . "\xef\xb7\xba" x 40 . '!' x 64) x 75) . "\n") x 3) }],
    # the tree of parts
    ['rfc822-nested', sub { mail('', "Content-Type: message/rfc822\n\n" x 100_000) =~ s/\n\n/\nContent-Type: message\/rfc822\n\n/r }],
    ['rfc822-nested-fits', sub { mail("Content-Type: message/rfc822\n", "Content-Type: message/rfc822\n\n" x 30_000) }],
    ['multiparts-nested', sub { nested(10_000, 'show') }],
    ['multiparts-nested-1000', sub { nested(1000, 'show') }],
    ['multiparts-one-boundary', sub { mail("Content-Type: multipart/mixed; boundary=x\n", "--x\nContent-Type: multipart/mixed; boundary=x\n\n" x 20_000) }],
    ['alternatives-nested', sub { my $mail = nested(200, 'show'); $mail =~ s/mixed/alternative/g; $mail }],
    ['parts-100000', sub { mixed("\na\n--x\n" x 100_000) }],
    ['parts-4000', sub { mixed("Content-Type: image/png\n\na\n--x\n" x 4000) }],
    ['parts-empty', sub { mixed("\n--x" x 200_000) }],
    ['parts-within-headers', sub { mixed("a:\n" x 300_000) }],
    ['boundary-of-dashes', sub { typed('multipart/mixed; boundary="' . '-' x 60_000 . '"', "--\n" x 300_000) }],
    ['boundary-missing', sub { typed('multipart/mixed; name="' . "\xe9" x 500 . '"', "--x\n\nshow\n") }],
    ['boundary-missing-long', sub { typed('multipart/mixed; name="' . "\xe9" x 60_000 . '"', "--x\n\nshow\n") }],
    ['boundary-missing-within', sub { mixed('Content-Type: multipart/mixed; name="' . "\xe9\"" x 200 . "\"\n\nshow\n") }],
    ['parameters', sub { mixed('Content-Type: text/plain' . numbered('; a%d=b', 100_000) . "\n\nshow\n") }],
    ['parameters-fit', sub { typed('text/plain' . numbered('; a%d=b', 6000), "show\n") }],
    ['continuations', sub { typed('text/plain' . numbered('; name*%d*=%%41', 4000), "show\n") }],
    ['continuations-within', sub { mixed('Content-Type: text/plain' . numbered('; name*%d*=%%41', 60_000) . "\n\nshow\n") }],
    ['continuations-apart', sub { mixed('Content-Type: text/plain' . numbered("; name*%d00000=a", 50_000) . "\n\nshow\n") }],
    ['continuations-of-many', sub { mixed('Content-Type: text/plain' . numbered("; a%d*0*=utf-8''%%e4", 40_000) . "\n\nshow\n") }],
    ['message-partial', sub { typed('message/partial; id="a@b"; number=1; total=100000', "show\n" x 1000) }],
    ['message-external', sub { typed('message/external-body; access-type=local-file; name="/etc/passwd"', "\n") }],
    ['signed', sub { typed('multipart/signed; boundary=x; protocol="application/pgp-signature"', "--x\n\nshow\n" x 4000) }],
    ['encrypted', sub { typed('multipart/encrypted; boundary=x; protocol="application/pgp-encrypted"', "--x\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n\n--x\n\n" . "A" x 200_000 . "\n--x--\n") }],
    ['tnef', sub { mixed("Content-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\n" . encode_base64("\x78\x9f\x3e\x22\x01\x00" . "\x01\x06\x90\x08\x00\xff\xff\xff\xff" x 40_000)) }],
    ['calendar', sub { typed('text/calendar; method=REQUEST', "BEGIN:VCALENDAR\n" x 60_000) }],
    # headers
    ['headers-200000', sub { mail("a: b\n" x 200_000, "show\n") }],
    ['headers-fit', sub { mail("a:\n" x 20_000, "show\n") }],
    ['header-folded', sub { mail('Subject: a' . "\n b" x 250_000 . "\n", "show\n") }],
    ['header-folded-fits', sub { mail('Subject: a' . "\n b" x 20_000 . "\n", "show\n") }],
    ['header-without-end', sub { $head . 'X: ' . 'a' x $MIB }],
    ['header-bytes', sub { field('Subject', join '', map { chr($_ % 255 + 1) =~ s/[\r\n]/ /r } 1 .. 60_000) }],
    (map {
        my $field = $_;
        map { ["comments-\L$field\E-$_", eval "sub { field('$field', '(' x $_) }"] } 60_000, 200_000
    } qw(Subject Date To Cc References In-Reply-To Message-ID Reply-To Content-Type Content-Disposition Received)),
    ['comments-from', sub { from_alone('(' x 200_000) }],
    ['comments-from-fits', sub { from_alone('(' x 60_000 . 'bob@example.com') }],
    ['comments-from-closed', sub { from_alone('(' x 30_000 . ')' x 30_000 . ' bob@example.com') }],
    ['from-angles', sub { from_alone('<' x 60_000) }],
    ['from-quotes', sub { from_alone('"\\"' x 20_000 . '" <bob@example.com>') }],
    ['from-many', sub { from_alone('bob@example.com,' x 3500) }],
    ['from-words', sub { from_alone('=?utf-8?q?=e4?= ' x 3500 . '<bob@example.com>') }],
    ['from-route', sub { from_alone('<' . '@a,' x 20_000 . ':bob@example.com>') }],
    ['from-domain', sub { from_alone("bob\@" . "\xc3\xa4." x 15_000 . 'example') }],
    ['to-groups', sub { field('To', 'a:' x 30_000) }],
    ['to-many', sub { field('To', 'a@b,' x 15_000) }],
    ['to-empty', sub { field('To', ',' x 60_000) }],
    ['references-many', sub { field('References', '<a@b> ' x 10_000) }],
    ['references-open', sub { field('References', '<' x 60_000) }],
    ['words-many', sub { field('Subject', '=?utf-8?q?a?= ' x 4000) }],
    ['words-of-many-sets', sub { field('Subject', '=?utf-8?q?=e4?= =?koi8-r?b?4Q==?= ' x 1700) }],
    ['words-open', sub { field('Subject', '=?' x 30_000) }],
    ['words-open-set', sub { field('Subject', '=?utf-8?b?' x 6000) }],
    ['word-giant', sub { field('Subject', '=?utf-8?b?' . 'w6TDpMOk' x 7000 . '?=') }],
    ['word-giant-iso-2022', sub { field('Subject', '=?iso-2022-jp?q?' . '=1b$B=1b(B' x 5000 . '?=') }],
    ['word-unknown-set', sub { field('Subject', '=?' . 'x' x 50_000 . '?q?a?=') }],
    ['subject-re', sub { field('Subject', 'Re: ' x 15_000) }],
    ['subject-tags', sub { field('Subject', 'Re: [postmove] ' x 4000) }],
    ['subject-numbers', sub { field('Subject', '[postmove] Halma ' . '1' x 60_000) }],
    # size, lines, bytes
    ['mib-25', sub { plain("a line of a mail that is far too long\n" x (25 * $MIB / 38)) }],
    ['mib-25-one-line', sub { plain('a' x (25 * $MIB)) }],
    ['mib-25-attached', sub { typed('multipart/mixed; boundary=x', "--x\n\nshow\n--x\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\n" . "QUFB" x 18 . "\n" . ('QUFB' x 18 . "\n") x 350_000 . "--x--\n") }],
    ['line-1-mib', sub { plain('a' x ($MIB - 300)) }],
    ['line-of-words', sub { plain('show ' x 200_000) }],
    ['line-of-numbers', sub { plain('9' x 1_000_000) }],
    ['lines-blank', sub { plain("\n" x 1_000_000) }],
    ['lines-own', sub { plain("a\n" x 500_000) }],
    ['lines-of-commands', sub { plain("show 1\n" x 140_000) }],
    ['spaces', sub { plain(' ' x 1_000_000) }],
    ['nul', sub { plain("\0" x 1_000_000) }],
    ['nul-within', sub { plain("sh\0ow\n" x 150_000) }],
    ['nul-in-headers', sub { "$head" . "Sub\0ject: a\0b\nX\0: \0\n\nshow\n" }],
    ['cr', sub { "\r" x 1_000_000 }],
    ['cr-after-headers', sub { plain("show\r" x 200_000) }],
    ['cr-in-headers', sub { mail("Subject: a\rb\rBcc: c\n", "show\n") }],
    ['crcrlf', sub { (plain("show\n" x 100_000)) =~ s/\n/\r\r\n/gr }],
    ['bytes-high', sub { plain("\xff" x 1_000_000) }],
    ['utf8-cut', sub { plain("\xe2\x82" x 500_000) }],
    ['marks', sub { plain("a" . "\xcc\x81" x 500_000) }],
    ['separators', sub { plain("\xe2\x80\xa8" x 340_000) }],
    ['empty', sub { '' }],
    ['no-headers', sub { "\n" . "show\n" x 1000 }],
    ['mbox-line', sub { "From bob\n" x 100_000 }],
    # encodings, sets
    ['base64', sub { encoded('base64', 'AAAA' x 260_000) }],
    ['base64-lines', sub { encoded('base64', "A\n" x 500_000) }],
    ['base64-noise', sub { encoded('base64', '*' x 1_000_000) }],
    ['quoted-printable', sub { encoded('quoted-printable', '=41' x 340_000) }],
    ['quoted-printable-soft', sub { encoded('quoted-printable', "=\n" x 500_000) }],
    ['quoted-printable-open', sub { encoded('quoted-printable', '=' x 1_000_000) }],
    ['uuencode', sub { encoded('x-uuencode', "begin 644 a\n" . ("M" . "9" x 60 . "\n") x 16_000 . "end\n") }],
    ['uuencode-begins', sub { encoded('x-uuencode', "begin 644 a\n" x 80_000) }],
    ['yenc', sub { encoded('x-yenc', "=ybegin line=128 size=1 name=a\n" x 30_000) }],
    ['encoding-unknown', sub { encoded('x' x 60_000, "show\n") }],
    ['utf-7', sub { typed('text/plain; charset=utf-7', '+AGEAYQBh-' x 100_000) }],
    ['utf-16', sub { typed('text/plain; charset=utf-16', "\xd8\x00" x 500_000) }],
    ['utf-32', sub { typed('text/plain; charset=utf-32', "\0\0\xfe\xff" x 250_000) }],
    ['iso-2022-jp', sub { typed('text/plain; charset=iso-2022-jp', "\e\$B\e(B" x 170_000) }],
    ['iso-2022-kr', sub { typed('text/plain; charset=iso-2022-kr', "\e\$)C\x0e\x0f" x 150_000) }],
    ['iso-2022-jp-open', sub { typed('text/plain; charset=iso-2022-jp', "\e\$B" . "0\$" x 500_000) }],
    ['gb18030', sub { typed('text/plain; charset=gb18030', "\x81\x30\x81\x30" x 250_000) }],
    ['set-unknown', sub { typed('text/plain; charset=' . 'x-no-such-set-' x 4000, "show\n" x 100_000) }],
    ['set-path', sub { typed('text/plain; charset="../../../../tmp/x//IGNORE"', "show \xe4\n") }],
    # format=flowed, quotes
    ['flowed-soft', sub { typed('text/plain; format=flowed', "a \n" x 340_000) }],
    ['flowed-delsp', sub { typed('text/plain; format=flowed; delsp=yes', "a \n" x 340_000) }],
    ['flowed-quotes', sub { typed('text/plain; format=flowed', "> a \n" x 200_000) }],
    ['flowed-deep', sub { typed('text/plain; format=flowed', '>' x 1_000_000) }],
    ['flowed-stairs', sub { typed('text/plain; format=flowed', join '', map { '>' x $_ . " a \n" } 1 .. 1400) }],
    ['quotes-deep', sub { plain(('>' x 5000 . "\n") x 200) }],
    ['quotes-mib', sub { plain('>' x 1_000_000) }],
    ['quotes-blanks', sub { plain('> ' x 500_000) }],
    ['quotes-lines', sub { plain(">\n" x 500_000) }],
    ['attributions', sub { plain("On a, b wrote:\n" x 60_000) }],
    ['attribution-open', sub { plain("On " x 330_000) }],
    ['attribution-dates', sub { plain("On Mon, 1 Jan 2026 at 10:00, Ann <ann\@example.net>\n" x 20_000) }],
    ['colons', sub { plain(':' x 1_000_000) }],
    ['underscores', sub { plain('_' x 1_000_000) }],
    ['at-signs', sub { plain('turns+' x 100_000 . '@' x 100_000) }],
    # HTML
    ['html-divs', sub { html('<div>' x 200_000) }],
    ['html-tables', sub { html('<table><tr><td>' x 60_000) }],
    ['html-tables-only', sub { html('<table>' x 140_000) }],
    ['html-blockquotes', sub { html('<blockquote>' x 80_000) }],
    ['html-inline', sub { html('<b><i>' x 160_000) }],
    ['html-misnested', sub { html('<a><p></a>' x 90_000) }],
    ['html-lists', sub { html('<ul><li>' x 120_000) }],
    ['html-unclosed', sub { html('<p' x 300_000) }],
    ['html-closing', sub { html('</div>' x 170_000) }],
    ['html-entities', sub { html('&amp;' x 200_000) }],
    ['html-entities-open', sub { html('&' x 1_000_000) }],
    ['html-entity-long', sub { html('&' . 'a' x 1_000_000 . ';') }],
    ['html-references', sub { html('&#x110000;&#0;&#xd800;' x 45_000) }],
    ['html-attributes', sub { html('<div' . numbered(' a%d="1"', 80_000) . '>show</div>') }],
    ['html-attributes-fit', sub { html(('<div' . numbered(' a%d=1', 900) . '>show</div>') x 100) }],
    ['html-attribute-long', sub { html('<div class="' . 'gmail_quot ' x 90_000 . '">show</div>') }],
    ['html-classes', sub { html('<p class="' . 'a ' x 500 . '">' x 900) }],
    ['html-styles', sub { html('<p style="' . 'display : non e' x 60 . '">' x 900) }],
    ['html-comments', sub { html('<!--' x 250_000) }],
    ['html-comment-dashes', sub { html('<!-' . '-' x 1_000_000) }],
    ['html-cdata', sub { html('<![CDATA[' x 110_000) }],
    ['html-doctypes', sub { html('<!DOCTYPE a [<!ENTITY b "&c;&c;">]>' x 28_000) }],
    ['html-laughs', sub { html("<!DOCTYPE a [<!ENTITY b0 'x'>" . join('', map { "<!ENTITY b$_ '" . ('&b' . ($_ - 1) . ';') x 20 . "'>" } 1 .. 20) . ']><p>&b20;') }],
    ['html-scripts', sub { html('<script>' x 120_000) }],
    ['html-pre', sub { html('<pre>' . "a\n" x 490_000) }],
    ['html-breaks', sub { html('<br>' x 250_000) }],
    ['html-processing', sub { html('<?' x 500_000) }],
    ['html-nul', sub { html("<p>\0show\0</p>" x 80_000) }],
    ['html-set-within', sub { html('<meta charset="utf-16"><p>show</p>' x 30_000) }],
    ['html-many-parts', sub { mixed("Content-Type: text/html\n\n<p> </p>\n--x\n" x 4000) }],
);

if ($name eq '') {
    print "$_->[0]\n" for @bombs;
    exit;
}
my ($bomb) = grep { $_->[0] eq $name } @bombs or die "no bomb $name\n";
binmode STDOUT;
print $bomb->[1]->();
