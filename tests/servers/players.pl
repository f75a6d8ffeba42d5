# The players: they read the letters that came into their mailboxes, and write
# what is to be said to each, as people do who have a mail program.
#
#   perl players.pl MATCHES DESK SERVER NAME ADDRESS FOLDER ...
#
# MATCHES is the file of that name; NAME, ADDRESS and FOLDER are a player's: the
# folder holds his letters, one a file, or those of all, as smtp-sink.py keeps
# them. DESK keeps what was answered already, and
# gets the mails that are to be sent: DESK/out/N.eml, told on standard output as
# "N.eml SENDER RECIPIENT". With an empty desk he who has no letter signs up;
# ann challenges bob when both are confirmed.
#
# A letter that comes twice, or to the wrong one, ends this with a word on
# standard error.
use strict;
use warnings FATAL => 'all';
use FindBin;
use lib "$FindBin::Bin/../mail";
use Letter;

my ($matches, $desk, $server, @rest) = @ARGV;
my %players;
while (my ($name, $address, $folder) = splice @rest, 0, 3) {
    $players{$name} = { address => $address, folder => $folder };
}

# ---- what is on the desk ----

sub notes {    # of one subject, a line each
    my ($subject) = @_;
    my @lines = -e "$desk/$subject" ? split(/\n/, slurp("$desk/$subject")) : ();
    return @lines;
}

sub note {
    my ($subject, $line) = @_;
    open(my $out, '>>', "$desk/$subject") or die "$desk/$subject: $!\n";
    print $out "$line\n";
    close $out or die "$desk/$subject: $!\n";
}

sub write_mail {
    my ($name, $to, $subject, $text, @headers) = @_;
    my $from   = $players{$name}{address};
    my $number = 1 + notes('sent');
    note('sent', "$from $to");
    my $mail = join "\n", "From: \u$name <$from>", "To: $to", "Subject: $subject",
        "Message-ID: <$number.$$\@mail.example.net>", @headers, 'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit', '', $text;
    open(my $out, '>', "$desk/out/$number.eml") or die "$number.eml: $!\n";
    print $out "$mail\n";
    close $out or die "$number.eml: $!\n";
    print "$number.eml $from $to\n";
}

# ---- the matches ----

sub games {    # the lines of MATCHES, by name of game
    my %games;
    for (grep { !/^#/ } split /\n/, slurp($matches)) {
        my ($game, $position, $turns) = split / ; /;
        my ($name, $options) = $game =~ /^(\w+) ?(.*)$/;
        $games{$name} = { options => $options, position => $position, turns => [ split ' ', $turns ] };
    }
    return \%games;
}
my $games = games();

sub challenge {
    my ($name) = @_;
    my $game = $games->{$name};
    my $from = $game->{position} eq 'start' ? '' : " --from=$game->{position}";
    return "$name challenge ann bob $game->{options}$from";
}

sub next_turn {    # of the game that the letter is about
    my ($subject) = @_;
    my ($name) = grep { lc($subject =~ s/\W//gr) =~ /postmove$_\d/ } keys %$games;
    die "which game is \"$subject\"?\n" if !defined $name;
    my $turn = $games->{$name}{turns}[ scalar notes($name) ] // die "$name is over\n";
    note($name, $turn);
    return $turn;
}

# ---- letters, and what is to be said to them ----

my @known = (
    [ qr/^If it was you, reply to this letter with the one word confirm\b/m => 'confirm' ],
    [ qr/^yet\. If you want it done, reply to this letter with the one word yes\b/m => 'yes' ],
    [ qr/^To play, reply with the word accept\b/m => 'accept' ],
    [ qr/^It is your turn\b/m => \&next_turn ],
);

sub answer {
    my ($name, $letter) = @_;
    my ($subject, $text) = (header($letter, 'Subject'), body($letter));
    my ($fit) = grep { $text =~ $_->[0] } @known;
    return if !$fit;
    my $words = ref $fit->[1] ? $fit->[1]->($subject) : $fit->[1];
    write_mail(
        $name, header($letter, 'Reply-To'), "Re: $subject",
        "$words\n\nOn " . header($letter, 'Date') . ", postmove wrote:\n" . ($text =~ s/^/> /mgr),
        'In-Reply-To: ' . header($letter, 'Message-ID')
    );
}

sub read_letters {    # those that are new
    my ($name) = @_;
    my %seen = map { $_ => 1 } notes('seen');
    for my $file (sort grep { -f } glob "$players{$name}{folder}/*") {
        my $heard = "$name $file";
        next if $seen{$heard};
        my $letter = slurp($file) =~ s/\r\n/\n/gr;
        my $id     = header($letter, 'Message-ID');
        my $for    = header($letter, 'X-Sink-Recipient');
        next if $for && $for ne "<$players{$name}{address}>";
        die "$name got $id twice\n" if $seen{"$name $id"};
        die "$name gets a letter to " . header($letter, 'To') . "\n"
            if header($letter, 'To') ne $players{$name}{address};
        note('seen', $_) for $heard, "$name $id";
        answer($name, $letter);
    }
}

# ---- who begins ----

if (!notes('sent')) {
    write_mail($_, $server, "signup $_", '') for sort keys %players;
} else {
    my $before = notes('sent');
    read_letters($_) for sort keys %players;
    my %challenged = map { $_ => 1 } notes('challenged');
    my @open = grep { !$challenged{$_} } sort keys %$games;
    if (notes('sent') == $before && @open) {    # three a mail: more are not taken in an hour
        my $name = %challenged ? 'bob' : 'ann';
        splice @open, 3 if @open > 3;
        write_mail($name, $server, 'multiple', join "\n", map { challenge($_) } @open);
        note('challenged', $_) for @open;
    }
}
