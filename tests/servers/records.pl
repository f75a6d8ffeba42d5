# Whether matches were played as tests/servers/matches has them.
#
#   perl records.pl MATCHES <JSON      what is wrong, a line each
#
# Standard input holds what `postmove match show N --json` prints, a line a match.
use strict;
use warnings FATAL => 'all';
use JSON::PP;

open(my $file, '<', $ARGV[0]) or die "$ARGV[0]: $!\n";
my %want = map { / ; (.*) ; (.*)/ ? ((split)[0] => $2) : () } grep { !/^#/ } <$file>;
for (<STDIN>) {
    my $match = decode_json($_);
    my ($name, $record) = ($match->{game}, "@{$match->{record}}");
    my $want = delete $want{$name} // '(no such match)';
    print "$name: played $record, not $want\n" if $record ne $want;
    print "$name: it is $match->{state}\n"     if $match->{state} ne 'finished';
    print "$name: nobody won\n"                if !defined $match->{result};
}
print "$_: not played\n" for sort keys %want;
