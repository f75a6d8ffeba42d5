# Styled letters, blanks, a line end, a longer word, signs, the wrong direction.
export TOKEN
TOKEN=$(echo '{{token ann@example.net}}' | post fill "$stage")
perl -CSD -we '
    my $token  = $ENV{TOKEN};
    my $half   = substr $token, 0, 13;
    my $rest   = substr $token, 13;
    my $styled = $token =~ s/([a-z])/chr(0x1D41A + ord($1) - ord "a")/ger =~ s/(\d)/chr(0x1D7CE + $1)/ger;
    my $round  = $token =~ s/([a-z])/chr(0x24D0 + ord($1) - ord "a")/ger;
    my $turned = reverse $token;
    print <<"END";
From: ann\@example.net
To: turns+$token\@example.org
Subject: Re: your letter
Message-ID: <09\@mail.example.net>
MIME-Version: 1.0
Content-Type: text/plain; charset=UTF-8
Content-Transfer-Encoding: 8bit

chat anna says hello, one: $styled two: $round three: $half $rest four: x${token}yz,
five: $half
$rest six: @{[join q(-), split //, $token]} seven: \x{202E}$turned\x{202C} eight:
$half.$rest, and that was all 2 of us had to say.
END
' >"$stage/sent/09" && deliver "$stage/sent/09"
