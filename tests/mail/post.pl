# The post between players and the server, for tests/mail/play: how a mail is
# written, and what must hold for every letter.
#
#   perl post.pl fill STAGE <MAIL     the mail with placeholders and encodings done
#   perl post.pl envelope <MAIL       its envelope, a line each: sender, recipient
#   perl post.pl faults STAGE         what is wrong with the letters, a line each
#
# STAGE/letters holds the letters that went out, STAGE/sent the mails that came
# in, STAGE/never words that no letter may hold, STAGE/players addresses,
# STAGE/known who may read which of them.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Letter;

# ---- writing a mail ----

sub prefixed {
    my ($text, $prefix) = @_;
    $text =~ s/^/$prefix/mg;
    $text =~ s/ +$//mg;
    return $text;
}

sub html {
    my ($text) = @_;
    $text =~ s/&/&amp;/g;
    $text =~ s/</&lt;/g;
    $text =~ s/>/&gt;/g;
    $text =~ s/\n/<br>\n/g;
    return $text;
}

my %placeholders = (
    reply      => sub { header($_[0], 'Reply-To') },
    leave      => sub { leave($_[0]) },
    returns    => sub { address(header($_[0], 'Return-Path')) },
    token      => sub { token($_[0]) },
    TOKEN      => sub { uc token($_[0]) },
    id         => sub { header($_[0], 'Message-ID') },
    references => sub { header($_[0], 'References') . "\n " . header($_[0], 'Message-ID') },
    subject    => sub { header($_[0], 'Subject') },
    date       => sub { header($_[0], 'Date') },
    text       => sub { my $text = body($_[0]); chomp $text; $text },
    quote      => sub { my $text = body($_[0]); chomp $text; prefixed($text, '> ') },
    html       => sub { my $text = body($_[0]); chomp $text; html($text) },
);

sub value_of {    # what a placeholder stands for
    my ($letters, $what, $address, $number) = @_;
    my $value = $placeholders{$what} or die "no placeholder {{$what}}\n";
    my @his = grep { lc header($_, 'Delivered-To') eq lc $address } @$letters;
    @his = grep { token($_) } @his if $what =~ /^(reply|token)$/i && !$number;
    @his = grep { leave($_) } @his if $what eq 'leave';
    my $letter = $number ? $his[$number - 1] : $his[-1];
    die "no letter for {{$what $address}}\n" if !defined $letter;
    return $value->($letter);
}

sub from_utf8 {
    my ($text, $charset) = @_;
    require Encode;
    return Encode::encode($charset, Encode::decode('UTF-8', $text), Encode::FB_CROAK());
}

my %encodings = (
    base64             => sub { require MIME::Base64; MIME::Base64::encode($_[0]) },
    'quoted-printable' => sub { require MIME::QuotedPrint; MIME::QuotedPrint::encode($_[0]) },
    crlf               => sub { $_[0] =~ s/\n/\r\n/gr },
    'iso-8859-1'       => sub { from_utf8($_[0], 'iso-8859-1') },
    'windows-1252'     => sub { from_utf8($_[0], 'windows-1252') },
);

sub encoded {
    my ($names, $text) = @_;
    for my $name (split ' ', $names) {
        my $encoding = $encodings{$name} or die "no encoding $name\n";
        $text = $encoding->($text);
    }
    return $text;
}

sub fill {
    my ($stage) = @_;
    my @letters = letters($stage);
    local $/;
    my $mail = <STDIN> // '';
    $mail =~ s/\{\{(\w+) ([^} ]+@[^} ]+)(?: (\d+))?\}\}/value_of(\@letters, $1, $2, $3)/ge;
    $mail =~ s/^\{\{encode (.*?)\}\}\n(.*?)^\{\{end\}\}\n/encoded($1, $2)/gmse;
    print $mail;
}

# ---- handing it over ----

# Return-Path and Delivered-To tell the envelope, or else From and To.
sub envelope {
    local $/;
    my $mail   = <STDIN> // '';
    my $sender = header($mail, 'Return-Path') || header($mail, 'From');
    print $sender eq '<>' ? '' : address($sender), "\n";
    print address(header($mail, 'Delivered-To') || header($mail, 'To')), "\n";
}

# ---- what must hold for every letter ----

my @required = qw(Return-Path Delivered-To Date From To Subject Message-ID Auto-Submitted
    X-Auto-Response-Suppress X-Postmove-Loop MIME-Version Content-Type Content-Transfer-Encoding);
my %known = map { $_ => 1 } @required, qw(Reply-To In-Reply-To References List-Id List-Unsubscribe);

sub headers_faults {
    my ($letter) = @_;
    my @faults;
    my ($head) = split /\n\n/, $letter, 2;
    my %seen;
    for my $line (split /\n/, $head) {
        push @faults, "not ASCII: $line" if $line =~ /[^ -~]/;
        push @faults, "too long: $line" if length $line > 78;
        next if $line =~ /^[ ]\S/;
        if ($line =~ /^([A-Z][A-Za-z-]*): \S/) {
            $seen{$1}++;
        } else {
            push @faults, "no header: $line";
        }
    }
    push @faults, map { "$_ is missing" } grep { !$seen{$_} } @required;
    push @faults, map { "$_ stands twice" } grep { $seen{$_} > 1 } keys %seen;
    push @faults, map { "$_ is none of ours" } grep { !$known{$_} } keys %seen;
    push @faults, 'To is not Delivered-To'
        if header($letter, 'To') ne header($letter, 'Delivered-To');
    push @faults, 'holds a CR' if $letter =~ /\r/;
    return @faults;
}

sub text_faults {
    my ($text) = @_;
    my @faults;
    push @faults, 'not UTF-8' if !utf8::decode($text);
    push @faults, 'does not begin with the marker'
        if $text !~ /\A=== postmove: please write above this line ===\n\n\S/;
    push @faults, 'blank lines too many' if $text =~ /\n\n\n|\n\n\z/;
    push @faults, 'no line feed at its end' if $text !~ /\n\z/;
    for my $line (split /\n/, $text) {
        push @faults, "over 72 columns: $line" if length $line > 72;
        push @faults, "ends in a blank: $line" if $line =~ /\s\z/;
        push @faults, "a control character: $line" if $line =~ /[[:cntrl:]]/;
        push @faults, "not filled in: $line" if $line =~ /^[^|>].*(\{\{|\}\}|\(null\))/;
    }
    utf8::encode($_) for @faults;
    return @faults;
}

sub secrets_told {    # what a letter holds that only another may know
    my ($letter, $addresses, $tokens, $never, $known) = @_;
    my $own   = lc header($letter, 'Delivered-To');
    my $token = token($letter);
    my $leave = leave($letter) =~ /\+([a-z2-7]{26})@/ ? $1 : '';
    my $all   = (split /\n\n/, $letter, 2)[0] . "\n\n" . body($letter) . file($letter);
    my @held  = grep { $tokens->{$_} } map { lc } $all =~ /(?=([a-z2-7]{26}))/gi;
    my @faults;
    for my $own ($token, $leave) {
        push @faults, 'a token of it stands outside its header' if (grep { $_ eq $own } @held) > 1;
    }
    push @faults, "tells $_" for grep { $_ ne $token && $_ ne $leave } @held;
    my ($line)  = grep { /^\Q$own\E /i } @$known;
    my %may     = map { lc $_ => 1 } $own, split ' ', $line // '';
    for my $secret ((grep { !$may{lc $_} } @$addresses), @$never) {
        push @faults, "tells $secret" if $all =~ /\Q$secret\E/i;
    }
    return @faults;
}

sub lines_of { return -e $_[0] ? grep { /\S/ } split /\n/, slurp($_[0]) : () }

sub faults {
    my ($stage) = @_;
    my %addresses = map { $_ => 1 } lines_of("$stage/players"),
        map { address(header(slurp($_), 'From')) } glob "$stage/sent/*";
    my @addresses = grep { /@/ && !/^turns\b.*\@example\.org$/ } keys %addresses;
    my @letters   = letters($stage);
    my %tokens    = map { $_ => 1 } map { token($_), leave($_) =~ /\+(\w{26})@/ } @letters;
    my @never     = lines_of("$stage/never");
    my @known     = lines_of("$stage/known");
    for my $letter (@letters) {
        my @faults = (
            headers_faults($letter), text_faults(body($letter)),
            secrets_told($letter, \@addresses, \%tokens, \@never, \@known)
        );
        print 'letter to ', header($letter, 'To'), ', ', header($letter, 'Date'), ": $_\n"
            for @faults;
    }
}

my $do = shift // '';
if ($do eq 'fill') {
    fill($ARGV[0]);
} elsif ($do eq 'faults') {
    faults($ARGV[0]);
} elsif ($do eq 'envelope') {
    envelope();
} else {
    die "what shall be done?\n";
}
