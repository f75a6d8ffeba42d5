# Plays a list of moves by mail, for tests/mail/play: each a reply to the
# newest letter of whoever is to move, which it quotes.
#
#   perl moves.pl STAGE <MOVES      what is wrong, a line each
#
# MOVES are words; # begins a comment. The match is board 1, and a player's
# name is his address up to its @. STAGE/letters holds the letters that went
# out before; the new ones are added. After every move each player must have
# got one letter that tells the move and who is to move now, and whose board,
# read by its labels as one reads it who has nothing else, holds the men where
# they were before but for the move. In the end the record must be the one
# before with these moves, and `postmove show --after` must give that board.
use strict;
use warnings FATAL => 'all';
use FindBin;
use lib $FindBin::Bin;
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

# ---- reading a board ----

sub cells {    # names of a row's points, its labels being the first and the last one
    my ($first, $last, $count) = @_;
    my ($row, $number)   = $first =~ /^([a-q])(\d+)$/;
    my ($row2, $number2) = $last  =~ /^([a-q])(\d+)$/;
    my $gaps = $count > 1 ? $count - 1 : 1;
    my @step = map { int($_ / $gaps) } ord($row2) - ord $row, $number2 - $number;
    return map { chr(ord($row) + $_ * $step[0]) . ($number + $_ * $step[1]) } 0 .. $count - 1;
}

sub square {    # a file and a rank, in either order
    my ($one, $other) = @_;
    return $one =~ /[a-z]/ ? "$one$other" : "$other$one";
}

# The labels in a line, above a row of squares; a number of two digits stands
# upright, its first one in the line before.
sub labels {
    my ($line, $before) = @_;
    my @tens   = $before =~ /^[ 1]+$/ ? split(//, $before) : ();
    my @places = grep { substr($line, $_, 1) ne ' ' } 0 .. length($line) - 1;
    return map { (($tens[$_] // ' ') . substr $line, $_, 1) =~ s/^ //r } @places;
}

# What a board in a text shows: the men by their points' names, the point it
# marks as arrived at, those it marks as left, and those in walls.
sub board {
    my ($text) = @_;
    my %board = (men => {}, moved => '', left => '', wall => {});
    my @across;
    my ($before, $line) = ('', '');
    for my $next (split /\n/, $text) {
        ($before, $line) = ($line, $next);
        $line =~ s/\[(\S)\]/ $1! /;
        my @words = split ' ', $line;
        my @signs = @words > 2 ? @words[1 .. $#words - 1] : ();
        my @names;
        if ("@words" =~ /^([a-q]\d+) (\S!? )+([a-q]\d+)$/) {
            @names = cells($1, $3, scalar @signs);
        } elsif (@across && @signs == @across && $words[0] eq $words[-1]) {
            @names = map { square($words[0], $_) } @across;
        } elsif ("@words" =~ /^(a b c |1 2 3 )|( c b a| 3 2 1)$/) {
            @across = labels($line, $before);
        }
        for my $i (0 .. $#names) {
            $board{men}{$names[$i]} = $1 if $signs[$i] =~ /^([OX1-6*])/;
            $board{moved} .= $names[$i] if $signs[$i] =~ /!$/;
            $board{left}  .= $names[$i] if $signs[$i] eq ':';
            $board{wall}{$names[$i]} = 1 if $signs[$i] =~ /^[-|+]$/;
        }
    }
    return \%board;
}

sub told { return join ' ', map { "$_=$_[0]{$_}" } sort keys %{$_[0]} }

# ---- the match, as the server keeps it ----

sub match { return decode_json(output('match', 'show', 1, '--json')) }

sub shown {    # position text and board after the moves of a match
    my ($match) = @_;
    my @options = map { "-$_" } split ' ', $match->{options};
    my @moves = @{$match->{record}};
    my $text = output('show', $match->{game}, @options, '--after', "@moves");
    return ((split /\n/, $text)[0], board($text)->{men}, @moves);
}

# ---- one move ----

sub send_mail {
    my ($name, $move, $number) = @_;
    my $letter = $newest{$name} or fail("no letter for $name to answer");
    my ($from, $to) = (header($letter, 'Delivered-To'), header($letter, 'Reply-To'));
    my $mail = "From: $from\nTo: $to\nSubject: Re: " . header($letter, 'Subject')
        . "\nMessage-ID: <$number.$move\@mail.example.net>\nIn-Reply-To: "
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

sub ends {
    my ($move) = @_;
    my @ends = $move =~ /^([a-q]\d+)-([a-q]\d+)$/ or fail("$move is no move");
    return @ends;
}

sub played {    # moves a man; two change places where the other point is taken
    my ($men, $move) = @_;
    my ($from, $to) = ends($move);
    my $taken = delete $men->{$to};
    $men->{$to}   = delete $men->{$from} // fail("nobody stands on $from");
    $men->{$from} = $taken if defined $taken;
}

sub marks_faults {    # what a board marks wrongly; a wall hides that its point was left
    my ($board, $move) = @_;
    my ($from, $to) = ends($move);
    my $left = $board->{men}{$from} || $board->{wall}{$from} ? '' : $from;
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
    my (undef, $men, @record) = shown($before);
    my $mover = lc($before->{to_move} // fail('the match is over'));
    my @faults;
    for my $move (@moves) {
        last if @faults;
        $ENV{POSTMOVE_TIME} += 60;
        send_mail($mover, $move, @record + 1);
        my $letters = collect();
        fail("after $move letters went to", sort keys %$letters)
            if "@players" ne join ' ', sort keys %$letters;
        played($men, $move);
        push @faults, map { letter_faults($_, $letters->{$_}, $mover, $move, $men) } @players;
        %newest = (%newest, %$letters);
        $mover  = to_move($letters, $move);
        push @record, $move;
    }
    return @faults if @faults;
    my $after = match();
    my ($position, $shown, @now) = shown($after);
    push @faults, "the record is @now, not @record"  if "@now" ne "@record";
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
