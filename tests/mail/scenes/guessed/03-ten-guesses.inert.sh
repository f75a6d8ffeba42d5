. tests/mail/many.bash
for name in bob carl dora; do
    for _ in 1 2 3; do ask eve@evil.test "move 1 $name guessed h2-f2" || exit; done
done
ask eve+again@evil.test "move 1 dora guessed h2-f2" || exit
answers 9
