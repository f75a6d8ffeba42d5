# He cannot be made the winner: he is out.
! postmove match end 1 --winner carl-who-sits-third --yes 2>"$stage/refused" &&
    grep -q 'carl-who-sits-third is out of the match at board 1' "$stage/refused"
