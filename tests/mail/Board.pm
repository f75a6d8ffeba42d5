# What stands on a board: read from its picture in a letter by the labels, as one
# reads it who has nothing else; and from a position text.
#
# Both give the same words: a man's square and his sign, "d4" => "O"; of a piece of
# several men how many of them are the owner's too, "d4" => "X2", and all of them, top
# one first, under the square's name in capitals, "D4" => "XXOO"; a barrier by its
# groove, above the square or right of it, "d3h" => "o".
package Board;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(board men_of told);

# ---- a picture ----

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
    return lc($one =~ /[a-z]/i ? "$one$other" : "$other$one");
}

# The labels in a line, above a row of squares; a number of two digits stands
# upright, its first one in the line before.
sub labels {
    my ($line, $before) = @_;
    my @tens   = $before =~ /^[ 1]+$/ ? split(//, $before) : ();
    my @places = grep { substr($line, $_, 1) ne ' ' } 0 .. length($line) - 1;
    return map { (($tens[$_] // ' ') . substr $line, $_, 1) =~ s/^ //r } @places;
}

# A board whose squares touch, or one that turns by sixths.
sub close_board {
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

# The places of the labels of a board with room between its squares.
sub wide_files {
    my ($text) = @_;
    my ($line) = $text =~ /^( +[a-g1-9](?:   [a-g1-9]){4,})$/m or return;
    return map { $_ => substr($line, $_, 1) } grep { substr($line, $_, 1) ne ' ' } 0 .. length($line) - 1;
}

sub groove {    # between two squares: it is called after the lower or left one
    my ($one, $other) = sort @_;
    return $one . (substr($one, 0, 1) eq substr($other, 0, 1) ? 'h' : 'v');
}

sub wide_square {    # what stands in a line around the middle of a square
    my ($board, $line, $at, $name) = @_;
    my $sign = substr $line, $at, 1;
    my ($height) = substr($line, $at + 1, 2) =~ /^(\d*)/;
    $board->{men}{$name} = "$sign$height" if $sign =~ /[OX]/;
    $board->{moved} .= $name if substr($line, $at - 1, 1) eq '[' && $sign =~ /[OX]/;
    $board->{left}  .= $name if $sign eq ':';
}

# A board with room between its squares, where barriers may stand.
sub wide_board {
    my ($text, %file) = @_;
    my %board = (men => {}, moved => '', left => '', wall => {});
    my @places = sort { $a <=> $b } keys %file;
    my %above;
    my $between = ' ' x 80;    # the line of grooves above a row
    for my $line (map { $_ . ' ' x 80 } split /\n/, $text) {
        $between = $line if $line =~ /^ +\|.*\+.*\| *$/;
        my ($rank) = $line =~ /^ *(?:([A-I]) -|(\d) \|)/ ? $1 // $2 : $line =~ / - ([A-I]) *$/ ? $1 : next;
        my %here;
        for my $at (grep { substr($line, $_, 1) =~ /[OX.:]/ } @places) {
            my $name = $here{$at} = square($rank, $file{$at});
            wide_square(\%board, $line, $at, $name);
            my $bar = substr($between, $at, 1);
            $board{men}{groove($above{$at}, $name)} = $bar if $above{$at} && $bar =~ /[ox#]/;
            $bar = substr($line, $at - 2, 1);
            $board{men}{groove($here{$at - 4}, $name)} = $bar if $here{$at - 4} && $bar =~ /[ox#]/;
        }
        %above = %here;
    }
    my %tall = $text =~ /\b([A-I]\d) +([OX]{2,})\b/g;
    $board{men}{$_} = $tall{$_} for keys %tall;
    return \%board;
}

# What a board in a text shows: the men, the point it marks as arrived at, those
# it marks as left, and those in walls.
sub board {
    my ($text) = @_;
    my %file = wide_files($text);
    return %file ? wide_board($text, %file) : close_board($text);
}

# ---- a position text ----

sub emergo {
    my ($text) = @_;
    my %men;
    for my $piece ((split m!/!, $text)[0] =~ /\S+=\S+/g) {
        my ($square, $all) = split /=/, $piece;
        my ($own) = $all =~ /^(O+|X+)/;
        $men{$square} = length $all > 1 ? substr($own, 0, 1) . length $own : $all;
        $men{uc $square} = $all if length $all > 1;
    }
    return \%men;
}

sub entrapment {
    my ($text) = @_;
    my %men;
    for my $list ((split m!/!, $text)[0 .. 4]) {
        my ($sign, @places) = split ' ', $list;
        $men{$_} = $sign for @places;
    }
    return \%men;
}

my %readers = (emergo => \&emergo, entrapment => \&entrapment);

# The men of a position of a game; undef where a position text is not read.
sub men_of {
    my ($game, $text) = @_;
    return $readers{$game} ? $readers{$game}->($text) : undef;
}

sub told { return join ' ', map { "$_=$_[0]{$_}" } sort keys %{$_[0]} }

1;
