postmove player password anna <<<"heron7"
