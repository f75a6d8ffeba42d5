postmove player rename ann annabel && ! postmove player add ann another@example.test 2>/dev/null
