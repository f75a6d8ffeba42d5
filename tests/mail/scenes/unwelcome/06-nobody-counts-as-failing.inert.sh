! postmove player show ann | grep -q 'mail came back'
