# What tests/mail reads of mails and of letters of ours.
package Letter;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(slurp header address body file token leave letters);

sub slurp {
    my ($file) = @_;
    open(my $in, '<:raw', $file) or die "$file: $!\n";
    local $/;
    return scalar <$in> // '';
}

sub header {    # of a mail, unfolded; '' if it has none
    my ($mail, $name) = @_;
    my ($head) = split /\r?\n\r?\n/, $mail, 2;
    $head //= '';
    $head =~ s/\r?\n[ \t]+/ /g;
    return $head =~ /^\Q$name\E:[ \t]*(.*?)\r?$/mi ? $1 : '';
}

sub address {    # the first one of a header's value
    my ($value) = @_;
    $value =~ s/\(.*?\)//g;
    return $1 if $value =~ /<([^<>]*)>/;
    return $value =~ /([^\s,]+)/ ? $1 : '';
}

sub parts {    # the parts of a mail that are no multipart: type and body of each, decoded
    my ($part) = @_;
    require MIME::QuotedPrint;
    my ($head, $body) = split /\n\n/, $part, 2;
    my $type = header($head . "\n\n", 'Content-Type');
    return [$type, MIME::QuotedPrint::decode($body // '')]
        if $type !~ /^multipart.*boundary="(.*)"$/;
    my @inner = split /\n--\Q$1\E(?:--)?(?:\n|\z)/, "\n$body";
    shift @inner;
    return map { parts($_) } grep { /\S/ } @inner;
}

sub body { return (parts($_[0]))[0][1] }

sub file {    # the file that goes with a letter; '' if none does
    my (undef, @others) = parts($_[0]);
    my ($file) = grep { $_->[0] !~ m{^(?:text/html|image/png)} } @others;
    return defined $file ? $file->[1] : '';
}

sub token { return $_[0] =~ /^Reply-To: [^+]*\+([a-z2-7]{26})@/m ? $1 : '' }

# Where to write to get no more of these; '' if it does not say.
sub leave { return header($_[0], 'List-Unsubscribe') =~ /^<mailto:([^>]*)>$/ ? $1 : '' }

sub letters { return map { slurp($_) } sort glob "$_[0]/letters/*.eml" }    # oldest first

1;
