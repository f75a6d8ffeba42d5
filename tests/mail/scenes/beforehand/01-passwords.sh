for name in ann bob carl dora; do echo "$name-password" | postmove player password $name; done
