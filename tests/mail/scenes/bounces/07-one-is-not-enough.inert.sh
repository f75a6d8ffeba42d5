postmove player show ann | grep -q '  mail came back (5.1.1)$' && ! postmove player show bob | grep -q 'mail'
