! postmove player show bob | grep -q 'came back'
