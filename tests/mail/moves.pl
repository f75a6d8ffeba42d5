# Plays a list of moves by mail, for tests/mail/play: each a reply to the
# newest letter of whoever is to move, which it quotes.
#
#   perl moves.pl STAGE <MOVES      what is wrong, a line each
#
# MOVES are words; # begins a comment. The match is board 1, and a player's
# name is his address up to its @. STAGE/letters holds the letters that went
# out before; the new ones are added. After every move each player must have
# got one letter that tells the move and who is to move now, and whose board
# (Board.pm) holds the men where they were before but for the move: moved here, or,
# where a game takes men from the board, as `postmove show` says the position is.
# In the end the record must be the one before with these moves, and `postmove
# show --after` must give that board.
use strict;
use warnings FATAL => 'all';
use FindBin;
use lib $FindBin::Bin;
use Board;
use JSON::PP;
use Letter;

my $stage = shift // die "which stage?\n";
my $build = $ENV{BUILD} // 'build';
my %newest;    # letter of ours that can be answered, by the name of its reader

sub fail { die join(' ', @_), "\n" }

sub name_of { return header($_[0], 'Delivered-To') =~ /^(\w+)@/ ? lc $1 : '' }

sub output {    # of a postmove subcommand
    open(my $from, '-|', "$build/postmove", '--config', "$stage/postmove.conf", @_)
        or fail("postmove: $!");
    local $/;
    my $text = <$from>;
    close $from or fail("postmove @_: exit code", $? >> 8);
    return $text // '';
}

# ---- the match, as the server keeps it ----

sub match { return decode_json(output('match', 'show', 1, '--json')) }

sub after {    # position text and board after moves from a position
    my ($match, $position, @moves) = @_;
    my @options = map { "-$_" } split ' ', $match->{options};
    my $text = output('show', $match->{game}, @options, '--after', "@moves", '--from', $position);
    return ((split /\n/, $text)[0], board($text)->{men});
}

# ---- one move ----

sub send_mail {
    my ($name, $move, $number) = @_;
    my $letter = $newest{$name} or fail("no letter for $name to answer");
    my ($from, $to) = (header($letter, 'Delivered-To'), header($letter, 'Reply-To'));
    my $id = "$number.$move" =~ s/,/./gr;
    my $mail = "From: $from\nTo: $to\nSubject: Re: " . header($letter, 'Subject')
        . "\nMessage-ID: <$id\@mail.example.net>\nIn-Reply-To: "
        . header($letter, 'Message-ID') . "\n\n$move\n\n" . (body($letter) =~ s/^/> /mgr);
    open(my $receive, '|-', "$build/postmove-receive", '-d', "$stage/spool", '-f', $from, '-r', $to)
        or fail("postmove-receive: $!");
    print $receive $mail;
    close $receive or fail('postmove-receive: exit code', $? >> 8);
    output('run');
}

sub collect {    # the new letters, by the names of their readers
    my %got;
    for my $file (sort glob "$stage/out/*.eml") {
        my $letter = slurp($file);
        my $name   = name_of($letter);
        fail("two letters to $name") if $got{$name};
        $got{$name} = $letter;
        rename $file, $file =~ s!/out/!/letters/!r or fail("$file: $!");
    }
    return \%got;
}

sub played {    # moves a man; two change places where the other point is taken
    my ($men, $move) = @_;
    my ($from, $to) = $move =~ /^([a-q]\d+)-([a-q]\d+)$/ or fail("$move is no move");
    my $taken = delete $men->{$to};
    $men->{$to}   = delete $men->{$from} // fail("nobody stands on $from");
    $men->{$from} = $taken if defined $taken;
}

sub marks_faults {    # what a board marks wrongly; a wall hides that its point was left
    my ($board, $move) = @_;
    my @squares = $move =~ /[a-q]\d+/g;
    my ($from, $to) = @squares[0, -1];
    return () if $move =~ /[hv,]/;    # several things have moved
    my $left = @squares < 2 || $board->{men}{$from} || $board->{wall}{$from} ? '' : $from;
    my @faults;
    push @faults, "marks $board->{moved} as arrived at" if $board->{moved} ne $to;
    push @faults, "marks $board->{left} as left"        if $board->{left} ne $left;
    return @faults;
}

sub letter_faults {
    my ($name, $letter, $mover, $move, $men) = @_;
    my $text  = body($letter);
    my $board = board($text);
    my $who   = $name eq $mover ? 'You' : $mover;
    my @faults;
    push @faults, "does not tell the move: $text" if ($text =~ s/\s+/ /gr) !~ /\b$who played \Q$move\E[. ]/i;
    push @faults, "draws @{[told($board->{men})]}, not @{[told($men)]}" if told($board->{men}) ne told($men);
    push @faults, marks_faults($board, $move);
    return map { "letter to $name after $move: $_" } @faults;
}

sub to_move {    # who is, as the letters tell it to each
    my ($letters, $move) = @_;
    my %told;
    for my $name (keys %$letters) {
        my $text = body($letters->{$name});
        my $who = $text =~ /^It is your turn\b/m ? $name : '';
        $who .= lc $1 if $text =~ /^(\w+)(?: \([^)]*\))? is to move\./m;
        $told{$who} = 1;
    }
    my @who = keys %told;
    fail("after $move the letters say that these are to move: @who") if @who != 1;
    return $who[0];
}

# ---- all of them ----

sub play {
    my (@moves) = @_;
    my $before  = match();
    my @players = sort map { lc } @{$before->{players}};
    my @record  = @{$before->{record}};
    my ($position, $men) = after($before, $before->{position});
    my $mover = lc($before->{to_move} // fail('the match is over'));
    my @faults;
    for my $move (@moves) {
        last if @faults;
        $ENV{POSTMOVE_TIME} += 60;
        send_mail($mover, $move, @record + 1);
        my $letters = collect();
        fail("after $move letters went to", sort keys %$letters)
            if "@players" ne join ' ', sort keys %$letters;
        if (men_of($before->{game}, $position)) {
            ($position) = after($before, $position, $move);
            $men = men_of($before->{game}, $position);
        } else {
            played($men, $move);
        }
        push @faults, map { letter_faults($_, $letters->{$_}, $mover, $move, $men) } @players;
        %newest = (%newest, %$letters);
        $mover  = to_move($letters, $move);
        push @record, $move;
    }
    return @faults if @faults;
    my $after = match();
    ($position, my $shown) = after($before, $before->{position}, @moves);
    push @faults, "the record is @{$after->{record}}, not @record" if "@{$after->{record}}" ne "@record";
    push @faults, "the position is $after->{position}, not $position" if $after->{position} ne $position;
    push @faults, "shown is @{[told($shown)]}, not @{[told($men)]}" if told($shown) ne told($men);
    push @faults, "$mover was told to move, not $after->{to_move}" if lc $after->{to_move} ne $mover;
    return @faults;
}

$newest{name_of($_)} = $_ for grep { token($_) } letters($stage);
my @moves = map { s/#.*//r =~ /\S+/g } <STDIN>;
my @faults = eval { play(@moves) };
push @faults, $@ =~ s/\n\z//r if $@;
print map { "$_\n" } @faults;
exit(@faults ? 1 : 0);
