postmove player rename ann annabel && postmove player add ann another@example.test
