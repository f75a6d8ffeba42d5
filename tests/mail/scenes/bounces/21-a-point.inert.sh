postmove player show bob | grep -q '  mail came back (4.2.2)$'
