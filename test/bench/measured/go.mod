module linecost.dev/bench/measured

go 1.20
