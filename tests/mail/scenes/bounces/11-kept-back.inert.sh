postmove player list | grep -q '  mail kept back since 14 Nov 2023 22:22 UTC (5.1.1)$' &&
    postmove player show ann --json | grep -q '"suspended":'
