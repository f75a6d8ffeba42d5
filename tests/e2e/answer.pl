# What programs answer to a letter, for tests/e2e/loops.bats.
#
#   perl answer.pl STYLE NUMBER <LETTER
#
# Prints the envelope of the answer, a line each for sender and recipient, and
# then the mail; nothing if a program of that style answers no such letter.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/../mail";
use Encode 'encode';
use Letter;
use MIME::Base64 'encode_base64';

my ($style, $number) = @ARGV;
local $/;
my $letter  = <STDIN>;
my $me      = header($letter, 'Delivered-To');
my $subject = header($letter, 'Subject');
my %to      = (
    envelope => address(header($letter, 'Return-Path')),
    from     => address(header($letter, 'From')),
    reply    => address(header($letter, 'Reply-To') || header($letter, 'From')),
);

my $away = "Hello,\n\nI am away until the fifth and read no mail.\nWrite to my colleague.\n";

# Whom the program answers, its envelope sender, its headers, Subject and text.
my %styles = (
    exchange => ['reply', '', "Auto-Submitted: auto-generated\nX-Auto-Response-Suppress: All\n",
        "Automatic reply: $subject", $away],
    gmail => ['reply', $me, "Auto-Submitted: auto-replied\nPrecedence: bulk\nX-Autoreply: yes\n",
        "On holiday Re: $subject", $away],
    holiday => ['envelope', '', "Auto-Submitted: auto-replied\nPrecedence: junk\n",
        'away from my mail', $away],
    yahoo  => ['reply', $me, "X-Auto-Response-Suppress: All\nAuto-Submitted: auto-replied\n",
        "Auto Response: $subject", $away],
    icloud => ['reply', '', "Auto-Submitted: auto-replied (vacation)\n", "Re: $subject", $away],
    # From here on nothing but the Subject tells.
    german => ['reply', $me, '', "Abwesenheitsnotiz: $subject",
        "Guten Tag,\n\nich bin bis zum 5. nicht im Haus.\n"],
    french => ['reply', $me, '', "Réponse automatique : $subject",
        "Bonjour,\n\nje suis absent jusqu'au 5.\n"],
    japanese => ['reply', $me, '', "自動応答: $subject", "不在にしております。\n"],
    # From here on nothing tells.
    silent      => ['reply',    $me, '', "Re: $subject", $away],
    plain       => ['from',     $me, '', "Re: $subject", $away],
    misdirected => ['envelope', $me, '', "Re: $subject", $away],
    quoting     => ['reply',    $me, '', "Re: $subject", $away . "\n" . body($letter) =~ s/^/> /mgr],
    copying     => ['reply',    $me, '', "Re: $subject", body($letter)],
    thankful    => ['from',     $me, '', 'Thank you for your mail', $away],
);

sub word {    # as mail programs write a Subject that is not ASCII
    my ($text) = @_;
    return $text =~ /[^ -~]/ ? '=?utf-8?B?' . encode_base64(encode('UTF-8', $text), '') . '?=' : $text;
}

my ($whom, $sender, $headers, $title, $text) = @{ $styles{$style} or die "no style $style\n" };
# Who heeds what we ask for in X-Auto-Response-Suppress and Auto-Submitted would be
# silent; none of these does.
print "$sender\n$to{$whom}\n", "From: Player <$me>\nTo: <$to{$whom}>\nSubject: ", word($title),
    "\nMessage-ID: <$number.$style\@mail.example.net>\nIn-Reply-To: ", header($letter, 'Message-ID'),
    "\n${headers}MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n",
    encode('UTF-8', $text);
