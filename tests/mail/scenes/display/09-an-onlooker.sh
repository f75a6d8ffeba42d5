postmove player add carl carl@example.net >/dev/null
